import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import {
  freezeIndex,
  IndexError,
  indexFromPaper,
  indexToPaper,
  type SpatialIndex,
  thawIndex,
} from "../../lib/index/mod.ts";
import { eachBackend } from "../_backends.ts";
import { indexOf, LAYOUTS, RUNS, someBits, treeIndex } from "./_cases.ts";

function assertSame(index: SpatialIndex, wanted: SpatialIndex): void {
  assertEquals(index.layout, wanted.layout);
  assertEquals(index.data.readSync(), wanted.data.readSync());
  assertEquals(index.counters?.readSync(), wanted.counters?.readSync());
}

eachBackend("every layout becomes every other, as if made of the bits", (context) => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9000 }), fc.nat(), (n, seed) => {
      const data = someBits(n, 0.4, seed);
      for (const layout of LAYOUTS) {
        using index = indexOf(context, data, layout);
        for (const target of LAYOUTS) {
          using made = indexFromPaper(index, { layout: target });
          using wanted = indexOf(context, data, target);
          assertSame(made, wanted);
        }
      }
    }),
    { ...RUNS, numRuns: 20 },
  );
});

eachBackend(
  "freezeIndex(), thawIndex() and indexToPaper() come back to the same bytes",
  (context) => {
    const data = someBits(70001, 0.3, 5);
    using wide = indexOf(context, data, "wide");
    using frozen = freezeIndex(wide);
    using smaller = freezeIndex(frozen, { layout: "rank224" });
    using thawed = thawIndex(smaller);
    using tree = indexToPaper(frozen);
    using back = indexFromPaper(tree);
    assertEquals([frozen.layout, smaller.layout], ["rank96", "rank224"]);
    assertSame(thawed, wide);
    assertSame(back, wide);
  },
);

eachBackend("conversions of the same layout are copies", (context) => {
  const data = someBits(500, 0.3, 5);
  using wide = indexOf(context, data, "wide");
  using copy = thawIndex(wide);
  assertSame(copy, wide);
  using tree = treeIndex(context, { dims: [5, 4], data: data.slice(0, 20) }, 1);
  using again = indexToPaper(tree);
  assertEquals(again.dims, [5, 4]);
  assertSame(again, tree);
});

eachBackend("conversions name what they cannot do", (context) => {
  using nibbles = treeIndex(context, { dims: [4], data: [1, 2, 3, 4] }, 4);
  using box = treeIndex(context, { dims: [2, 2], data: [1, 0, 0, 1] }, 1);
  const attempts: [string, (index: SpatialIndex) => SpatialIndex][] = [
    ["freezeIndex", freezeIndex],
    ["thawIndex", thawIndex],
    ["indexFromPaper", indexFromPaper],
  ];
  for (const [operator, convert] of attempts) {
    for (const index of [nibbles, box]) {
      const error = assertThrows(() => convert(index), IndexError);
      assertEquals([error.code, error.operator], ["CAPABILITY", operator]);
    }
  }
  assertEquals(assertThrows(() => indexToPaper(nibbles), IndexError).code, "CAPABILITY");
});
