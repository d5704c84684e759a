import { assertEquals, assertThrows } from "@std/assert";
import { jaggedGather, listOfRows } from "../../lib/jagged/mod.ts";
import { type JaggedTensor, NativeError } from "../../mod.ts";
import { Random } from "../_arrays.ts";
import { eachBackend } from "../_backends.ts";
import { assertBits } from "../_compare.ts";
import { makeLists, randomLengths, rowsOfLists, startsOf } from "./_lists.ts";

eachBackend("jaggedGather() gathers rows of each list", (context) => {
  const random = new Random(3);
  for (const dtype of ["i32", "i64"] as const) {
    const lengths = randomLengths(random, 40, 30);
    const rows = lengths.reduce((sum, length) => sum + length, 0);
    using lists = makeLists(context, "f32", lengths, random.floats(rows * 3), [3]);
    const asked = lengths.map((length) => length === 0 ? 0 : random.integer(0, 25));
    const indices = asked.flatMap((count, list) => {
      const length = lengths[list] ?? 0;
      return Array.from({ length: count }, () => random.integer(-length, length - 1));
    });
    using which = makeLists(context, dtype, asked, indices);
    using gathered = jaggedGather(lists, which);
    const all = rowsOfLists(lists);
    const expected = rowsOfLists(which).map((list, nth) =>
      list.map(([index = 0]) => all[nth]?.at(Number(index)))
    );
    assertEquals(gathered.data.shape.slice(1), [3]);
    assertEquals<unknown>(rowsOfLists(gathered), expected);
  }
});

eachBackend("jaggedGather() gathers from long lists, and those between them", (context) => {
  const lengths = [6000, 0, 1, 7000, 0, 2];
  const rows = lengths.reduce((sum, length) => sum + length, 0);
  const values = Int32Array.from({ length: rows }, (_, at) => 3 * at);
  using lists = makeLists(context, "i32", lengths, values);
  const reversed = lengths.flatMap((length) => Array.from({ length }, (_, row) => -1 - row));
  using which = makeLists(context, "i32", lengths, reversed);
  using gathered = jaggedGather(lists, which);
  const starts = startsOf(lengths);
  const expected = lengths.flatMap((length, list) =>
    Array.from({ length }, (_, row) => 3 * ((starts[list + 1] ?? NaN) - 1 - row))
  );
  assertBits(gathered.data.readSync(), Int32Array.from(expected));
  using numbers = listOfRows(lists);
  const list = lengths.flatMap((length, at) => Array<number>(length).fill(at));
  assertBits(numbers.readSync(), Int32Array.from(list));
});

eachBackend("jaggedGather() replaces each index of a row", (context) => {
  using lists = makeLists(context, "i32", [2, 3], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], [2]);
  using which = makeLists(context, "i64", [1, 2], [1, 0, -1, 0, 2, 2], [2]);
  using gathered = jaggedGather(lists, which);
  assertEquals([gathered.data.shape, [...gathered.offsets]], [[3, 2, 2], [0n, 1n, 3n]]);
  assertEquals([...gathered.data.readSync()], [3, 4, 1, 2, 9, 10, 5, 6, 9, 10, 9, 10]);
});

eachBackend("jaggedGather() gathers nothing from empty lists", (context) => {
  using lists = makeLists(context, "f32", [0, 0], [], [2]);
  using which = makeLists(context, "i32", [0, 0], []);
  using gathered = jaggedGather(lists, which);
  assertEquals([gathered.data.shape, gathered.length], [[0, 2], 2]);
  using none = makeLists(context, "f32", [], []);
  using nowhere = makeLists(context, "i32", [], []);
  using nothing = jaggedGather(none, nowhere);
  assertEquals(nothing.length, 0);
});

eachBackend("jaggedGather() counts the indices that lists do not have", (context) => {
  using lists = makeLists(context, "f32", [2, 0, 1], [1, 2, 3]);
  using which = makeLists(context, "i32", [3, 1, 2], [2, -3, -2, 0, 0, 1]);
  const error = assertThrows(() => jaggedGather(lists, which), NativeError);
  assertEquals(error.kind, "invalid-data");
  assertEquals(
    error.message,
    "Cannot run jaggedGather: cannot take rows: 4 of 6 indices are not in their list",
  );
});

eachBackend(
  "jaggedGather() rejects wrong lists and dtypes",
  (context) => {
    using lists = makeLists(context, "f32", [1, 1], [1, 2]);
    using few = makeLists(context, "i32", [1], [0]);
    using reals = makeLists(context, "f32", [1, 1], [0, 0]);
    const start = "Cannot run jaggedGather: ";
    const message = (which: JaggedTensor, kind: typeof RangeError): string =>
      assertThrows(() => jaggedGather(lists, which as JaggedTensor<"i32">), kind).message;
    assertEquals(
      message(few, RangeError),
      `${start}the number of lists in indices is 1, the number of lists is 2`,
    );
    assertEquals(message(reals, TypeError), `${start}indices is f32, i32 or i64 expected`);
  },
);
