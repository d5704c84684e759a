/**
 * Rows of operators on distance fields.
 *
 * @module
 */
import {
  type GridBatch,
  jagged,
  type Own,
  type PinholeCamera,
  type Real,
  type Tensor,
} from "../../lib/core/mod.ts";
import { gridFromDense } from "../../lib/grid/mod.ts";
import * as sdf from "../../lib/sdf/mod.ts";
import { type Inputs, Random } from "./_inputs.ts";
import { byType, type Family, type Row, rows } from "./_table.ts";

const REALS: readonly Real[] = ["f16", "f32", "f64"];
const [HEIGHT, WIDTH] = [48, 64];
const FUSED = { halfWidth: 0.5, maxDepth: 5 } as const;
const INTRINSICS = [56, 0, 31.5, 0, 56, 23.5, 0, 0, 1];
/** Two cameras: one looks along z, the other, from the side, along -x. */
const CAMERAS: readonly PinholeCamera[] = [
  { intrinsics: INTRINSICS, pose: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, -1, 0, 0, 0, 1] },
  { intrinsics: INTRINSICS, pose: [0, 0, -1, 3, 0, 1, 0, 0, 1, 0, 0, 1.5, 0, 0, 0, 1] },
];

/** A wall with a bump before it and pixels that were not measured, [images, height, width]. */
function depth<D extends Real>(inputs: Inputs, dtype: D): Tensor<D> {
  const random = new Random(31);
  const pixels = Array.from({ length: 2 * HEIGHT * WIDTH }, (_, n) => {
    const [x, y] = [n % WIDTH - 30, (n / WIDTH | 0) % HEIGHT - 20];
    const square = x * x + y * y;
    const isMissing = random.whole(0, 12) === 0;
    return isMissing ? 0 : square < 256 ? 2 + square / 512 : 3 + x / 256;
  });
  return inputs.tensor(pixels, dtype, HEIGHT, WIDTH);
}

function images(inputs: Inputs, dtype: Real): sdf.DepthImages {
  return {
    depth: depth(inputs, dtype),
    cameras: CAMERAS,
    weights: inputs.weights(dtype, [2, HEIGHT, WIDTH]),
    features: inputs.numbers("u8", [2, HEIGHT, WIDTH, 3]),
  };
}

/** A box of voxels with what was fused into them before. */
function state<D extends Real>(inputs: Inputs, dtype: D, grid: GridBatch): sdf.TsdfState<D> {
  return {
    grid,
    tsdf: inputs.weights(dtype, [grid.numVoxels], 2),
    weights: inputs.weights(dtype, [grid.numVoxels], 3),
    features: inputs.numbers(dtype, [grid.numVoxels, 3], 4),
  };
}

function box({ context }: Inputs, own: Own, gridCount = 1): GridBatch {
  return own(gridFromDense({
    ...{ context, dims: 16, gridCount },
    ...{ voxelSize: 0.125, origin: [-0.5, -0.5, 0.75] },
  }));
}

function fusionRows(inputs: Inputs): Row[] {
  const { closeTsdf, integrateTsdf, integrateTsdfBackward } = sdf;
  const background = "empty";
  return [
    ...rows("sdf/fuse", integrateTsdf, {
      ...byType(
        REALS,
        (dtype, own) =>
          integrateTsdf(state(inputs, dtype, box(inputs, own)), images(inputs, dtype), FUSED),
      ),
      "f32 2 grids": (own) => {
        const grid = box(inputs, own, 2);
        const { depth: pixels, weights, cameras } = images(inputs, "f16");
        const lists = own(jagged(pixels as Tensor<Real>, { offsets: [0, 1, 2] }));
        const { tsdf, weights: held } = state(inputs, "f32", grid);
        const seen = { depth: lists, cameras, ...weights && { weights } };
        return integrateTsdf({ grid, tsdf, weights: held }, seen, FUSED);
      },
    }),
    ...rows("sdf/fuse backward", integrateTsdfBackward, {
      ...byType(REALS, (dtype, own) => {
        const before = state(inputs, dtype, box(inputs, own));
        const seen = { ...images(inputs, dtype), features: inputs.numbers("f32", FEATURES) };
        const fused = own(integrateTsdf(before, seen, FUSED));
        const voxels = fused.grid.numVoxels;
        const gradients = {
          tsdf: inputs.numbers(dtype, [voxels], 5),
          weights: inputs.numbers(dtype, [voxels], 6),
          features: inputs.numbers(dtype, [voxels, 3], 7),
        };
        return integrateTsdfBackward(before, seen, fused, gradients, FUSED);
      }),
    }),
    ...rows("sdf/close", closeTsdf, {
      ...byType(REALS, (dtype, own) => closed(inputs, dtype, own, {})),
      "f32 empty background": (own) => closed(inputs, "f32", own, { background }),
    }),
  ];
}

const FEATURES = [2, HEIGHT, WIDTH, 3] as const;

/** Fuses into fresh voxels, then closes. */
function closed(
  inputs: Inputs,
  dtype: Real,
  own: Own,
  options: Pick<sdf.CloseTsdfOptions, "background">,
): unknown {
  const grid = box(inputs, own);
  const none = inputs.tensor(new Float32Array(grid.numVoxels), dtype);
  const { depth: pixels, cameras, weights } = images(inputs, dtype);
  const seen = { depth: pixels, cameras, ...weights && { weights } };
  const fused = own(sdf.integrateTsdf({ grid, tsdf: none, weights: none }, seen, FUSED));
  return sdf.closeTsdf(fused, seen, { ...FUSED, ...options });
}

function sdfRows(inputs: Inputs): Row[] {
  const { reinitializeSdf, retopologizeSdf } = sdf;
  const { ball, batch } = inputs;
  const noise = <D extends Real>(dtype: D): Tensor<D> => inputs.numbers(dtype, [ball.numVoxels]);
  return [
    ...fusionRows(inputs),
    ...rows("sdf/redistance", reinitializeSdf, {
      ...byType(REALS, (dtype) => reinitializeSdf(ball, inputs.field(dtype))),
      "f32 noise, order 2, 5 steps": () =>
        reinitializeSdf(ball, noise("f32"), { order: 2, steps: 5, halfWidthInVoxels: 2 }),
      "f32 smooth": () => reinitializeSdf(ball, noise("f32"), { smooth: 2, order: 1 }),
      "f32 taubin": () =>
        reinitializeSdf(ball, inputs.field("f32"), { smooth: 2, smoothing: "taubin" }),
      "f32 batch": () => reinitializeSdf(batch, inputs.field("f32", batch)),
    }),
    ...rows("sdf/retopologize", retopologizeSdf, {
      ...byType(REALS, (dtype) => retopologizeSdf(ball, inputs.field(dtype))),
      "f32 batch, without pruning": () =>
        retopologizeSdf(batch, inputs.field("f32", batch), { prune: false }),
    }),
  ];
}

/** Fusion of depth images, closing, redistancing. */
export const SDF: Family = { name: "sdf", exported: sdf, rows: sdfRows };
