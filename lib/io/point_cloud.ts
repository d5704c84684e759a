/**
 * Point clouds of any supported format in one shape.
 *
 * @module
 */
import { checkOptions, optionNames, pickOptions } from "../core/options.ts";
import { checkBytes } from "./_bytes.ts";
import { dropNonFinite } from "./_finite.ts";
import { isNpy, readNpyHeader } from "./_npy.ts";
import type { NodeSelection, OctreeNode } from "./_octree_nodes.ts";
import { isCopc, readCopcNodes } from "./copc.ts";
import { readE57 } from "./e57.ts";
import { readEpt, type ReadFile } from "./ept.ts";
import { FormatError } from "./errors.ts";
import { readGlb } from "./glb.ts";
import { readKitti } from "./kitti.ts";
import { readLas } from "./las.ts";
import type { LasVlr } from "./las_header.ts";
import { readLaz } from "./laz.ts";
import { readNpy } from "./npy.ts";
import { readObj } from "./obj.ts";
import { readOff } from "./off.ts";
import { readPcd } from "./pcd.ts";
import { readPly } from "./ply.ts";
import { readPts } from "./pts.ts";
import { readPtx } from "./ptx.ts";
import { readXyz } from "./xyz.ts";

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
export type PointCloudFormat =
  | "las"
  | "laz"
  | "ply"
  | "obj"
  | "off"
  | "glb"
  | "kitti"
  | "npy"
  | "pcd"
  | "xyz"
  | "pts"
  | "ptx"
  | "e57"
  | "ept";

/** The coordinates of a LAS file as they are stored. */
export interface LasIntegers {
  /** X, Y, Z interleaved, [points, 3]. */
  readonly coordinates: Int32Array;
  /** Factors: x = X * scale + offset. */
  readonly scale: Triple;
  /** Offsets: x = X * scale + offset. */
  readonly offset: Triple;
}

/** A place and a direction. */
export interface PointPose {
  /** The place. */
  readonly translation: Triple;
  /** A unit quaternion w, x, y, z that turns the axes of what is placed to those of the world. */
  readonly rotation: readonly [w: number, x: number, y: number, z: number];
}

/** The points of one scan among those of a file. */
export interface PointScan {
  /** Its name, where it has one. */
  readonly name?: string;
  /** Row of its first point. */
  readonly first: number;
  /** Number of its points. */
  readonly count: number;
}

/** What LAS files know of each point besides; read where it is asked for. */
export interface LasFields {
  /** Which return of its pulse a point is, from 1 on, [points]. */
  readonly returnNumbers: Uint8Array;
  /** Returns of its pulse, [points]. */
  readonly returnCounts: Uint8Array;
  /** Where the point comes from, such as a flight line, [points]. */
  readonly pointSources: Uint16Array;
  /**
   * Flags of each point as formats 6 to 10 have them, [points]: synthetic, key, withheld, overlap, two bits of the
   * scanner's channel, direction of the scan, edge of a line.
   */
  readonly flags?: Uint8Array;
  /** Angle of each pulse in steps of 0.006 degrees, [points]. */
  readonly scanAngles?: Int16Array;
  /** What a program has put there, [points]. */
  readonly userData?: Uint8Array;
  /** When it was measured, [points]; absent for formats without time. */
  readonly gpsTimes?: Float64Array;
}

/** What a LAS or LAZ file says of all its points. */
export interface LasFacts {
  /** Point data record format, 0 to 10. */
  readonly pointFormat: number;
  /** Bytes of each point behind the fields of its format. */
  readonly extraBytes: number;
  /** Where the points of the file come from, such as a flight line. */
  readonly sourceId: number;
  /** Whether times are seconds of GPS less 10^9, not seconds of a week. */
  readonly standardTimes: boolean;
  /** The records that say in which coordinate system the points are; copies. */
  readonly projection: readonly LasVlr[];
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
  /** Unit vectors at right angles to the surface, interleaved, [points, 3]. */
  readonly normals?: Float32Array;
  /** Strength of the return, [points]; 0..65535 in LAS, 0..1 in KITTI and E57, -2048..2047 in PTS. */
  readonly intensities?: Uint16Array | Float32Array;
  /** ASPRS class of each point, [points]. */
  readonly classifications?: Uint8Array;
  /** Rows of the corners of each triangle, [triangles, 3]. */
  readonly faces?: Uint32Array;
  /** The box around all points whose coordinates are finite, recomputed from the points. */
  readonly bounds: PointBounds;
  /** Number of points with a coordinate that is NaN or infinite. */
  readonly nonFinite: number;
  /** Records of the file that hold no point and were left out or kept as NaN, in formats that have them. */
  readonly missing?: number;
  /** Size of an organised cloud, whose rows follow one another. */
  readonly grid?: { readonly width: number; readonly height: number };
  /** Where the points were seen from, as far as the file says. */
  readonly viewpoint?: PointPose;
  /** The scans of a file that can hold several. */
  readonly scans?: readonly PointScan[];
  /** What else the file says of points, by the names that it has there, and is not read. */
  readonly unread?: readonly string[];
  /** The nodes of an octree in the order of their points: of EPT, and of COPC where nodes are selected. */
  readonly nodes?: readonly OctreeNode[];
  /** The stored integers, for LAS, LAZ and EPT. */
  readonly lasIntegers?: LasIntegers;
  /** What the file says of all its points, for LAS and LAZ; the first tile, for EPT of LAZ tiles. */
  readonly lasFacts?: LasFacts;
  /** More fields of LAS and LAZ, where they were asked for. */
  readonly lasFields?: LasFields;
}

/** Settings of readers of formats that can hold records without a point. */
export interface ReadScansOptions {
  /**
   * What becomes of records without a point: they are left out, or kept with NaN for coordinates.
   *
   * @default {"drop"}
   */
  readonly missing?: "drop" | "keep";
}

/** Settings of {@linkcode readPointCloud}; nodes can be selected in COPC and EPT. */
export interface ReadPointCloudOptions extends ReadScansOptions, NodeSelection {
  /** File name or path; its extension must agree with what the bytes hold. */
  readonly name?: string;
  /** Reads the files that belong to this one, by their path from its folder: the tiles of an ept.json. */
  readonly readFile?: ReadFile;
  /**
   * What becomes of points with a coordinate that is NaN or infinite; `nonFinite` counts them in
   * both cases.
   *
   * @default {"keep"}
   */
  readonly nonFinite?: "drop" | "keep";
  /**
   * Whether LAS and LAZ files give `lasFields`; those with nodes do not.
   *
   * @default {false}
   */
  readonly fields?: boolean;
}

type Reader = (
  bytes: Uint8Array,
  options: ReadPointCloudOptions,
) => PointCloud | Promise<PointCloud>;

/** The options that say which nodes are read. */
const SELECTION = ["bounds", "maxDepth", "resolution"] as const;

const READERS: Readonly<Record<PointCloudFormat, Reader>> = {
  las: (bytes, options) => readLas(bytes, pickOptions(options, ["fields"])),
  laz: (bytes, options) => readLaz(bytes, pickOptions(options, ["fields"])),
  ply: readPly,
  obj: readObj,
  off: readOff,
  glb: readGlb,
  kitti: readKitti,
  npy: readNpy,
  pcd: readPcd,
  xyz: readXyz,
  pts: readPts,
  ptx: (bytes, options) => readPtx(bytes, pickOptions(options, ["missing"])),
  e57: (bytes, options) => readE57(bytes, pickOptions(options, ["missing"])),
  ept: readTiles,
};
const EXTENSIONS: ReadonlyMap<string, PointCloudFormat> = new Map<string, PointCloudFormat>([
  ["las", "las"],
  ["laz", "laz"],
  ["ply", "ply"],
  ["obj", "obj"],
  ["off", "off"],
  ["glb", "glb"],
  ["bin", "kitti"],
  ["pcd", "pcd"],
  ["xyz", "xyz"],
  ["txt", "xyz"],
  ["csv", "xyz"],
  ["asc", "xyz"],
  ["pts", "pts"],
  ["ptx", "ptx"],
  ["e57", "e57"],
]);

const NAMES = optionNames<ReadPointCloudOptions>({
  missing: true,
  bounds: true,
  maxDepth: true,
  resolution: true,
  name: true,
  readFile: true,
  nonFinite: true,
  fields: true,
});

/**
 * Reads a point cloud, finding out its format.
 *
 * LAS, LAZ, PLY, GLB, PCD, E57 and NPY with rows of three or four numbers are known by their first bytes; the others,
 * which have no mark, by their extensions: .obj, .off, .bin (KITTI), .xyz, .txt, .csv, .asc, .pts and .ptx; EPT by the
 * name ept.json. A name with a known extension has to agree with the bytes; any other name, or none, leaves the choice
 * to the bytes.
 *
 * @param bytes The whole file.
 * @param options The file's name, needed for formats without a mark, and what to leave out.
 * @returns The points; the caller owns the arrays.
 * @throws {FormatError} If the format is not known, the name is wrong or the bytes are bad, or if nodes are
 * selected in a file without nodes.
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
  checkOptions("readPointCloud", options, NAMES);
  checkBytes(bytes);
  const { name } = options;
  const named = formatOfName(name ?? "");
  // A file may end before the byte that tells LAZ from LAS.
  const isCut = named === "laz" && bytes.length <= LAZ_MARK;
  const marked = isCut ? undefined : formatOfMark(bytes);
  const fail = (problem: string): never => {
    throw new FormatError(named?.toUpperCase() ?? "point cloud", problem, { offset: 0 });
  };
  if (bytes.length === 0) fail("the file is empty");
  if (named !== undefined && marked !== undefined && named !== marked) {
    fail(`"${name}" holds ${marked.toUpperCase()}`);
  }
  const format = marked ?? named ??
    fail(
      "the format is not known, LAS, LAZ, PLY, GLB, PCD, E57, NPY with 3 or 4 columns, or a name ending in " +
        ".obj, .off, .bin, .xyz, .txt, .csv, .asc, .pts, .ptx or ept.json expected",
    );
  const { bounds, maxDepth, resolution } = options;
  const selects = bounds !== undefined || maxDepth !== undefined || resolution !== undefined;
  if (selects && format !== "ept" && !isCopc(bytes)) {
    fail("it has no nodes to select, as COPC and EPT do");
  }
  // As a whole a COPC file is a LAZ file, whatever became of its hierarchy since it was made.
  const cloud =
    await (selects && format === "laz"
      ? readCopcNodes(bytes, pickOptions(options, SELECTION))
      : READERS[format](bytes, options));
  return options.nonFinite === "drop" ? dropNonFinite(cloud) : cloud;
}

/**
 * Tells whether a file is a point cloud, and of which format.
 *
 * @param start The first 128 bytes of the file, or more.
 * @param name Its name, for formats without a mark.
 * @returns What the bytes say, or else the name; undefined if neither says anything.
 *
 * @example A text file
 * ```ts
 * import { pointCloudFormat } from "@denovdb/denovdb/io";
 * import { assertEquals } from "@std/assert";
 *
 * const start = new TextEncoder().encode("1 2 3");
 * assertEquals(pointCloudFormat(start, "scan.xyz"), "xyz");
 * assertEquals(pointCloudFormat(start, "scan.raw"), undefined);
 * ```
 */
export function pointCloudFormat(start: Uint8Array, name = ""): PointCloudFormat | undefined {
  return formatOfMark(start) ?? formatOfName(name);
}

function formatOfName(name: string): PointCloudFormat | undefined {
  if (/(^|[/\\])ept\.json$/i.test(name)) return "ept";
  const extension = /\.([^./\\]*)$/.exec(name)?.[1]?.toLowerCase() ?? "";
  return EXTENSIONS.get(extension);
}

/** Reads the wanted tiles of the data set whose ept.json is given. */
async function readTiles(bytes: Uint8Array, options: ReadPointCloudOptions): Promise<PointCloud> {
  const { readFile } = options;
  if (readFile === undefined) {
    throw new FormatError("EPT", "the tiles cannot be read without the option readFile");
  }
  return await readEpt(
    (path) => path === "ept.json" ? Promise.resolve(bytes) : readFile(path),
    pickOptions(options, SELECTION),
  );
}

/** The byte of a LAS header whose highest bit says that its points are compressed. */
const LAZ_MARK = 104;

/** Returns the format that the first bytes tell, if they tell one. */
function formatOfMark(bytes: Uint8Array): PointCloudFormat | undefined {
  checkBytes(bytes);
  const start = String.fromCharCode(...bytes.subarray(0, 8));
  const mark = start.slice(0, 4);
  if (start === "ASTM-E57") return "e57";
  if (start.startsWith("# .PCD v") || start === "VERSION ") return "pcd";
  if (mark === "LASF") return ((bytes[LAZ_MARK] ?? 0) & 0x80) === 0 ? "las" : "laz";
  if (mark === "glTF") return "glb";
  if (isNpy(bytes)) {
    const { columns } = readNpyHeader(bytes) ?? {};
    return columns === 3 || columns === 4 ? "npy" : undefined;
  }
  if (mark === "ply\n" || mark === "ply\r" || mark === "ply") return "ply";
  return undefined;
}
