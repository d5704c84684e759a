/**
 * Rows of functions on tensors, lists and facts about grids.
 *
 * @module
 */
import * as core from "../../lib/core/mod.ts";
import * as grids from "../../lib/grid/mod.ts";
import type { DType } from "../../lib/core/mod.ts";
import type { Inputs } from "./_inputs.ts";
import { byType, type Family, type Operator, type Row, rows } from "./_table.ts";

const TYPES: readonly DType[] = [
  ...["f16", "bf16", "f32", "f64"] as const,
  ...["i16", "i32", "i64", "u8", "u16", "bool"] as const,
];

const SIZE = { width: 8, height: 6 };
const VIEW: core.VectorCamera = {
  eye: [1, 2, 3],
  forward: [0.5, 3, 0.25],
  right: [2, 0.5, 0],
  up: [0.25, -0.25, 1.5],
};

function coreRows(inputs: Inputs): Row[] {
  return [...tensorRows(inputs), ...gridRows(inputs)];
}

function tensorRows(inputs: Inputs): Row[] {
  const { context } = inputs;
  const halves = Uint16Array.from({ length: 2 ** 16 }, (_, bits) => bits)
    .filter((bits) => (bits & 0x7f80) !== 0x7f80);
  return [
    ...rows("core/tensor", core.tensor, {
      ...byType(TYPES, (dtype) =>
        core.tensor(Array.from({ length: 300 }, (_, n) => n % 2), {
          ...{ context, dtype, shape: [100, 3] },
        })),
    }),
    ...rows("core/full tensor", core.fullTensor, {
      ...byType(TYPES, (dtype) => core.fullTensor([50, 3], 1, { context, dtype })),
    }),
    ...rows("core/empty tensor", core.emptyTensor, {
      "without elements": () => core.emptyTensor([0, 3], { context, dtype: "f32" }),
    }),
    ...rows("core/lists", core.jagged, {
      "f32": () => core.jagged(inputs.numbers("f32", [500, 2]), { offsets: [0, 7, 7, 500] }),
    }),
    ...rows("core/lists from list", core.jaggedFromList, {
      "f32, i64": () => [
        core.jaggedFromList([[1.5, 2], [], [3.25]], { context, dtype: "f32" }),
        core.jaggedFromList([BigInt64Array.of(1n, -2n), BigInt64Array.of(3n)], { context }),
      ],
    }),
    ...rows("core/move", core.move, {
      "f32": () => core.move(inputs.numbers("f32", [500, 2]).copy()),
    }),
    ...rows("core/to bf16", core.toBf16, {
      "f32": () => core.toBf16(inputs.numbers("f32", [5000]).readSync()),
    }),
    ...rows("core/from bf16", core.fromBf16, { "all finite": () => core.fromBf16(halves) }),
  ];
}

function gridRows(inputs: Inputs): Row[] {
  const { ball, batch, none } = inputs;
  const each = <T>(run: (b: number) => T): T[] => [0, 1, 2].map(run);
  return [
    ...rows("core/rows before grids", grids.cumVoxels, { "batch": () => grids.cumVoxels(batch) }),
    ...rows("core/rows before grid", grids.cumVoxelsAt, {
      "batch": () => each((b) => grids.cumVoxelsAt(batch, b)),
    }),
    ...rows("core/voxels of grid", grids.numVoxelsAt, {
      "batch": () => each((b) => grids.numVoxelsAt(batch, b)),
    }),
    ...rows("core/grid has no voxels", grids.hasZeroVoxelsAt, {
      "batch": () => each((b) => grids.hasZeroVoxelsAt(batch, b)),
    }),
    ...rows("core/origin of grid", grids.originAt, {
      "batch": () => each((b) => grids.originAt(batch, b)),
    }),
    ...rows("core/voxel size of grid", grids.voxelSizeAt, {
      "batch": () => each((b) => grids.voxelSizeAt(batch, b)),
    }),
    ...rows("core/dual box of grid", grids.dualBbox, {
      "batch": () => each((b) => grids.dualBbox(batch, b)),
    }),
    ...rows("core/dual boxes", grids.dualBboxes, { "batch": () => grids.dualBboxes(batch) }),
    ...rows("core/box of all", grids.totalBbox, { "batch": () => grids.totalBbox(batch) }),
    ...rows("core/dual box of all", grids.totalDualBbox, {
      "batch": () => grids.totalDualBbox(batch),
    }),
    ...rows("core/matrices to world", grids.voxelToWorldMatrices, {
      "batch": () => grids.voxelToWorldMatrices(batch),
    }),
    ...rows("core/matrices to voxels", grids.worldToVoxelMatrices, {
      "batch": () => grids.worldToVoxelMatrices(batch),
    }),
    ...rows("core/lists of grids", grids.gridJaggedLike, {
      "f32": () => grids.gridJaggedLike(batch, inputs.numbers("f32", [batch.numVoxels, 2])),
    }),
    ...rows("core/camera by matrices", core.cameraMatrices, {
      "of vectors": () => partsOf(core.cameraMatrices(VIEW, SIZE)),
    }),
    ...rows("core/camera by vectors", core.cameraVectors, {
      "of matrices": () => partsOf(core.cameraVectors(core.cameraMatrices(VIEW, SIZE))),
    }),
    ...rows("core/camera by intrinsics", core.cameraIntrinsics, {
      "of vectors": () => partsOf(core.cameraIntrinsics(VIEW, SIZE)),
    }),
    ...rows("core/same grids", grids.isSame, {
      "ball": () => [grids.isSame(ball, ball), grids.isSame(ball, batch), grids.isSame(none, ball)],
    }),
  ];
}

/** All numbers of a camera. */
function partsOf(camera: object): unknown[] {
  return Object.values(camera).map((part) => Array.isArray(part) ? [...part] : part);
}

const MACHINERY = "it has no result that could be hashed";

/** Tensors, lists, facts about grids. */
export const CORE: Family = {
  name: "core",
  exported: core,
  rows: coreRows,
  without: new Map<Operator, string>([
    [core.openContext, MACHINERY],
    [core.createBuffer, MACHINERY],
    [core.recordEvent, MACHINERY],
    [core.elapsed, "it measures time"],
    [core.scope, MACHINERY],
  ]),
};
