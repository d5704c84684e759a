/**
 * Views of volumes in bricks that have to be those of dense voxels.
 *
 * @module
 */

import type { VectorCamera } from "../../lib/core/mod.ts";
import type { Tensor } from "../../mod.ts";
import { assertBits } from "../_compare.ts";
import { lookAt } from "./_march.ts";

/** Views of balls in a box of about 20 voxels: from outside, from near, from within, and in parallel. */
export const CAMERAS: readonly VectorCamera[] = [
  lookAt([-30, -14, 22], [10, 7, 6]),
  lookAt([10, 7, 40], [10, 7, 6], { half: 0.4 }),
  lookAt([10, 7, 6], [0, 1, 2], { half: 1 }),
  lookAt([50, 7.5, 6], [10, 7.5, 6], { half: 6, projection: "parallel" }),
];

/** Volumes in bricks: element type, extent, layout and slots. */
export const BRICKED = [
  ["u8", 2, "paper", "rank"],
  ["u8", 4, "rank96", "rank"],
  ["u16", 4, "wide", "table"],
  ["i16", 8, "rank224", "rank"],
  ["f16", 4, "wide", "rank"],
  ["f32", 16, "rank96", "rank"],
] as const;

/** Refuses pictures that differ in a bit of an image or a depth. */
export function assertSame(
  a: { readonly image: Tensor<"u8">; readonly depths: Tensor<"f32"> | undefined },
  b: typeof a,
): void {
  assertBits(a.image.readSync(), b.image.readSync());
  assertBits(
    a.depths?.readSync() ?? new Float32Array(),
    b.depths?.readSync() ?? new Float32Array(),
  );
}
