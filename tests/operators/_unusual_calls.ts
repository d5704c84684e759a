/**
 * Calls of functions of devices that the table of calls does not have: of methods, of functions that change their operands
 * or measure time, and with operands of kinds that results need not be compared for.
 *
 * @module
 */
import { fresh, given, options, or, parts } from "../../dev/calls/_marks.ts";
import { LodPicker, selectLodNodes } from "../../lib/lod/mod.ts";
import { adamState, clipFactor, emaState, lossScaleState, sgdState } from "../../lib/optim/mod.ts";
import * as lib from "../_doors.ts";
import { alike, type Calls, type Values } from "./_operands.ts";

const TIMING = {
  device: "none",
  dtype: "f32",
  inChannels: 2,
  outChannels: 2,
  kernel: [1, 1, 1],
  stride: [1, 1, 1],
  transposed: false,
  targets: 1,
  pairsPerTarget: 1,
  backend: "window",
  milliseconds: {},
};

/** The calls, on values that the scope owns. */
export function unusualCalls(values: Values): Calls {
  return {
    ...gridCalls(values),
    ...rayCalls(values),
    ...layerCalls(values),
    ...batchCalls(values),
    ...tensorCalls(values),
    ...memoryCalls(values),
    ...indexCalls(values),
    ...lodCalls(values),
    ...optimizerCalls(values),
  };
}

function gridCalls({ grid, coarse, features, field, coords, full }: Values): Calls {
  const less = full([coarse.numVoxels, 2]);
  const weights = full([grid.numVoxels]);
  const pose = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
  const seen = {
    depth: full([1, 6, 8], 2),
    cameras: [{ intrinsics: [8, 0, 3.5, 0, 8, 2.5, 0, 0, 1], pose }],
    weights: full([1, 6, 8]),
  };
  const fused = { halfWidth: 0.5, maxDepth: 9 };
  return {
    "GridBatch.bbox": [grid, or(0, "missing")],
    injectFromIjkInto: [features, grid, coords, full([2, 2])],
    injectInto: [features, grid, coarse, less],
    "closeTsdf/parts": [{ grid, tsdf: field, weights }, parts(seen, "weights"), fused],
    "integrateTsdfBackward/parts": [
      { grid, tsdf: field, weights, features },
      parts({ ...seen, features: full([1, 6, 8, 2]) }, "weights"),
      { grid },
      or({ tsdf: field }, "missing", "empty"),
      fused,
    ],
  };
}

function rayCalls({ grid, vertices, directions, full }: Values): Calls {
  const [times, sigmas, rgbs] = [full([4]), full([4]), full([4, 3])];
  const samples = [sigmas, rgbs, sigmas, sigmas];
  return {
    "uniformRaySamples/times of rays": [
      ...[grid, vertices, directions, or(times, "number"), or(full([4], 9), "number")],
      { stepSize: 1 },
    ],
    "volumeRender/ray": [...samples, options()],
    "volumeRenderBackward/ray": [...samples, or({ rgb: full([1, 3]) }, "empty"), options()],
    "volumeRenderBackward/of all": [
      ...samples,
      or({ rgb: full([1, 3]), depth: full([1]), opacity: full([1]) }, "empty"),
      options({ wanted: ["sigmas", "rgbs", "deltas", "ts"] }),
    ],
    ...alike(
      "sampleRaysByWeight/ray sampleRaysByWeightAsync/ray",
      ...[full([4, 2]), sigmas, { count: 3 }],
    ),
  };
}

function layerCalls({ plan, features, weights, column, full }: Values): Calls {
  const layer = { dtype: "f32", inChannels: 2, outChannels: 2 };
  const relu = { reluResults: column, wanted: ["features", "weights", "bias"] };
  return {
    "sparseConv/tensor": [plan, features, weights, options()],
    "sparseConv/biased": [plan, features, weights, options({ bias: full([1]) })],
    sparseConvBackward: [plan, features, weights, column, options()],
    "sparseConvBackward/of relu": [plan, features, weights, column, options(relu)],
    tuneConv: [plan, parts({ ...layer, runs: 1 }, "runs")],
    fastestConv: [[TIMING], plan, layer],
    ...alike("ConvPlan.explain ConvPlan.explainAsync", plan, options(layer)),
  };
}

function batchCalls({ own, context, grid, coarse, vertices, coords, full }: Values): Calls {
  const batch = own(lib.concatenateGrids([grid, coarse]));
  const less = own(lib.coarsenedGrid(batch, { factor: 2 }));
  const voxels = batch.numVoxels;
  const numbers = Float32Array.from({ length: voxels }, (_, row) => row % 4 - 1.5);
  const field = own(lib.tensor(numbers, { context }));
  const features = full([voxels, 2]);
  const points = own(lib.jagged(vertices, { offsets: [0, 1, 4] }));
  const ijk = own(lib.jagged(coords, { offsets: [0, 1, 2] }));
  const list = own(lib.jagged(full([4, 2]), { offsets: [0, 1, 4] }));
  const mask = own(lib.tensor(new Uint8Array(voxels).fill(1), { context, dtype: "bool" }));
  const condition = own(lib.fullTensor([4, 2], true, { context, dtype: "bool" }));
  const rays = [batch, points, points];
  const factor = { factor: 2 };
  return {
    "injectFromIjkInto/batch": [features, batch, ijk, full([2, 2])],
    "injectInto/batch": [full([less.numVoxels, 2]), less, batch, features],
    "voxelsAlongRays/batch": [...rays, options()],
    ...alike(
      "rayTrilinearIntersection/batch rayTrilinearIntersectionWithNormals/batch",
      ...[...rays, field, options()],
    ),
    ...alike("dilatedGrid/batch dualGrid/batch erodedGrid/batch", batch, options()),
    ...alike("coarsenedGrid/batch refinedGrid/batch", batch, factor),
    "refinedGrid/masked": [batch, parts({ factor: 2, mask }, "mask")],
    "convTransposeGrid/batch": [batch, { kernel: 3 }],
    "clippedGrid/batch": [batch, { ijkMin: 0, ijkMax: 2 }],
    "paddedGrid/batch": [batch, { ijkMin: -1, ijkMax: 1 }],
    "prunedGrid/batch": [batch, mask],
    ...alike("add/lists maximum/lists equal/lists", or(list, "number"), or(list, "number")),
    "where/lists": [condition, or(list, "number"), or(1, "number")],
  };
}

function tensorCalls({ context, field, lists, full, event }: Values): Calls {
  const list = full([3, 2]);
  const number = or(field, "number");
  return {
    openContext: [options()],
    openContextAsync: [options()],
    emptyTensor: [[2], { context, dtype: "f32" }],
    createBuffer: [context, 8],
    recordEvent: [context],
    elapsed: [event, event],
    scope: [() => 1],
    move: [fresh(() => field.copy(), "resource")],
    "toBf16/whole": [Uint16Array.of(1, 2)],
    ...alike("addInto subtractInto multiplyInto divideInto", full(field.shape), number, number),
    copyInto: [full([3, 2]), list],
    concatInto: [full([6, 2]), [list, list], options()],
    ...alike(
      "jaggedMin/tensor jaggedMax/tensor zerosLike/tensor onesLike/tensor",
      field,
      options(),
    ),
    "fullLike/tensor": [field, 2, options()],
    "JaggedTensor.list": [lists, 0],
    "Context.failAllocation": [context, 0],
    "Arena.own": [new lib.Arena(), or({ [Symbol.dispose]: (): void => {} }, "resource")],
  };
}

function memoryCalls({ full }: Values): Calls {
  const list = full([3, 2]);
  return {
    "Tensor.write": [list, [1, 2, 3, 4, 5, 6]],
    "Tensor.fill": [list, 1],
    "Tensor.readInto": [list, new Float32Array(6)],
    "Tensor.slice": [list, 0, or(1, "missing")],
    "Tensor.reshape": [list, [6]],
    "DeviceBuffer.view": [list.buffer, or(0, "missing"), or(4, "missing")],
    ...alike(
      "DeviceBuffer.write DeviceBuffer.readInto DeviceBuffer.readIntoAsync",
      ...[list.buffer, new Float32Array(6), or(0, "missing")],
    ),
    "DeviceBuffer.fill": [list.buffer, new Float32Array(1), or(0, "missing"), or(4, "missing")],
    "DeviceBuffer.copyFrom": [list.buffer, full([1]).buffer, or(0, "missing")],
  };
}

function indexCalls(
  { context, index, sums, keys, bytes, ints, volume, bricks, full }: Values,
): Calls {
  const march = {
    camera: { eye: [-5, 0, 0], forward: [1, 0, 0], right: [0, 1, 0], up: [0, 0, 1] },
    ...{ width: 4, height: 3, isoLevel: 0.5, skip: bricks },
  };
  return {
    adoptBits: [fresh(() => bytes.copy()), { size: 64 * 8 }],
    indexUpdate: [sums, keys, ints([0, 0], [2]), options()],
    ...alike("indexSet indexClear indexToggle", index, keys, options()),
    "brickFromSlabs/set": [
      new Set([new Float32Array(64)]),
      { context, dims: [4, 4, 4], dtype: "f32", brick: 4, threshold: 0 },
    ],
    "brickCompact/table": [bricks, options({ slots: "table" })],
    brickSetBox: [bricks, full([1, 1, 1]), { ijkMin: [0, 0, 0] }],
    "marchIsoSurface/skipping": [volume, parts(march, "skip")],
  };
}

function lodCalls({ context, own, tree, vertices }: Values): Calls {
  const source = { chunks: () => [{ points: new Float32Array(6) }] };
  const sink = { begin: (): void => {}, node: (): void => {} };
  const frame = { cube: { min: [0, 0, 0] as const, edge: 8, bits: 3 }, gridSize: 2 };
  const picker = new LodPicker({ own: () => {}, frame });
  const camera = lib.cameraLookAt({ eye: [9, 9, 9], target: [0, 0, 0], width: 8, height: 6 });
  const selection = own(selectLodNodes(tree, camera));
  const pose = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
  return {
    streamLod: [source, sink, { context, memoryLimit: 1 << 24 }],
    "lodRows/range": [tree, or({ first: 0, count: 1 }, "missing")],
    "packRecords/all rows": [[{ values: vertices }], or(undefined, "missing")],
    "cameraVectors/pinhole": [
      { intrinsics: [4, 0, 2, 0, 4, 1, 0, 0, 1], pose },
      { width: 4, height: 3 },
    ],
    ...alike(
      "renderLodBlended/selected renderLodNearest/selected",
      ...[tree, camera, options({ selection })],
    ),
    "LodPicker.take": [picker, [0, 1], Uint32Array.of(0, 0, 0), new Uint8Array(4)],
    "LodTree.node": [tree, 0],
  };
}

function optimizerCalls({ own, full }: Values): Calls {
  const params = { weight: full([3]) };
  const gradients = { weight: full([3]) };
  const adam = own(adamState(params));
  const scale = own(lossScaleState({ context: gradients.weight.context }));
  return {
    ...alike("sgdState adamState emaState", params),
    sgdInto: [params, gradients, given(own(sgdState(params))), { rate: 0.5 }],
    ...alike("adamInto adamwInto", params, gradients, given(adam), { rate: 0.5 }),
    emaInto: [own(emaState(params)), params, options()],
    clipFactor: [gradients, 1, options()],
    lossScaleState: [{ context: gradients.weight.context }],
    lossScaleInto: [scale, own(clipFactor(gradients, 1)), options()],
    constantRate: [1],
    stepRate: [{ rate: 1, every: 2 }],
    ...alike("linearRate cosineRate", { rate: 1, steps: 2 }),
    withWarmup: [() => 1, 2],
  };
}
