import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { indexOccupied, indexPoint } from "../../lib/index/mod.ts";
import { tensor } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { indexOf, LAYOUTS, RUNS, shapes, SIZES, someBits, treeIndex } from "./_cases.ts";
import { coordKeys, coordsOf, keysOf, numbersOf } from "./_oracle.ts";

eachBackend("indexPoint() and indexOccupied() read every element of every layout", (context) => {
  for (const n of SIZES) {
    const data = someBits(n, 0.5, n);
    using keys = keysOf(context, data.map((_, k) => k));
    for (const layout of LAYOUTS) {
      using index = indexOf(context, data, layout);
      using points = indexPoint(index, keys, { dtype: "i32" });
      using occupied = indexOccupied(index, keys);
      assertEquals(numbersOf(points), data, `${layout} of ${n}`);
      assertEquals([occupied.dtype, numbersOf(occupied)], ["bool", data]);
    }
  }
});

eachBackend("indexPoint() reads elements of any width along any axes", (context) => {
  fc.assert(
    fc.property(shapes({ most: 8 }), ({ bits, ...elements }) => {
      const { dims, data } = elements;
      using index = treeIndex(context, elements, bits);
      using keys = coordKeys(context, data.map((_, k) => coordsOf(dims, k)), dims.length);
      using points = indexPoint(index, keys);
      using occupied = indexOccupied(index, keys);
      assertEquals(numbersOf(points), data);
      assertEquals(numbersOf(occupied), data.map((value) => value === 0 ? 0 : 1));
    }),
    RUNS,
  );
});

eachBackend("indexPoint() reads ones that are all set", (context) => {
  const data = Array<number>(64).fill(1);
  using keys = keysOf(context, data.map((_, k) => k));
  using index = indexOf(context, data, "paper");
  using points = indexPoint(index, keys);
  assertEquals(numbersOf(points), data);
});

eachBackend("indexPoint() and indexOccupied() answer -1 and 0 to unchecked keys", (context) => {
  using keys = tensor(Int32Array.of(-1, 2, 3, 2 ** 31 - 1), { context });
  for (const layout of LAYOUTS) {
    using index = indexOf(context, [0, 0, 1], layout);
    using points = indexPoint(index, keys, { checked: false });
    using occupied = indexOccupied(index, keys, { checked: false });
    assertEquals(numbersOf(points), [-1, 1, -1, -1]);
    assertEquals(numbersOf(occupied), [0, 1, 0, 0]);
  }
  using cells = tensor(Int32Array.of(0, 2, 1, 1, -1, 0), { context, shape: [3, 2] });
  using tree = treeIndex(context, { dims: [2, 2], data: [1, 2, 3, 4] }, 3);
  using points = indexPoint(tree, cells, { checked: false });
  assertEquals(numbersOf(points), [-1, 4, -1]);
});
