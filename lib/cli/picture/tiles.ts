/**
 * Pictures that are made part by part, so that memory stays bounded whatever their size.
 *
 * @module
 */

import type { Tile } from "./camera.ts";
import { averageSamples, averageSeen, ditherNoise, type SeenSamples } from "./file.ts";

/** Size and smoothness of a picture. */
export interface CanvasOptions {
  /** Image width in pixels. */
  readonly width: number;
  /** Image height in pixels. */
  readonly height: number;
  /** Samples per pixel along each axis. */
  readonly samples: number;
  /** Called after each part of the picture with the share that is done. */
  readonly onProgress?: (done: number) => void;
}

/** Division and finish of a picture. */
export interface TileOptions {
  /** Most samples of a part, but for a single row of pixels. */
  readonly mostSamples: number;
  /** Whether slow changes of color are kept from showing steps. */
  readonly dither: boolean;
}

/**
 * Paints a picture from top to bottom.
 *
 * @param canvas The picture's size and quality.
 * @param options How to divide and finish it.
 * @param paint Returns the linear colors of a part's samples, [samples, 3], those of one pixel together.
 * @returns 8-bit sRGB, [height, width, 3].
 */
export function paintTiles(
  { width, height, samples, onProgress }: CanvasOptions,
  { mostSamples, dither }: TileOptions,
  paint: (tile: Tile) => Float32Array,
): Uint8Array<ArrayBuffer> {
  const pixels = new Uint8Array(width * height * 3);
  const rowsPerTile = Math.max(1, Math.floor(mostSamples / (width * samples * samples)));
  for (let firstRow = 0; firstRow < height; firstRow += rowsPerTile) {
    const rows = Math.min(rowsPerTile, height - firstRow);
    const linear = paint({ width, height, firstRow, rows, samples });
    averageSamples(linear, pixels.subarray(firstRow * width * 3), {
      samples,
      dither: (pixel) =>
        dither ? ditherNoise(pixel % width, firstRow + Math.floor(pixel / width)) : 0,
    });
    onProgress?.((firstRow + rows) / height);
  }
  return pixels;
}

/**
 * Paints a picture without a background.
 *
 * @param canvas The picture's size and quality.
 * @param options How to divide it.
 * @param paint Returns the samples of a part, those of one pixel together.
 * @returns 8-bit sRGB and opacity, [height, width, 4].
 */
function paintSeen(
  { width, height, samples, onProgress }: CanvasOptions,
  { mostSamples }: Pick<TileOptions, "mostSamples">,
  paint: (tile: Tile) => SeenSamples,
): Uint8Array<ArrayBuffer> {
  const pixels = new Uint8Array(width * height * 4);
  const rowsPerTile = Math.max(1, Math.floor(mostSamples / (width * samples * samples)));
  for (let firstRow = 0; firstRow < height; firstRow += rowsPerTile) {
    const rows = Math.min(rowsPerTile, height - firstRow);
    const seen = paint({ width, height, firstRow, rows, samples });
    averageSeen(seen, pixels.subarray(firstRow * width * 4), { samples });
    onProgress?.((firstRow + rows) / height);
  }
  return pixels;
}

/** Background of the content of a picture: the sky, or nothing. */
export type Background = "sky" | "none";

/** Division, finish and background of a picture. */
export interface PaintOptions extends TileOptions {
  readonly background: Background;
}

/**
 * Paints a picture with or without a background; `paint` lays samples over the sky itself.
 *
 * @param canvas The picture's size and quality.
 * @param options How to divide and finish it.
 * @param paint Returns the samples of a part, those of one pixel together.
 * @returns 8-bit sRGB, [height, width, 3], without a background also opacity, [height, width, 4].
 */
export function paintPicture(
  canvas: CanvasOptions,
  options: PaintOptions,
  paint: (tile: Tile) => SeenSamples,
): Uint8Array<ArrayBuffer> {
  return options.background === "none"
    ? paintSeen(canvas, options, paint)
    : paintTiles(canvas, options, (tile) => paint(tile).linear);
}
