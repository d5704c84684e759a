/**
 * Point clouds of any supported format in one shape.
 *
 * @module
 */
import type { LasColumnOptions } from "./_las_points.ts";
import { FormatError } from "./errors.ts";
import { readKitti } from "./kitti.ts";
import { readLas } from "./las.ts";
import { readLaz } from "./laz.ts";
import { readObj } from "./obj.ts";
import { readPly } from "./ply.ts";

/** Three numbers: x, y, z. */
export type Triple = readonly [number, number, number];

/** An axis-aligned box; empty when a minimum exceeds its maximum. */
export interface PointBounds {
  /** Smallest coordinates. */
  readonly min: Triple;
  /** Greatest coordinates. */
  readonly max: Triple;
}

/** The formats that {@linkcode readPointCloud} knows. */
export type PointCloudFormat = "las" | "laz" | "ply" | "obj" | "kitti";

/** The coordinates of a LAS file as they are stored. */
export interface LasIntegers {
  /** X, Y, Z interleaved, [points, 3]. */
  readonly coordinates: Int32Array;
  /** Factors: x = X * scale + offset. */
  readonly scale: Triple;
  /** Offsets: x = X * scale + offset. */
  readonly offset: Triple;
}

/** What LAS files know of each point besides; read where it is asked for. */
export interface LasFields {
  /** Which return of its pulse a point is, from 1 on, [points]. */
  readonly returnNumbers: Uint8Array;
  /** Returns of its pulse, [points]. */
  readonly returnCounts: Uint8Array;
  /** Where the point comes from, such as a flight line, [points]. */
  readonly pointSources: Uint16Array;
  /** When it was measured, [points]; absent for formats without time. */
  readonly gpsTimes?: Float64Array;
}

/** Points and what a file knows about them. */
export interface PointCloud {
  /** The format they were read from. */
  readonly format: PointCloudFormat;
  /** Number of points. */
  readonly count: number;
  /** x, y, z interleaved in the file's units, [points, 3]. */
  readonly positions: Float64Array;
  /** Red, green, blue interleaved, [points, 3]. */
  readonly colors?: Uint8Array;
  /** Bits per channel that the file made use of, where it has colours. */
  readonly colorBits?: 8 | 16;
  /** Strength of the return, [points]; 0..65535 in LAS, 0..1 in KITTI. */
  readonly intensities?: Uint16Array | Float32Array;
  /** ASPRS class of each point, [points]. */
  readonly classifications?: Uint8Array;
  /** Rows of the corners of each triangle, [triangles, 3]. */
  readonly faces?: Uint32Array;
  /** The box around all points whose coordinates are finite, recomputed from the points. */
  readonly bounds: PointBounds;
  /** The stored integers, for LAS and LAZ. */
  readonly lasIntegers?: LasIntegers;
  /** More fields of LAS and LAZ, where they were asked for. */
  readonly lasFields?: LasFields;
}

/** Settings of {@linkcode readPointCloud}. */
export interface ReadPointCloudOptions {
  /** File name or path; its extension must agree with what the bytes hold. */
  readonly name?: string;
  /**
   * Whether LAS and LAZ files give `lasFields`.
   *
   * @default {false}
   */
  readonly fields?: boolean;
}

type Reader = (bytes: Uint8Array, options: LasColumnOptions) => PointCloud | Promise<PointCloud>;

const READERS: Readonly<Record<PointCloudFormat, Reader>> = {
  las: readLas,
  laz: readLaz,
  ply: readPly,
  obj: readObj,
  kitti: readKitti,
};
const EXTENSIONS: ReadonlyMap<string, PointCloudFormat> = new Map<string, PointCloudFormat>([
  ["las", "las"],
  ["laz", "laz"],
  ["ply", "ply"],
  ["obj", "obj"],
  ["bin", "kitti"],
]);

/**
 * Reads a point cloud, finding out its format.
 *
 * LAS, LAZ and PLY are known by their first bytes; OBJ and KITTI, which have no mark, by the
 * extensions .obj and .bin. A name with a known extension has to agree with the bytes; any other
 * name, or none, leaves the choice to the bytes.
 *
 * @param bytes The whole file.
 * @param options The file's name, needed for OBJ and KITTI.
 * @returns The points; the caller owns the arrays.
 * @throws {FormatError} If the format is not known, the name is wrong or the bytes are bad.
 *
 * @example A triangle
 * ```ts
 * import { readPointCloud } from "@denovdb/denovdb/io";
 * import { assertEquals } from "@std/assert";
 *
 * const text = "v 0 0 0\nv 1 0 0\nv 0 2 0\nf 1 2 3\n";
 * const cloud = await readPointCloud(new TextEncoder().encode(text), { name: "triangle.obj" });
 * assertEquals(cloud.count, 3);
 * assertEquals(cloud.bounds.max, [1, 2, 0]);
 * ```
 */
export async function readPointCloud(
  bytes: Uint8Array,
  options: ReadPointCloudOptions = {},
): Promise<PointCloud> {
  const { name } = options;
  const extension = /\.([^./\\]*)$/.exec(name ?? "")?.[1]?.toLowerCase();
  const named = EXTENSIONS.get(extension ?? "");
  const marked = formatOfMark(bytes);
  const fail = (problem: string): never => {
    throw new FormatError(named?.toUpperCase() ?? "point cloud", problem, { offset: 0 });
  };
  if (bytes.length === 0) fail("the file is empty");
  if (named !== undefined && marked !== undefined && named !== marked) {
    fail(`"${name}" holds ${marked.toUpperCase()}`);
  }
  const format = marked ?? named ??
    fail("the format is not known, LAS, LAZ, PLY, or a name ending in .obj or .bin expected");
  return await READERS[format](bytes, { fields: options.fields === true });
}

/** Returns the format that the first bytes tell, if they tell one. */
function formatOfMark(bytes: Uint8Array): PointCloudFormat | undefined {
  const mark = String.fromCharCode(...bytes.subarray(0, 4));
  if (mark === "LASF") return ((bytes[104] ?? 0) & 0x80) === 0 ? "las" : "laz";
  if (mark === "ply\n" || mark === "ply\r" || mark === "ply") return "ply";
  return undefined;
}
