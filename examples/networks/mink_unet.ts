/**
 * MinkUNet18A and MinkUNet34C, as MinkowskiEngine defines them: a first convolution of 5 x 5 x 5 taps, and as many residual
 * blocks as the ResNets of the same numbers have.
 *
 * @see Choy, Gwak and Savarese, "4D spatio-temporal ConvNets: Minkowski convolutional neural networks", 2019.
 * @module
 */

import type { InitialNumbers } from "./blocks.ts";
import { makeResUNet, type ResUNet } from "./res_unet.ts";

export { runResUNet as runMinkUNet } from "./res_unet.ts";

/** Which of them. */
export type MinkUNetName = keyof typeof SIZES;

/** Sizes of the network. */
export interface MinkUNetSizes extends InitialNumbers {
  readonly name: MinkUNetName;
  /** Channels of the input. */
  readonly inputs: number;
  readonly classes: number;
}

const SIZES = {
  "18A": { channels: [32, 64, 128, 256, 128, 128, 96, 96], blocks: [2, 2, 2, 2, 2, 2, 2, 2] },
  "34C": { channels: [32, 64, 128, 256, 256, 128, 96, 96], blocks: [2, 3, 4, 6, 2, 2, 2, 2] },
} as const;

/** How many levels its pyramid has, which is to be made with `wide`. */
export const MINK_UNET_LEVELS = 5;

/** Makes the parameters; the caller owns them. */
export function makeMinkUNet({ name, ...sizes }: MinkUNetSizes): ResUNet & Disposable {
  return makeResUNet({ ...sizes, ...SIZES[name], stem: 32, kernels: [5] });
}
