/**
 * Rows of operators on distance fields.
 *
 * @module
 */
import type { DType, GridBatch, PinholeCamera, Real, Tensor } from "../../lib/core/mod.ts";
import { gridFromDense } from "../../lib/grid/mod.ts";
import * as sdf from "../../lib/sdf/mod.ts";
import { type Inputs, Random, REALS } from "./_inputs.ts";
import { or, parts } from "./_marks.ts";
import { byType, type Family } from "./_table.ts";

const FUSED = { halfWidth: 0.5, maxDepth: 5 } as const;
const INTRINSICS = [56, 0, 31.5, 0, 56, 23.5, 0, 0, 1];
/** Two cameras: one looks along z, the other, from the side, along -x. */
const CAMERAS: readonly PinholeCamera[] = [
  { intrinsics: INTRINSICS, pose: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, -1, 0, 0, 0, 1] },
  { intrinsics: INTRINSICS, pose: [0, 0, -1, 3, 0, 1, 0, 0, 1, 0, 0, 1.5, 0, 0, 0, 1] },
];

/** Pixels along the sides of images. */
function sidesOf(inputs: Inputs): readonly [height: number, width: number] {
  return [4 * inputs.count(12), 4 * inputs.count(16)];
}

/** A wall with a bump before it and pixels that were not measured, [images, height, width]. */
function depth<D extends Real>(inputs: Inputs, dtype: D): Tensor<D> {
  const random = new Random(31);
  const [height, width] = sidesOf(inputs);
  const pixels = Array.from({ length: 2 * height * width }, (_, n) => {
    const [x, y] = [n % width - 30, (n / width | 0) % height - 20];
    const square = x * x + y * y;
    const isMissing = random.whole(0, 12) === 0;
    return isMissing ? 0 : square < 256 ? 2 + square / 512 : 3 + x / 256;
  });
  return inputs.tensor(pixels, dtype, height, width);
}

/** Fusion of depth images, closing, redistancing. */
export const SDF: Family = {
  name: "sdf",
  exported: sdf,
  cases: (inputs) => {
    const { context, ball, batch, own } = inputs;
    const [height, width] = sidesOf(inputs);
    const side = 4 * inputs.count(4);
    const box = (gridCount = 1): GridBatch =>
      own(gridFromDense({
        ...{ context, dims: side, gridCount },
        ...{ voxelSize: 0.125, origin: [-0.5, -0.5, 0.75] },
      }));
    const [one, two] = [box(), box(2)];
    /** Voxels with what was fused into them before. */
    const held = <D extends Real>(dtype: D, grid: GridBatch) => ({
      grid,
      tsdf: inputs.weights(dtype, [grid.numVoxels], 2),
      weights: inputs.weights(dtype, [grid.numVoxels], 3),
    });
    const state = <D extends Real>(dtype: D) => ({
      ...held(dtype, one),
      features: inputs.numbers(dtype, [one.numVoxels, 3], 4),
    });
    const plain = (dtype: Real) => ({
      depth: depth(inputs, dtype) as Tensor<Real>,
      cameras: CAMERAS,
      weights: inputs.weights(dtype, [2, height, width]),
    });
    const images = (dtype: Real, of: DType): sdf.DepthImages => ({
      ...plain(dtype),
      features: inputs.numbers(of, [2, height, width, 3]),
    });
    const seenBy = (images: object): unknown => parts(images, "weights");
    const closed = (dtype: Real, options: object = {}): readonly unknown[] => {
      const none = inputs.tensor(new Float32Array(one.numVoxels), dtype);
      const fused = sdf.integrateTsdf(
        { grid: one, tsdf: none, weights: none },
        plain(dtype),
        FUSED,
      );
      return [own(fused), seenBy(plain(dtype)), parts({ ...FUSED, ...options }, "background")];
    };
    const noise = inputs.numbers("f32", [ball.numVoxels]);
    const fields = byType(REALS, (dtype) => [ball, inputs.field(dtype)]);
    const field = inputs.field("f32", batch);
    const pixels = plain("f16");
    return {
      integrateTsdf: {
        ...byType(REALS, (dtype) => [state(dtype), seenBy(images(dtype, "u8")), FUSED]),
        "f32 2 grids": [
          held("f32", two),
          seenBy({ ...pixels, depth: inputs.lists(pixels.depth, 0, 1, 2) }),
          FUSED,
        ],
      },
      integrateTsdfBackward: byType(REALS, (dtype) => {
        const [before, seen] = [state(dtype), images(dtype, "f32")];
        const fused = own(sdf.integrateTsdf(before, seen, FUSED));
        const voxels = fused.grid.numVoxels;
        const gradients = {
          tsdf: inputs.numbers(dtype, [voxels], 5),
          weights: inputs.numbers(dtype, [voxels], 6),
          features: inputs.numbers(dtype, [voxels, 3], 7),
        };
        return [before, seenBy(seen), fused, or(gradients, "missing", "empty"), FUSED];
      }),
      closeTsdf: {
        ...byType(REALS, (dtype) => closed(dtype)),
        "f32 empty background": closed("f32", { background: "empty" }),
      },
      reinitializeSdf: {
        ...fields,
        "f32 noise, order 2, 5 steps": [ball, noise, { order: 2, steps: 5, halfWidthInVoxels: 2 }],
        "f32 smooth": [ball, noise, { smooth: 2, order: 1 }],
        "f32 taubin": [ball, inputs.field("f32"), { smooth: 2, smoothing: "taubin" }],
        "f32 batch": [batch, field],
      },
      retopologizeSdf: {
        ...fields,
        "f32 batch, without pruning": [batch, field, { prune: false }],
      },
    };
  },
};
