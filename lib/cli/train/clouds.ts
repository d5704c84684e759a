/**
 * Point clouds as a network takes them: what it sees of each point, its class, and tiles of voxels.
 *
 * @module
 */

import type { PointCloud } from "../../io/mod.ts";
import { oneOf } from "../../../ffi/base/words.ts";
import { readCloudFile } from "../input/cloud_file.ts";
import { checkPointVoxels } from "../input/voxel_size.ts";
import { listNames } from "../shared/table.ts";

/** What a network may see of a point, and how many numbers that takes. */
export const FEATURES = { one: 1, height: 1, intensity: 1, color: 3 } as const;

/** One of {@linkcode FEATURES}. */
export type FeatureName = keyof typeof FEATURES;

/** How a cloud is seen. */
export interface Sight {
  /** Edge length of a voxel, in units of the file. */
  readonly voxelSize: number;
  readonly features: readonly FeatureName[];
  /** Voxels along each side of a tile. */
  readonly tile: number;
}

/** How many numbers a network sees of a point. */
export function channelsOf(features: readonly FeatureName[]): number {
  return features.reduce((sum, name) => sum + FEATURES[name], 0);
}

/** Points in tiles. */
export interface TiledCloud {
  readonly count: number;
  /** Places relative to the least corner of the cloud, f32 [points, 3]. */
  readonly places: Float32Array<ArrayBuffer>;
  /** What is seen of each point, f32 [points, channels]. */
  readonly features: Float32Array<ArrayBuffer>;
  /** The points of each tile. */
  readonly tiles: readonly Uint32Array[];
  /** The column and the row of each tile. */
  readonly corners: readonly (readonly [number, number])[];
}

/** The fewest points of a tile that is trained with, unless all have fewer. */
export const FEWEST_POINTS = 32;

/**
 * Puts the points of a cloud into tiles.
 *
 * @param cloud The cloud; all coordinates are finite.
 * @param path The file, as messages name it.
 * @param sight How it is seen.
 * @throws {RangeError} If it has no points, or not all that a network sees.
 */
export function tileCloud(cloud: PointCloud, path: string, sight: Sight): TiledCloud {
  const { count, positions, bounds: { min } } = cloud;
  if (count === 0) throw new RangeError(`Cannot use "${path}": it has no points`);
  checkPointVoxels(cloud.bounds, sight.voxelSize);
  const places = new Float32Array(3 * count);
  for (let at = 0; at < places.length; at++) {
    places[at] = (positions[at] ?? NaN) - (min[at % 3] ?? NaN);
  }
  const side = sight.tile * sight.voxelSize;
  const lists = new Map<string, { readonly corner: [number, number]; readonly points: number[] }>();
  for (let point = 0; point < count; point++) {
    const corner: [number, number] = [
      Math.floor((places[3 * point] ?? NaN) / side),
      Math.floor((places[3 * point + 1] ?? NaN) / side),
    ];
    const key = corner.join();
    const list = lists.get(key);
    if (list === undefined) lists.set(key, { corner, points: [point] });
    else list.points.push(point);
  }
  const found = [...lists.values()].sort(({ corner: a }, { corner: b }) =>
    a[1] - b[1] || a[0] - b[0]
  );
  return {
    ...{ count, places },
    features: featuresOf(cloud, places, path, sight),
    tiles: found.map(({ points }) => Uint32Array.from(points)),
    corners: found.map(({ corner }) => corner),
  };
}

/** Heights of so many voxels are seen as 1. */
const HEIGHT_UNIT = 32;

function featuresOf(
  cloud: PointCloud,
  places: Float32Array,
  path: string,
  { voxelSize, features }: Sight,
): Float32Array<ArrayBuffer> {
  const { count, intensities, colors } = cloud;
  const channels = channelsOf(features);
  const found = new Float32Array(count * channels);
  let channel = 0;
  const put = (of: (point: number) => number): void => {
    for (let point = 0; point < count; point++) found[point * channels + channel] = of(point);
    channel++;
  };
  const lacks = (what: string): never => {
    throw new RangeError(`Cannot use "${path}": it has no ${what}, which the network is to see`);
  };
  for (const name of features) {
    if (name === "one") put(() => 1);
    else if (name === "height") {
      put((point) => (places[3 * point + 2] ?? NaN) / (HEIGHT_UNIT * voxelSize));
    } else if (name === "intensity") {
      if (intensities === undefined) return lacks("intensities");
      const most = intensities instanceof Uint16Array ? 65535 : 1;
      put((point) => (intensities[point] ?? NaN) / most);
    } else {
      if (colors === undefined) return lacks("colors");
      for (let part = 0; part < 3; part++) put((point) => (colors[3 * point + part] ?? NaN) / 255);
    }
  }
  return found;
}

/**
 * Reads a cloud whose points have classes.
 *
 * @param path The file.
 * @param label The field that has the classes; that of the format if it is not given.
 * @returns The cloud, without points that have no place, and the class of each point.
 * @throws {RangeError} If it has no classes, or one that is no whole number from 0 to 255.
 */
export async function readLabeledCloud(
  path: string,
  label: string | undefined,
): Promise<{ readonly cloud: PointCloud; readonly labels: Uint8Array }> {
  const cloud = await readCloudFile(path, { nonFinite: "drop", fields: true });
  if (cloud.count === 0) throw new RangeError(`Cannot use "${path}": it has no points`);
  return { cloud, labels: labelsOf(cloud, path, label) };
}

/** The class of each point. */
export function labelsOf(cloud: PointCloud, path: string, label?: string): Uint8Array {
  const { classifications, intensities, columns = [], count } = cloud;
  if (label === undefined && classifications !== undefined) return classifications;
  const known = new Map<string, ArrayLike<number | bigint>>(
    columns.filter(({ width }) => width === 1).map(({ name, values }) => [name, values]),
  );
  if (intensities !== undefined) known.set("intensity", intensities);
  if (classifications !== undefined) known.set("classification", classifications);
  const names = [...known.keys()];
  const has = names.length === 0 ? "no fields" : `the fields ${listNames(names)}`;
  if (label === undefined) {
    throw new RangeError(
      `Cannot use "${path}": its points have no classes; it has ${has}, ` +
        `one of which "--label" may name`,
    );
  }
  const values = known.get(label);
  if (values === undefined) {
    throw new RangeError(`Cannot use "${path}": it has no field "${label}", but ${has}`);
  }
  const labels = new Uint8Array(count);
  for (let point = 0; point < count; point++) {
    const value = Number(values[point]);
    if (!Number.isInteger(value) || value < 0 || value > 255) {
      throw new RangeError(
        `Cannot use "${path}": "${label}" of point ${point} is ${value}, ` +
          `a whole number from 0 to 255 expected`,
      );
    }
    labels[point] = value;
  }
  return labels;
}

/** Takes the names of what a network sees. */
export function readFeatures(text: string): readonly FeatureName[] | string {
  const names = text.split(",").map((name) => name.trim());
  const wrong = names.find((name) => !Object.hasOwn(FEATURES, name));
  if (wrong !== undefined) return `${oneOf(Object.keys(FEATURES))} with commas, not "${wrong}"`;
  if (new Set(names).size < names.length) return "each name once";
  return names as FeatureName[];
}
