/**
 * Point clouds made ready for the device: local coordinates and a color for every point.
 *
 * @module
 */

import type { PointCloud } from "../../io/mod.ts";
import type { Vector } from "../picture/camera.ts";
import { type Color, heightColor } from "../picture/shading.ts";
import { knownColors } from "./colors.ts";

/** A cloud around a local origin. */
export interface LocalCloud {
  /** Number of points. */
  readonly count: number;
  /** Coordinates relative to `origin`, f32 [count, 3]. */
  readonly points: Float32Array<ArrayBuffer>;
  /** 8-bit RGB, u8 [count, 3]. */
  readonly colors: Uint8Array<ArrayBuffer>;
  /**
   * Strength of the return, u16 [count], where the file has it. Real numbers from 0 to 1 become 0 to 65535; where
   * some are beyond, so do all from the least to the greatest.
   */
  readonly intensities?: Uint16Array<ArrayBuffer>;
  /** ASPRS class, u8 [count], where the file has it. */
  readonly classifications?: Uint8Array<ArrayBuffer>;
  /** Source of the colors. */
  readonly colorSource: "file" | "height";
  /** World position of the local origin. */
  readonly origin: Vector;
  /** Points left out because a coordinate is NaN or infinite. */
  readonly dropped: number;
}

/**
 * Moves a cloud to a local origin, so that single precision keeps its detail.
 *
 * Surveyed coordinates run into the millions, where a float32 resolves half a meter at best; the center of the cloud is
 * subtracted in double precision first. Its points are then off by up to 2^-25 of its extents.
 *
 * @param cloud A cloud as read from a file.
 * @param name The file, as messages name it.
 * @returns The points with three finite coordinates, colored by the file or else by height. Colors that are all 0 are none.
 * @throws {RangeError} If no point is left.
 */
export function localCloud(cloud: PointCloud, name?: string): LocalCloud {
  const { positions } = cloud;
  const origin = originOf(cloud);
  const points = new Float32Array(cloud.count * 3);
  const known = knownColors(cloud.colors);
  const fileColors = known === undefined ? undefined : new Uint8Array(cloud.count * 3);
  const kept = new Uint32Array(cloud.count);
  let count = 0;
  for (let at = 0; at < cloud.count * 3; at += 3) {
    const x = (positions[at] ?? NaN) - origin[0];
    const y = (positions[at + 1] ?? NaN) - origin[1];
    const z = (positions[at + 2] ?? NaN) - origin[2];
    if (!Number.isFinite(x + y + z)) continue;
    points[count * 3] = x;
    points[count * 3 + 1] = y;
    points[count * 3 + 2] = z;
    if (known !== undefined) fileColors?.set(known.subarray(at, at + 3), count * 3);
    kept[count++] = at / 3;
  }
  if (count === 0) {
    const file = name === undefined ? "the file" : `"${name}"`;
    throw new RangeError(
      `Cannot render: ${file} holds no finite point; "denovdb info" says what it holds`,
    );
  }
  const finite = points.subarray(0, count * 3);
  const rows = kept.subarray(0, count);
  const { intensities, classifications } = cloud;
  return {
    count,
    points: finite,
    colors: fileColors?.subarray(0, count * 3) ?? heightColors(finite),
    ...(intensities === undefined ? {} : {
      intensities: wholeShorts(rows, intensities),
    }),
    ...(classifications === undefined ? {} : {
      classifications: Uint8Array.from(rows, (row) => classifications[row] ?? 0),
    }),
    colorSource: fileColors === undefined ? "height" : "file",
    origin,
    dropped: cloud.count - count,
  };
}

/** Points that stand for all when the origin is chosen. */
const MOST_SAMPLES = 1 << 12;
/** A cloud whose bounds are so many times as long as most of it has stray points. */
const STRAY = 64;

/**
 * The center of a cloud's bounds; the middle of its points where a few stray ones, such as returns at (0, 0, 0) among
 * those of a map, put the bounds' center far away from all others.
 */
function originOf({ positions, bounds: { min, max }, count }: PointCloud): Vector {
  const step = Math.ceil(count / MOST_SAMPLES);
  const axes = ([0, 1, 2] as const).map((axis) => {
    const samples = Float64Array.from(
      { length: Math.ceil(count / step) },
      (_, n) => positions[3 * n * step + axis] ?? NaN,
    ).filter(Number.isFinite);
    const spread = quantile(samples, 0.99) - quantile(samples, 0.01);
    const [low, high] = [min[axis], max[axis]];
    return { spread, length: high - low, center: (low + high) / 2, middle: quantile(samples, 0.5) };
  });
  const spread = Math.max(...axes.map((one) => one.spread));
  const length = Math.max(...axes.map((one) => one.length));
  const hasStray = length > STRAY * spread;
  const [x = 0, y = 0, z = 0] = axes.map(({ center, middle }) => hasStray ? middle : center);
  return [x, y, z];
}

/**
 * Strengths of some points in 16 bits; what is not finite is 0.
 *
 * @param rows Which points.
 * @param strengths Strengths of all.
 * @returns Those of the points, as they are if they are whole, else from the least to the greatest, 0 and 1 included.
 */
export function wholeShorts(
  rows: Uint32Array,
  strengths: Uint16Array | Float32Array,
): Uint16Array<ArrayBuffer> {
  const own = (row: number): number => strengths[row] ?? 0;
  if (strengths instanceof Uint16Array) return Uint16Array.from(rows, own);
  let [least, most] = [0, 1];
  for (const row of rows) {
    if (!Number.isFinite(own(row))) continue;
    least = Math.min(least, own(row));
    most = Math.max(most, own(row));
  }
  const scale = 65535 / (most - least);
  return Uint16Array.from(
    rows,
    (row) => Number.isFinite(own(row)) ? Math.round((own(row) - least) * scale) : 0,
  );
}

/**
 * Colors points by height; the lowest and highest hundredth share the ends of the ramp.
 *
 * @param points Coordinates, [n, 3].
 * @returns 8-bit RGB, [n, 3].
 */
export function heightColors(points: Float32Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const heights = points.filter((_, at) => at % 3 === 2);
  const [low = 0, high = 0] = HEIGHT_SHARES.map((share) => quantile(heights, share));
  const colors = new Uint8Array(points.length);
  for (let at = 0; at < points.length; at += 3) {
    colors.set(colorBetween({ low, high }, points[at + 2] ?? 0), at);
  }
  return colors;
}

/** Shares of the points below the ends of the ramp of heights. */
export const HEIGHT_SHARES: readonly [number, number] = [0.01, 0.99];

/** Ends of the ramp of heights. */
export interface HeightRange {
  readonly low: number;
  readonly high: number;
}

/** The 8-bit color of a height. */
export function colorBetween({ low, high }: HeightRange, height: number): Color {
  return heightColor((height - low) / (high > low ? high - low : 1));
}

/**
 * Picks the points that a picture shall hold: all but stray ones far away from the rest.
 *
 * Most points of a scan are near each other; a few returns from far off would make the rest tiny. Points count as
 * stray when they are more than 1.6 times as far from the middle as 98 of 100 points are.
 *
 * @param points Coordinates, [n, 3] with n > 0.
 * @returns The points to frame, at least 98 of 100.
 */
export function framedPoints(points: Float32Array<ArrayBuffer>): Float32Array<ArrayBuffer> {
  const middle = ([0, 1, 2] as const).map((axis) =>
    quantile(points.filter((_, at) => at % 3 === axis), 0.5)
  );
  const distances = new Float32Array(points.length / 3);
  for (let n = 0; n < distances.length; n++) {
    const offset = middle.map((place, axis) => (points[n * 3 + axis] ?? 0) - place);
    distances[n] = Math.hypot(...offset);
  }
  const limit = 1.6 * quantile(distances.slice(), 0.98);
  return points.filter((_, at) => (distances[Math.floor(at / 3)] ?? 0) <= limit);
}

/** Sorts numbers in place and picks the one with a share of them below. */
function quantile(values: Float32Array | Float64Array, share: number): number {
  values.sort();
  return values[rankOf(values.length, share)] ?? 0;
}

/** The rank of the number that has a share of all below it. */
export function rankOf(count: number, share: number): number {
  return Math.min(count - 1, Math.floor(count * share));
}
