import { assertEquals, assertNotEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import {
  indexClear,
  IndexError,
  type IndexLayout,
  indexSet,
  indexToggle,
  indexUpdate,
  type SpatialIndex,
} from "../../lib/index/mod.ts";
import { type Context, type Tensor, tensor } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { Random } from "../_arrays.ts";
import { failEachAllocation } from "../_failures.ts";
import { indexOf, RUNS, shapes, someBits, treeIndex } from "./_cases.ts";
import { coordKeys, coordsOf, keysOf } from "./_oracle.ts";

type Flip = typeof indexSet;

/** What each edit makes of an element. */
const FLIPS: readonly (readonly [Flip, (value: number) => number])[] = [
  [indexSet, () => 1],
  [indexClear, () => 0],
  [indexToggle, (value) => 1 - value],
];

function assertSame(index: SpatialIndex, wanted: SpatialIndex, message?: string): void {
  assertEquals(index.data.readSync(), wanted.data.readSync(), message);
  assertEquals(index.counters?.readSync(), wanted.counters?.readSync(), message);
}

/** Edits an index in one batch, and compares it with one that is made anew. */
function checkFlip(
  context: Context,
  layout: IndexLayout,
  data: readonly number[],
  places: readonly number[],
): void {
  using keys = keysOf(context, places);
  for (const [flip, change] of FLIPS) {
    using index = indexOf(context, data, layout);
    flip(index, keys);
    const after = [...data];
    for (const k of places) after[k] = change(after[k] ?? 0);
    using wanted = indexOf(context, after, layout);
    assertSame(index, wanted, `${flip.name} of ${layout}`);
  }
}

eachBackend("edited indexes are those that are made anew", (context) => {
  const places = fc.array(fc.nat(), { maxLength: 200 });
  const sizes = fc.integer({ min: 1, max: 2000 });
  fc.assert(
    fc.property(sizes, places, fc.nat(), (n, list, seed) => {
      for (const layout of ["paper", "wide"] as const) {
        checkFlip(context, layout, someBits(n, 0.4, seed), list.map((k) => k % n));
      }
    }),
    RUNS,
  );
});

eachBackend("edited indexes are those made anew, beyond superblocks", (context) => {
  const n = 3 * 65536 + 17;
  const random = new Random(8);
  const data = someBits(n, 0.5, 3);
  const few = [0, n - 1, 4095, 4096, 65535, 65536, 131071, 131072];
  const many = Array.from({ length: 20000 }, () => random.integer(0, n - 1));
  for (const layout of ["paper", "wide"] as const) {
    checkFlip(context, layout, data, few);
    checkFlip(context, layout, data, many);
  }
});

eachBackend("whole superblocks are set and cleared at once", (context) => {
  const n = 2 * 65536 + 300;
  const places = Array.from({ length: n }, (_, k) => k);
  using keys = keysOf(context, places);
  for (const layout of ["paper", "wide"] as const) {
    using empty = indexOf(context, Array<number>(n).fill(0), layout);
    using full = indexOf(context, Array<number>(n).fill(1), layout);
    using index = empty.copy();
    indexSet(index, keys);
    assertSame(index, full);
    indexSet(index, keys);
    assertSame(index, full);
    indexClear(index, keys);
    assertSame(index, empty);
    indexToggle(index, keys);
    assertSame(index, full);
  }
});

eachBackend("indexUpdate() gives trees that are made anew, of any shape", (context) => {
  const edits = fc.array(fc.tuple(fc.nat(), fc.double({ min: 0, max: 1, noNaN: true })));
  fc.assert(
    fc.property(shapes({ most: 8 }), edits, ({ bits, ...elements }, list) => {
      const { dims, data } = elements;
      const after = [...data];
      const batch = list.map(([place, share]) => {
        const k = place % data.length;
        const target = Math.floor(share * (2 ** bits - 1));
        const delta = target - (after[k] ?? 0);
        after[k] = target;
        return { k, delta };
      });
      using index = treeIndex(context, elements, bits);
      using keys = coordKeys(context, batch.map(({ k }) => coordsOf(dims, k)), dims.length);
      using deltas = keysOf(context, batch.map(({ delta }) => delta));
      indexUpdate(index, keys, deltas);
      using wanted = treeIndex(context, { dims, data: after }, bits);
      assertSame(index, wanted);
      // The other way round, in another order.
      using back = coordKeys(
        context,
        batch.map(({ k }) => coordsOf(dims, k)).reverse(),
        dims.length,
      );
      using less = keysOf(context, batch.map(({ delta }) => -delta).reverse());
      indexUpdate(index, back, less);
      using before = treeIndex(context, elements, bits);
      assertSame(index, before);
    }),
    RUNS,
  );
});

eachBackend("a batch of many keys, few of them different, adds up exactly", (context) => {
  const n = 50000;
  const count = 1_000_000;
  const random = new Random(2);
  const hot = Array.from({ length: 1000 }, () => random.integer(0, n - 1));
  const data = Array<number>(n).fill(0);
  const places = Array.from({ length: count }, () => hot[random.integer(0, 999)] ?? 0);
  for (const k of places) data[k] = (data[k] ?? 0) + 1;
  using index = treeIndex(context, { dims: [n], data: Array<number>(n).fill(0) }, 16);
  using keys = tensor(Int32Array.from(places), { context });
  using deltas = tensor(new Int32Array(count).fill(1), { context });
  indexUpdate(index, keys, deltas);
  using wanted = treeIndex(context, { dims: [n], data }, 16);
  assertSame(index, wanted);
});

eachBackend("edits that are refused change nothing", (context) => {
  const data = [3, 0, 15, 7];
  using index = treeIndex(context, { dims: [4], data }, 4);
  using before = index.copy();
  const attempt = (places: number[], changes: number[]): IndexError => {
    using keys = keysOf(context, places);
    using deltas = keysOf(context, changes);
    indexUpdate(index, keys, deltas, { checked: false });
    assertSame(index, before);
    const error = assertThrows(() => indexUpdate(index, keys, deltas), IndexError);
    assertSame(index, before);
    return error;
  };
  const above = attempt([0, 2, 3], [1, 1, 1]);
  assertEquals([above.code, above.operator], ["VALUE_RANGE", "indexUpdate"]);
  assertEquals(
    above.message,
    "Cannot run indexUpdate: cannot edit index: of the elements 1 would leave 0 to 15, the first " +
      "that of key number 1",
  );
  assertEquals(attempt([1, 0], [-1, -4]).code, "VALUE_RANGE");
  assertEquals(attempt([1, 1], [2 ** 40, -(2 ** 40)]).code, "VALUE_RANGE");
  const outside = attempt([0, 4, -1], [1, 1, 1]);
  assertEquals(outside.code, "INDEX_RANGE");
  assertEquals(outside.message.endsWith("below (4), the first is number 1 with (4)"), true);
  for (const layout of ["paper", "wide"] as const) {
    using bits = indexOf(context, someBits(300, 0.5, 1), layout);
    using same = bits.copy();
    using keys = tensor(Int32Array.of(5, 300), { context });
    for (const [flip] of FLIPS) {
      assertEquals(assertThrows(() => flip(bits, keys), IndexError).code, "INDEX_RANGE");
      flip(bits, keys, { checked: false });
      assertSame(bits, same);
    }
  }
});

eachBackend("adding 0, or what another takes away, changes nothing", (context) => {
  using index = treeIndex(context, { dims: [5, 3], data: Array<number>(15).fill(1) }, 2);
  using before = index.copy();
  using keys = coordKeys(context, [[0, 0], [4, 2], [0, 0]], 2);
  using zeros = keysOf(context, [0, 0, 0]);
  indexUpdate(index, keys, zeros);
  assertSame(index, before);
  using pairs = keysOf(context, [3, 0, -3]);
  indexUpdate(index, keys, pairs);
  assertSame(index, before);
  using none = coordKeys(context, [], 2);
  using nothing = keysOf(context, []);
  indexUpdate(index, none, nothing);
  assertSame(index, before);
});

eachBackend("edits name wrong shapes, dtypes and layouts", (context) => {
  using tree = treeIndex(context, { dims: [4, 2], data: Array<number>(8).fill(1) }, 1);
  using wide = indexOf(context, [1, 0, 1], "wide");
  using frozen = indexOf(context, [1, 0, 1], "rank96");
  using nibbles = treeIndex(context, { dims: [4], data: [1, 2, 3, 4] }, 4);
  using keys = tensor(Int32Array.of(0, 1), { context });
  using one = tensor(Int32Array.of(1), { context });
  using floats = tensor([1, 2], { context });
  for (const [flip] of FLIPS) {
    assertThrows(() => flip(tree, keys), RangeError, "keys shape is [2], [n, 2] expected");
    assertThrows(() => flip(wide, floats as unknown as Tensor<"i32">), TypeError, "keys is f32");
    for (const index of [frozen, nibbles]) {
      const error = assertThrows(() => flip(index, keys), IndexError);
      assertEquals([error.code, error.operator], ["CAPABILITY", flip.name]);
    }
  }
  assertEquals(assertThrows(() => indexUpdate(wide, keys, keys), IndexError).code, "CAPABILITY");
  assertThrows(
    () => indexUpdate(nibbles, keys, one),
    RangeError,
    "deltas shape is [1], [2] expected",
  );
  assertThrows(
    () => indexUpdate(nibbles, keys, floats as unknown as Tensor<"i32">),
    TypeError,
    "deltas is f32, i32 or i64 expected",
  );
});

eachBackend("edits leave an index as it was when an allocation fails", async (context) => {
  using keys = tensor(Int32Array.of(0, 1, 2), { context });
  for (const layout of ["paper", "wide"] as const) {
    using index = indexOf(context, [1, 0, 1, 0], layout);
    using before = index.copy();
    using wanted = indexOf(context, [0, 1, 0, 0], layout);
    let failures = 0;
    await failEachAllocation(context, () => {
      if (failures++ > 0) assertSame(index, before);
      indexToggle(index, keys);
    }, 2);
    assertSame(index, wanted);
  }
});

eachBackend("what was being read before an edit is as it was", async (context) => {
  const data = someBits(70001, 0.5, 4);
  using keys = tensor(Int32Array.from({ length: 5000 }, (_, at) => at * 14), { context });
  for (const layout of ["paper", "wide"] as const) {
    using index = indexOf(context, data, layout);
    const before = index.data.readSync();
    const reading = index.data.read();
    indexToggle(index, keys);
    const after = index.data.read();
    indexToggle(index, keys);
    assertEquals(await reading, before);
    assertNotEquals(await after, before);
    assertEquals(index.data.readSync(), before);
  }
});
