/**
 * So many rays that they are taken in turns meet what brute force says, on faces, edges and corners too.
 *
 * @module
 */

import { assert, assertEquals, assertInstanceOf } from "@std/assert";
import { voxelRowsAlongRays } from "../../lib/rays/mod.ts";
import { type Context, jaggedFromList, NativeError, tensor } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { assertBits } from "../_compare.ts";
import { type Ijk, randomIjk, randomSource } from "../grid/_oracle.ts";
import { exactLines, meetings, randomLines, scene } from "./_lists.ts";
import { asRay, type Lines, type Range, voxelList } from "./_trace.ts";

/** From so many rays on they are taken in turns. */
const MANY = 1 << 16;

/** Blocks at edges of nodes, in every eighth of space, and voxels around them. */
function blocks(random: () => number, edges: readonly number[]): Ijk[] {
  const ijk = randomIjk(random, 3000, -11, 11);
  for (const edge of edges) {
    for (let n = 0; n < 64; n++) ijk.push([edge + n % 4, edge + (n >> 2) % 4, edge + (n >> 4)]);
  }
  return [...new Map(ijk.map((voxel) => [String(voxel), voxel])).values()];
}

eachBackend("voxelsAlongRays() counts what many rays meet as brute force does", (context) => {
  const random = randomSource(16);
  // Grids that are small enough are met by rows of bits, whose words join at 32.
  for (const edges of [[-128, -8, 120], [-56, -8, 28]]) checkBlocks(context, random, edges);
});

function checkBlocks(context: Context, random: () => number, edges: readonly number[]): void {
  const grids = [
    voxelList(blocks(random, edges)),
    voxelList([]),
    voxelList(blocks(random, edges), [0.5, 2, 1], [0.25, -1, 8]),
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
      using met = voxelRowsAlongRays(rays.grid, origins, directions, range);
      const expected = lists.map((lines, b) =>
        lines.map((line) => meetings(asRay(line, range), grids[b] ?? voxelList([])).length)
      );
      assert(expected.flat().reduce((sum, count) => sum + count) > 500);
      assertEquals(met.voxels.lshape, expected.map((counts) => repeat(counts, together)));
    }
  }
}

/** A band of three voxels around a sphere. */
function band(radius: number): Ijk[] {
  const ijk: Ijk[] = [];
  for (let x = -radius - 2; x <= radius + 2; x++) {
    for (let y = -radius - 2; y <= radius + 2; y++) {
      for (let z = -radius - 2; z <= radius + 2; z++) {
        if (Math.abs(Math.hypot(x, y, z) - radius) <= 1.5) ijk.push([x, y, z]);
      }
    }
  }
  return ijk;
}

/**
 * Rays around a sphere: from cameras along axes, at random, through lattices, and nearly along planes; of rays that go together
 * only the first and the last kind, each side by side.
 */
function raysAround(
  random: () => number,
  radius: number,
  count: number,
  together: boolean,
): Float64Array[] {
  const origins = new Float64Array(3 * count);
  const directions = new Float64Array(3 * count);
  const whole = (range: number) => Math.floor(random() * (2 * range + 1)) - range;
  for (let n = 0; n < count; n++) {
    const part = together ? Math.floor(6 * n / count) : n;
    const axis = part % 3;
    const kind = together ? 3 * Math.floor(part / 3) : Math.floor(part / 3) % 4;
    for (let k = 0; k < 3; k++) {
      const [from, along] = (() => {
        switch (kind) {
          case 0:
            return k === axis ? [-4 * radius, 1] : [0.2 * radius, 0.4 * (random() - 0.5)];
          case 1:
            return [(random() - 0.5) * 4 * radius, random() - 0.5];
          case 2:
            return [whole(2 * radius) / 2, whole(2)];
          default:
            return [whole(radius) + 0.5 + whole(3) * 1e-6, k === axis ? -1 : whole(9) * 1e-6];
        }
      })() as [number, number];
      origins[3 * n + k] = from;
      directions[3 * n + k] = along;
    }
  }
  // Slower than a ray is made to go along axes along which it stands still.
  origins.set([-4 * radius, 0.2, 0.2, 0.2, -4 * radius, 0.2]);
  directions.set([1e-250, 0, 0, 1e-300, 1e-250, 0]);
  return [origins, directions];
}

eachBackend("voxelsAlongRays() counts what many rays meet as it does for few", (context) => {
  const random = randomSource(17);
  const cases = [
    [20, {}, true],
    [20, {}, false],
    [70, {}, true],
    [80, { tMin: 30, tMax: 250 }, true],
    [70, { tMin: 30, tMax: 250 }, false],
  ] as const;
  for (const [radius, range, together] of cases) {
    using rays = scene(context, [voxelList(band(radius))], [[]]);
    const [from = new Float64Array(), along = new Float64Array()] = raysAround(
      random,
      radius,
      MANY + 77,
      together,
    );
    const counts = (first: number, last: number): number[] => {
      const part = (all: Float64Array) =>
        tensor(all.slice(3 * first, 3 * last), { context, shape: [last - first, 3] });
      using origins = part(from);
      using directions = part(along);
      using met = voxelRowsAlongRays(rays.grid, origins, directions, range);
      return (met.voxels.lshape as number[][])[0] ?? [];
    };
    const found = counts(0, MANY + 77);
    const expected = [
      ...counts(0, MANY / 2),
      ...counts(MANY / 2, MANY),
      ...counts(MANY, MANY + 77),
    ];
    assert(expected.reduce((sum, count) => sum + count) > MANY);
    assertEquals(found.findIndex((count, n) => count !== expected[n]), -1);
    assertEquals(found.length, expected.length);
  }
});

/** Voxels on both sides of edges of leaves, of lower nodes and of tiles, near the origin and far from it. */
function edges(random: () => number): Ijk[] {
  const ijk: Ijk[] = [];
  const sizes = [8, 32, 128, 512, 4096];
  for (let n = 0; n < 400; n++) {
    const voxel = [0, 1, 2].map(() => {
      const size = sizes[Math.floor(random() * sizes.length)] ?? 8;
      return (Math.floor(random() * 5) - 2) * size - Math.floor(random() * 2);
    });
    ijk.push(voxel as [number, number, number]);
  }
  return [...new Map(ijk.map((voxel) => [String(voxel), voxel])).values()];
}

eachBackend("voxelsAlongRays() counts what many rays meet at edges of nodes", (context) => {
  const random = randomSource(18);
  const voxels = edges(random);
  using rays = scene(context, [voxelList(voxels)], [[]]);
  const count = MANY + 5;
  const origins = new Float64Array(3 * count);
  const directions = new Float64Array(3 * count);
  const pick = () => voxels[Math.floor(random() * voxels.length)] ?? [0, 0, 0];
  for (let n = 0; n < count; n++) {
    // From voxel to voxel: through their centers, through corners, near these, or anywhere.
    const [a, b] = [pick(), pick()];
    const off = [0, 0.5, 0.5 + 1e-9, 0.9 * (random() - 0.5)][n % 4] ?? 0;
    const away = n % 3 === 0 ? 0 : 0.3 + 2 * random();
    for (let k = 0; k < 3; k++) {
      const along = (b[k] ?? 0) - (a[k] ?? 0);
      origins[3 * n + k] = (a[k] ?? 0) + off - away * along;
      directions[3 * n + k] = along;
    }
  }
  for (const range of [{}, { tMin: 0.25, tMax: 1.3 }, { tMin: 0.3, tMax: 1 }]) {
    const counts = (first: number, last: number): number[] => {
      const part = (all: Float64Array) =>
        tensor(all.slice(3 * first, 3 * last), { context, shape: [last - first, 3] });
      using from = part(origins);
      using along = part(directions);
      using met = voxelRowsAlongRays(rays.grid, from, along, range);
      return (met.voxels.lshape as number[][])[0] ?? [];
    };
    const found = counts(0, count);
    const expected = [...counts(0, MANY / 2), ...counts(MANY / 2, count)];
    assert(expected.reduce((sum, met) => sum + met) > 5000);
    assertEquals(found.findIndex((met, n) => met !== expected[n]), -1);
    assertEquals(found.length, expected.length);
  }
});

eachBackend(
  "voxelsAlongRays() of many rays frees everything when an allocation fails",
  (context) => {
    const random = randomSource(18);
    const grid = voxelList(blocks(random, [-56, -8, 28]));
    const lines = randomLines(random, MANY / 16, [18, 18, 18], grid.origin);
    const repeated = Array.from({ length: 16 }, () => lines).flat();
    using rays = scene(context, [grid], [repeated]);
    const trace = () => voxelRowsAlongRays(rays.grid, rays.origins, rays.directions);
    using expected = trace();
    const living = context.stats().liveHandles;
    let failed = 0;
    // Scratch that only saves time may be missing: then there are results, and they are the same.
    for (let allocation = 1; allocation <= 12; allocation++) {
      try {
        context.failAllocation(allocation);
        using met = trace();
        assertBits(met.voxels.data.readSync(), expected.voxels.data.readSync());
        assertBits(met.times.data.readSync(), expected.times.data.readSync());
      } catch (error) {
        assertInstanceOf(error, NativeError, String(error));
        assertEquals(error.kind, "out-of-memory");
        failed++;
      } finally {
        context.failAllocation(0);
      }
      assertEquals(context.stats().liveHandles, living);
    }
    assert(failed >= 2, `${failed} allocations failed`);
  },
);
