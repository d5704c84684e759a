import { assert, assertEquals, assertThrows } from "@std/assert";
import { lodMajority, lodMean, lodNearest, lodRows, type LodTree } from "../../lib/lod/mod.ts";
import { buildLod, type Tensor, tensor } from "../../mod.ts";
import { Random } from "../_arrays.ts";
import { eachBackend } from "../_backends.ts";
import { cloudOf, cube, scatter } from "./_clouds.ts";
import { plainLod, type PlainPoint } from "./_oracle.ts";

const BITS = 9;
const SHAPE = { pointsPerLeaf: 6, gridSize: 4, maxDepth: 7 } as const;

/** Points of different colors, so that the plain tree tells which is which. */
function numbered(seed: number, count: number): PlainPoint[] {
  return scatter(seed, count, BITS).map(({ place }, n) => ({
    place,
    rgba: [n & 255, n >> 8, 7, 9],
  }));
}

/** The rows of the points in each voxel, and the place of its center in units. */
function plainVoxels(points: readonly PlainPoint[]): { rows: number[]; center: number[] }[] {
  const options = { bits: BITS, ...SHAPE, strategy: "first", seed: 0n } as const;
  return plainLod(points, options).flatMap((node) => {
    const side = 2 ** (BITS - node.level) / SHAPE.gridSize;
    return node.voxels.map((voxel) => ({
      rows: voxel.points.map(({ rgba }) => (rgba[0] ?? 0) + (rgba[1] ?? 0) * 256),
      center: voxel.cell.map((value, axis) =>
        ((node.cell[axis] ?? 0) * SHAPE.gridSize + value + 0.5) * side
      ),
    }));
  });
}

const POINTS = numbered(21, 400);
const VOXELS = plainVoxels(POINTS);

eachBackend("lodNearest() takes the row of the point nearest to each center", (context) => {
  using cloud = cloudOf(context, POINTS);
  using tree = buildLod(cloud.points, cloud.colors, { ...cube(BITS), ...SHAPE, keepRows: true });
  const expected = VOXELS.map(({ rows, center }) => {
    const far = (row: number): number => {
      const place = POINTS[row]?.place ?? [];
      return place.reduce((sum, value, axis) => sum + (value + 0.5 - (center[axis] ?? 0)) ** 2, 0);
    };
    return rows.reduce((best, row) => far(row) < far(best) ? row : best);
  });
  const numbers = Array.from({ length: 800 }, (_, at) => (at >> 1) + (at & 1) * 1000);
  for (const dtype of ["f16", "i32", "f64", "i64"] as const) {
    using values = tensor(numbers, { context, shape: [400, 2], dtype });
    using own = lodNearest<"f16" | "i32" | "f64" | "i64">(tree, values);
    const wanted = expected.flatMap((row) => [row, row + 1000]);
    assertEquals([...own.readSync()].map(Number), wanted);
    assertEquals(own.dtype, dtype);
  }
});

eachBackend("lodMean() averages the points of each voxel in order", (context) => {
  const random = new Random(5);
  using cloud = cloudOf(context, POINTS);
  using tree = buildLod(cloud.points, cloud.colors, { ...cube(BITS), ...SHAPE, keepRows: true });
  for (const dtype of ["u8", "f16", "f32", "f64", "i32"] as const) {
    const isWhole = dtype === "u8" || dtype === "i32";
    const numbers = Array.from({ length: 1200 }, () => {
      return isWhole ? random.integer(0, 255) : random.number(-1, 1) * 10 ** random.integer(0, 4);
    });
    using values = tensor(numbers, { context, shape: [400, 3], dtype });
    const own = values.readSync() as Float64Array;
    using means = lodMean<"u8" | "f16" | "f32" | "f64" | "i32">(tree, values);
    const wanted = VOXELS.flatMap(({ rows }) =>
      [0, 1, 2].map((channel) =>
        rows.reduce((sum, row) => sum + (own[row * 3 + channel] ?? 0), 0) / rows.length
      )
    );
    const isWide = dtype === "f64" || dtype === "i32";
    assertEquals(means.dtype, isWide ? "f64" : "f32");
    assertEquals([...means.readSync()], isWide ? wanted : wanted.map(Math.fround));
  }
});

eachBackend("lodMajority() takes the most frequent byte of each voxel", (context) => {
  const random = new Random(6);
  using cloud = cloudOf(context, POINTS);
  using tree = buildLod(cloud.points, cloud.colors, { ...cube(BITS), ...SHAPE, keepRows: true });
  for (const most of [1, 3, 255]) {
    const bytes = Uint8Array.from({ length: 800 }, () => random.integer(0, most));
    using values = tensor(bytes, { context, shape: [400, 2] });
    using own = lodMajority(tree, values);
    const wanted = VOXELS.flatMap(({ rows }) =>
      [0, 1].map((channel) => {
        const own = rows.map((row) => bytes[row * 2 + channel] ?? 0).toSorted((a, b) => a - b);
        const counts = own.map((value) => own.filter((other) => other === value).length);
        return own[counts.indexOf(Math.max(...counts))] ?? -1;
      })
    );
    assertEquals([...own.readSync()], wanted);
  }
  assert(VOXELS.some(({ rows }) => rows.length > 20), "voxels are too small");
});

eachBackend("lodNearest() finds the same points where there are no voxels to fill", (context) => {
  using cloud = cloudOf(context, POINTS);
  using none = buildLod(cloud.points, undefined, {
    ...cube(BITS),
    ...SHAPE,
    strategy: "none",
    keepRows: true,
  });
  using values = tensor(new Uint8Array(400), { context, shape: [400, 1] });
  using own = lodNearest(none, values);
  assertEquals(own.shape, [0, 1]);
  using nothing = tensor(new Int32Array(0), { context, shape: [0, 3] });
  using empty = buildLod(nothing, undefined, { keepRows: true });
  using noValues = tensor(new Float32Array(0), { context, shape: [0, 2] });
  using means = lodMean(empty, noValues);
  assertEquals(means.shape, [0, 2]);
  using rows = lodRows(empty);
  assertEquals(rows.shape, [0]);
});

type Take = (tree: LodTree, values: Tensor) => Tensor;
const TAKES: readonly (readonly [string, Take])[] = [
  ["lodNearest", lodNearest],
  ["lodMean", lodMean as unknown as Take],
  ["lodMajority", lodMajority as unknown as Take],
];

for (const [name, take] of TAKES) {
  eachBackend(`${name}() refuses what does not fit`, (context) => {
    using cloud = cloudOf(context, POINTS);
    using tree = buildLod(cloud.points, undefined, { ...SHAPE, keepRows: true });
    using bare = buildLod(cloud.points, undefined, SHAPE);
    using values = tensor(new Uint8Array(400), { context, shape: [400, 1] });
    using few = tensor(new Uint8Array(399), { context, shape: [399, 1] });
    using flat = tensor(new Uint8Array(400), { context });
    using hollow = tensor(new Uint8Array(0), { context, shape: [400, 0] });
    const text = (own: LodTree, from: Tensor): string =>
      assertThrows(() => take(own, from), RangeError).message;
    const start = `Cannot run ${name}: `;
    assertEquals(text(bare, values), `${start}the tree was built without rows`);
    assertEquals(text(tree, few), `${start}attributes shape is [399, 1], [400, channels] expected`);
    assertEquals(text(tree, flat), `${start}attributes shape is [400], [400, channels] expected`);
    assertEquals(text(tree, hollow), `${start}attributes have no channels`);
  });
}

eachBackend("lodMean() and lodMajority() refuse element types", (context) => {
  using cloud = cloudOf(context, POINTS);
  using tree = buildLod(cloud.points, undefined, { ...SHAPE, keepRows: true });
  using longs = tensor(new BigInt64Array(400), { context, shape: [400, 1] });
  assertThrows(
    () => lodMean(tree, longs as unknown as Tensor<"u8">),
    TypeError,
    "attributes is i64",
  );
  const wrong = longs as unknown as Tensor<"u8">;
  assertThrows(() => lodMajority(tree, wrong), TypeError, "attributes is i64, u8 or bool expected");
});
