import { assertEquals, assertThrows } from "@std/assert";
import { tensor } from "../../mod.ts";
import * as nn from "../../lib/nn/mod.ts";
import { eachBackend } from "../_backends.ts";
import { checkBoth, waves, weighed } from "./_slopes.ts";

const offsets = BigInt64Array.of(0n, 2n, 2n, 5n);

eachBackend("sums and means of lists have the gradients of their definitions", async (context) => {
  using rows = waves(context, [5, 2, 3]);
  for (const reduce of [nn.jaggedSum, nn.jaggedMean]) {
    await checkBoth({ rows }, (p) => weighed(reduce(p.rows, { offsets })));
    await checkBoth({ rows }, (p) => weighed(reduce(p.rows)));
  }
});

eachBackend(
  "means of lists are divided by the number of rows in any element type",
  async (context) => {
    using data = tensor([1, 3, 5, 6, 10], { context, dtype: "f16" });
    using found = nn.valueAndGrad({ data }, (p) => {
      const means = nn.jaggedMean(p.data, { offsets });
      return { loss: nn.sum(nn.asType(means, "f32")), keep: { means } };
    });
    assertEquals([...await found.kept.means.read()].map(Number), [2, 0, 7]);
    const third = Number(Float16Array.of(1 / 3)[0]);
    assertEquals(
      [...await found.gradients.data.read()].map(Number),
      [0.5, 0.5, third, third, third],
    );
  },
);

eachBackend("sums of lists refuse lists that do not fit, and constants", (context) => {
  using rows = tensor([1, 2, 3], { context });
  assertThrows(() => nn.jaggedSum(rows), TypeError, "Cannot run jaggedSum: no operand is a value");
  assertThrows(
    () => nn.valueAndGrad({ rows }, (p) => nn.sum(nn.jaggedSum(p.rows, { offsets }))),
    RangeError,
    "offsets end at 5, but there are 3 rows",
  );
  assertThrows(
    () => nn.valueAndGrad({ rows }, (p) => nn.sum(nn.jaggedSum(p.rows, { dim: 1 } as never))),
    TypeError,
    'Cannot run jaggedSum: the option "dim" is unknown, offsets expected',
  );
});
