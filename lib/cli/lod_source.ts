/**
 * Point clouds read a part at a time.
 *
 * @module
 */

import type { LasColumns } from "../io/_las_points.ts";
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
  const files = options.levels === undefined ? await LasParts.open(paths) : undefined;
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

async function* columnsOf(files: readonly LasFile[]): AsyncGenerator<LasColumns> {
  for (const file of files) {
    for await (const records of readRecords(file, ROWS)) yield readLasRecords(file.header, records);
  }
}

function countOf(files: readonly LasFile[]): number {
  return files.reduce((sum, { header }) => sum + header.count, 0);
}

/** What has to be known of all points before the first. */
interface LasExtremes {
  readonly box: LodBox;
  /** Greatest value of any channel of any colour. */
  readonly mostColor: number;
  /** Whether all files have colours. */
  readonly isColored: boolean;
}

async function findExtremes(files: readonly LasFile[]): Promise<LasExtremes> {
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  let mostColor = 0;
  let isColored = true;
  for await (const { coordinates, rgb } of columnsOf(files)) {
    for (let axis = 0; axis < 3; axis++) {
      let [low, high] = [min[axis] ?? 0, max[axis] ?? 0];
      for (let at = axis; at < coordinates.length; at += 3) {
        const value = coordinates[at] ?? 0;
        if (value < low) low = value;
        if (value > high) high = value;
      }
      [min[axis], max[axis]] = [low, high];
    }
    for (const value of rgb ?? []) if (value > mostColor) mostColor = value;
    isColored &&= rgb !== undefined;
  }
  const triple = ([x = 0, y = 0, z = 0]: readonly number[]): Triple => [x, y, z];
  return { box: { min: triple(min), max: triple(max) }, mostColor, isColored };
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

  private constructor(files: readonly LasFile[], header: LasHeader, seen: LasExtremes) {
    this.#files = files;
    this.count = countOf(files);
    this.unit = header.scale[0];
    this.origin = header.offset;
    this.box = seen.box;
    // The width of colours is decided once for all.
    this.#shift = seen.mostColor > 255 ? 8 : 0;
    this.#isColored = seen.isColored;
  }

  /** Opens files; nothing unless all are LAS files that store places alike. */
  static async open(paths: readonly string[]): Promise<LasParts | undefined> {
    const files = openLasFiles(paths);
    const [first] = files ?? [];
    return files && first && new LasParts(files, first.header, await findExtremes(files));
  }

  async *chunks(): AsyncGenerator<LodChunk> {
    for await (const { coordinates, rgb } of columnsOf(this.#files)) {
      const colors = this.#isColored
        ? widen(rgb ?? [], this.#shift)
        : this.#heightColors(coordinates);
      yield { points: coordinates, colors };
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
