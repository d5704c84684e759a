import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import {
  DisposedError,
  type HostArray,
  jagged,
  jaggedFromList,
  JaggedTensor,
  move,
  Tensor,
  tensor,
} from "../../lib/core/mod.ts";
import { eachBackend, openAnother } from "../_backends.ts";
import { assertBits } from "../_compare.ts";

eachBackend("jagged() sees rows as lists and shares their storage", (context) => {
  const rows = tensor([0, 1, 2, 3, 4, 5], { context, shape: [3, 2] });
  const offsets = BigInt64Array.of(0n, 1n, 1n, 3n);
  using lists = jagged(rows, { offsets });
  offsets[1] = 9n;
  assertEquals([lists.length, lists.dtype, [...lists.offsets]], [3, "f32", [0n, 1n, 1n, 3n]]);
  rows.fill(7);
  rows.dispose();
  assertEquals(lists.disposed, false);
  assertBits(lists.data.readSync(), new Float32Array(6).fill(7));
  using last = lists.list(2);
  assertEquals(last.shape, [2, 2]);
  for (const index of [-1, 3, 0.5, NaN]) {
    assertThrows(() => lists.list(index), RangeError, `Cannot take list: ${index} is not below 3`);
  }
});

eachBackend("jagged() refuses offsets that do not fit", (context) => {
  using rows = tensor(new Float32Array(6), { context, shape: [3, 2] });
  const cases: readonly (readonly [readonly number[], string])[] = [
    [[], "must start at 0"],
    [[1, 3], "must start at 0"],
    [[-1, 3], "must start at 0"],
    [[0, 2, 1, 3], "descend at 2"],
    [[0, 4, 3], "descend at 2"],
    [[0, 2], "end at 2, but there are 3 rows"],
    [[0, 4], "end at 4, but there are 3 rows"],
    [[0], "end at 0, but there are 3 rows"],
  ];
  for (const [offsets, problem] of cases) {
    const error = assertThrows(() => jagged(rows, { offsets }), RangeError);
    assertEquals(error.message, `Cannot make jagged tensor: offsets ${problem}`);
  }
  assertThrows(() => jagged(rows, { offsets: [0, 0.5, 3] }), RangeError, "element 1 is 0.5");
  using scalar = tensor([1], { context, shape: [] });
  assertThrows(() => jagged(scalar, { offsets: [0, 1] }), RangeError, "data has no axes");
});

eachBackend("a jagged tensor reads where lists end when it is asked for offsets", (context) => {
  const make = (ends: readonly bigint[]): JaggedTensor<"f32"> =>
    new JaggedTensor(
      tensor([0, 1, 2, 3, 4, 5], { context, shape: [3, 2] }),
      tensor(BigInt64Array.from(ends), { context }),
      BigInt64Array.of(0n, BigInt(ends.length)),
    );
  using lists = make([1n, 1n, 3n]);
  assertEquals([lists.length, lists.ldim], [3, 2]);
  using moved = lists.move();
  assertEquals([...moved.offsets], [0n, 1n, 1n, 3n]);
  assertEquals(moved.lshape, [[1, 0, 2]]);
  const known = moved.offsets;
  moved.dispose();
  assertEquals(moved.offsets, known);

  const gone = make([3n]);
  gone.dispose();
  assertThrows(() => gone.offsets, DisposedError, "Cannot read offsets");
  for (const ends of [[2n, 1n, 3n], [-1n, 3n], [1n, 2n], [1n << 40n]]) {
    using wrong = make(ends);
    assertThrows(() => wrong.offsets, RangeError, "Cannot make jagged tensor: offsets");
  }
});

eachBackend(
  "jagged() sees lists in lists, and refuses outer offsets that do not fit",
  (context) => {
    using rows = tensor(new Float32Array(3), { context });
    const offsets = [0, 1, 1, 3];
    using lists = jagged(rows, { offsets, outerOffsets: [0, 2, 2, 3] });
    assertEquals([...lists.outerOffsets ?? []], [0n, 2n, 2n, 3n]);
    assertEquals(lists.length, 3);
    using fresh = move(lists);
    assertEquals([...fresh.outerOffsets ?? []], [0n, 2n, 2n, 3n]);
    using flat = jagged(rows, { offsets });
    assertEquals(flat.outerOffsets, undefined);
    const cases: readonly (readonly [readonly number[], string])[] = [
      [[], "must start at 0"],
      [[1, 3], "must start at 0"],
      [[0, 2, 1, 3], "descend at 2"],
      [[0, 2], "end at 2, but there are 3 lists"],
    ];
    for (const [outerOffsets, problem] of cases) {
      const error = assertThrows(() => jagged(rows, { offsets, outerOffsets }), RangeError);
      assertEquals(error.message, `Cannot make jagged tensor: outer offsets ${problem}`);
    }
  },
);

eachBackend("jaggedFromList() joins arrays", (context) => {
  using lists = jaggedFromList(
    [Int32Array.of(1, 2, 3), new Int32Array(0), Int32Array.of(4, 5, 6)],
    {
      context,
      shape: [3],
    },
  );
  const typed: JaggedTensor<"i32"> = lists;
  assertEquals([[...typed.offsets], typed.data.shape], [[0n, 1n, 1n, 2n], [2, 3]]);
  assertBits(typed.data.readSync(), Int32Array.of(1, 2, 3, 4, 5, 6));
  using halves = jaggedFromList([[1], [2, 3]], { context, dtype: "f16" });
  assertBits(halves.data.readSync(), Float16Array.of(1, 2, 3));
  using plain = jaggedFromList([[1], [2, 3]], { context });
  assertEquals(plain.dtype, "f32");
});

eachBackend("jaggedFromList() joins tensors on the device", (context) => {
  using a = tensor(Float64Array.of(1, 2), { context, shape: [1, 2] });
  using b = tensor(Float64Array.of(3, 4, 5, 6), { context, shape: [2, 2] });
  using lists = jaggedFromList([a, b, a]);
  assertEquals([[...lists.offsets], lists.data.shape], [[0n, 1n, 3n, 4n], [4, 2]]);
  assertBits(lists.data.readSync(), Float64Array.of(1, 2, 3, 4, 5, 6, 1, 2));
  using mixed = jaggedFromList([a, [7, 8]], { dtype: "f64" });
  assertBits(mixed.data.readSync(), Float64Array.of(1, 2, 7, 8));
});

eachBackend("jaggedFromList() of no lists is empty", (context) => {
  using none = jaggedFromList([], { context, dtype: "i32", shape: [3] });
  assertEquals([none.length, none.data.shape, [...none.offsets]], [0, [0, 3], [0n]]);
});

eachBackend("jaggedFromList() refuses lists that do not fit together", (context) => {
  using other = openAnother(context);
  using a = tensor([1, 2], { context, shape: [1, 2] });
  using foreign = tensor([1, 2], { context: other, shape: [1, 2] });
  using whole = tensor(Int32Array.of(1, 2), { context, shape: [1, 2] });
  using wide = tensor([1, 2, 3], { context, shape: [1, 3] });
  assertThrows(() => jaggedFromList([a, foreign]), TypeError, "in different contexts");
  assertThrows(() => jaggedFromList([a], { context: other }), TypeError, "not in the context");
  assertThrows(
    () => jaggedFromList<"f32" | "i32">([a, whole]),
    TypeError,
    "Cannot make jagged tensor: list 1 is i32, f32 expected",
  );
  assertThrows(() => jaggedFromList([a, wide]), RangeError, "list 1 has [1, 3], rows of [2]");
  assertThrows(
    () => jaggedFromList([[1, 2, 3, 4]], { context, shape: [3] }),
    RangeError,
    "Cannot make jagged tensor: list 0 has 4 elements, rows of [3] expected",
  );
  assertThrows(() => jaggedFromList([[]], { context, shape: [0] }), RangeError, "rows of [0]");
  assertThrows(
    () => jaggedFromList([] as HostArray[], { dtype: "f32" }),
    TypeError,
    "Cannot make jagged tensor: the context option is missing",
  );
});

eachBackend("a jagged tensor disposes, moves and shows itself", (context) => {
  const lists = jaggedFromList([[1], [2, 3]], { context });
  assertEquals(`${lists}`, `JaggedTensor of 2 in Tensor f32 [3] on ${context.device}`);
  const fresh = move(lists);
  assertEquals([lists.disposed, fresh.disposed, fresh.length], [true, false, 2]);
  assertThrows(
    () => lists.list(0),
    DisposedError,
    "Cannot take list: the jagged tensor has been moved",
  );
  fresh.dispose();
  fresh.dispose();
  assertEquals(fresh.disposed, true);
  assertThrows(
    () => fresh.move(),
    DisposedError,
    "Cannot move jagged tensor: it has been disposed",
  );
});

eachBackend("jaggedFromList() keeps each list", (context) => {
  const list = fc.array(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }), { maxLength: 9 });
  fc.assert(
    fc.property(fc.array(list, { maxLength: 6 }), (lists) => {
      using joined = jaggedFromList(lists, { context, dtype: "i32" });
      assertEquals(joined.length, lists.length);
      for (const [index, expected] of lists.entries()) {
        using part = joined.list(index);
        assertEquals(part instanceof Tensor, true);
        assertEquals([...part.readSync()], expected);
      }
    }),
    { seed: 4, numRuns: 60 },
  );
});
