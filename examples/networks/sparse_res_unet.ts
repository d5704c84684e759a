/**
 * SparseResUNet42, as TorchSparse defines it; SPVNAS and others call it MinkUNet with a width of 1. It has 49 convolutions
 * besides the head, each with a norm behind it, and segments scans of LiDAR.
 *
 * @see Tang et al., "Searching efficient 3D architectures with sparse point-voxel convolution", 2020.
 * @module
 */

import type { InitialNumbers } from "./blocks.ts";
import { makeResUNet, type ResUNet } from "./res_unet.ts";

export { runResUNet as runSparseResUNet42 } from "./res_unet.ts";

/** Sizes of the network. */
export interface SparseResUNetSizes extends InitialNumbers {
  /** Channels of the input. */
  readonly inputs: number;
  readonly classes: number;
  /** Share of the channels of each layer. */
  readonly width?: number;
}

/** How many levels its pyramid has. */
export const SPARSE_RES_UNET_LEVELS = 5;

/** Makes the parameters; the caller owns them. */
export function makeSparseResUNet42(
  { width = 1, ...sizes }: SparseResUNetSizes,
): ResUNet & Disposable {
  const of = (channels: number): number => Math.trunc(width * channels);
  return makeResUNet({
    ...sizes,
    stem: of(32),
    kernels: [3, 3],
    channels: [32, 64, 128, 256, 256, 128, 96, 96].map(of),
    blocks: Array(8).fill(2),
  });
}
