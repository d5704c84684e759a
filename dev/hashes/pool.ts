/**
 * Rows of operators that pool features.
 *
 * @module
 */
import type { Float, Own, Tensor } from "../../lib/core/mod.ts";
import { gridFromPointsWithRows } from "../../lib/grid/mod.ts";
import * as pool from "../../lib/pool/mod.ts";
import { coarsenedGrid } from "../../lib/topology/mod.ts";
import type { Inputs } from "./_inputs.ts";
import { byType, type Family, type Row, rows } from "./_table.ts";

const FLOATS: readonly Float[] = ["f16", "bf16", "f32", "f64"];

function poolRows(inputs: Inputs): Row[] {
  return [...windowRows(inputs), ...meanRows(inputs)];
}

function windowRows(inputs: Inputs): Row[] {
  const { averagePool, averagePoolBackward, maxPool, maxPoolBackward } = pool;
  const { upsampleNearest, upsampleNearestBackward } = pool;
  const factor = 2;
  const ofBall = (own: Own): pool.WindowGrids => ({
    fine: inputs.ball,
    coarse: own(coarsenedGrid(inputs.ball, { factor })),
  });
  const ofBatch = (own: Own): pool.WindowGrids => ({
    fine: inputs.batch,
    coarse: own(coarsenedGrid(inputs.batch, { factor })),
  });
  const fine = <D extends Float>(pair: pool.WindowGrids, dtype: D, channels: number): Tensor<D> =>
    inputs.numbers(dtype, [pair.fine.numVoxels, channels]);
  const less = <D extends Float>(pair: pool.WindowGrids, dtype: D, channels: number): Tensor<D> =>
    inputs.numbers(dtype, [pair.coarse.numVoxels, channels], 2);
  const variants = (
    run: (pair: pool.WindowGrids, dtype: Float, channels: number) => unknown,
  ): Record<string, Row["run"]> => ({
    ...byType(FLOATS, (dtype, own) => run(ofBall(own), dtype, 4), " x4"),
    "f32 x1": (own) => run(ofBall(own), "f32", 1),
    "f32 x3": (own) => run(ofBall(own), "f32", 3),
    "f32 x32": (own) => run(ofBall(own), "f32", 32),
    "f32 x3 batch": (own) => run(ofBatch(own), "f32", 3),
    "f32 x3 empty": () => run({ fine: inputs.none, coarse: inputs.none }, "f32", 3),
  });
  const overlapping = { factor: [3, 2, 3], stride: 2 } as const;
  return [
    ...rows("pool/average", averagePool, {
      ...variants((pair, dtype, n) => averagePool(pair, fine(pair, dtype, n), { factor })),
      "f32 x4 overlapping": (own) => {
        const pair = ofBall(own);
        return averagePool(pair, fine(pair, "f32", 4), overlapping);
      },
    }),
    ...rows("pool/average backward", averagePoolBackward, {
      ...variants((pair, dtype, n) => averagePoolBackward(pair, less(pair, dtype, n), { factor })),
      "f32 x4 overlapping": (own) => {
        const pair = ofBall(own);
        return averagePoolBackward(pair, less(pair, "f32", 4), overlapping);
      },
    }),
    ...rows("pool/max", maxPool, {
      ...variants((pair, dtype, n) => maxPool(pair, fine(pair, dtype, n), { factor })),
      "f32 x4 overlapping": (own) => {
        const pair = ofBall(own);
        return maxPool(pair, fine(pair, "f32", 4), overlapping);
      },
    }),
    ...rows("pool/max backward", maxPoolBackward, {
      ...variants((pair, dtype, n) =>
        maxPoolBackward(pair, fine(pair, dtype, n), less(pair, dtype, n), { factor })
      ),
      "f32 x4 overlapping": (own) => {
        const pair = ofBall(own);
        return maxPoolBackward(pair, fine(pair, "f32", 4), less(pair, "f32", 4), overlapping);
      },
    }),
    ...rows(
      "pool/upsample nearest",
      upsampleNearest,
      variants((pair, dtype, n) => upsampleNearest(pair, less(pair, dtype, n), { factor })),
    ),
    ...rows(
      "pool/upsample nearest backward",
      upsampleNearestBackward,
      variants((pair, dtype, n) => upsampleNearestBackward(pair, fine(pair, dtype, n), { factor })),
    ),
  ];
}

function meanRows(inputs: Inputs): Row[] {
  const { voxelMean, voxelMeanBackward } = pool;
  const points = inputs.points("f32");
  return [
    ...rows("pool/mean of voxel", voxelMean, {
      ...byType(["u8", ...FLOATS], (dtype, own) => {
        const { grid, rows } = own(gridFromPointsWithRows(points, { voxelSize: 2 }));
        return voxelMean(grid, rows, inputs.numbers(dtype, [10_000, 4]));
      }, " x4"),
      "f32 x1 batch": (own) => {
        const lists = inputs.batchPoints("f32");
        const { grid, rows } = own(gridFromPointsWithRows(lists, { voxelSize: 2 }));
        return voxelMean(grid, rows, inputs.numbers("f32", [7500, 1]));
      },
    }),
    ...rows("pool/mean of voxel backward", voxelMeanBackward, {
      ...byType(FLOATS, (dtype, own) => {
        const { grid, rows } = own(gridFromPointsWithRows(points, { voxelSize: 2 }));
        return voxelMeanBackward(grid, rows, inputs.numbers(dtype, [grid.numVoxels, 4]));
      }, " x4"),
    }),
  ];
}

/** Pooling, upsampling and means per voxel. */
export const POOL: Family = { name: "pool", exported: pool, rows: poolRows };
