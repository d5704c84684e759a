import { assert, assertEquals } from "@std/assert";
import { buildLod, tensor } from "../../mod.ts";
import { readPointCloud } from "../../lib/io/mod.ts";
import {
  findLodFaults,
  type LodLevel,
  lodPoints,
  lodRows,
  type LodTree,
} from "../../lib/lod/mod.ts";
import { contexts, eachBackend } from "../_backends.ts";
import { dataTest } from "../io/_data.ts";

/** Inner nodes, leaves, points and voxels of each level. */
type Levels = readonly (readonly [number, number, number, number])[];

function levelRows(levels: readonly LodLevel[]): Levels {
  return levels.map(({ inner, leaves, points, voxels }) => [inner, leaves, points, voxels]);
}

function leafSizes(tree: LodTree): [number, number] {
  const sizes = [...tree.nodes()].filter(({ kind }) => kind === "leaf").map((node) =>
    node.pointCount
  );
  return [Math.min(...sizes), Math.max(...sizes)];
}

/** Counted once from the files by another program, with 19 bits and at most level 12. */
const SCANS: readonly (readonly [string, Levels, readonly [number, number]])[] = [
  [
    "las/autzen_trim.las",
    [[1, 0, 0, 8993], [1, 1, 48_585, 16_232], [0, 4, 61_415, 0]],
    [9008, 48_585],
  ],
  [
    "las/lion_takanawa.copc.laz",
    [[1, 0, 0, 27_869], [4, 4, 68_701, 76_968], [0, 24, 273_288, 0]],
    [4, 42_619],
  ],
];

for (const [file, levels, sizes] of SCANS) {
  dataTest(`buildLod() has the known nodes and voxels of ${file}`, [file], async (bytes) => {
    const cloud = await readPointCloud(bytes);
    for (const context of contexts) {
      using points = tensor(cloud.positions, { context, shape: [cloud.count, 3] });
      for (const strategy of ["first", "weighted"] as const) {
        using tree = buildLod(points, undefined, { bits: 19, maxDepth: 12, strategy });
        assertEquals(levelRows(tree.levels()), levels);
        assertEquals(leafSizes(tree), sizes);
        if (strategy === "first") assertEquals(await findLodFaults(tree), []);
      }
    }
  });
}

const MOST = 2 ** 19 - 1;
const CUBE = { min: [0, 0, 0], max: [MOST, MOST, MOST], edge: 2 ** 19 } as const;

/** A sheet of a million points that are 524 units apart. */
function sheet(): number[] {
  const flat: number[] = [];
  for (let i = 0; i < 1000; i++) {
    for (let j = 0; j < 1000; j++) flat.push(524 * i + 7, 524 * j + 3, 262_144);
  }
  return flat;
}

/** A block of a million points. */
function block(corner: number, step: number): number[] {
  const flat: number[] = [];
  for (let n = 0; n < 1_000_000; n++) {
    flat.push(
      corner + Math.floor(n / 10_000) * step,
      corner + Math.floor(n / 100) % 100 * step,
      corner + n % 100 * step,
    );
  }
  return flat;
}

eachBackend("buildLod() has the known nodes and voxels of a sheet", (context) => {
  using points = tensor(Int32Array.from(sheet()), { context, shape: [1_000_000, 3] });
  using tree = buildLod(points, undefined, { box: CUBE, maxDepth: 12, strategy: "first" });
  assertEquals(levelRows(tree.levels()), [
    [1, 0, 0, 16_384],
    [4, 0, 0, 65_536],
    [16, 0, 0, 262_144],
    [0, 64, 1_000_000, 0],
  ]);
  assertEquals(leafSizes(tree), [15_376, 15_876]);
});

eachBackend("buildLod() has the known nodes and voxels of a sheet and a solid block", (context) => {
  const flat = Int32Array.from([...sheet(), ...block(300_000, 8)]);
  using points = tensor(flat, { context, shape: [2_000_000, 3] });
  using tree = buildLod(points, undefined, { box: CUBE, maxDepth: 12 });
  const { nodes, inner, voxels } = tree.counts;
  assertEquals([nodes, inner, voxels], [136, 35, 2_239_659]);
  assertEquals(leafSizes(tree), [64, 36_864]);
  assertEquals(levelRows(tree.levels()).slice(8), [
    [1, 0, 0, 125_000],
    [1, 7, 115_264, 884_736],
    [7, 1, 32_768, 851_968],
    [0, 26, 851_968, 0],
  ]);
});

eachBackend("buildLod() keeps a block in one node of the last level", (context) => {
  const flat = Int32Array.from(block(160_000, 1));
  using points = tensor(flat, { context, shape: [1_000_000, 3] });
  using tree = buildLod(points, undefined, { box: CUBE, maxDepth: 12 });
  const last = tree.levels().at(12);
  assertEquals(last, { inner: 0, leaves: 1, points: 1_000_000, voxels: 0 });
  assertEquals(tree.counts.nodes, 13);
});

dataTest(
  "buildLod() keeps the integers of a LAS file with their colors",
  ["las/autzen_trim.las"],
  async (bytes) => {
    const { lasIntegers, colors, count } = await readPointCloud(bytes);
    assert(lasIntegers !== undefined && colors !== undefined);
    const { coordinates } = lasIntegers;
    for (const context of contexts) {
      using points = tensor(coordinates.slice(), { context, shape: [count, 3] });
      using bytesOfColors = tensor(colors.slice(), { context, shape: [count, 3] });
      using tree = buildLod(points, bytesOfColors, { keepRows: true, pointsPerLeaf: 5000 });
      using columns = lodPoints(tree);
      using rows = lodRows(tree);
      const [places, rgba] = [columns.coordinates.readSync(), columns.colors.readSync()];
      const seen = new Uint8Array(count);
      rows.readSync().forEach((big, n) => {
        const row = Number(big);
        for (let axis = 0; axis < 3; axis++) {
          const fits = places[n * 3 + axis] === coordinates[row * 3 + axis] &&
            rgba[n * 4 + axis] === colors[row * 3 + axis];
          if (!fits) throw new Error(`point ${n} is not row ${row}`);
        }
        seen[row] = 1;
      });
      assertEquals(seen.indexOf(0), -1);
    }
  },
);
