/**
 * A depth image of 640 by 480 pixels: a ball before a wall.
 *
 * @module
 */

import type { DepthCamera } from "../../lib/sdf/mod.ts";

/** Pixels of a row. */
export const WIDTH = 640;
/** Pixels of a column. */
export const HEIGHT = 480;

const FOCUS = 525;

/** The camera that took it. */
export const CAMERA: DepthCamera = {
  intrinsics: [FOCUS, 0, (WIDTH - 1) / 2, 0, FOCUS, (HEIGHT - 1) / 2, 0, 0, 1],
  pose: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1],
};

/** Depth of a ball of 0.8 m around (0, 0, 2), and of a wall 3 m away. */
export function ballDepths(): Float32Array<ArrayBuffer> {
  return Float32Array.from({ length: WIDTH * HEIGHT }, (_, pixel) => {
    const x = ((pixel % WIDTH) - (WIDTH - 1) / 2) / FOCUS;
    const y = (Math.floor(pixel / WIDTH) - (HEIGHT - 1) / 2) / FOCUS;
    const square = x * x + y * y + 1;
    const root = 4 - square * (4 - 0.64);
    return root > 0 ? (2 - Math.sqrt(root)) / square : 3;
  });
}
