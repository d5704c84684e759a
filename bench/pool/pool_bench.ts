/**
 * Pooling and upsampling of blocks of 2^3 voxels of a box, overlapping windows, large blocks around a surface, and averages
 * per voxel: exact sums of bytes, ordered sums of floats.
 *
 * @module
 */

import {
  averagePool,
  averagePoolBackward,
  coarsenedGrid,
  type Context,
  fullTensor,
  type GridBatch,
  gridFromDense,
  gridFromPointsWithRows,
  maxPool,
  maxPoolBackward,
  type Tensor,
  tensor,
  upsampleNearest,
  upsampleNearestBackward,
  voxelMean,
  voxelMeanBackward,
} from "../_api.ts";
import { type BenchRow, benchTable, equalArrays, row, shared } from "../_harness.ts";
import { surfaceInput } from "../grid/_points.ts";

interface Blocks {
  readonly grids: { readonly fine: GridBatch; readonly coarse: GridBatch };
  /** 2 for each fine voxel and channel. */
  readonly values: Tensor<"f32">;
  /** 8 for each coarse voxel and channel. */
  readonly given: Tensor<"f32">;
}

function boxes(context: Context): Blocks["grids"] {
  const fine = gridFromDense({ context, dims: 64 });
  return { fine, coarse: coarsenedGrid(fine, { factor: 2 }) };
}

/** The rows of a box, with a number of channels. */
function boxRows(channels: number): BenchRow[] {
  const make = (context: Context): Blocks => {
    const grids = shared(context, boxes);
    const full = ({ numVoxels }: GridBatch, value: number): Tensor<"f32"> =>
      fullTensor([numVoxels, channels], value, { context, dtype: "f32" });
    return { grids, values: full(grids.fine, 2), given: full(grids.coarse, 8) };
  };
  const on = ({ grids }: Blocks): string => `${grids.fine.numVoxels} voxels, ${channels} channels`;
  const are = (...wanted: readonly number[]) => (result: Tensor<"f32">): boolean =>
    result.readSync().every((one) => wanted.includes(one));
  const options = { factor: 2 };
  return [
    row(averagePool, make, {
      on,
      run: ({ grids, values }) => averagePool(grids, values, options),
      check: are(2),
    }),
    row(averagePoolBackward, make, {
      on,
      run: ({ grids, given }) => averagePoolBackward(grids, given, options),
      check: are(1),
    }),
    row(upsampleNearest, make, {
      on,
      run: ({ grids, given }) => upsampleNearest(grids, given, options),
      check: are(8),
    }),
    row(upsampleNearestBackward, make, {
      on,
      run: ({ grids, values }) => upsampleNearestBackward(grids, values, options),
      check: are(16),
    }),
    ...[2, 3].flatMap((factor) => [
      row(maxPool, make, {
        on: (input) => `windows of ${factor}^3, ${on(input)}`,
        run: ({ grids, values }) => maxPool(grids, values, { factor, stride: 2 }),
        check: are(2),
      }),
      row(maxPoolBackward, make, {
        on: (input) => `windows of ${factor}^3, ${on(input)}`,
        run: ({ grids, values, given }) =>
          maxPoolBackward(grids, values, given, { factor, stride: 2 }),
        check: are(0, 8),
      }),
    ]),
  ];
}

const means = (context: Context) => {
  const { count, points } = shared(context, surfaceInput);
  const { grid, rows } = gridFromPointsWithRows(points, { voxelSize: 1 });
  const ofPoint = Array.from(rows.readSync(), Number);
  const counts = new Float64Array(grid.numVoxels);
  for (const voxel of ofPoint) counts[voxel] = (counts[voxel] ?? 0) + 1;
  const all = Uint8Array.from({ length: count * 3 }, (_, at) => at);
  const bytes = tensor(all, { context, shape: [count, 3] });
  return { count, grid, rows, ofPoint, counts, points, bytes, sums: voxelMean(grid, rows, points) };
};

/** Whether means are exact sums over counts; all sums here are whole numbers. */
function areMeans(
  result: Float32Array,
  values: ArrayLike<number>,
  { ofPoint, counts }: ReturnType<typeof means>,
): boolean {
  const sums = new Float64Array(result.length);
  ofPoint.forEach((voxel, n) => {
    for (let channel = 0; channel < 3; channel++) {
      const at = voxel * 3 + channel;
      sums[at] = (sums[at] ?? 0) + (values[n * 3 + channel] ?? 0);
    }
  });
  const expected = sums.map((sum, at) => Math.fround(sum / (counts[Math.floor(at / 3)] ?? 0)));
  return equalArrays(result, expected);
}

await benchTable(import.meta.main, [
  ...[1, 32].flatMap(boxRows),
  ...[8, 32, 128].map((factor) =>
    row(averagePool, (context) => {
      const { grid: fine } = shared(context, surfaceInput);
      const ones = fullTensor([fine.numVoxels, 4], 1, { context, dtype: "f32" });
      return { grids: { fine, coarse: coarsenedGrid(fine, { factor }) }, ones };
    }, {
      on: ({ grids }) => `${grids.fine.numVoxels} voxels of a surface by ${factor}, 4 channels`,
      run: ({ grids, ones }) => averagePool(grids, ones, { factor }),
      check: (pooled, { ones }) => {
        const sum = pooled.readSync().reduce((sum, one) => sum + one, 0);
        return Math.abs(sum * factor ** 3 / ones.length - 1) < 1e-6;
      },
    })
  ),
  row(voxelMean, means, {
    on: ({ count }) => `u8 [${count}, 3]`,
    run: ({ grid, rows, bytes }) => voxelMean(grid, rows, bytes),
    check: (result, input) => areMeans(result.readSync(), input.bytes.readSync(), input),
  }),
  row(voxelMean, means, {
    on: ({ count }) => `f32 [${count}, 3]`,
    run: ({ grid, rows, points }) => voxelMean(grid, rows, points),
    check: (result, input) => areMeans(result.readSync(), input.points.readSync(), input),
  }),
  row(voxelMeanBackward, means, {
    on: ({ count }) => `f32 [${count}, 3]`,
    run: ({ grid, rows, sums }) => voxelMeanBackward(grid, rows, sums),
    check: (shares, { count, ofPoint, counts, sums }) => {
      const given = sums.readSync();
      const expected = Float32Array.from({ length: count * 3 }, (_, at) => {
        const voxel = ofPoint[Math.floor(at / 3)] ?? NaN;
        return (given[voxel * 3 + at % 3] ?? NaN) / (counts[voxel] ?? NaN);
      });
      return equalArrays(shares.readSync(), expected);
    },
  }),
]);
