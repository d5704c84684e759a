/**
 * Rows of operators that pool features.
 *
 * @module
 */
import type { Float, GridBatch } from "../../lib/core/mod.ts";
import { gridFromPointsWithRows } from "../../lib/grid/mod.ts";
import * as pool from "../../lib/pool/mod.ts";
import { coarsenedGrid } from "../../lib/topology/mod.ts";
import { FLOATS } from "./_inputs.ts";
import { parts } from "./_marks.ts";
import { byType, type Cases, type Family } from "./_table.ts";

/** Pooling, upsampling and means per voxel. */
export const POOL: Family = {
  name: "pool",
  exported: pool,
  cases: (inputs) => {
    const { ball, batch, none, own } = inputs;
    const coarsened = (fine: GridBatch): pool.WindowGrids => ({
      fine,
      coarse: own(coarsenedGrid(fine, { factor: 2 })),
    });
    const [ofBall, ofBatch] = [coarsened(ball), coarsened(batch)];
    /** Windows of two voxels with features of the fine grid, of the coarse one, or of both. */
    const windows = (features: "fine" | "coarse" | "both", canOverlap: boolean): Cases => {
      const make = (
        pair: pool.WindowGrids,
        dtype: Float,
        channels: number,
        options: object = { factor: 2 },
      ): readonly unknown[] => {
        const fine = inputs.features(dtype, channels, pair.fine);
        const coarse = inputs.numbers(dtype, [pair.coarse.numVoxels, channels], 2);
        const given = { fine: [fine], coarse: [coarse], both: [fine, coarse] }[features];
        return [pair, ...given, options];
      };
      const overlapping = parts({ factor: [3, 2, 3], stride: 2 }, "factor[]", "stride");
      return {
        ...byType(FLOATS, (dtype) => make(ofBall, dtype, 4), " x4"),
        "f32 x1": make(ofBall, "f32", 1),
        "f32 x3": make(ofBall, "f32", 3),
        "f32 x32": make(ofBall, "f32", 32),
        "f32 x3 batch": make(ofBatch, "f32", 3),
        "f32 x3 empty": make({ fine: none, coarse: none }, "f32", 3),
        ...canOverlap && { "f32 x4 overlapping": make(ofBall, "f32", 4, overlapping) },
      };
    };
    const size = { voxelSize: 2 };
    const { grid, rows } = own(gridFromPointsWithRows(inputs.points("f32"), size));
    const several = own(gridFromPointsWithRows(inputs.batchPoints("f32"), size));
    return {
      averagePool: windows("fine", true),
      averagePoolBackward: windows("coarse", true),
      maxPool: windows("fine", true),
      maxPoolBackward: windows("both", true),
      upsampleNearest: windows("coarse", false),
      upsampleNearestBackward: windows("fine", false),
      voxelMean: {
        ...byType(
          ["u8", ...FLOATS],
          (dtype) => [grid, rows, inputs.numbers(dtype, [inputs.count(10_000), 4])],
          " x4",
        ),
        "f32 x1 batch": [
          several.grid,
          several.rows,
          inputs.numbers("f32", [inputs.count(7500), 1]),
        ],
      },
      voxelMeanBackward: byType(
        FLOATS,
        (dtype) => [grid, rows, inputs.features(dtype, 4, grid)],
        " x4",
      ),
    };
  },
};
