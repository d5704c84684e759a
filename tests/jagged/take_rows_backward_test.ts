import { assertEquals, assertThrows } from "@std/assert";
import { asType, randomUniform, takeRowsBackward } from "../../lib/jagged/mod.ts";
import { type Float, JaggedTensor, type Tensor, tensor } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { assertClose } from "../_compare.ts";
import { failEachAllocation } from "../_failures.ts";
import { numbersOf } from "../_numbers.ts";

const PRECISION = { f16: 1e-3, bf16: 8e-3, f32: 1e-6, f64: 1e-14 } as const;

eachBackend("takeRowsBackward() adds up what was taken from a row", (context) => {
  using rows = tensor(BigInt64Array.of(2n, 2n, 0n), { context });
  using gradients = tensor([1, 2, 4], { context });
  using back = takeRowsBackward(rows, gradients, { count: 4 });
  assertEquals([...back.readSync()], [4, 0, 3, 0]);
});

/** Rows taken, columns, rows of the source, and which row is taken. */
const CASES: readonly [number, number, number, (at: number) => number][] = [
  [1, 1, 1, () => 0],
  [31, 3, 4, () => 3],
  [64, 1, 4, (at) => at < 32 ? 0 : 2],
  [65, 2, 3, () => 1],
  [1000, 5, 40, (at) => at * 37 % 41 - 1],
  [5000, 4, 3, (at) => at % 7 === 0 ? 2 : 0],
  [333, 9, 100_000, (at) => at * 311 % 100_000],
  [400, 2, 5, (at) => at % 9 - 2],
];

for (const dtype of ["f16", "bf16", "f32", "f64"] as const) {
  eachBackend(`takeRowsBackward() is a plain loop, in ${dtype}`, (context) => {
    for (const [n, columns, count, rowOf] of CASES) {
      const taken = Array.from({ length: n }, (_, at) => rowOf(at));
      using rows = tensor(Int32Array.from(taken), { context });
      using wide = randomUniform([n, columns], { context, dtype: "f64", seed: n, low: 0.25 });
      using gradients = asType(wide, dtype) as Tensor<Float>;
      const given = numbersOf(gradients);
      const expected = new Float64Array(count * columns);
      for (const [at, row] of taken.entries()) {
        if (row < 0 || row >= count) continue;
        for (let column = 0; column < columns; column++) {
          const place = row * columns + column;
          expected[place] = (expected[place] ?? NaN) + (given[at * columns + column] ?? NaN);
        }
      }
      using back = takeRowsBackward(rows, gradients, { count });
      assertEquals(back.shape, [count, columns]);
      assertClose(numbersOf(back), expected, { relative: PRECISION[dtype], absolute: 0 });
    }
  });
}

eachBackend("takeRowsBackward() takes rows of lists, of any shape and of none", (context) => {
  using rows = tensor(BigInt64Array.of(1n, -1n, 9n), { context });
  using gradients = tensor([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], { context, shape: [3, 2, 2] });
  const lists = new JaggedTensor(rows, BigInt64Array.of(0n, 1n, 3n));
  using back = takeRowsBackward(lists, gradients, { count: 2 });
  assertEquals(back.shape, [2, 2, 2]);
  assertEquals([...back.readSync()], [0, 0, 0, 0, 1, 2, 3, 4]);
  using none = takeRowsBackward(rows, gradients, { count: 0 });
  assertEquals(none.shape, [0, 2, 2]);
  using nothing = tensor(new BigInt64Array(0), { context });
  using empty = tensor(new Float32Array(0), { context, shape: [0, 3] });
  using zeros = takeRowsBackward(nothing, empty, { count: 2 });
  assertEquals([...zeros.readSync()], [0, 0, 0, 0, 0, 0]);
});

eachBackend("takeRowsBackward() refuses operands that do not fit", (context) => {
  using rows = tensor(BigInt64Array.of(1n, 0n), { context });
  using gradients = tensor([1, 2, 3], { context });
  using whole = tensor(new Int32Array(2), { context });
  assertThrows(() => takeRowsBackward(rows, gradients, { count: 2 }), RangeError, "gradients");
  assertThrows(() => takeRowsBackward(rows, whole as never, { count: 2 }), TypeError, "gradients");
  assertThrows(
    () => takeRowsBackward(gradients as never, gradients, { count: 2 }),
    TypeError,
    "rows",
  );
  assertThrows(() => takeRowsBackward(rows, gradients, { count: -1 }), RangeError);
});

eachBackend(
  "takeRowsBackward() leaves nothing behind when an allocation fails",
  async (context) => {
    using rows = tensor(new Int32Array(100), { context });
    using gradients = randomUniform([100, 2], { context, dtype: "f32", seed: 1 });
    using back = await failEachAllocation(
      context,
      () => takeRowsBackward(rows, gradients, { count: 3 }),
    );
    assertEquals(back.disposed, false);
  },
);
