/**
 * Pictures on their way to a file.
 *
 * @module
 */

import { dirname } from "@std/path";
import { encodePng } from "../../io/mod.ts";
import { STDOUT } from "../shared/output.ts";
import { BRIGHTEST, toSrgb } from "./shading.ts";
import { writeWhole } from "../shared/whole_file.ts";

/**
 * Refuses to start work whose result has no place to go.
 *
 * People at a terminal are asked for the permission to write now and not after the work; who wants JSON is a program,
 * which cannot answer.
 *
 * @param path The file that shall be written.
 * @param request Whether JSON is wanted, and whether the file has to be a new one.
 * @throws {Error} If its folder is not there, if it is a folder itself, or if it must not be written.
 */
export async function checkTarget(
  path: string,
  { json, createNew = false }: { readonly json: boolean; readonly createNew?: boolean },
): Promise<void> {
  if (path === STDOUT) return;
  const there = await statOf(path);
  if (there?.isDirectory) {
    throw new Error(`Cannot write "${path}": it is a folder, a file expected`);
  }
  const folder = dirname(path);
  // A target that is there has a folder, at which Deno may not look, as at "/dev".
  if (there === undefined && !(await statOf(folder))?.isDirectory) {
    throw new Error(`Cannot write "${path}": there is no folder "${folder}"; make it first`);
  }
  if (createNew && await holdsData(path)) {
    throw new Error(`Cannot write "${path}": it exists already; --force overwrites it`);
  }
  const descriptor = { name: "write", path } as const;
  const { state } =
    await (json ? Deno.permissions.query(descriptor) : Deno.permissions.request(descriptor));
  if (state !== "granted") {
    throw new Error(`Cannot write "${path}": run again with --allow-write=${folder}`);
  }
}

async function statOf(path: string): Promise<Deno.FileInfo | undefined> {
  try {
    return await Deno.stat(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotCapable) throw error;
    return undefined;
  }
}

/** Whether a path is taken, be it by a link that leads nowhere; devices and pipes have nothing to keep. */
async function holdsData(path: string): Promise<boolean> {
  const [there, itself] = [await statOf(path), await Deno.lstat(path).catch(() => undefined)];
  return there === undefined ? itself !== undefined : there.isFile;
}

/** Size of a picture. */
export interface PictureSize {
  /** Image width in pixels. */
  readonly width: number;
  /** Image height in pixels. */
  readonly height: number;
}

/**
 * Writes a picture as PNG.
 *
 * @param path The file.
 * @param pixels 8-bit sRGB, [height, width, 3], or with opacity, [height, width, 4].
 * @param size The picture's size.
 */
export async function savePicture(
  path: string,
  pixels: Uint8Array<ArrayBuffer>,
  { width, height }: PictureSize,
): Promise<void> {
  const channels = pixels.length === width * height * 4 ? 4 : 3;
  await writeWhole(path, await encodePng(pixels, { width, height, channels }));
}

/** Samples that are averaged to pixels. */
export interface SampleOptions {
  /** Samples per pixel along each axis. */
  readonly samples: number;
  /**
   * Number that is added to each pixel before rounding, from -1/2 to 1/2: where that differs from pixel to pixel, slow
   * changes of color have no visible steps.
   *
   * @default {() => 0}
   */
  readonly dither?: (pixel: number) => number;
}

/**
 * Averages the samples of each pixel and encodes them.
 *
 * @param linear Linear colors, [pixels * samples * samples, 3].
 * @param pixels Where 8-bit sRGB goes, [pixels, 3].
 * @param options How many samples there are.
 */
export function averageSamples(
  linear: Float32Array,
  pixels: Uint8Array,
  { samples, dither = () => 0 }: SampleOptions,
): void {
  const perPixel = samples * samples;
  const count = linear.length / 3 / perPixel;
  for (let pixel = 0; pixel < count; pixel++) {
    const added = dither(pixel);
    for (let channel = 0; channel < 3; channel++) {
      let sum = 0;
      for (let sample = 0; sample < perPixel; sample++) {
        // Each sample is limited first, so that one bright sample does not jag an edge.
        sum += Math.min(BRIGHTEST, linear[(pixel * perPixel + sample) * 3 + channel] ?? 0);
      }
      const value = toSrgb(sum / perPixel) + added;
      pixels[pixel * 3 + channel] = Math.round(Math.min(255, Math.max(0, value)));
    }
  }
}

/** Samples with opacity. */
export interface SeenSamples {
  /** Linear colors times opacity, [samples, 3]. */
  readonly linear: Float32Array;
  /** Opacity of each sample, 0 to 1, [samples]. */
  readonly opacity: Uint8Array | Float32Array;
}

/**
 * Averages the samples of each pixel by their opacity; the mean of that is the pixel's opacity.
 *
 * @param seen The samples, [pixels * samples * samples].
 * @param pixels Where 8-bit sRGB and opacity go, [pixels, 4].
 * @param options How many samples there are.
 */
export function averageSeen(
  { linear, opacity }: SeenSamples,
  pixels: Uint8Array,
  { samples }: Pick<SampleOptions, "samples">,
): void {
  const perPixel = samples * samples;
  for (let pixel = 0; pixel < opacity.length / perPixel; pixel++) {
    const sums = [0, 0, 0];
    let seen = 0;
    for (let sample = pixel * perPixel; sample < (pixel + 1) * perPixel; sample++) {
      const own = opacity[sample] ?? 0;
      seen += own;
      for (let k = 0; k < 3; k++) {
        sums[k] = (sums[k] ?? 0) + Math.min(BRIGHTEST * own, linear[sample * 3 + k] ?? 0);
      }
    }
    for (let k = 0; k < 3; k++) {
      pixels[pixel * 4 + k] = seen === 0 ? 0 : Math.round(toSrgb((sums[k] ?? 0) / seen));
    }
    pixels[pixel * 4 + 3] = Math.round(255 * Math.min(1, seen / perPixel));
  }
}

/**
 * Returns a number from -1/2 to 1/2 that looks random and is well spread among near pixels.
 *
 * @param column The pixel's place from the left.
 * @param row The pixel's place from the top.
 * @see Jimenez, "Next generation post processing in Call of Duty", 2014, interleaved gradient noise.
 */
export function ditherNoise(column: number, row: number): number {
  return 52.9829189 * ((0.06711056 * column + 0.00583715 * row) % 1) % 1 - 0.5;
}
