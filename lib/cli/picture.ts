/**
 * Pictures on their way to a file.
 *
 * @module
 */

import { dirname } from "@std/path";
import { encodePng } from "../io/mod.ts";
import { toSrgbByte } from "./shading.ts";

/**
 * Refuses to start work whose result has no place to go.
 *
 * @param path The file that shall be written.
 * @throws {Error} If its folder is not there.
 */
export async function checkFolder(path: string): Promise<void> {
  const folder = dirname(path);
  const isFolder = await Deno.stat(folder).then((info) => info.isDirectory, () => false);
  if (!isFolder) throw new Error(`Cannot write "${path}": there is no folder "${folder}"`);
}

/** How large a picture is. */
export interface PictureSize {
  /** Pixels from left to right. */
  readonly width: number;
  /** Pixels from top to bottom. */
  readonly height: number;
}

/**
 * Writes a picture as PNG.
 *
 * @param path The file.
 * @param pixels 8-bit sRGB, [height, width, 3].
 * @param size The picture's size.
 */
export async function savePicture(
  path: string,
  pixels: Uint8Array<ArrayBuffer>,
  { width, height }: PictureSize,
): Promise<void> {
  await Deno.writeFile(path, await encodePng(pixels, { width, height, channels: 3 }));
}

/**
 * Averages the samples of each pixel and encodes them.
 *
 * @param linear Linear colours, [pixels * samples * samples, 3].
 * @param samples Samples per pixel along each axis.
 * @param pixels Where 8-bit sRGB goes, [pixels, 3].
 */
export function averageSamples(linear: Float32Array, samples: number, pixels: Uint8Array): void {
  const perPixel = samples * samples;
  const count = linear.length / 3 / perPixel;
  for (let pixel = 0; pixel < count; pixel++) {
    for (let channel = 0; channel < 3; channel++) {
      let sum = 0;
      for (let sample = 0; sample < perPixel; sample++) {
        // Each sample is limited first, so that one bright sample does not jag an edge.
        sum += Math.min(1.5, linear[(pixel * perPixel + sample) * 3 + channel] ?? 0);
      }
      pixels[pixel * 3 + channel] = toSrgbByte(sum / perPixel);
    }
  }
}
