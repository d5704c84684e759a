/**
 * Errors between images.
 *
 * @module
 */

import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import { checkNumbers, refuse } from "../../ffi/base/checks.ts";
import { wholeNumber } from "../../ffi/base/numbers.ts";

/**
 * Options for {@linkcode imageErrors}.
 *
 * @category Rendering
 */
export interface ImageErrorsOptions {
  /** Width in pixels, at least 11. */
  readonly width: number;
  /** Height in pixels, at least 11. */
  readonly height: number;
  /**
   * Channels per pixel: 1 for gray, 3 for red, green and blue, 4 with an opacity, which is not compared.
   *
   * @default {3}
   */
  readonly channels?: 1 | 3 | 4;
  /**
   * Which pixels to compare, [height, width]: those that are not 0.
   *
   * @default {all}
   */
  readonly mask?: ArrayLike<number>;
}

/**
 * Errors between two images.
 *
 * @category Rendering
 */
export interface ImageErrors {
  /** Mean squared difference over all pixels and colors; NaN if no pixel is compared. */
  readonly mse: number;
  /** Peak signal-to-noise ratio in decibels, 10 log10(255^2 / mse); infinite for identical images. */
  readonly psnr: number;
  /** Mean structural similarity of the luma, 1 for identical images; NaN if there is no window. */
  readonly ssim: number;
}

/** Pixels of a window an axis. */
const WINDOW = 11;
const SIGMA = 1.5;
const PEAK = 255;
/** Constants that keep quotients finite where pictures are dark, and where they are flat. */
const C1 = (0.01 * PEAK) ** 2;
const C2 = (0.03 * PEAK) ** 2;
/** Shares of red, green and blue in the luma, as in ITU-R BT.601. */
const LUMA = [0.299, 0.587, 0.114] as const;

const NAMES = optionNames<ImageErrorsOptions>({
  width: true,
  height: true,
  channels: true,
  mask: true,
});

/**
 * Compares two images of 8-bit channels: mean squared error, peak signal-to-noise ratio and structural similarity.
 *
 * The error is over red, green and blue. The similarity is that of the luma, 0.299 R + 0.587 G + 0.114 B, unrounded, in
 * windows of 11 x 11 pixels with normalized Gaussian weights of standard deviation 1.5, constants (0.01 * 255)^2 and
 * (0.03 * 255)^2, and variances without correction for the sample size; its mean is over all windows that lie
 * completely in the image or, with a mask, over those of them whose center pixel is compared.
 *
 * @param a An image, [height, width, channels], values from 0 to 255.
 * @param b Another image of the same form.
 * @param options The size of the images, and which pixels to compare.
 * @returns The errors, which are symmetric in both images.
 * @throws {RangeError} If an image does not have that size, or is smaller than a window.
 * @throws {TypeError} If an image or an option is of another kind.
 * @determinism Same bits everywhere: double precision, in pixel order.
 * @see Wang, Bovik, Sheikh, Simoncelli, "Image quality assessment: from error visibility to structural similarity", 2004
 * @category Rendering
 *
 * @example One step darker
 * ```ts
 * import { imageErrors } from "@denovdb/denovdb/render";
 * import { assertAlmostEquals } from "@std/assert";
 *
 * const [light, dark] = [new Uint8Array(400).fill(101), new Uint8Array(400).fill(100)];
 * const { psnr } = imageErrors(light, dark, { width: 20, height: 20, channels: 1 });
 * assertAlmostEquals(psnr, 48.1308, 1e-4); // 20 log10(255)
 * ```
 */
export function imageErrors(
  a: ArrayLike<number>,
  b: ArrayLike<number>,
  options: ImageErrorsOptions,
): ImageErrors {
  const operator = "imageErrors";
  checkOptions(operator, options, NAMES);
  const { channels = 3, mask } = options;
  const size = { least: WINDOW };
  const width = wholeNumber({ operator, name: "width" }, options.width, size);
  const height = wholeNumber({ operator, name: "height" }, options.height, size);
  if (channels !== 1 && channels !== 3 && channels !== 4) {
    refuse(operator, `channels is ${channels}, 1, 3 or 4 expected`);
  }
  const pixels = width * height;
  const lengths = { a: [a, channels], b: [b, channels], mask: [mask, 1] } as const;
  for (const [name, [values, perPixel]] of Object.entries(lengths)) {
    if (values === undefined && name === "mask") continue;
    checkNumbers({ operator, name }, values);
    if (values?.length === pixels * perPixel) continue;
    refuse(operator, `${name} has ${values?.length} numbers, ${pixels * perPixel} expected`);
  }
  const counts = (pixel: number): boolean => mask === undefined || mask[pixel] !== 0;
  const mse = meanSquare(a, b, { pixels, channels, counts });
  const frame = { width, height, counts };
  return {
    mse,
    psnr: 10 * Math.log10(PEAK ** 2 / mse),
    ssim: meanSimilarity(luma(a, pixels, channels), luma(b, pixels, channels), frame),
  };
}

function meanSquare(
  a: ArrayLike<number>,
  b: ArrayLike<number>,
  { pixels, channels, counts }: {
    readonly pixels: number;
    readonly channels: number;
    readonly counts: (pixel: number) => boolean;
  },
): number {
  const compared = Math.min(channels, 3);
  let sum = 0;
  let count = 0;
  for (let pixel = 0; pixel < pixels; pixel++) {
    if (!counts(pixel)) continue;
    count += compared;
    for (let at = pixel * channels; at < pixel * channels + compared; at++) {
      sum += ((a[at] ?? NaN) - (b[at] ?? NaN)) ** 2;
    }
  }
  return sum / count;
}

function luma(image: ArrayLike<number>, pixels: number, channels: number): Float64Array {
  const [red, green, blue] = LUMA;
  const out = new Float64Array(pixels);
  for (let pixel = 0; pixel < pixels; pixel++) {
    const at = pixel * channels;
    const first = image[at] ?? NaN;
    out[pixel] = channels === 1
      ? first
      : red * first + green * (image[at + 1] ?? NaN) + blue * (image[at + 2] ?? NaN);
  }
  return out;
}

/** Weights of a window along an axis; those of pixels are products of two. */
const WEIGHTS = ((): Float64Array => {
  const raw = Float64Array.from(
    { length: WINDOW },
    (_, at) => Math.exp(-((at - (WINDOW - 1) / 2) ** 2) / (2 * SIGMA ** 2)),
  );
  const sum = raw.reduce((total, weight) => total + weight, 0);
  return raw.map((weight) => weight / sum);
})();

/** Means that a window needs: of both pictures, of their squares, and of their product. */
const MOMENTS = 5;

interface Frame {
  readonly width: number;
  readonly height: number;
  readonly counts: (pixel: number) => boolean;
}

/** Filters rows first, and keeps as many of them as a window has. */
function meanSimilarity(
  a: Float64Array,
  b: Float64Array,
  { width, height, counts }: Frame,
): number {
  const across = width - WINDOW + 1;
  const rows = Array.from({ length: WINDOW }, () => new Float64Array(across * MOMENTS));
  const half = (WINDOW - 1) / 2;
  const means = new Float64Array(MOMENTS);
  let sum = 0;
  let count = 0;
  for (let row = 0; row < height; row++) {
    filterRow(a, b, row * width, rows[row % WINDOW] ?? means);
    const middle = row - half; // of the windows that end at this row
    if (middle < half) continue;
    for (let column = 0; column < across; column++) {
      if (!counts(middle * width + column + half)) continue;
      means.fill(0);
      for (let k = 0; k < WINDOW; k++) {
        const from = rows[(row + 1 + k) % WINDOW] ?? means;
        const weight = WEIGHTS[k] ?? 0;
        for (let m = 0; m < MOMENTS; m++) {
          means[m] = (means[m] ?? 0) + weight * (from[column * MOMENTS + m] ?? 0);
        }
      }
      sum += similarity(means);
      count++;
    }
  }
  return sum / count;
}

function filterRow(a: Float64Array, b: Float64Array, first: number, out: Float64Array): void {
  for (let column = 0; column < out.length / MOMENTS; column++) {
    let meanA = 0;
    let meanB = 0;
    let squareA = 0;
    let squareB = 0;
    let product = 0;
    for (let k = 0; k < WINDOW; k++) {
      const weight = WEIGHTS[k] ?? 0;
      const one = a[first + column + k] ?? 0;
      const other = b[first + column + k] ?? 0;
      meanA += weight * one;
      meanB += weight * other;
      squareA += weight * one * one;
      squareB += weight * other * other;
      product += weight * one * other;
    }
    const at = column * MOMENTS;
    out[at] = meanA;
    out[at + 1] = meanB;
    out[at + 2] = squareA;
    out[at + 3] = squareB;
    out[at + 4] = product;
  }
}

function similarity(means: Float64Array): number {
  const a = means[0] ?? 0;
  const b = means[1] ?? 0;
  const light = (2 * a * b + C1) / (a * a + b * b + C1);
  const shared = (means[4] ?? 0) - a * b;
  const own = (means[2] ?? 0) - a * a + (means[3] ?? 0) - b * b;
  return light * (2 * shared + C2) / (own + C2);
}
