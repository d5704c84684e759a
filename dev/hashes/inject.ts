/**
 * Rows of operators that move features between grids, boxes and lists of voxels.
 *
 * @module
 */
import type { DType, Tensor } from "../../lib/core/mod.ts";
import * as injection from "../../lib/inject/mod.ts";
import { clippedGrid, dilatedGrid } from "../../lib/topology/mod.ts";
import type { Inputs } from "./_inputs.ts";
import { byType, type Family, type Row, rows } from "./_table.ts";

const TYPES: readonly DType[] = ["f16", "bf16", "f32", "f64", "i32", "i64", "u8", "bool"];

function injectRows(inputs: Inputs): Row[] {
  return [...denseRows(inputs), ...voxelRows(inputs)];
}

function denseRows(inputs: Inputs): Row[] {
  const { injectFromDenseCmajor, injectFromDenseCminor } = injection;
  const { injectToDenseCmajor, injectToDenseCminor } = injection;
  const { ball, batch } = inputs;
  const features = <D extends DType>(dtype: D, channels: number): Tensor<D> =>
    inputs.numbers(dtype, [ball.numVoxels, channels]);
  const box = { ijkMin: [-10, -20, 0], dims: [40, 30, 20] } as const;
  const several = { ijkMin: [[-10, -9, -8], [0, 0, 0], [-30, -20, -10]], dims: 20 } as const;
  return [
    ...rows("inject/to dense, channels last", injectToDenseCminor, {
      ...byType(TYPES, (dtype) => injectToDenseCminor(ball, features(dtype, 3)), " x3"),
      "f32 x8 box": () => injectToDenseCminor(ball, features("f32", 8), box),
      "f32 x1 batch": () =>
        injectToDenseCminor(batch, inputs.numbers("f32", [batch.numVoxels, 1]), several),
    }),
    ...rows("inject/to dense, channels first", injectToDenseCmajor, {
      ...byType(TYPES, (dtype) => injectToDenseCmajor(ball, features(dtype, 3)), " x3"),
      "f32 x8 box": () => injectToDenseCmajor(ball, features("f32", 8), box),
      "f32 x1 batch": () =>
        injectToDenseCmajor(batch, inputs.numbers("f32", [batch.numVoxels, 1]), several),
    }),
    ...rows("inject/from dense, channels last", injectFromDenseCminor, {
      ...byType(
        TYPES,
        (dtype) =>
          injectFromDenseCminor(ball, inputs.numbers(dtype, [1, 40, 30, 20, 3]), {
            ijkMin: [-10, -20, 0],
          }),
        " x3",
      ),
      "f32 x4 batch": () =>
        injectFromDenseCminor(batch, inputs.numbers("f32", [3, 20, 20, 20, 4]), {
          ijkMin: several.ijkMin,
        }),
    }),
    ...rows("inject/from dense, channels first", injectFromDenseCmajor, {
      ...byType(
        TYPES,
        (dtype) =>
          injectFromDenseCmajor(ball, inputs.numbers(dtype, [1, 3, 40, 30, 20]), {
            ijkMin: [-10, -20, 0],
          }),
        " x3",
      ),
      "f32 x4 batch": () =>
        injectFromDenseCmajor(batch, inputs.numbers("f32", [3, 4, 20, 20, 20]), {
          ijkMin: several.ijkMin,
        }),
    }),
  ];
}

function voxelRows(inputs: Inputs): Row[] {
  const { inject, injectFromIjk, injectFromIjkInto, injectInto } = injection;
  const { ball, batch, coords } = inputs;
  const clip = { ijkMin: [-30, -5, -9], ijkMax: [11, 30, 30] } as const;
  return [
    ...rows("inject/from voxels", injectFromIjk, {
      ...byType(
        TYPES,
        (dtype) => injectFromIjk(ball, coords, inputs.numbers(dtype, [10_000, 3]), { fill: 1 }),
        " x3, voxels listed twice",
      ),
      "f32 x1 batch": () => injectFromIjk(batch, inputs.batchCoords, inputs.numbers("f32", [7500])),
    }),
    ...rows("inject/from voxels in place", injectFromIjkInto, {
      "f32 x3": () => {
        const target = inputs.numbers("f32", [ball.numVoxels, 3], 2).copy();
        injectFromIjkInto(target, ball, coords, inputs.numbers("f32", [10_000, 3]));
        return target;
      },
    }),
    ...rows("inject/from grid", inject, {
      ...byType(
        TYPES,
        (dtype, own) => {
          const part = own(clippedGrid(ball, clip));
          return inject(ball, part, inputs.numbers(dtype, [part.numVoxels, 3]), { fill: 1 });
        },
        " x3",
      ),
      "f32 x8 batch": (own) =>
        inject(own(dilatedGrid(batch)), batch, inputs.numbers("f32", [batch.numVoxels, 8])),
    }),
    ...rows("inject/from grid in place", injectInto, {
      "f32 x4": (own) => {
        const part = own(clippedGrid(ball, clip));
        const target = inputs.numbers("f32", [ball.numVoxels, 4], 2).copy();
        injectInto(target, ball, part, inputs.numbers("f32", [part.numVoxels, 4]));
        return target;
      },
      "f16 x1 no voxels in common": () => {
        const target = inputs.numbers("f16", [ball.numVoxels, 1], 2).copy();
        injectInto(target, ball, inputs.none, inputs.numbers("f16", [0, 1]));
        return target;
      },
    }),
  ];
}

/** Transfer of features. */
export const INJECT: Family = { name: "inject", exported: injection, rows: injectRows };
