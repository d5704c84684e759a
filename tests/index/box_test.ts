import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { indexBox, indexLinearRank } from "../../lib/index/mod.ts";
import { tensor } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { Random } from "../_arrays.ts";
import { RUNS, shapes, treeIndex } from "./_cases.ts";
import { boxSum, coordKeys, coordsOf, numbersOf, prefixesOf, sizeOf } from "./_oracle.ts";

/** Boxes in an index, empty ones among them. */
function someBoxes(dims: readonly number[], count: number, seed: number): [number[], number[]][] {
  const random = new Random(seed);
  return Array.from({ length: count }, () => {
    const ends = dims.map((extent) =>
      [random.integer(0, extent), random.integer(0, extent)].toSorted((a, b) => a - b)
    );
    return [ends.map(([low = 0]) => low), ends.map(([, high = 0]) => high)];
  });
}

eachBackend("indexBox() sums boxes, and parts of a box add up", (context) => {
  fc.assert(
    fc.property(shapes({ most: 7 }), fc.nat(), ({ bits, ...elements }, seed) => {
      const { dims } = elements;
      const boxes = someBoxes(dims, 12, seed);
      const all: [number[], number[]] = [dims.map(() => 0), [...dims]];
      const parts = boxes.flatMap(([low, high]): [number[], number[]][] => {
        const axis = seed % dims.length;
        const middle = Math.floor(((low[axis] ?? 0) + (high[axis] ?? 0)) / 2);
        return [[low, high.with(axis, middle)], [low.with(axis, middle), high]];
      });
      const asked = [all, ...boxes, ...parts];
      using index = treeIndex(context, elements, bits);
      using from = coordKeys(context, asked.map(([low]) => low), dims.length);
      using to = coordKeys(context, asked.map(([, high]) => high), dims.length);
      using sums = indexBox(index, from, to);
      const given = numbersOf(sums);
      assertEquals(given.slice(0, 13), [all, ...boxes].map((box) => boxSum(elements, ...box)));
      for (const [at] of boxes.entries()) {
        assertEquals((given[13 + 2 * at] ?? 0) + (given[14 + 2 * at] ?? 0), given[1 + at]);
      }
    }),
    RUNS,
  );
});

eachBackend("indexLinearRank() is the rank along the line of all elements", (context) => {
  fc.assert(
    fc.property(shapes({ most: 7, bits: 4 }), ({ bits, ...elements }) => {
      const { dims, data } = elements;
      using index = treeIndex(context, elements, bits);
      using keys = coordKeys(context, data.map((_, k) => coordsOf(dims, k)), dims.length);
      using ranks = indexLinearRank(index, keys);
      assertEquals(numbersOf(ranks), prefixesOf(data).slice(0, -1));
    }),
    RUNS,
  );
});

eachBackend("indexBox() from 0 is shared by many cells, indexLinearRank() is not", (context) => {
  const dims = [4, 3, 5];
  const data = Array<number>(60).fill(1);
  using index = treeIndex(context, { dims, data }, 1);
  const cells = data.map((_, k) => coordsOf(dims, k));
  using keys = coordKeys(context, cells, 3);
  using origin = coordKeys(context, cells.map(() => [0, 0, 0]), 3);
  using dominance = indexBox(index, origin, keys);
  using ranks = indexLinearRank(index, keys);
  const isOnFace = cells.map((cell) => cell.includes(0));
  assertEquals(numbersOf(dominance).filter((_, k) => isOnFace[k]).every((sum) => sum === 0), true);
  assertEquals(numbersOf(ranks), data.map((_, k) => k));
});

eachBackend("indexBox() and indexLinearRank() answer -1 to what is outside", (context) => {
  using index = treeIndex(context, { dims: [2, 3], data: [1, 2, 3, 4, 5, 6] }, 3);
  const numbers = (list: number[]): Int32Array<ArrayBuffer> => Int32Array.from(list);
  using low = tensor(numbers([0, 0, -1, 0, 1, 2, 0, 0]), { context, shape: [4, 2] });
  using high = tensor(numbers([2, 3, 1, 1, 1, 1, 3, 1]), { context, shape: [4, 2] });
  using sums = indexBox(index, low, high, { checked: false });
  assertEquals(numbersOf(sums), [21, -1, -1, -1]);
  using ranks = indexLinearRank(index, high, { checked: false });
  assertEquals(numbersOf(ranks), [-1, 6, 6, -1]);
});

eachBackend("indexBox() takes boxes of a larger volume", (context) => {
  const dims = [33, 20, 17];
  const random = new Random(4);
  const data = Array.from({ length: sizeOf(dims) }, () => random.integer(0, 1));
  const boxes = someBoxes(dims, 20, 9);
  using index = treeIndex(context, { dims, data }, 1);
  using from = coordKeys(context, boxes.map(([low]) => low), 3);
  using to = coordKeys(context, boxes.map(([, high]) => high), 3);
  using sums = indexBox(index, from, to);
  assertEquals(numbersOf(sums), boxes.map((box) => boxSum({ dims, data }, ...box)));
});

eachBackend("indexBox() takes keys of one axis with that axis, too", (context) => {
  using index = treeIndex(context, { dims: [6], data: [1, 2, 3, 4, 5, 6] }, 3);
  for (const shape of [[2], [2, 1]]) {
    using low = tensor(Int32Array.of(0, 2), { context, shape });
    using high = tensor(Int32Array.of(6, 5), { context, shape });
    using sums = indexBox(index, low, high);
    assertEquals([sums.shape, numbersOf(sums)], [[2], [21, 12]]);
  }
});
