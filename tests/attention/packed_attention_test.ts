import { assertEquals, assertThrows } from "@std/assert";
import {
  attention,
  attentionBackward,
  packedAttention,
  packedAttentionBackward,
} from "../../lib/attention/mod.ts";
import { stack } from "../../lib/jagged/mod.ts";
import { type Float, fullTensor, type Tensor } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { assertBits } from "../_compare.ts";
import { numbersOf } from "../_numbers.ts";
import { DTYPES } from "../dense/_numbers.ts";
import { Operands } from "./_operands.ts";

for (const dtype of DTYPES) {
  eachBackend(
    `packedAttention() has the bits of attention(), forward and backward, in ${dtype}`,
    (context) => {
      for (const depth of [3, 16]) {
        const offsets = [0, 40, 40, 77];
        using given = new Operands<Float>(context, dtype, { heads: 2, depth, offsets, reach: 2 });
        const { keyOffsets: _, ...rest } = given.options;
        const bias = given.options.bias && {
          table: given.options.bias.table,
          positions: given.options.bias.positions,
        };
        const options = { ...rest, ...bias && { bias } };
        using qkv = stack([given.q, given.k, given.v], { axis: 1 });
        using apart = attention(given.q, given.k, given.v, options);
        using packed = packedAttention(qkv, options);
        assertBits(numbersOf(packed.features), numbersOf(apart.features));
        assertBits(numbersOf(packed.logSums), numbersOf(apart.logSums));
        using backApart = attentionBackward(
          given.q,
          given.k,
          given.v,
          apart,
          given.gradients,
          options,
        );
        using back = packedAttentionBackward(qkv, packed, given.gradients, options);
        const { q, k, v } = backApart;
        using expected = stack([q as Tensor<Float>, k as Tensor<Float>, v as Tensor<Float>], {
          axis: 1,
        });
        assertBits(numbersOf(back.qkv as Tensor<Float>), numbersOf(expected));
        assertBits(
          numbersOf(back.table as Tensor<Float>),
          numbersOf(backApart.table as Tensor<Float>),
        );
      }
    },
  );
}

eachBackend("packedAttention() refuses other shapes", (context) => {
  using flat = fullTensor([4, 2, 3], 0, { context, dtype: "f32" });
  assertThrows(
    () => packedAttention(flat),
    RangeError,
    "qkv shape is [4, 2, 3], [n, 3, heads, depth] expected",
  );
  using pairs = fullTensor([4, 2, 2, 3], 0, { context, dtype: "f32" });
  assertThrows(() => packedAttention(pairs), RangeError, "[n, 3, heads, depth] expected");
  using none = fullTensor([0, 3, 2, 3], 0, { context, dtype: "f32" });
  using empty = packedAttention(none);
  assertEquals(empty.features.shape, [0, 2, 3]);
});
