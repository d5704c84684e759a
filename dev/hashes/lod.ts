/**
 * Rows of operators on level-of-detail trees.
 *
 * @module
 */
import {
  cameraLookAt,
  type MatrixCamera,
  type Own,
  type Real,
  type Tensor,
} from "../../lib/core/mod.ts";
import * as lod from "../../lib/lod/mod.ts";
import { type Inputs, Random } from "./_inputs.ts";
import { byType, type Family, type Row, rows } from "./_table.ts";

const POINTS = 50_000;
const SIZES = { pointsPerLeaf: 500, gridSize: 32 } as const;
const STRATEGIES = [
  ...["none", "first", "random", "average", "pointMean", "weighted", "weightedAcross"] as const,
];

/** Points on a hilly ground and on walls, in whole 1/256: [50000, 3]. */
const PLACES: readonly number[] = (() => {
  const random = new Random(51);
  return Array.from({ length: POINTS }, (_, n) => {
    const [x, y] = [random.whole(0, 8192), random.whole(0, 8192)];
    const ground = (x >> 3) + (y * y >> 14);
    if (n % 5 === 0) return [x >> 2, 2048, random.whole(0, 4096)];
    return [x, y, ground + random.whole(0, 16)];
  }).flat();
})();

/** A view from the front: no rotation, a field of view of about 53 degrees. */
const CAMERA: MatrixCamera = {
  modelView: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -16, -12, -56, 1],
  projection: [1.5, 0, 0, 0, 0, 2, 0, 0, 0, 0, -1.0009765625, -1, 0, 0, -0.125, 0],
  width: 96,
  height: 72,
};

function cloud<D extends Real>(inputs: Inputs, dtype: D): Tensor<D> {
  return inputs.tensor(PLACES.map((place) => place / 256), dtype, 3);
}

function colors(inputs: Inputs): Tensor<"u8"> {
  return inputs.numbers("u8", [POINTS, 4]);
}

function tree(inputs: Inputs, own: Own): lod.LodTree {
  return own(lod.buildLod(cloud(inputs, "f32"), colors(inputs), { ...SIZES, keepRows: true }));
}

function lodRows(inputs: Inputs): Row[] {
  return [
    ...buildRows(inputs),
    ...attributeRows(inputs),
    ...pickRows(inputs),
    ...pictureRows(inputs),
    ...recordRows(inputs),
  ];
}

function buildRows(inputs: Inputs): Row[] {
  const { buildLod, findLodFaults, streamLod } = lod;
  return [
    ...rows("lod/build", buildLod, {
      ...byType(
        ["f16", "f32", "f64"] as const,
        (dtype) => buildLod(cloud(inputs, dtype), colors(inputs), { ...SIZES, keepRows: true }),
      ),
      "i32": () => buildLod(inputs.tensor(PLACES, "i32", 3), colors(inputs), SIZES),
      ...byType(STRATEGIES, (strategy) => {
        const options = { ...SIZES, strategy, seed: 7 };
        return buildLod(cloud(inputs, "f32"), colors(inputs), options);
      }),
      "without colors": () => buildLod(cloud(inputs, "f32"), undefined, SIZES),
      "no points": () => buildLod(inputs.numbers("f32", [0, 3]), undefined, SIZES),
    }),
    ...rows("lod/faults", findLodFaults, { "f32": (own) => findLodFaults(tree(inputs, own)) }),
    ...rows("lod/stream", streamLod, {
      "f32": () => streamed(inputs, {}),
      "f32 weighted across": () => streamed(inputs, { strategy: "weightedAcross" }),
    }),
  ];
}

/** The nodes of a tree that is built in parts, in order. */
async function streamed(
  inputs: Inputs,
  options: Pick<lod.StreamLodOptions, "strategy">,
): Promise<readonly unknown[]> {
  const all = cloud(inputs, "f32").readSync();
  const paint = colors(inputs).readSync();
  const chunks = [0, 1, 2, 3, 4].map((n) => ({
    points: all.slice(n * 30_000, (n + 1) * 30_000),
    colors: paint.slice(n * 40_000, (n + 1) * 40_000),
    extras: paint.slice(n * 20_000, (n + 1) * 20_000),
  }));
  const nodes: lod.LodStreamNode[] = [];
  const sink = {
    begin: (): void => {},
    node: (node: lod.LodStreamNode): void => void nodes.push(node),
  };
  const { cube, gridSize, counts } = await lod.streamLod({ chunks: () => chunks }, sink, {
    ...{ ...SIZES, ...options, context: inputs.context, memoryLimit: 1 << 22, extraBytes: 2 },
  });
  const sorted = nodes.sort((a, b) => key(a) < key(b) ? -1 : 1);
  return [
    ...[[...cube.min], cube.edge, cube.bits, gridSize],
    ...[counts.points, counts.nodes, counts.inner, counts.leaves, counts.levels, counts.voxels],
    ...sorted.map(({ level, cell, kind, coordinates, ...node }) => [
      ...[level, [...cell], kind, coordinates, node.colors, node.extras],
    ]),
  ];
}

function key({ level, cell }: lod.LodStreamNode): string {
  return [level, ...cell].map((part) => `${part}`.padStart(12, "0")).join();
}

function attributeRows(inputs: Inputs): Row[] {
  const { lodMajority, lodMean, lodNearest, lodPoints, lodVoxels } = lod;
  const means = ["u8", "f16", "f32", "f64", "i32"] as const;
  return [
    ...rows("lod/nearest attributes", lodNearest, {
      ...byType(
        [...means, "i64"] as const,
        (dtype, own) => lodNearest(tree(inputs, own), inputs.numbers(dtype, [POINTS, 3])),
      ),
    }),
    ...rows("lod/mean attributes", lodMean, {
      ...byType(
        means,
        (dtype, own) => lodMean(tree(inputs, own), inputs.numbers(dtype, [POINTS, 3])),
      ),
    }),
    ...rows("lod/majority", lodMajority, {
      ...byType(
        ["u8", "bool"] as const,
        (dtype, own) => lodMajority(tree(inputs, own), inputs.numbers(dtype, [POINTS, 1])),
      ),
    }),
    ...rows("lod/points", lodPoints, {
      "range": (own) => lodPoints(tree(inputs, own), { first: 1000, count: 20_000 }),
    }),
    ...rows("lod/rows", lod.lodRows, { "all": (own) => lod.lodRows(tree(inputs, own)) }),
    ...rows("lod/voxels", lodVoxels, {
      "range": (own) => lodVoxels(tree(inputs, own), { first: 100, count: 2000 }),
    }),
  ];
}

function pickRows(inputs: Inputs): Row[] {
  const { lodOwnRows, lodPicks, lodThin } = lod;
  const picks = ["central", "random", "poisson"] as const;
  return [
    ...rows("lod/picks", lodPicks, {
      ...byType(picks, (pick, own) => lodPicks(tree(inputs, own), { pick, seed: 3 })),
    }),
    ...rows("lod/own rows", lodOwnRows, {
      ...byType(picks, (pick, own) => {
        const { rows: taken, firsts } = lodOwnRows(tree(inputs, own), { pick, seed: 3 });
        return [taken, firsts];
      }),
    }),
    ...rows("lod/thin", lodThin, {
      "12 bits, cells of 64": (own) => {
        const small = inputs.wholes("i32", [20_000, 3], { high: 4096 });
        const options = { bits: 12, gridSize: 32, pointsPerLeaf: 1 << 20 };
        const { coordinates } = own(lod.lodPoints(own(lod.buildLod(small, undefined, options))));
        return lodThin(coordinates, { bits: 12, cellBits: 6 });
      },
    }),
  ];
}

function pictureRows(inputs: Inputs): Row[] {
  const { renderLodBlended, renderLodNearest, selectLodNodes } = lod;
  const background = [0.25, 0.5, 0.75, 1] as const;
  return [
    ...rows("lod/select", selectLodNodes, {
      "all": (own) => selectLodNodes(tree(inputs, own), CAMERA),
      "coarse": (own) => selectLodNodes(tree(inputs, own), CAMERA, { minSize: 60, pointSize: 3 }),
    }),
    ...rows("lod/render nearest", renderLodNearest, {
      "points": (own) => renderLodNearest(tree(inputs, own), CAMERA, { depths: true }),
      "large points": (own) =>
        renderLodNearest(tree(inputs, own), CAMERA, { pointSize: 3, background, minSize: 40 }),
    }),
    ...rows("lod/render blended", renderLodBlended, {
      "points": (own) => renderLodBlended(tree(inputs, own), CAMERA, { depths: true }),
      "large points": (own) =>
        renderLodBlended(tree(inputs, own), CAMERA, { pointSize: 4, background }),
    }),
    ...rows("lod/camera", cameraLookAt, {
      "oblique": () => {
        const { modelView, projection } = cameraLookAt({
          ...{ eye: [9, 8, 7], target: [0, 1, 2], width: 96, height: 72 },
        });
        return [[...modelView], [...projection]];
      },
    }),
  ];
}

function recordRows(inputs: Inputs): Row[] {
  const { columnExtremes, decodeLas, packRecords } = lod;
  const transform = { scale: [0.001, 0.01, 0.25], offset: [100, -20, 3] } as const;
  const columns = [
    ...["coordinates", "positions", "colors", "intensities", "classifications"] as const,
    ...["returnNumbers", "returnCounts", "pointSources", "gpsTimes"] as const,
  ];
  const decoded = (format: number, bytes: number): readonly unknown[] => {
    const records = inputs.numbers("u8", [4000, bytes]);
    const found = decodeLas(records, { format, transform });
    return [...columns.map((name) => found[name]), found.colorBits];
  };
  return [
    ...rows("lod/column extremes", columnExtremes, {
      ...byType(["i16", "f32", "f64", "i32", "u8"] as const, (dtype) => {
        const { min, max } = columnExtremes(inputs.numbers(dtype, [POINTS, 3]));
        return [min, max];
      }),
    }),
    ...rows("lod/decode las", decodeLas, {
      "format 0": () => decoded(0, 20),
      "format 3": () => decoded(3, 34),
      "format 7 with extra bytes": () => decoded(7, 41),
    }),
    ...rows("lod/pack records", packRecords, {
      "columns of chosen rows": () =>
        packRecords([
          { values: inputs.numbers("i32", [POINTS, 3]) },
          { values: inputs.numbers("u8", [POINTS]), bytes: 2 },
          { values: inputs.numbers("f64", [POINTS]) },
          { values: inputs.numbers("u16", [POINTS, 2]), bytes: 4 },
        ], inputs.wholes("i64", [30_000], { high: POINTS })),
    }),
  ];
}

/** Level-of-detail trees, pictures and records. */
export const LOD: Family = { name: "lod", exported: lod, rows: lodRows };
