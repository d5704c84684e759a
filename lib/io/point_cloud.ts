/**
 * Point clouds of any supported format in one shape.
 *
 * @module
 */
import { checkOptions, optionNames, pickOptions } from "../core/options.ts";
import { checkBytes, isGzip } from "./_bytes.ts";
import { dropNonFinite } from "./_finite.ts";
import { isNpy, readNpyHeader } from "./_npy.ts";
import type { LasFacts, LasFields, LasIntegers } from "./_las_facts.ts";
import type { NodeSelection, OctreeNode } from "./_octree_nodes.ts";
import { isCopc, readCopcNodes } from "./copc.ts";
import { readE57 } from "./e57.ts";
import { readEpt, type ReadFile } from "./ept.ts";
import { FormatError } from "./errors.ts";
import { readGlb } from "./glb.ts";
import { readKitti } from "./kitti.ts";
import { readLas } from "./las.ts";
import { readLaz } from "./laz.ts";
import { readNpy } from "./npy.ts";
import { readObj } from "./obj.ts";
import { readOff } from "./off.ts";
import { readPcd } from "./pcd.ts";
import { readPly } from "./ply.ts";
import { readPts } from "./pts.ts";
import { readPtx } from "./ptx.ts";
import { readXyz } from "./xyz.ts";
import { checkText } from "../core/operands.ts";

export type { LasFacts, LasFields, LasIntegers };

/**
 * Three numbers: x, y, z.
 *
 * @category Point clouds
 */
export type Triple = readonly [number, number, number];

/**
 * An axis-aligned box; empty if a minimum exceeds its maximum.
 *
 * @category Point clouds
 */
export interface PointBounds {
  /** Minimum coordinates. */
  readonly min: Triple;
  /** Maximum coordinates. */
  readonly max: Triple;
}

/**
 * The formats that {@linkcode readPointCloud} supports.
 *
 * @category Point clouds
 */
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

/**
 * A position and an orientation.
 *
 * @category Point clouds
 */
export interface PointPose {
  /** The position. */
  readonly translation: Triple;
  /** A unit quaternion w, x, y, z that rotates the local axes to those of the world. */
  readonly rotation: readonly [w: number, x: number, y: number, z: number];
}

/**
 * The points of one scan of a file.
 *
 * @category Point clouds
 */
export interface PointScan {
  /** Its name, if it has one. */
  readonly name?: string;
  /** Row of its first point. */
  readonly first: number;
  /** Number of its points. */
  readonly count: number;
}

/**
 * Points, with the properties that a file has.
 *
 * @category Point clouds
 */
export interface PointCloud {
  /** The format that they were read from. */
  readonly format: PointCloudFormat;
  /** Number of points. */
  readonly count: number;
  /** x, y, z interleaved in the file's units, [points, 3]. */
  readonly positions: Float64Array;
  /** Red, green, blue interleaved, [points, 3]. */
  readonly colors?: Uint8Array;
  /** Bits per channel that the file uses, if it has colours. */
  readonly colorBits?: 8 | 16;
  /** Whether the file has colours that 8 bits round. */
  readonly colorsRounded?: true;
  /** Unit normals of the surface, interleaved, [points, 3]. */
  readonly normals?: Float32Array;
  /** Strength of the return, [points]; 0..65535 in LAS, 0..1 in KITTI and E57, -2048..2047 in PTS. */
  readonly intensities?: Uint16Array | Float32Array;
  /** ASPRS class of each point, [points]. */
  readonly classifications?: Uint8Array;
  /** Vertex indices of each triangle, [triangles, 3]. */
  readonly faces?: Uint32Array;
  /** The box around all points with finite coordinates, recomputed from the points. */
  readonly bounds: PointBounds;
  /** Number of points with a coordinate that is NaN or infinite. */
  readonly nonFinite: number;
  /** Records of the file that hold no point and were dropped or kept as NaN, for formats that have them. */
  readonly missing?: number;
  /** Size of an organised cloud, whose rows are stored consecutively. */
  readonly grid?: { readonly width: number; readonly height: number };
  /** The viewpoint of the points, if the file states it. */
  readonly viewpoint?: PointPose;
  /** The scans, for files that can hold several. */
  readonly scans?: readonly PointScan[];
  /** Names of further properties of points in the file that are not read. */
  readonly unread?: readonly string[];
  /** The nodes of an octree in the order of their points: of EPT, and of COPC if nodes are selected. */
  readonly nodes?: readonly OctreeNode[];
  /** The stored integers, for LAS, LAZ and EPT. */
  readonly lasIntegers?: LasIntegers;
  /** Properties of all points, for LAS and LAZ; those of the first tile, for EPT of LAZ tiles. */
  readonly lasFacts?: LasFacts;
  /** Additional fields of LAS and LAZ, if requested. */
  readonly lasFields?: LasFields;
}

/**
 * Settings of readers of formats that can hold records without a point.
 *
 * @category Point clouds
 */
export interface ReadScansOptions {
  /**
   * Treatment of records without a point: they are dropped, or kept with NaN for coordinates.
   *
   * @default {"drop"}
   */
  readonly missing?: "drop" | "keep";
}

/**
 * Settings of {@linkcode readPointCloud}; nodes can be selected in COPC and EPT.
 *
 * @category Point clouds
 */
export interface ReadPointCloudOptions extends ReadScansOptions, NodeSelection {
  /** File name or path; its extension must agree with what the bytes hold. */
  readonly name?: string;
  /** Reads the files that belong to this one, by their path relative to its folder: the tiles of an ept.json. */
  readonly readFile?: ReadFile;
  /**
   * Treatment of points with a coordinate that is NaN or infinite; `nonFinite` counts them in both cases.
   *
   * @default {"keep"}
   */
  readonly nonFinite?: "drop" | "keep";
  /**
   * Whether to read `lasFields` of LAS and LAZ files; not available for those with nodes.
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
  fields: "boolean",
});

/**
 * Reads a point cloud of any supported format.
 *
 * LAS, LAZ, PLY, GLB, PCD, E57 and NPY with rows of three or four numbers are recognised by their first bytes; the
 * others, which have no signature, by their extensions: .obj, .off, .bin (KITTI), .xyz, .txt, .csv, .asc, .pts and
 * .ptx; EPT by the name ept.json. A name with a known extension must agree with the bytes; otherwise the bytes decide.
 *
 * @param bytes The whole file.
 * @param options The file's name, needed for formats without a signature, and what to drop.
 * @returns The points; the caller owns the arrays.
 * @throws {FormatError} If the format is unknown, the name does not agree or the bytes are invalid, or if nodes are
 * selected in a file without nodes.
 * @category Point clouds
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
  if (marked === undefined && named === undefined && isGzip(bytes)) {
    fail("it is compressed by gzip, an unpacked file expected");
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
 * @param name Its name, for formats without a signature.
 * @returns The format according to the bytes, or else the name; undefined if neither determines it.
 * @category Point clouds
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
  checkBytes(start);
  checkText({ operator: "pointCloudFormat", name: "name" }, name);
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

/** Returns the format that the first bytes identify, if any. */
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
