import { assertEquals, assertThrows } from "@std/assert";
import { jaggedLike, listOfRows } from "../../lib/jagged/mod.ts";
import {
  type DType,
  DTYPES,
  jaggedFromList,
  JaggedTensor,
  NativeError,
  takeRows,
  type Tensor,
  tensor,
} from "../../mod.ts";
import { Random } from "../_arrays.ts";
import { eachBackend } from "../_backends.ts";
import { assertBits } from "../_compare.ts";

function longs(rows: readonly number[]): BigInt64Array<ArrayBuffer> {
  return BigInt64Array.from(rows, BigInt);
}

eachBackend("takeRows() gathers rows of every element type and width", (context) => {
  const random = new Random(1);
  for (const dtype of DTYPES) {
    for (const width of [1, 2, 3, 4, 5, 8, 16]) {
      const [count, asked] = [37, 150];
      const values = Array.from({ length: count * width }, () => random.integer(0, 1));
      const rows = Array.from({ length: asked }, () => random.integer(-1, count - 1));
      using source = tensor(values, { context, dtype, shape: [count, width] });
      using numbers = tensor(longs(rows), { context });
      using taken = takeRows(source, numbers, { fill: 1 });
      const expected = rows.flatMap((row) =>
        Array.from({ length: width }, (_, at) => row < 0 ? 1 : values[row * width + at] ?? NaN)
      );
      using wanted = tensor(expected, { context, dtype, shape: [asked, width] });
      assertEquals([taken.dtype, taken.shape], [dtype, [asked, width]]);
      assertBits(taken.readSync(), wanted.readSync());
    }
  }
});

eachBackend("takeRows() reads and writes views that are not aligned to words", (context) => {
  const random = new Random(2);
  for (const dtype of ["u8", "f16", "f32", "f64"] satisfies DType[]) {
    const values = Array.from({ length: 40 }, () => random.integer(0, 99));
    using all = tensor(values, { context, dtype, shape: [40] });
    for (const begin of [0, 1, 2, 3]) {
      using part = all.slice(begin, begin + 32);
      using source = part.reshape([2, 16]);
      using rows = tensor(longs([1, 0]), { context });
      using taken = takeRows(source, rows);
      const expected = [
        ...values.slice(begin + 16, begin + 32),
        ...values.slice(begin, begin + 16),
      ];
      assertEquals(Array.from<number | bigint>(taken.readSync()), expected);
    }
  }
});

eachBackend("takeRows() fills missing rows with any value of the type", (context) => {
  using rows = tensor(longs([-1, -1]), { context });
  const cases: readonly (readonly [DType, number | bigint | boolean])[] = [
    ["f32", -1.5],
    ["f16", 0.1],
    ["bf16", NaN],
    ["f64", Number.MIN_VALUE],
    ["i32", -(2 ** 31)],
    ["i64", -(2n ** 63n)],
    ["u8", 255],
    ["bool", true],
  ];
  for (const [dtype, missing] of cases) {
    using source = tensor([0, 0, 0], { context, dtype, shape: [1, 3] });
    using taken = takeRows(source, rows, { fill: missing });
    using wanted = tensor(Array(6).fill(missing), { context, dtype });
    assertBits(taken.readSync(), wanted.readSync());
  }
  using bytes = tensor([0], { context, dtype: "u8" });
  assertThrows(() => takeRows(bytes, rows, { fill: 256 }), RangeError, "element 0 is 256");
});

eachBackend("takeRows() gathers into lists", (context) => {
  using source = tensor(Int32Array.of(1, 2, 3, 4), { context, shape: [2, 2] });
  using rows = jaggedFromList([longs([1]), longs([]), longs([0, -1])], { context });
  using taken = takeRows(source, rows);
  assertEquals(taken instanceof JaggedTensor, true);
  assertEquals([...taken.offsets], [0n, 1n, 1n, 3n]);
  assertBits(taken.data.readSync(), Int32Array.of(3, 4, 1, 2, 0, 0));
});

eachBackend("takeRows() takes nothing, and from nothing", (context) => {
  using source = tensor([1, 2], { context });
  using empty = tensor([], { context, shape: [0, 5] });
  using hollow = tensor([], { context, shape: [3, 0] });
  using none = tensor(longs([]), { context });
  using missing = tensor(longs([-1]), { context });
  using two = tensor(longs([2, 0]), { context });
  using nothing = takeRows(source, none);
  using filled = takeRows(empty, missing, { fill: 4 });
  using wide = takeRows(hollow, two);
  assertEquals([nothing.shape, filled.shape, wide.shape], [[0], [1, 5], [2, 0]]);
  assertBits(filled.readSync(), new Float32Array(5).fill(4));
});

eachBackend("takeRows() counts the rows that the source does not have", (context) => {
  using source = tensor([1, 2, 3], { context });
  using rows = tensor(longs([0, 3, -1, -2, 2, 2 ** 40]), { context });
  const error = assertThrows(() => takeRows(source, rows), NativeError);
  assertEquals(error.kind, "invalid-data");
  assertEquals(
    error.message,
    "Cannot run takeRows: cannot take rows: 3 of 6 are neither -1 nor in the source, which has 3",
  );
  using taken = takeRows(source, rows, { checked: false, fill: 7 });
  assertBits(taken.readSync(), Float32Array.of(1, 7, 7, 7, 3, 7));
});

eachBackend("takeRows() takes rows of 32 bits, such as the list of each row", (context) => {
  using rays = tensor([1, 2, 3, 4, 5, 6], { context, shape: [3, 2] });
  using samples = jaggedFromList([[0.5, 1], [], [2, 3, 4]], { context });
  using ofSample = listOfRows(samples);
  using taken = takeRows(rays, ofSample);
  assertBits(taken.readSync(), Float32Array.of(1, 2, 1, 2, 5, 6, 5, 6, 5, 6));
  using places = jaggedLike(samples, ofSample);
  using listed = takeRows(rays, places);
  assertEquals(listed.lshape, [2, 0, 3]);
  using some = tensor(Int32Array.of(2, -1, -5, 3), { context });
  using others = takeRows(rays, some, { fill: 9, checked: false });
  assertBits(others.readSync(), Float32Array.of(5, 6, 9, 9, 9, 9, 9, 9));
  assertThrows(() => takeRows(rays, some), NativeError, "2 of 4 are neither -1 nor in the source");
});

eachBackend("takeRows() rejects wrong shapes and dtypes", (context) => {
  using source = tensor([1, 2, 3], { context });
  using rows = tensor(longs([0, 1]), { context });
  using square = tensor(longs([0, 1]), { context, shape: [2, 1] });
  using floats = tensor([0], { context });
  using scalar = tensor([1], { context, shape: [] });
  const message = (from: Tensor, which: Tensor, kind: typeof RangeError): string =>
    assertThrows(() => takeRows(from, which as Tensor<"i64">), kind).message;
  const start = "Cannot run takeRows: ";
  assertEquals(message(source, square, RangeError), `${start}rows shape is [2, 1], [m] expected`);
  assertEquals(message(source, floats, TypeError), `${start}rows is f32, i32 or i64 expected`);
  assertEquals(message(scalar, rows, RangeError), `${start}source shape is [], it has no rows`);
});
