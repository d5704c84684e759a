/**
 * Point clouds made ready for level-of-detail trees: several files as one, with all that is known of each point.
 *
 * @module
 */

import type { PointAttribute, PointCloud, Triple } from "../../../io/mod.ts";
import { type CloudFileOptions, readCloudFile } from "../../input/cloud_file.ts";
import { heightColors } from "../../input/cloud.ts";
import { knownColors } from "../../input/colors.ts";
import { crsOfCloud } from "../../input/crs.ts";
import type { LodInput } from "./inputs.ts";

/** Points of all inputs. Their places in the world are `origin + point * unit`. */
export interface LodCloud {
  /** Number of points. */
  readonly count: number;
  /** Integers as a file stores them, or distances from the origin, [count, 3]. */
  readonly points: Int32Array<ArrayBuffer> | Float64Array<ArrayBuffer>;
  /** Length of a unit of `points`. */
  readonly unit: number;
  /** Place of point 0, 0, 0. */
  readonly origin: Triple;
  /** Red, green, blue, [count, 3]. */
  readonly colors: Uint8Array<ArrayBuffer>;
  /** Further attributes that all inputs have of their points. */
  readonly attributes: readonly PointAttribute[];
  /** Points left out because a coordinate is NaN or infinite. */
  readonly dropped: number;
  /** The files. */
  readonly inputs: readonly LodInput[];
}

/** Parts of files that are read. */
export type LodCloudOptions = Pick<CloudFileOptions, "levels">;

/**
 * Reads point clouds and joins them. Points that are not finite are left out.
 *
 * LAS files of one scale for all axes keep their integers, if all have the same; other coordinates count from the least
 * corner, in double precision.
 *
 * @param paths The files.
 * @param options What is read.
 * @returns All points, in the order of the files.
 * @throws {RangeError} If no point is left.
 * @throws {FormatError} If a file is not what it should be.
 */
export async function readLodCloud(
  paths: readonly string[],
  { levels }: LodCloudOptions,
): Promise<LodCloud> {
  const clouds: PointCloud[] = [];
  for (const path of paths) {
    const { colors, ...cloud } = await readCloudFile(path, {
      levels,
      nonFinite: "drop",
      fields: true,
    });
    const known = knownColors(colors);
    clouds.push(known === undefined ? cloud : { ...cloud, colors: known });
  }
  const dropped = clouds.reduce((sum, cloud) => sum + cloud.nonFinite, 0);
  const held = clouds.reduce((sum, cloud) => sum + cloud.count, 0);
  if (held === 0) {
    throw new RangeError(
      `Cannot build LOD: there is no finite point in ${paths.join(", ")}; "denovdb info" says ` +
        "what files hold",
    );
  }
  const colors = columnsOf(clouds, "colors");
  const places = placesOf(clouds);
  return {
    count: held,
    ...places,
    colors: colors === undefined
      ? colorsOfHeight(places.points)
      : joinColumns(colors) as Uint8Array<ArrayBuffer>,
    attributes: attributesOf(clouds, colors),
    dropped,
    inputs: clouds.map((cloud, at) => ({
      path: paths[at] ?? "",
      box: cloud.bounds,
      crs: crsOfCloud(cloud),
      wkt: cloud.crs?.wkt,
    })),
  };
}

type Column = Uint8Array | Uint16Array | Int32Array | Float32Array | Float64Array;

/** A column of every cloud; nothing unless all have it. */
function columnsOf<K extends keyof PointCloud>(
  clouds: readonly PointCloud[],
  key: K,
): NonNullable<PointCloud[K]>[] | undefined {
  const columns = clouds.flatMap((cloud) => {
    const column = cloud[key];
    return column === undefined ? [] : [column];
  });
  return columns.length === clouds.length ? columns as NonNullable<PointCloud[K]>[] : undefined;
}

/** One column after the other; a single one is taken as it is. */
function joinColumns<T extends Column>(columns: readonly T[]): T {
  const [first] = columns;
  if (first === undefined) throw new RangeError("Cannot build LOD: there is no input");
  if (columns.length === 1) return first;
  const length = columns.reduce((sum, column) => sum + column.length, 0);
  const out = new (first.constructor as new (length: number) => T)(length);
  let at = 0;
  for (const column of columns) {
    out.set(column, at);
    at += column.length;
  }
  return out;
}

function placesOf(
  clouds: readonly PointCloud[],
): Pick<LodCloud, "points" | "unit" | "origin"> {
  const integers = columnsOf(clouds, "lasIntegers");
  const [first] = integers ?? [];
  if (integers !== undefined && first !== undefined) {
    const { scale, offset } = first;
    const [unit] = scale;
    const isSame = scale.every((own) => own === unit) &&
      integers.every((own) =>
        own.scale.every((value, axis) => value === scale[axis]) &&
        own.offset.every((value, axis) => value === offset[axis])
      );
    if (isSame) {
      const points = joinColumns(integers.map(({ coordinates }) => coordinates));
      return { points: points as Int32Array<ArrayBuffer>, unit, origin: offset };
    }
  }
  const least = (axis: 0 | 1 | 2): number =>
    clouds.reduce((low, { bounds }) => Math.min(low, bounds.min[axis]), Infinity);
  const origin: Triple = [least(0), least(1), least(2)];
  const points = joinColumns(clouds.map(({ positions }) => positions)).slice();
  for (let at = 0; at < points.length; at++) points[at] = (points[at] ?? 0) - (origin[at % 3] ?? 0);
  return { points, unit: 1, origin };
}

/** Viewers take 8-bit colors in fields of 16 bits for what they are. */
function attributesOf(
  clouds: readonly PointCloud[],
  colors: readonly Uint8Array[] | undefined,
): PointAttribute[] {
  const fields = columnsOf(clouds, "lasFields");
  const times = fields?.flatMap(({ gpsTimes }) => gpsTimes === undefined ? [] : [gpsTimes]);
  const floats = columnsOf(clouds, "intensities")?.some((own) => own instanceof Float32Array);
  const intensities = columnsOf(clouds, "intensities")?.map((own) =>
    floats === true ? new Float32Array(own) : own
  );
  const columns: readonly (readonly [string, readonly Column[] | undefined, number])[] = [
    ["rgb", colors?.map((own) => new Uint16Array(own)), 3],
    ["intensity", intensities, 1],
    ["return number", fields?.map(({ returnNumbers }) => returnNumbers), 1],
    ["number of returns", fields?.map(({ returnCounts }) => returnCounts), 1],
    ["classification", columnsOf(clouds, "classifications"), 1],
    ["point source id", fields?.map(({ pointSources }) => pointSources), 1],
    ["gps-time", times?.length === clouds.length ? times : undefined, 1],
  ];
  return columns.flatMap(([name, own, width]) =>
    own === undefined ? [] : [{ name, values: joinColumns(own), width }]
  );
}

function colorsOfHeight(points: Int32Array | Float64Array): Uint8Array<ArrayBuffer> {
  return heightColors(new Float32Array(points));
}
