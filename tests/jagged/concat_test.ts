import { assertEquals, assertThrows } from "@std/assert";
import { jaggedConcat, jaggedLike } from "../../lib/jagged/mod.ts";
import { type DType, jagged, type JaggedTensor, tensor } from "../../mod.ts";
import { Random } from "../_arrays.ts";
import { eachBackend } from "../_backends.ts";
import { makeLists, randomLengths, rowsOfLists } from "./_lists.ts";

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

eachBackend("jaggedConcat() joins lists, or rows", (context) => {
  const random = new Random(5);
  for (const dtype of ["u8", "bf16", "f32", "i64"] satisfies DType[]) {
    using stack = new DisposableStack();
    const parts = [3, 1, 4].map((width) => {
      const lengths = randomLengths(random, 6, 5 * width);
      const values = Array.from({ length: sum(lengths) * 6 }, () => random.integer(0, 99));
      return stack.use(makeLists(context, dtype, lengths, values, [2, 3]));
    });
    const all = parts.map(rowsOfLists);
    using lists = jaggedConcat(parts);
    assertEquals(rowsOfLists(lists), all.flat());
    using rows = jaggedConcat(parts, { dim: 0 });
    assertEquals(
      rowsOfLists(rows),
      Array.from({ length: 6 }, (_, list) => all.flatMap((part) => part[list] ?? [])),
    );
    assertEquals([lists.data.shape.slice(1), rows.data.shape.slice(1)], [[2, 3], [2, 3]]);
  }
});

eachBackend("jaggedConcat() joins elements along each axis", (context) => {
  const lengths = [2, 0, 1];
  using a = makeLists(context, "f16", lengths, Array.from({ length: 12 }, (_, at) => at), [2, 2]);
  using b = makeLists(context, "f16", lengths, [20, 21, 22, 23, 24, 25], [2, 1]);
  for (const dim of [2, -1]) {
    using wide = jaggedConcat([a, b, b], { dim });
    assertEquals(wide.data.shape, [3, 2, 4]);
    assertEquals([...wide.offsets], [0n, 2n, 2n, 3n]);
    assertEquals(
      [...wide.data.readSync()],
      [0, 1, 20, 20, 2, 3, 21, 21, 4, 5, 22, 22, 6, 7, 23, 23, 8, 9, 24, 24, 10, 11, 25, 25],
    );
  }
  using c = makeLists(context, "f16", lengths, [90, 91, 92, 93, 94, 95], [1, 2]);
  for (const dim of [1, -2]) {
    using tall = jaggedConcat([a, c], { dim });
    assertEquals(tall.data.shape, [3, 3, 2]);
    assertEquals(
      [...tall.data.readSync()],
      [0, 1, 2, 3, 90, 91, 4, 5, 6, 7, 92, 93, 8, 9, 10, 11, 94, 95],
    );
  }
});

eachBackend("jaggedConcat() of one batch copies it, and of empty ones is empty", (context) => {
  using one = makeLists(context, "f32", [1, 2], [1, 2, 3]);
  for (const dim of [undefined, 0]) {
    using copy = jaggedConcat([one], dim === undefined ? {} : { dim });
    assertEquals(rowsOfLists(copy), rowsOfLists(one));
  }
  using none = makeLists(context, "f32", [], []);
  using empty = makeLists(context, "f32", [0, 0], []);
  using joined = jaggedConcat([none, empty, none]);
  assertEquals([...joined.offsets], [0n, 0n, 0n]);
  using rows = jaggedConcat([empty, one], { dim: 0 });
  assertEquals(rowsOfLists(rows), rowsOfLists(one));
});

eachBackend("jaggedConcat() joins outer lists", (context) => {
  using flat = makeLists(context, "f32", [1, 2, 0], [1, 2, 3]);
  using a = jagged(flat.data, { offsets: flat.offsets, outerOffsets: [0, 2, 3] });
  using b = jagged(flat.data, { offsets: flat.offsets, outerOffsets: [0, 0, 3] });
  using lists = jaggedConcat([a, b]);
  assertEquals([...lists.outerOffsets ?? []], [0n, 2n, 3n, 3n, 6n]);
  using rows = jaggedConcat([a, b], { dim: 0 });
  assertEquals([...rows.outerOffsets ?? []], [0n, 2n, 3n]);
  assertThrows(
    () => jaggedConcat([a, flat]),
    RangeError,
    "1 of 2 batches have outer lists, all or none expected",
  );
});

eachBackend("jaggedConcat() rejects batches that do not fit together", (context) => {
  using a = makeLists(context, "f32", [1, 2], [1, 2, 3, 4, 5, 6], [2]);
  using ints = makeLists(context, "i32", [1, 2], [1, 2, 3, 4, 5, 6], [2]);
  using three = makeLists(context, "f32", [1, 1, 1], [1, 2, 3, 4, 5, 6], [2]);
  using narrow = makeLists(context, "f32", [1, 2], [1, 2, 3], [1]);
  using flat = makeLists(context, "f32", [1, 2], [1, 2, 3]);
  const message = (b: JaggedTensor, kind: typeof RangeError, dim?: number): string =>
    assertThrows(
      () => jaggedConcat<DType>([a, b], dim === undefined ? {} : { dim }),
      kind,
    ).message;
  const start = "Cannot run jaggedConcat: ";
  assertEquals(message(ints, TypeError), `${start}batch 1 is i32, f32 expected`);
  assertEquals(message(narrow, RangeError), `${start}one batch has rows of [1], the first of [2]`);
  assertEquals(message(three, RangeError, 0), `${start}one batch has 3 lists, the first has 2`);
  assertEquals(
    message(three, RangeError, 1),
    `${start}the lists of one batch have other lengths than those of the first`,
  );
  assertEquals(message(flat, RangeError, 1), `${start}one batch has [3], [3, n] expected`);
  for (const dim of [2, -2, 0.5, NaN]) {
    assertEquals(
      message(a, RangeError, dim),
      `${start}dim ${dim} is not an axis of [3, 2], -1 to 1`,
    );
  }
  assertThrows(() => jaggedConcat([]), RangeError, "there is nothing to join");
});

eachBackend("jaggedLike() gives rows the lists of others", (context) => {
  using flat = makeLists(context, "f32", [1, 2], [1, 2, 3]);
  using lists = jagged(flat.data, { offsets: flat.offsets, outerOffsets: [0, 2] });
  const rows = tensor(Int32Array.of(1, 2, 3, 4, 5, 6), { context, shape: [3, 2] });
  using like = jaggedLike(lists, rows);
  rows.fill(7);
  rows.dispose();
  assertEquals([like.dtype, like.data.shape], ["i32", [3, 2]]);
  assertEquals([...like.offsets, ...like.outerOffsets ?? []], [0n, 1n, 3n, 0n, 2n]);
  assertEquals([...like.data.readSync()], Array(6).fill(7));
  using four = tensor([1, 2, 3, 4], { context });
  assertThrows(
    () => jaggedLike(lists, four),
    RangeError,
    "Cannot run jaggedLike: data shape is [4], [3, ...] expected",
  );
});
