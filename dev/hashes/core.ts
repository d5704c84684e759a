/**
 * Rows of functions on tensors, lists and facts about grids.
 *
 * @module
 */
import * as core from "../../lib/core/mod.ts";
import type { DType } from "../../lib/core/mod.ts";
import type { Inputs } from "./_inputs.ts";
import { byType, type Family, type Operator, type Row, rows } from "./_table.ts";

const TYPES: readonly DType[] = [
  ...["f16", "bf16", "f32", "f64"] as const,
  ...["i16", "i32", "i64", "u8", "u16", "bool"] as const,
];

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
    ...rows("core/rows before grids", core.cumVoxels, { "batch": () => core.cumVoxels(batch) }),
    ...rows("core/rows before grid", core.cumVoxelsAt, {
      "batch": () => each((b) => core.cumVoxelsAt(batch, b)),
    }),
    ...rows("core/voxels of grid", core.numVoxelsAt, {
      "batch": () => each((b) => core.numVoxelsAt(batch, b)),
    }),
    ...rows("core/grid has no voxels", core.hasZeroVoxelsAt, {
      "batch": () => each((b) => core.hasZeroVoxelsAt(batch, b)),
    }),
    ...rows("core/origin of grid", core.originAt, {
      "batch": () => each((b) => core.originAt(batch, b)),
    }),
    ...rows("core/voxel size of grid", core.voxelSizeAt, {
      "batch": () => each((b) => core.voxelSizeAt(batch, b)),
    }),
    ...rows("core/dual box of grid", core.dualBbox, {
      "batch": () => each((b) => core.dualBbox(batch, b)),
    }),
    ...rows("core/dual boxes", core.dualBboxes, { "batch": () => core.dualBboxes(batch) }),
    ...rows("core/box of all", core.totalBbox, { "batch": () => core.totalBbox(batch) }),
    ...rows("core/dual box of all", core.totalDualBbox, {
      "batch": () => core.totalDualBbox(batch),
    }),
    ...rows("core/matrices to world", core.voxelToWorldMatrices, {
      "batch": () => core.voxelToWorldMatrices(batch),
    }),
    ...rows("core/matrices to voxels", core.worldToVoxelMatrices, {
      "batch": () => core.worldToVoxelMatrices(batch),
    }),
    ...rows("core/lists of grids", core.gridJaggedLike, {
      "f32": () => core.gridJaggedLike(batch, inputs.numbers("f32", [batch.numVoxels, 2])),
    }),
    ...rows("core/same grids", core.isSame, {
      "ball": () => [core.isSame(ball, ball), core.isSame(ball, batch), core.isSame(none, ball)],
    }),
  ];
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
