import { assertEquals, assertThrows } from "@std/assert";
import { mean, prod, sum } from "../../lib/jagged/mod.ts";
import { DisposedError, fullTensor, type Tensor, tensor } from "../../mod.ts";
import { Random } from "../_arrays.ts";
import { eachBackend } from "../_backends.ts";
import { failEachAllocation } from "../_failures.ts";
import { counted, placesOf, positionOf, TYPES } from "./_dense.ts";
import { readNumbers } from "./_elements.ts";
import { orderedSum } from "./_groups.ts";

const SHAPES = [[], [1], [7], [3, 5], [4, 1, 3], [2, 0, 3], [0], [3, 300, 2]];

/** The elements that become one, for each element of the result. */
function runsOf(x: Tensor, axis: number | undefined): number[][] {
  const values = readNumbers(x);
  if (axis === undefined) return [values];
  const { shape } = x;
  const place = axis < 0 ? axis + shape.length : axis;
  return placesOf(shape.toSpliced(place, 1)).map((at) =>
    Array.from(
      { length: shape[place] ?? 0 },
      (_, nth) => values[positionOf(at.toSpliced(place, 0, nth), shape)] ?? NaN,
    )
  );
}

eachBackend("sum() and mean() reduce every axis of every type, or all elements", (context) => {
  for (const dtype of TYPES) {
    for (const shape of SHAPES) {
      using x = counted(context, dtype, shape);
      for (const axis of [undefined, ...shape.keys(), ...shape.map((_, nth) => -1 - nth)]) {
        const runs = runsOf(x, axis);
        const place = axis === undefined ? 0 : axis < 0 ? axis + shape.length : axis;
        const reduced = axis === undefined ? [] : shape.toSpliced(place, 1);
        const kept = axis === undefined ? shape.map(() => 1) : shape.with(place, 1);
        using sums = sum(x, { axis });
        using wide = sum(x, { axis, keepdims: true });
        using means = mean(x, { axis });
        const isWhole = !["f16", "bf16", "f32", "f64"].includes(dtype);
        assertEquals([sums.dtype, means.dtype], isWhole ? ["i64", "f32"] : [dtype, dtype]);
        assertEquals([sums.shape, wide.shape, means.shape], [reduced, kept, reduced]);
        const totals = runs.map((run) => run.reduce((all, number) => all + number, 0));
        using expected = tensor(totals, { context, dtype: sums.dtype });
        using quotients = tensor(
          totals.map((total, at) => total / (runs[at]?.length ?? NaN)), // NaN of nothing
          { context, dtype: means.dtype },
        );
        assertEquals(readNumbers(sums), readNumbers(expected));
        assertEquals(readNumbers(wide), readNumbers(expected));
        assertEquals(readNumbers(means), readNumbers(quotients));
      }
    }
  }
});

eachBackend("sum() of very many elements adds them in the order that it says", (context) => {
  const random = new Random(9);
  const numbers = Float32Array.from(
    { length: 2 ** 17 + 77 },
    () => random.number(-1, 1) * 10 ** random.number(-3, 3),
  );
  using x = tensor(numbers, { context });
  const expected = Math.fround(orderedSum([...numbers]));
  using all = sum(x);
  using along = sum(x, { axis: -1 });
  assertEquals([...all.readSync(), ...along.readSync()], [expected, expected]);
  using columns = x.reshape([numbers.length, 1]);
  using column = sum(columns, { axis: 0 });
  assertEquals([column.shape, ...column.readSync()], [[1], expected]);
});

eachBackend("prod() multiplies, and gives 1 of nothing", (context) => {
  using x = tensor([1, 2, 3, 4, 5, 6], { context, shape: [2, 3] });
  using all = prod(x);
  using rows = prod(x, { axis: 1 });
  assertEquals([all.shape, ...all.readSync(), ...rows.readSync()], [[], 720, 6, 120]);
  using none = tensor(new Int16Array(0), { context, shape: [2, 0] });
  using ones = prod(none, { axis: 1 });
  assertEquals([ones.dtype, ...ones.readSync()], ["i64", 1n, 1n]);
});

eachBackend("mean() of nothing is NaN, of every type", (context) => {
  for (const dtype of ["f16", "bf16", "f32", "f64", "i32", "u8"] as const) {
    using none = fullTensor([0, 3], 0, { context, dtype });
    using all = mean(none);
    using columns = mean(none, { axis: 0 });
    using rows = mean(none, { axis: 1 });
    assertEquals(readNumbers(all), [NaN], dtype);
    assertEquals(readNumbers(columns), [NaN, NaN, NaN]);
    assertEquals([rows.shape, readNumbers(rows)], [[0], []]);
  }
});

eachBackend("sum() refuses axes that are not there, and tensors that are gone", async (context) => {
  using x = tensor([1, 2], { context, shape: [1, 2] });
  for (const axis of [2, -3, 0.5, NaN]) {
    assertEquals(
      assertThrows(() => sum(x, { axis }), RangeError).message,
      `Cannot run sum: axis ${axis} is not an axis of [1, 2], -2 to 1`,
    );
  }
  using one = tensor([1], { context, shape: [] });
  assertThrows(() => mean(one, { axis: 0 }), RangeError, "axis is 0, the tensor has no axes");
  using total = await failEachAllocation(context, () => sum(x));
  assertEquals([...total.readSync()], [3]);
  const gone = x.copy();
  gone.dispose();
  assertEquals(assertThrows(() => prod(gone), DisposedError).operator, "prod");
});
