import { assertEquals, assertThrows } from "@std/assert";
import {
  indexBox,
  IndexError,
  indexLinearRank,
  indexLookup,
  indexOccupied,
  indexOfRank,
  indexPoint,
  indexPrefix,
  indexRange,
  indexSet,
  type Key,
  type SpatialIndex,
} from "../../lib/index/mod.ts";
import { type Context, DisposedError, NativeError, type Tensor, tensor } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { indexOf, LAYOUTS, treeIndex } from "./_cases.ts";
import { keysOf } from "./_oracle.ts";

type Query = (index: SpatialIndex, keys: Tensor<Key>) => Disposable | undefined;

/** Everything that takes keys of one index. */
const QUERIES: Readonly<Record<string, Query>> = {
  indexPoint: (index, keys) => indexPoint(index, keys),
  indexOccupied: (index, keys) => indexOccupied(index, keys),
  indexPrefix: (index, keys) => indexPrefix(index, keys),
  indexLookup: (index, keys) => indexLookup(index, keys),
  indexOfRank: (index, keys) => indexOfRank(index, keys),
  indexRange: (index, keys) => indexRange(index, keys, keys),
  indexBox: (index, keys) => indexBox(index, keys, keys),
  indexLinearRank: (index, keys) => indexLinearRank(index, keys),
};

function failure(body: () => unknown): [string, string] {
  const { code, message } = assertThrows(body, IndexError);
  return [code, message.replace(/^Cannot run \w+: /, "")];
}

function sample(context: Context): SpatialIndex {
  return indexOf(context, [1, 0, 1, 1, 0, 0, 1, 0, 1, 1, 1, 0, 1], "paper");
}

eachBackend(
  "questions refuse keys outside the index, with their number and the first",
  (context) => {
    using index = sample(context);
    using keys = keysOf(context, [3, 14, -2, 12]);
    const outside = "cannot use keys: of 4 2 are not from 0 to below";
    const first = "the first is number 1 with (14)";
    for (const name of ["indexPoint", "indexOccupied", "indexLookup"]) {
      const [code, message] = failure(() => QUERIES[name]?.(index, keys));
      assertEquals([code, message], ["INDEX_RANGE", `${outside} (13), ${first}`], name);
    }
    assertEquals(failure(() => indexPrefix(index, keys)), [
      "INDEX_RANGE",
      `${outside} (14), ${first}`,
    ]);
    assertEquals(failure(() => indexOfRank(index, keys)), [
      "BAD_RANK_QUERY",
      "cannot use ranks: of 4 1 are not from 0 to below (2^63), the first is number 2 with (-2)",
    ]);
    const box = "cannot sum boxes: of 4 2 do not lie in the index, the first is box 1 from 14 to 1";
    assertEquals(failure(() => indexRange(index, keys, keys)), ["INDEX_RANGE", `${box}4`]);
    assertEquals(failure(() => indexLinearRank(index, keys)), ["INDEX_RANGE", `${box}5`]);
  },
);

eachBackend("questions refuse boxes that end before they begin", (context) => {
  using low = keysOf(context, [1, 5, 9]);
  using high = keysOf(context, [2, 4, 13]);
  const wanted = "cannot sum boxes: of 3 1 end before they begin, the first is box 1 from 5 to 4";
  for (const layout of LAYOUTS) {
    using index = indexOf(context, Array<number>(13).fill(1), layout);
    assertEquals(failure(() => indexRange(index, low, high)), ["BOX_ORDER", wanted]);
  }
  using box = treeIndex(context, { dims: [4, 3], data: Array<number>(12).fill(1) }, 1);
  using from = tensor(Int32Array.of(0, 0, 1, 2), { context, shape: [2, 2] });
  using to = tensor(Int32Array.of(4, 3, 4, 1), { context, shape: [2, 2] });
  assertEquals(failure(() => indexBox(box, from, to)), [
    "BOX_ORDER",
    "cannot sum boxes: of 2 1 end before they begin, the first is box 1 from 1 to 4, 2 to 1",
  ]);
  using beyond = tensor(Int32Array.of(4, 3, 5, 3), { context, shape: [2, 2] });
  assertEquals(failure(() => indexBox(box, from, beyond))[0], "INDEX_RANGE");
});

eachBackend("questions that a layout does not have are refused by name", (context) => {
  using keys = keysOf(context, [0]);
  const refused = (index: SpatialIndex): string[] =>
    Object.entries(QUERIES).flatMap(([name, query]) => {
      try {
        query(index, keys)?.[Symbol.dispose]();
        return [];
      } catch (error) {
        const isCapability = error instanceof IndexError && error.code === "CAPABILITY";
        return isCapability && error.operator === name ? [name] : [];
      }
    });
  using tree = sample(context);
  assertEquals(refused(tree), []);
  for (const layout of ["wide", "rank96", "rank224"] as const) {
    using index = indexOf(context, [1, 0], layout);
    assertEquals(refused(index), ["indexBox", "indexLinearRank"]);
  }
  using box = treeIndex(context, { dims: [2, 2], data: [1, 0, 0, 1] }, 1);
  assertEquals(refused(box), ["indexPrefix", "indexLookup", "indexOfRank", "indexRange"]);
  using frozen = indexOf(context, [1, 0], "rank96");
  assertEquals(failure(() => indexSet(frozen, keys)), [
    "CAPABILITY",
    "an index of layout rank96 with 1 axis and 1 bit cannot flip",
  ]);
});

eachBackend("answers that might not fit i32 are refused", (context) => {
  using index = treeIndex(context, { dims: [3], data: [1, 2, 3] }, 31);
  using keys = keysOf(context, [0]);
  const [code, message] = failure(() => indexPrefix(index, keys, { dtype: "i32" }));
  assertEquals(code, "VALUE_RANGE");
  assertEquals(message, "dtype is i32, answers may be as great as 6442450941");
  using point = indexPoint(index, keys, { dtype: "i32" });
  assertEquals([...point.readSync()], [1]);
});

eachBackend("questions reject wrong dtypes and shapes", (context) => {
  using index = sample(context);
  using floats = tensor([1, 2], { context });
  using keys = keysOf(context, [0, 1]);
  using pairs = keys.reshape([1, 2]);
  for (const [name, query] of Object.entries(QUERIES)) {
    const dtype = assertThrows(() => query(index, floats as unknown as Tensor<Key>), TypeError);
    assertEquals(dtype.message.endsWith(" is f32, i32 or i64 expected"), true, name);
    const shape = assertThrows(() => query(index, pairs), RangeError);
    assertEquals(shape.message.endsWith(" shape is [1, 2], [n] expected"), true, name);
  }
  using few = keysOf(context, [0]);
  assertThrows(() => indexRange(index, keys, few), RangeError, "high shape is [1], [2] expected");
  using small = tensor(Int32Array.of(1, 2), { context });
  assertThrows(
    () => indexRange(index, keys, small as unknown as Tensor<"i64">),
    TypeError,
    "high is i32, i64 expected",
  );
});

eachBackend("SpatialIndex moves, copies, and says what it is", (context) => {
  const index = sample(context);
  assertEquals(String(index), `SpatialIndex paper [13] of 1 bit on ${context.device}`);
  assertEquals(index.stats(), { size: 13, bytes: 16, bitsPerElement: 128 / 13 });
  using copy = index.copy();
  using moved = index.move();
  assertEquals([index.disposed, moved.disposed], [true, false]);
  assertThrows(() => index.move(), DisposedError);
  assertThrows(() => index.copy(), DisposedError);
  assertEquals(copy.data.readSync(), moved.data.readSync());
  index.dispose();
  assertEquals(String(index).endsWith("disposed"), true);
});

eachBackend("an index that does not fit memory is refused", (context) => {
  context.failAllocation(1);
  try {
    const error = assertThrows(() => sample(context), NativeError);
    assertEquals(error.kind, "out-of-memory");
  } finally {
    context.failAllocation(0);
  }
});
