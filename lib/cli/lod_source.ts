/**
 * Point clouds read a part at a time.
 *
 * @module
 */

import { readLasRecords } from "../io/las.ts";
import type { LasHeader } from "../io/las_header.ts";
import type { Triple } from "../io/point_cloud.ts";
import type { LodBox, LodChunk, LodSource } from "../lod/mod.ts";
import { type LasFile, openLasFiles, readRecords } from "./las_files.ts";
import { type LodCloud, type LodCloudOptions, readLodCloud } from "./lod_cloud.ts";
import { heightColour } from "./shading.ts";

/** Points of a part. */
const ROWS = 1 << 18;

/** A cloud in parts. Places in the world are `origin + point * unit`. */
export interface LodParts extends LodSource {
  /** Points of all parts. */
  readonly count: number;
  /** Length of a unit of points. */
  readonly unit: number;
  /** Where point 0, 0, 0 would be. */
  readonly origin: Triple;
  /** Points left out because a coordinate is NaN or infinite. */
  readonly dropped: number;
  /** Whether points are integers that files store. */
  readonly isWhole: boolean;
  /** Box of all points, where it is known. */
  readonly box?: LodBox;
}

/**
 * Opens files. LAS files of one scale stay on disk and are read a part at a time; other files are read as a whole.
 *
 * Points without colours are coloured by height.
 *
 * @param paths The files.
 * @param options Whether points that are not finite are left out.
 * @returns The cloud.
 * @throws {RangeError} If there are points that are not finite, unless they are left out, or no points.
 * @throws {FormatError} If a file is not what it should be.
 */
export async function openLodParts(
  paths: readonly string[],
  options: LodCloudOptions,
): Promise<LodParts> {
  const files = options.levels === undefined ? LasParts.open(paths) : undefined;
  return files ?? inParts(await readLodCloud(paths, options));
}

function inParts({ count, points, colors, unit, origin, dropped }: LodCloud): LodParts {
  return {
    count,
    unit,
    origin,
    dropped,
    isWhole: points instanceof Int32Array,
    *chunks(): Generator<LodChunk> {
      for (let first = 0; first < count; first += ROWS) {
        const end = Math.min(count, first + ROWS);
        const rgb = colors.subarray(first * 3, end * 3);
        yield { points: points.slice(first * 3, end * 3), colors: widen(rgb, 0) };
      }
    },
  };
}

/** Red, green, blue as stored, with alpha, without lower bits. */
function widen(rgb: ArrayLike<number>, shift: number): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(rgb.length / 3 * 4).fill(255);
  for (let n = 0; n < rgb.length / 3; n++) {
    for (let k = 0; k < 3; k++) out[n * 4 + k] = (rgb[n * 3 + k] ?? 0) >> shift;
  }
  return out;
}

/** LAS files that stay on disk. */
class LasParts implements LodParts {
  readonly count: number;
  readonly unit: number;
  readonly origin: Triple;
  readonly dropped = 0;
  readonly isWhole = true;
  readonly box: LodBox;
  readonly #files: readonly LasFile[];
  readonly #shift: number;
  readonly #isColored: boolean;

  private constructor(files: readonly LasFile[], header: LasHeader) {
    this.#files = files;
    this.count = files.reduce((sum, file) => sum + file.header.count, 0);
    this.unit = header.scale[0];
    this.origin = header.offset;
    const min = [Infinity, Infinity, Infinity];
    const max = [-Infinity, -Infinity, -Infinity];
    let most = 0;
    let isColored = true;
    for (const { coordinates, rgb } of this.#columns()) {
      for (let axis = 0; axis < 3; axis++) {
        let [low, high] = [min[axis] ?? 0, max[axis] ?? 0];
        for (let at = axis; at < coordinates.length; at += 3) {
          const value = coordinates[at] ?? 0;
          if (value < low) low = value;
          if (value > high) high = value;
        }
        [min[axis], max[axis]] = [low, high];
      }
      for (const value of rgb ?? []) if (value > most) most = value;
      isColored &&= rgb !== undefined;
    }
    const triple = ([x = 0, y = 0, z = 0]: readonly number[]): Triple => [x, y, z];
    this.box = { min: triple(min), max: triple(max) };
    // The width of colours is decided once for all.
    this.#shift = most > 255 ? 8 : 0;
    this.#isColored = isColored;
  }

  /** Opens files; nothing unless all are LAS files that store places alike. */
  static open(paths: readonly string[]): LasParts | undefined {
    const files = openLasFiles(paths);
    const [first] = files ?? [];
    return files && first && new LasParts(files, first.header);
  }

  *chunks(): Generator<LodChunk> {
    for (const { coordinates, rgb } of this.#columns()) {
      const colors = this.#isColored
        ? widen(rgb ?? [], this.#shift)
        : this.#heightColors(coordinates);
      yield { points: coordinates, colors };
    }
  }

  *#columns(): Generator<{ readonly coordinates: Int32Array; readonly rgb?: Uint16Array }> {
    for (const file of this.#files) {
      for (const records of readRecords(file, ROWS)) yield readLasRecords(file.header, records);
    }
  }

  #heightColors(places: Int32Array): Uint8Array<ArrayBuffer> {
    const [low, high] = [this.box.min[2], this.box.max[2]];
    const out = new Uint8Array(places.length / 3 * 4).fill(255);
    for (let n = 0; n < places.length / 3; n++) {
      out.set(heightColour(((places[n * 3 + 2] ?? 0) - low) / Math.max(1, high - low)), n * 4);
    }
    return out;
  }
}
