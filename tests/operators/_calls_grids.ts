/**
 * Calls of the public functions that take batches of grids.
 *
 * @module
 */
import { alike, type Calls, fresh, options, or, parts, twice, type Values } from "./_operands.ts";

const NVDB_GRID = {
  leaves: { origins: new Int32Array(0), masks: new Uint32Array(0) },
  tiles: {
    origins: new Int32Array(0),
    sides: new Uint16Array(0),
    values: new Float32Array(0),
  },
  values: new Float32Array(0),
  channels: 1,
  matrix: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  origin: [0, 0, 0],
};
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

/** Calls of functions that make, change and ask grids. */
export function gridCalls(values: Values): Calls {
  const { context, grid, coarse, features, field, vertices, faces, coords, mask } = values;
  const size = { voxelSize: 1 };
  return {
    ...twice("gridFromDense", { context, dims: 2 }),
    "gridFromDense/masked": [parts({ context, dims: 4, mask: values.cube }, "mask")],
    ...twice("gridFromDenseAxisAlignedBounds", { context, dims: 2, min: 0, max: 1 }),
    ...twice("gridFromIjk", coords, options(size)),
    ...twice("gridFromMesh", vertices, faces, size),
    ...twice("gridFromNearestVoxelsToPoints", vertices, size),
    ...twice("gridFromPoints", vertices, size),
    gridFromPointsWithRows: [vertices, size],
    gridFromNvdb: [[NVDB_GRID], { context }],
    gridFromZeroGrids: [{ context }],
    gridFromZeroVoxels: [{ context }],
    gridToNvdb: [grid, options({ values: field })],
    gridAt: [grid, 0],
    ...twice("selectGrids", grid, or([0], "number", "empty")),
    ...twice("concatenateGrids", [grid, coarse]),
    ...alike("gridIjk leafGrids leafNeighbors leafOrigins rowGrids", grid),
    ...alike("cumVoxels dualBboxes totalBbox totalDualBbox", grid),
    ...alike("voxelToWorldMatrices worldToVoxelMatrices", grid),
    ...alike("cumVoxelsAt hasZeroVoxelsAt numVoxelsAt originAt voxelSizeAt", grid, 0),
    dualBbox: [grid, or(0, "missing")],
    isSame: [grid, grid],
    gridJaggedLike: [grid, features],
    ...alike("gridHilbert gridHilbertZyx gridMorton gridMortonZyx", grid, options()),
    ...alike("hilbert hilbertZyx morton mortonZyx", coords),
    ...twice("clippedGrid", grid, { ijkMin: 0, ijkMax: 2 }),
    ...twice("coarsenedGrid", grid, { factor: 2 }),
    ...twice("convGrid", grid, { kernel: 3 }),
    ...twice("convTransposeGrid", grid, { kernel: 3 }),
    ...twice("dilatedGrid", grid, options()),
    ...twice("dualGrid", grid, options()),
    ...twice("erodedGrid", grid, options()),
    ...twice("mergedGrid", grid, coarse),
    mergedGridWithRows: [grid, coarse],
    ...twice("paddedGrid", grid, { ijkMin: -1, ijkMax: 1 }),
    ...twice("prunedGrid", grid, mask),
    ...twice("refinedGrid", grid, { factor: 2 }),
    coordsInGrid: [grid, coords],
    pointsInGrid: [grid, vertices],
    ...alike("cubesInGrid cubesIntersectGrid", grid, vertices, { min: -1, max: 1 }),
    edgeNetwork: [grid, options()],
    ...alike("ijkToIndex ijkToInvIndex", grid, coords, options()),
    pointsToIndex: [grid, vertices, options()],
    neighborIndexes: [grid, coords, { extent: 1 }],
    neighborRows: [grid, { extent: 1 }],
    rowMap: [grid, coarse, options()],
    ...alike("voxelToWorld worldToVoxel", grid, vertices),
    ...alike("injectToDenseCmajor injectToDenseCminor", grid, features, options()),
    injectFromDenseCminor: [grid, values.full([1, 4, 4, 4, 2]), options()],
    injectFromDenseCmajor: [grid, values.full([1, 2, 4, 4, 4]), options()],
    injectFromIjk: [grid, coords, values.full([2, 2]), options()],
    injectFromIjkInto: [features, grid, coords, values.full([2, 2])],
    inject: [grid, coarse, values.full([coarse.numVoxels, 2]), options()],
    injectInto: [features, grid, coarse, values.full([coarse.numVoxels, 2])],
    ...poolCalls(values),
    marchingCubes: [grid, field, options()],
    "GridBatch.bbox": [grid, or(0, "missing")],
    move: [fresh(() => field.copy(), "resource")],
  };
}

function poolCalls({ grid, coarse, features, vertices, full, rows }: Values): Calls {
  const pair = { fine: grid, coarse };
  const factor = { factor: 2 };
  const less = full([coarse.numVoxels, 2]);
  const points = full([2, 2]);
  const both = { samples: full([4, 2]), gradients: full([4, 2, 3]) };
  return {
    ...alike("averagePool maxPool", pair, features, factor),
    averagePoolBackward: [pair, less, factor],
    maxPoolBackward: [pair, features, less, factor],
    upsampleNearest: [pair, less, factor],
    upsampleNearestBackward: [pair, features, factor],
    voxelMean: [grid, rows, points],
    voxelMeanBackward: [grid, rows, features],
    ...alike("sampleBezier sampleBezierWithGrad", grid, vertices, features, options()),
    ...alike("sampleTrilinear sampleTrilinearWithGrad", grid, vertices, features),
    sampleNearest: [grid, vertices, features],
    ...alike("sampleBezierBackward sampleTrilinearBackward", ...[
      grid,
      vertices,
      features,
      full([4, 2]),
      options(),
    ]),
    ...alike("sampleBezierWithGradBackward sampleTrilinearWithGradBackward", ...[
      grid,
      vertices,
      features,
      or(both, "empty"),
      options(),
    ]),
    ...alike("splatBezier splatNearest splatTrilinear", grid, vertices, full([4, 2]), options()),
    splatBezierBackward: [grid, vertices, full([4, 2]), features, options()],
    splatTrilinearBackward: [grid, vertices, full([4, 2]), features],
  };
}

const STRAIGHT = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

/** Calls of functions that take surfaces, distances, images, rays and convolutions. */
export function surfaceCalls(values: Values): Calls {
  const { grid, field, features, vertices, faces, surface, directions, lists, full } = values;
  const { plan, weights, distances, column } = values;
  const voxels = grid.numVoxels;
  const state = { grid, tsdf: field, weights: full([voxels]), features };
  const seen = {
    depth: full([1, 6, 8], 2),
    cameras: [{ intrinsics: [8, 0, 3.5, 0, 8, 2.5, 0, 0, 1], pose: STRAIGHT }],
    weights: full([1, 6, 8]),
    features: full([1, 6, 8, 2]),
  };
  const plain = { depth: seen.depth, cameras: seen.cameras, weights: seen.weights };
  const images = parts(seen, "weights");
  const fused = { halfWidth: 0.5, maxDepth: 9 };
  const [sigmas, rgbs] = [full([4]), full([4, 3])];
  const bend = full([surface.vertices.data.shape[0] ?? 0, 3]);
  const columns = full([surface.vertices.data.shape[0] ?? 0, 2]);
  const within = { halfWidth: 2 };
  const layer = { dtype: "f32", inChannels: 2, outChannels: 2 };
  const rays = [grid, vertices, directions];
  return {
    marchingCubesBackward: [grid, field, surface, bend],
    surfaceFeatures: [grid, field, surface, features],
    surfaceFeaturesBackward: [grid, field, surface, features, columns],
    surfaceNormals: [grid, field, surface],
    surfaceNormalsBackward: [grid, field, surface, bend],
    ...alike("meshDistances signedMeshDistances", grid, vertices, faces, within),
    ...alike("meshDistancesBackward signedMeshDistancesBackward", ...[
      grid,
      vertices,
      faces,
      distances,
      field,
    ]),
    closeTsdf: [{ grid, tsdf: field, weights: state.weights }, parts(plain, "weights"), fused],
    ...twice("integrateTsdf", state, images, fused),
    integrateTsdfBackward: [
      state,
      images,
      { grid },
      or({ tsdf: field }, "missing", "empty"),
      fused,
    ],
    ...twice("reinitializeSdf", grid, field, options()),
    ...twice("retopologizeSdf", grid, field, options()),
    ...alike("firstActiveVoxel raysIntersectVoxels segmentsAlongRays", ...rays, options()),
    rayImplicitIntersection: [...rays, field, options()],
    rayTrilinearIntersection: [...rays, field, options()],
    rayTrilinearIntersectionWithNormals: [...rays, field, options()],
    uniformRaySamples: [...rays, or(0, "number"), or(9, "number"), { stepSize: 1 }],
    "uniformRaySamples/times of rays": [
      ...rays,
      or(full([4]), "number"),
      or(full([4], 9), "number"),
      { stepSize: 1 },
    ],
    voxelRowsAlongRays: [...rays, options()],
    voxelsAlongRays: [...rays, options()],
    volumeRender: [sigmas, rgbs, sigmas, sigmas, options()],
    volumeRenderBackward: [
      sigmas,
      rgbs,
      sigmas,
      sigmas,
      or({ rgb: full([1, 3]) }, "empty"),
      options(),
    ],
    "volumeRenderBackward/of all": [
      sigmas,
      rgbs,
      sigmas,
      sigmas,
      or({ rgb: full([1, 3]), depth: full([1]), opacity: full([1]) }, "empty"),
      options({ wanted: ["sigmas", "rgbs", "deltas", "ts"] }),
    ],
    ...twice("sampleRaysByWeight", full([4, 2]), sigmas, { count: 3 }),
    imageErrors: [new Float32Array(121), new Float32Array(121), {
      width: 11,
      height: 11,
      channels: 1,
    }],
    ...twice("convPlan", grid, parts({ kernel: 1, target: grid }, "target")),
    sparseConv: [plan, features, weights, options()],
    "sparseConv/biased": [plan, features, weights, options({ bias: full([1]) })],
    sparseConvBackward: [plan, features, weights, column, options()],
    "sparseConvBackward/of relu": [
      plan,
      features,
      weights,
      column,
      options({
        reluResults: column,
        wanted: ["features", "weights", "bias"],
      }),
    ],
    tuneConv: [plan, parts({ ...layer, runs: 1 }, "runs")],
    fastestConv: [[TIMING], plan, layer],
    parseConvTimings: ["[]"],
    "ConvPlan.explain": [plan, options(layer)],
    "ConvPlan.explainAsync": [plan, options(layer)],
    "Context.failAllocation": [values.context, 0],
    "JaggedTensor.list": [lists, 0],
  };
}
