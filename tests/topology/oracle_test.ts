import { assertEquals } from "@std/assert";
import { canonical, type Ijk } from "../grid/_oracle.ts";
import {
  boxOf,
  clip,
  coarsen,
  conv,
  convTranspose,
  dilate,
  dilateBox,
  erode,
  erodeBox,
  neighborsOf,
  refine,
} from "./_oracle.ts";

const ORIGIN: readonly Ijk[] = [[0, 0, 0]];

Deno.test("coarsen() rounds down, refine() fills blocks", () => {
  assertEquals(coarsen([[-1, 5, -6], [3, -7, 0]], [2, 3, 5]), [[-1, 1, -2], [1, -3, 0]]);
  assertEquals(refine([[-1, 2, 0]], [2, 1, 2]), [
    [-2, 2, 0],
    [-2, 2, 1],
    [-1, 2, 0],
    [-1, 2, 1],
  ]);
});

Deno.test("dilateBox() and erodeBox() count every voxel of the box", () => {
  assertEquals(dilateBox([[0, 0, 0], [0, 0, 1]], [0, 0, -1], [0, 0, 1]), [
    [0, 0, -1],
    [0, 0, 0],
    [0, 0, 1],
    [0, 0, 2],
  ]);
  assertEquals(erodeBox(boxOf([0, 0, 0], [3, 0, 0]), [-1, 0, 0], [2, 0, 0]), [[1, 0, 0]]);
});

Deno.test("dilate() and erode() know 6, 18 and 26 neighbors", () => {
  for (const neighbors of [6, 18, 26] as const) {
    assertEquals(neighborsOf(neighbors).length, neighbors);
    assertEquals(dilate(ORIGIN, 1, neighbors).length, neighbors + 1);
    assertEquals(dilate(ORIGIN, 0, neighbors), ORIGIN);
    assertEquals(erode(dilate(ORIGIN, 1, neighbors), 1, neighbors), ORIGIN);
  }
  // Centered octahedral numbers; 125 is the cube.
  assertEquals([2, 3].map((radius) => dilate(ORIGIN, radius, 6).length), [25, 63]);
  assertEquals(dilate(ORIGIN, 2, 26).length, 125);
  assertEquals(erode(boxOf([0, 0, 0], [4, 4, 4]), 2, 18), [[2, 2, 2]]);
});

Deno.test("conv() and convTranspose() follow the published examples", () => {
  const along = (list: readonly Ijk[]): number[] => canonical(list).map(([, , k]) => k);
  const row = boxOf([0, 0, 0], [0, 0, 15]);
  const sorted = (list: readonly Ijk[]): number[] => along(list).sort((a, b) => a - b);
  assertEquals(sorted(conv(row, [1, 1, 4], [1, 1, 4])), [0, 1, 2, 3, 4]);
  assertEquals(sorted(conv(boxOf([0, 0, -3], [0, 0, 3]), [1, 1, 1], [1, 1, 3])), [-1, 0, 1]);
  assertEquals(sorted(convTranspose(ORIGIN, [1, 1, 4], [1, 1, 4])), [-1, 0, 1, 2]);
  assertEquals(conv(ORIGIN, [3, 5, 7], [1, 1, 1]).length, 105);
});

Deno.test("clip() keeps the bounds", () => {
  assertEquals(clip([[0, 0, 0], [1, 2, 3], [1, 2, 4]], [0, 0, 0], [1, 2, 3]), [
    [0, 0, 0],
    [1, 2, 3],
  ]);
});
