/**
 * Rows of operators on level-of-detail trees.
 *
 * @module
 */
import type { MatrixCamera, Real } from "../../lib/core/mod.ts";
import * as lod from "../../lib/lod/mod.ts";
import { type Inputs, Random } from "./_inputs.ts";
import { or, parts } from "./_marks.ts";
import { byType, type Case, type Family } from "./_table.ts";

const STRATEGIES = [
  ...["none", "first", "random", "average", "pointMean", "weighted", "weightedAcross"] as const,
];
const PICKS = ["central", "random", "poisson"] as const;

/** Points on a hilly ground and on walls, in whole 1/256: [count, 3]. */
function placesOf(count: number): number[] {
  const random = new Random(51);
  return Array.from({ length: count }, (_, n) => {
    const [x, y] = [random.whole(0, 8192), random.whole(0, 8192)];
    const ground = (x >> 3) + (y * y >> 14);
    if (n % 5 === 0) return [x >> 2, 2048, random.whole(0, 4096)];
    return [x, y, ground + random.whole(0, 16)];
  }).flat();
}

/** How trees are divided. */
function sizesOf(inputs: Inputs): Pick<lod.BuildLodOptions, "pointsPerLeaf" | "gridSize"> {
  return { pointsPerLeaf: inputs.count(500), gridSize: 32 };
}

/** A view from the front: no rotation, a field of view of about 53 degrees. */
const CAMERA: MatrixCamera = {
  modelView: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -16, -12, -56, 1],
  projection: [1.5, 0, 0, 0, 0, 2, 0, 0, 0, 0, -1.0009765625, -1, 0, 0, -0.125, 0],
  width: 96,
  height: 72,
};

/** The nodes of a tree that is built in parts, in order. */
function streamed(
  inputs: Inputs,
  all: Float32Array,
  paint: Uint8Array,
  options: Pick<lod.StreamLodOptions, "strategy">,
): Case {
  return async () => {
    const part = all.length / 15;
    const chunks = [0, 1, 2, 3, 4].map((n) => ({
      points: all.slice(n * part * 3, (n + 1) * part * 3),
      colors: paint.slice(n * part * 4, (n + 1) * part * 4),
      extras: paint.slice(n * part * 2, (n + 1) * part * 2),
    }));
    const nodes: lod.LodStreamNode[] = [];
    const sink = {
      begin: (): void => {},
      node: (node: lod.LodStreamNode): void => void nodes.push(node),
    };
    const { cube, gridSize, counts } = await lod.streamLod({ chunks: () => chunks }, sink, {
      ...{
        ...sizesOf(inputs),
        ...options,
        context: inputs.context,
        memoryLimit: 1 << 22,
        extraBytes: 2,
      },
    });
    const key = ({ level, cell }: lod.LodStreamNode): string =>
      [level, ...cell].map((part) => `${part}`.padStart(12, "0")).join();
    return [
      ...[[...cube.min], cube.edge, cube.bits, gridSize],
      ...[counts.points, counts.nodes, counts.inner, counts.leaves, counts.levels, counts.voxels],
      ...nodes.sort((a, b) => key(a) < key(b) ? -1 : 1)
        .map(({ level, cell, kind, coordinates, colors, extras }) => [
          ...[level, [...cell], kind, coordinates, colors, extras],
        ]),
    ];
  };
}

/** Level-of-detail trees, pictures and records. */
export const LOD: Family = {
  name: "lod",
  exported: lod,
  cases: (inputs) => {
    const { own } = inputs;
    const count = inputs.count(50_000);
    const sizes = sizesOf(inputs);
    const places = placesOf(count);
    const cloud = <D extends Real>(dtype: D) =>
      inputs.keep(`cloud ${dtype}`, () => inputs.tensor(places.map((at) => at / 256), dtype, 3));
    const colors = inputs.numbers("u8", [count, 4]);
    const paint = or(colors, "missing");
    const points = cloud("f32");
    const kept = { ...sizes, keepRows: true };
    const tree = own(lod.buildLod(points, colors, kept));
    const small = inputs.wholes("i32", [inputs.count(20_000), 3], { high: 4096 });
    const dense = own(lod.buildLod(small, undefined, {
      ...{ bits: 12, gridSize: 32, pointsPerLeaf: 1 << 20 },
    }));
    const background = [0.25, 0.5, 0.75, 1];
    const attributes =
      (channels: number) => (dtype: "u8" | "f16" | "f32" | "f64" | "i32" | "i64" | "bool") => [
        tree,
        inputs.numbers(dtype, [count, channels]),
      ];
    const means = ["u8", "f16", "f32", "f64", "i32"] as const;
    const stream = (options: Pick<lod.StreamLodOptions, "strategy">): Case =>
      streamed(inputs, points.readSync(), colors.readSync(), options);
    const transform = { scale: [0.001, 0.01, 0.25], offset: [100, -20, 3] };
    const las = (format: number, bytes: number): Case => [
      inputs.numbers("u8", [inputs.count(4000), bytes]),
      parts({ format, transform }, "transform"),
    ];
    return {
      buildLod: {
        ...byType(["f16", "f32", "f64"], (dtype) => [cloud(dtype), paint, kept]),
        "i32": [inputs.tensor(places, "i32", 3), paint, sizes],
        ...byType(STRATEGIES, (strategy) => [points, paint, { ...sizes, strategy, seed: 7 }]),
        "without colors": [points, undefined, sizes],
        "no points": [inputs.numbers("f32", [0, 3]), undefined, sizes],
      },
      findLodFaults: { "f32": [tree] },
      streamLod: { "f32": stream({}), "weighted across": stream({ strategy: "weightedAcross" }) },
      lodNearest: byType([...means, "i64"], attributes(3)),
      lodMean: byType(means, attributes(3)),
      lodMajority: byType(["u8", "bool"], attributes(1)),
      lodPoints: {
        "range": [tree, or({ first: inputs.count(1000), count: inputs.count(20_000) }, "missing")],
      },
      lodRows: { "all": [tree] },
      lodVoxels: {
        "range": [tree, or({ first: inputs.count(100), count: inputs.count(2000) }, "missing")],
      },
      lodPicks: byType(PICKS, (pick) => [tree, { pick, seed: 3 }]),
      lodOwnRows: byType(PICKS, (pick) => [tree, { pick, seed: 3 }]),
      lodThin: {
        "12 bits, cells of 64": [own(lod.lodPoints(dense)).coordinates, { bits: 12, cellBits: 6 }],
      },
      selectLodNodes: {
        "all": [tree, CAMERA],
        "coarse": [tree, CAMERA, { minSize: 60, pointSize: 3 }],
      },
      renderLodNearest: {
        "points": [tree, CAMERA, { depths: true }],
        "large points": [tree, CAMERA, { pointSize: 3, background, minSize: 40 }],
      },
      renderLodBlended: {
        "points": [tree, CAMERA, { depths: true }],
        "large points": [tree, CAMERA, { pointSize: 4, background }],
      },
      columnExtremes: byType(
        ["i16", "f32", "f64", "i32", "u8"],
        (dtype) => [inputs.numbers(dtype, [count, 3])],
      ),
      decodeLas: {
        "format 0": las(0, 20),
        "format 3": las(3, 34),
        "format 7 with extra bytes": las(7, 41),
      },
      packRecords: {
        "columns of chosen rows": [
          [
            { values: inputs.numbers("i32", [count, 3]) },
            { values: inputs.numbers("u8", [count]), bytes: 2 },
            { values: inputs.numbers("f64", [count]) },
            { values: inputs.numbers("u16", [count, 2]), bytes: 4 },
          ],
          or(inputs.wholes("i64", [inputs.count(30_000)], { high: count }), "missing"),
        ],
      },
    };
  },
};
