/**
 * So many rays that they are taken in turns meet what brute force says, on faces, edges and corners too.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { jaggedFromList, voxelsAlongRays } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { type Ijk, randomIjk, randomSource } from "../grid/_oracle.ts";
import { exactLines, meetings, randomLines, scene } from "./_lists.ts";
import { asRay, type Lines, type Range, voxelList } from "./_trace.ts";

/** From so many rays on they are taken in turns. */
const MANY = 1 << 16;

/** Blocks at edges of nodes, in every eighth of space, and voxels around them. */
function blocks(random: () => number): Ijk[] {
  const ijk = randomIjk(random, 3000, -11, 11);
  for (const edge of [-128, -8, 120]) {
    for (let n = 0; n < 64; n++) ijk.push([edge + n % 4, edge + (n >> 2) % 4, edge + (n >> 4)]);
  }
  return [...new Map(ijk.map((voxel) => [String(voxel), voxel])).values()];
}

eachBackend("voxelsAlongRays() counts what many rays meet as brute force does", (context) => {
  const random = randomSource(16);
  const grids = [
    voxelList(blocks(random)),
    voxelList([]),
    voxelList(blocks(random), [0.5, 2, 1], [0.25, -1, 8]),
  ];
  const diagonals: Lines = [[[-130, -130, -130], [1, 1, 1]], [[130, 130, 130], [-2, -2, -2]]];
  const lists = grids.map((grid): Lines => [
    ...exactLines(random, 110, grid),
    ...randomLines(random, 60, [18, 18, 18], grid.origin),
    ...diagonals,
  ]);
  const few = lists.reduce((sum, lines) => sum + lines.length, 0);
  const times = Math.ceil(MANY / few);
  using rays = scene(context, grids, lists);
  // Rays that are next to each other are alike, as those of images are, or not.
  const repeat = <T>(list: readonly T[], together: boolean): T[] =>
    together
      ? list.flatMap((item) => Array.from({ length: times }, () => item))
      : Array.from({ length: times }, () => list).flat();
  for (const together of [true, false]) {
    const column = (part: 0 | 1) =>
      jaggedFromList(
        lists.map((lines) =>
          new Float64Array(repeat(lines, together).flatMap((line) => [...line[part]]))
        ),
        { context, dtype: "f64", shape: [3] },
      );
    using origins = column(0);
    using directions = column(1);
    const ranges: Range[] = [{}, { tMin: -3.25, tMax: 4.5 }, { tMin: 0.375, tMax: 131 }];
    for (const range of ranges) {
      using met = voxelsAlongRays(rays.grid, origins, directions, { ...range, output: "rows" });
      const expected = lists.map((lines, b) =>
        lines.map((line) => meetings(asRay(line, range), grids[b] ?? voxelList([])).length)
      );
      assert(expected.flat().reduce((sum, count) => sum + count) > 500);
      assertEquals(met.voxels.lshape, expected.map((counts) => repeat(counts, together)));
    }
  }
});
