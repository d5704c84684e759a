import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { jaggedFromListOfRows, listOfRows } from "../../lib/jagged/mod.ts";
import { NativeError, type Tensor, tensor } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { makeLists, numbersOf } from "./_lists.ts";

eachBackend(
  "listOfRows() numbers lists, and jaggedFromListOfRows() finds them again",
  (context) => {
    const lengths = fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 30 });
    fc.assert(
      fc.property(lengths, fc.constantFrom("i32", "i64"), (sizes, dtype) => {
        const expected = sizes.flatMap((size, list) => Array<number>(size).fill(list));
        using lists = makeLists(context, "f32", sizes, Array(2 * expected.length).fill(1), [2]);
        using numbers = listOfRows(lists);
        assertEquals([numbers.dtype, numbersOf(numbers)], ["i32", expected]);
        using host = tensor(expected, { context, dtype });
        using again = jaggedFromListOfRows(lists.data, host, { count: sizes.length });
        assertEquals([again.lshape, again.data.shape], [sizes, [expected.length, 2]]);
      }),
      { seed: 1, numRuns: 60 },
    );
  },
);

eachBackend(
  "jaggedFromListOfRows() shares storage, and leaves lists at the end empty",
  (context) => {
    using data = tensor([1, 2], { context });
    using numbers = tensor(Int32Array.of(1, 1), { context });
    using lists = jaggedFromListOfRows(data, numbers, { count: 4 });
    data.fill(5);
    assertEquals([lists.lshape, numbersOf(lists)], [[0, 2, 0, 0], [5, 5]]);
    using none = tensor([], { context, shape: [0, 3] });
    using nothing = tensor(new Int32Array(0), { context });
    using empty = jaggedFromListOfRows(none, nothing, { count: 2 });
    assertEquals(empty.lshape, [0, 0]);
  },
);

eachBackend("jaggedFromListOfRows() counts rows that are in no list or out of order", (context) => {
  using data = tensor([1, 2, 3, 4, 5], { context });
  for (const numbers of [Int32Array.of(0, 2, 1, -1, 3), BigInt64Array.of(0n, 2n, 1n, -1n, 3n)]) {
    using wrong = tensor<Int32Array | BigInt64Array>(numbers, { context }) as Tensor<"i32" | "i64">;
    const run = (): unknown => jaggedFromListOfRows(data, wrong, { count: 3 });
    const error = assertThrows(run, NativeError);
    assertEquals(error.kind, "invalid-data");
    assertEquals(
      error.message,
      "Cannot run jaggedFromListOfRows: cannot make lists: of 5 rows 3 are out of order or not in " +
        "one of 3 lists",
    );
  }
});

eachBackend("jaggedFromListOfRows() refuses wrong shapes, dtypes, counts and inputs", (context) => {
  using data = tensor([1, 2], { context });
  using numbers = tensor(Int32Array.of(0, 0), { context });
  using one = tensor(Int32Array.of(0), { context });
  const message = (of: Tensor, kind: typeof RangeError, count = 1): string =>
    assertThrows(() => jaggedFromListOfRows(data, of as Tensor<"i32">, { count }), kind).message;
  const start = "Cannot run jaggedFromListOfRows: ";
  assertEquals(message(one, RangeError), `${start}listOfRow shape is [1], [2] expected`);
  assertEquals(message(data, TypeError), `${start}listOfRow is f32, i32 or i64 expected`);
  for (const count of [-1, 0.5, NaN, 2 ** 24 + 1, 2 ** 31]) {
    assertEquals(
      message(numbers, RangeError, count),
      `${start}count is ${count}, a number of lists from 0 to ${2 ** 24} expected`,
    );
  }
});
