import * as nn from "../../lib/nn/mod.ts";
import { tensor } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { checkBoth, waves, weighed } from "./_slopes.ts";

eachBackend("attention() of networks has the gradients of attention", async (context) => {
  using q = waves(context, [5, 2, 3]);
  using k = waves(context, [6, 2, 3], 1);
  using v = waves(context, [6, 2, 2], 2);
  using table = waves(context, [3, 3, 2], 3);
  using positions = tensor(Int32Array.from({ length: 15 }, (_, at) => at * 5 % 4), {
    context,
    shape: [5, 3],
  });
  using keyPositions = tensor(Int32Array.from({ length: 18 }, (_, at) => at * 3 % 5), {
    context,
    shape: [6, 3],
  });
  const lists = {
    offsets: BigInt64Array.of(0n, 2n, 5n),
    keyOffsets: BigInt64Array.of(0n, 4n, 6n),
  };
  await checkBoth({ q, k, v }, (p) => weighed(nn.attention(p.q, p.k, p.v, lists)));
  await checkBoth({ q, k, v, table }, (p) => {
    const bias = { table: p.table, positions, keyPositions };
    return weighed(nn.attention(p.q, p.k, p.v, { ...lists, bias, causal: true, scale: 0.5 }));
  });
  await checkBoth({ v }, (p) => weighed(nn.attention(q, k, p.v, lists)));
  await checkBoth({ table }, (p) => {
    const bias = { table: p.table, positions, keyPositions };
    return weighed(nn.attention(q, k, v, { ...lists, bias }));
  });
});

eachBackend(
  "packedAttention() of networks has the gradients of packed attention",
  async (context) => {
    using qkv = waves(context, [5, 3, 2, 3]);
    using table = waves(context, [3, 5, 2], 3);
    using positions = tensor(Int32Array.from({ length: 15 }, (_, at) => at * 5 % 4), {
      context,
      shape: [5, 3],
    });
    const offsets = BigInt64Array.of(0n, 2n, 5n);
    await checkBoth({ qkv }, (p) => weighed(nn.packedAttention(p.qkv, { offsets })));
    await checkBoth({ qkv, table }, (p) => {
      const bias = { table: p.table, positions };
      return weighed(nn.packedAttention(p.qkv, { offsets, bias }));
    });
  },
);
