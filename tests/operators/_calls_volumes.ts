/**
 * Calls of the public functions on spatial indexes, bricked volumes and level-of-detail trees.
 *
 * @module
 */
import { cameraLookAt } from "../../lib/core/mod.ts";
import { LodPicker, selectLodNodes } from "../../lib/lod/mod.ts";
import { alike, type Calls, fresh, options, or, parts, type Values } from "./_operands.ts";

/** Calls of functions that make and ask spatial indexes and bricked volumes. */
export function indexCalls(values: Values): Calls {
  const { context, index, sums, paper, box, frozen, keys, bytes, ints, volume, bricks } = values;
  const march = {
    camera: { eye: [-5, 0, 0], forward: [1, 0, 0], right: [0, 1, 0], up: [0, 0, 1] },
    width: 4,
    height: 3,
  };
  const threshold = { threshold: 0 };
  const table = new Float32Array(1024).fill(1);
  return {
    indexFromKeys: [keys, { dims: [64] }],
    indexFromBits: [bytes, { dims: [64 * 8] }],
    indexFromBytes: [box.data, { dims: [8, 8] }],
    indexFromValues: [keys, options({ bits: 8 })],
    adoptBits: [fresh(() => bytes.copy()), { size: 64 * 8 }],
    ...alike("indexUpdate", sums, keys, ints([0, 0], [2]), options()),
    ...alike("indexSet indexClear indexToggle indexOccupied indexPoint", index, keys, options()),
    indexPrefix: [index, keys, options()],
    indexRange: [index, keys, keys, options()],
    indexLookup: [frozen, keys, options()],
    indexOfRank: [frozen, keys, options()],
    indexBox: [box, ints([0, 0], [1, 2]), ints([1, 1], [1, 2]), options()],
    indexLinearRank: [box, ints([0, 0], [1, 2]), options()],
    indexToBits: [index],
    "indexToBits/paper": [paper],
    indexToValues: [sums, options()],
    freezeIndex: [index, options()],
    thawIndex: [frozen],
    indexToPaper: [index],
    indexFromPaper: [paper, options()],
    chooseIndexLayout: [or({ edits: true }, "empty")],
    estimateIndex: [{ dims: [64] }],
    brickVolume: [volume, threshold],
    "brickVolume/table": [
      volume,
      parts({ ...threshold, brick: 4, slots: "table" }, "brick", "slots"),
    ],
    brickStats: [volume, threshold],
    brickFromSlabs: [
      new Set([new Float32Array(64)]),
      { context, dims: [4, 4, 4], dtype: "f32", brick: 4, ...threshold },
    ],
    brickCompact: [bricks, options()],
    "brickCompact/table": [bricks, options({ slots: "table" })],
    brickLookup: [bricks, ints([0, 0, 0], [1, 3]), options()],
    brickSample: [bricks, values.vertices, options()],
    brickSetBox: [bricks, values.full([1, 1, 1]), { ijkMin: [0, 0, 0] }],
    brickToDense: [bricks, options()],
    marchIsoSurface: [volume, { ...march, isoLevel: 0.5 }],
    "marchIsoSurface/bricks": [bricks, { ...march, isoLevel: 0.5 }],
    "marchIsoSurface/skipping": [volume, parts({ ...march, isoLevel: 0.5, skip: bricks }, "skip")],
    marchTransparent: [volume, { ...march, transfer: { low: 0, high: 2, table } }],
  };
}

/** Calls of functions that make and draw level-of-detail trees. */
export function lodCalls(
  { context, own, tree, cloud, vertices, colors, ints, records }: Values,
): Calls {
  const range = or({ first: 0, count: 1 }, "missing");
  const source = { chunks: () => [{ points: new Float32Array(6) }] };
  const sink = { begin: (): void => {}, node: (): void => {} };
  const frame = { cube: { min: [0, 0, 0] as const, edge: 8, bits: 3 }, gridSize: 2 };
  const picker = new LodPicker({ own: () => {}, frame });
  const camera = cameraLookAt({ eye: [9, 9, 9], target: [0, 0, 0], width: 8, height: 6 });
  const selection = own(selectLodNodes(tree, camera));
  const vectors = { eye: [1, 2, 3], forward: [0, 1, 0], right: [1, 0, 0], up: [0, 0, 1] };
  const pose = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
  const pinhole = { intrinsics: [4, 0, 2, 0, 4, 1, 0, 0, 1], pose };
  const size = { width: 4, height: 3 };
  const cells = { bits: 2, cellBits: 1 };
  return {
    buildLod: [cloud, or(colors, "missing"), options()],
    ...alike("lodNearest lodMean lodMajority", tree, colors),
    columnExtremes: [vertices],
    decodeLas: [records, { format: 2 }],
    findLodFaults: [tree],
    packRecords: [[{ values: vertices }], or(undefined, "missing")],
    ...alike("lodPicks lodOwnRows", tree, options()),
    ...alike("lodPoints lodRows lodVoxels", tree, range),
    ...alike("cameraMatrices cameraIntrinsics", vectors, size),
    cameraVectors: [pinhole, size],
    cameraLookAt: [{ eye: [1, 0, 0], target: [0, 0, 0], width: 4, height: 3 }],
    ...alike("renderLodBlended renderLodNearest selectLodNodes", tree, camera, options()),
    ...alike(
      "renderLodBlended/selected renderLodNearest/selected",
      tree,
      camera,
      options({ selection }),
    ),
    streamLod: [source, sink, { context, memoryLimit: 1 << 24 }],
    lodThin: [ints([0, 1, 2], [1, 3]), cells],
    "LodPicker.take": [picker, [0, 1], Uint32Array.of(0, 0, 0), new Uint8Array(4)],
    "LodTree.node": [tree, 0],
  };
}
