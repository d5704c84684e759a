/**
 * Calls of the public functions on batches of several grids, with lists of points and rays.
 *
 * @module
 */
import { coarsenedGrid, concatenateGrids, fullTensor, jagged, tensor } from "../_doors.ts";
import { alike, type Calls, options, or, parts, type Values } from "./_operands.ts";

/** Calls of functions on a batch of a grid and of a coarser one; the scope owns what is made for them. */
export function batchCalls(values: Values): Calls {
  const { own, context, grid, coarse, full, vertices, coords } = values;
  const batch = own(concatenateGrids([grid, coarse]));
  const less = own(coarsenedGrid(batch, { factor: 2 }));
  const voxels = batch.numVoxels;
  const numbers = Float32Array.from({ length: voxels }, (_, row) => row % 4 - 1.5);
  const field = own(tensor(numbers, { context }));
  const features = full([voxels, 2]);
  const fewer = full([less.numVoxels, 2]);
  const points = own(jagged(vertices, { offsets: [0, 1, 4] }));
  const ijk = own(jagged(coords, { offsets: [0, 1, 2] }));
  const list = own(jagged(full([4, 2]), { offsets: [0, 1, 4] }));
  const steep = own(jagged(full([4, 2, 3]), { offsets: [0, 1, 4] }));
  const src = full([2, 2]);
  const mask = own(tensor(new Uint8Array(voxels).fill(1), { context, dtype: "bool" }));
  const condition = own(fullTensor([4, 2], true, { context, dtype: "bool" }));
  const rays = [batch, points, points];
  const gradients = or({ samples: list, gradients: steep }, "empty");
  const pair = { fine: batch, coarse: less };
  const factor = { factor: 2 };
  return {
    ...alike("sampleBezier/batch sampleBezierWithGrad/batch", batch, points, features, options()),
    ...alike("sampleNearest/batch sampleTrilinear/batch", batch, points, features),
    "sampleTrilinearWithGrad/batch": [batch, points, features],
    ...alike("sampleBezierBackward/batch sampleTrilinearBackward/batch", ...[
      batch,
      points,
      features,
      list,
      options(),
    ]),
    ...alike("sampleBezierWithGradBackward/batch sampleTrilinearWithGradBackward/batch", ...[
      batch,
      points,
      features,
      gradients,
      options(),
    ]),
    ...alike("splatBezier/batch splatNearest/batch splatTrilinear/batch", ...[
      batch,
      points,
      list,
      options(),
    ]),
    ...alike(
      "splatBezierBackward/batch splatTrilinearBackward/batch",
      batch,
      points,
      list,
      features,
    ),
    ...alike("firstActiveVoxel/batch raysIntersectVoxels/batch", ...rays, options()),
    ...alike("segmentsAlongRays/batch voxelsAlongRays/batch", ...rays, options()),
    "voxelRowsAlongRays/batch": [...rays, options()],
    ...alike("rayImplicitIntersection/batch rayTrilinearIntersection/batch", ...[
      ...rays,
      field,
      options(),
    ]),
    "rayTrilinearIntersectionWithNormals/batch": [...rays, field, options()],
    "uniformRaySamples/batch": [...rays, or(0, "number"), or(9, "number"), { stepSize: 1 }],
    ...alike("injectToDenseCmajor/batch injectToDenseCminor/batch", batch, features, options()),
    "injectFromDenseCminor/batch": [batch, full([2, 4, 4, 4, 2]), options()],
    "injectFromDenseCmajor/batch": [batch, full([2, 2, 4, 4, 4]), options()],
    "injectFromIjk/batch": [batch, ijk, src, options()],
    "injectFromIjkInto/batch": [features, batch, ijk, src],
    "inject/batch": [less, batch, features, options()],
    "injectInto/batch": [fewer, less, batch, features],
    ...alike("averagePool/batch maxPool/batch", pair, features, factor),
    "maxPoolBackward/batch": [pair, features, fewer, factor],
    ...alike("upsampleNearest/batch averagePoolBackward/batch", pair, fewer, factor),
    "upsampleNearestBackward/batch": [pair, features, factor],
    ...alike("coordsInGrid/batch ijkToIndex/batch ijkToInvIndex/batch", batch, ijk),
    "neighborIndexes/batch": [batch, ijk, { extent: 1 }],
    ...alike("pointsInGrid/batch pointsToIndex/batch", batch, points),
    ...alike("voxelToWorld/batch worldToVoxel/batch", batch, points),
    ...alike("cubesInGrid/batch cubesIntersectGrid/batch", batch, points, { min: -1, max: 1 }),
    ...alike("edgeNetwork/batch gridHilbert/batch gridMorton/batch", batch, options()),
    ...alike("gridIjk/batch leafGrids/batch leafNeighbors/batch rowGrids/batch", batch),
    "rowMap/batch": [batch, less, options()],
    "marchingCubes/batch": [batch, field, options()],
    ...alike("reinitializeSdf/batch retopologizeSdf/batch", batch, field, options()),
    ...alike("gridFromIjk/batch gridFromIjkAsync/batch", ijk, options({ voxelSize: 1 })),
    ...alike("gridFromPoints/batch gridFromPointsWithRows/batch", points, { voxelSize: 1 }),
    "gridFromNearestVoxelsToPoints/batch": [points, { voxelSize: 1 }],
    ...alike("dilatedGrid/batch dualGrid/batch erodedGrid/batch", batch, options()),
    ...alike("coarsenedGrid/batch refinedGrid/batch", batch, factor),
    ...alike("convGrid/batch convTransposeGrid/batch convPlan/batch", batch, { kernel: 3 }),
    "clippedGrid/batch": [batch, { ijkMin: 0, ijkMax: 2 }],
    "paddedGrid/batch": [batch, { ijkMin: -1, ijkMax: 1 }],
    "prunedGrid/batch": [batch, mask],
    "refinedGrid/masked": [batch, parts({ factor: 2, mask }, "mask")],
    ...alike("mergedGrid/batch mergedGridWithRows/batch", batch, less),
    "selectGrids/batch": [batch, or([1, 0], "number", "empty")],
    ...alike("jaggedSum/lists jaggedMax/lists jaggedVar/lists jaggedAll/lists", list, options()),
    ...alike("add/lists maximum/lists equal/lists", or(list, "number"), or(list, "number")),
    "where/lists": [condition, or(list, "number"), or(1, "number")],
  };
}
