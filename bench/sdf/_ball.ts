/**
 * Depth images: a ball before a wall, of 640 by 480 pixels, and a ball before nothing, from all sides.
 *
 * @module
 */

import type { PinholeCamera } from "../_api.ts";

/** Pixels of a row. */
export const WIDTH = 640;
/** Pixels of a column. */
export const HEIGHT = 480;

const FOCUS = 525;

/** The camera that took it. */
export const CAMERA: PinholeCamera = {
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

/** The images from all sides. */
export const AROUND = { count: 16, width: 320, height: 240, focus: 300, away: 3 } as const;

/** Depths of a ball of 0.8 m around the origin, 0 beside it, seen from places on the equator. */
export function ballAround(): {
  readonly pixels: Float32Array<ArrayBuffer>;
  readonly cameras: readonly PinholeCamera[];
} {
  const { count, width, height, focus, away } = AROUND;
  const image = Float32Array.from({ length: width * height }, (_, pixel) => {
    const x = ((pixel % width) - (width - 1) / 2) / focus;
    const y = (Math.floor(pixel / width) - (height - 1) / 2) / focus;
    const square = x * x + y * y + 1;
    const root = away * away - square * (away * away - 0.64);
    return root > 0 ? (away - Math.sqrt(root)) / square : 0;
  });
  const pixels = new Float32Array(count * image.length);
  for (let at = 0; at < count; at++) pixels.set(image, at * image.length);
  const intrinsics = [focus, 0, (width - 1) / 2, 0, focus, (height - 1) / 2, 0, 0, 1];
  const cameras = Array.from({ length: count }, (_, at): PinholeCamera => {
    const angle = 2 * Math.PI * at / count;
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    return { intrinsics, pose: [c, 0, s, -away * s, 0, 1, 0, 0, -s, 0, c, -away * c, 0, 0, 0, 1] };
  });
  return { pixels, cameras };
}
