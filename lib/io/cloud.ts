/**
 * Point clouds as readers give them; readers import this file, and it imports none of them.
 *
 * @module
 */
import type { PointValues } from "./base/attributes.ts";
import type { FileFormat } from "./base/format.ts";

/** Three numbers: x, y, z. */
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
 * Numbers of any type, whole ones of 64 bits among them.
 *
 * @category Point clouds
 */
export type ColumnValues = PointValues | BigInt64Array | BigUint64Array;

/**
 * A column of numbers of points besides those that {@linkcode PointCloud} has a name for.
 *
 * The name is that of the file: the name of a property of PLY, of a field of PCD and E57, of a column of text, of a
 * dimension of EPT, of an array of NPZ, or of extra bytes of LAS. LAS files may also have "near infrared", bytes that
 * nothing describes as "extra bytes", and all 16 bits of colors that `colors` rounds as "rgb".
 *
 * @category Point clouds
 */
export interface PointColumn {
  /** Its name. */
  readonly name: string;
  /** Values of all points, point by point, as the file stores them. */
  readonly values: ColumnValues;
  /** Values per point. */
  readonly width: number;
  /** Factors of the values of a point: each means `value * scale + offset`; 1 by default. */
  readonly scale?: readonly number[];
  /** Offset that is added to scaled values; 0 by default. */
  readonly offset?: readonly number[];
  /** Values that stand for none. */
  readonly noData?: readonly number[];
  /** Description in the file. */
  readonly description?: string;
}

/**
 * The coordinates of a LAS file as stored.
 *
 * @category Point clouds
 */
export interface LasIntegers {
  /** X, Y, Z interleaved, [points, 3]. */
  readonly coordinates: Int32Array;
  /** Factors: x = X * scale + offset. */
  readonly scale: Triple;
  /** Offsets: x = X * scale + offset. */
  readonly offset: Triple;
}

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
 * Additional fields of points in LAS files; read on request.
 *
 * @category Point clouds
 */
export interface LasFields {
  /** Return number of each point within its pulse, from 1 on, [points]. */
  readonly returnNumbers: Uint8Array;
  /** Number of returns of its pulse, [points]. */
  readonly returnCounts: Uint8Array;
  /** Source of the point, such as a flight line, [points]. */
  readonly pointSources: Uint16Array;
  /**
   * Flags of each point as in formats 6 to 10, [points]: synthetic, key, withheld, overlap, two bits of the scanner
   * channel, scan direction, edge of flight line.
   */
  readonly flags?: Uint8Array;
  /** Scan angle of each pulse in steps of 0.006 degrees, [points]. */
  readonly scanAngles?: Int16Array;
  /** User data, [points]. */
  readonly userData?: Uint8Array;
  /** GPS times, [points]; absent for formats without time. */
  readonly gpsTimes?: Float64Array;
}

/**
 * One variable length record of a LAS file.
 *
 * Source: ASPRS LAS 1.4 R16, tables 4 and 5.
 *
 * @category Point clouds
 */
export interface LasVlr {
  /** Who defined the record, for example "LASF_Projection". */
  readonly userId: string;
  /** Kind of the record's content, in the numbering of `userId`. */
  readonly recordId: number;
  /** Free text. */
  readonly description: string;
  /** Whether the record is an extended one, which lies after the points. */
  readonly extended: boolean;
  /** The payload, a view of the file's bytes. */
  readonly data: Uint8Array;
}

/**
 * A coordinate system: what coordinates mean on the ground.
 *
 * @category Point clouds
 */
export interface PointCrs {
  /** Its name, such as "WGS 84 / UTM zone 33N". */
  readonly name: string;
  /** Its number in the EPSG dataset, if it is known. */
  readonly epsg?: number;
  /** Its definition in well-known text (WKT), if there is one. */
  readonly wkt?: string;
}

/**
 * Properties of all points of a LAS or LAZ file.
 *
 * @category Point clouds
 */
export interface LasFacts {
  /** Minor version of the format: 4 for LAS 1.4. */
  readonly versionMinor: number;
  /** Point data record format, 0 to 10. */
  readonly pointFormat: number;
  /** Bytes of each point after the fields of its format. */
  readonly extraBytes: number;
  /** Source of the points in the file, such as a flight line. */
  readonly sourceId: number;
  /** Whether times are GPS seconds minus 10^9 rather than seconds of a week. */
  readonly standardTimes: boolean;
  /** The records that define the coordinate system of the points; copies. */
  readonly projection: readonly LasVlr[];
}

/**
 * A node of an octree: the cube (x, y, z) of the 2^level ones along each axis.
 *
 * @category Trees of points
 */
export interface OctreeNode {
  /** Distance from the root. */
  readonly level: number;
  /** Index of the cube along x. */
  readonly x: number;
  /** Index of the cube along y. */
  readonly y: number;
  /** Index of the cube along z. */
  readonly z: number;
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
export interface PointCloud<Format extends string = string> {
  /** The format that they were read from; {@linkcode readPointCloud} knows which it can be. */
  readonly format: Format;
  /** Number of points. */
  readonly count: number;
  /** x, y, z interleaved in the file's units, [points, 3]. */
  readonly positions: Float64Array;
  /** Red, green, blue interleaved, [points, 3]. */
  readonly colors?: Uint8Array;
  /** Bits per channel that the file uses, if it has colors. */
  readonly colorBits?: 8 | 16;
  /** Whether the file has colors that 8 bits round. */
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
  /** Size of an organized cloud, whose rows are stored consecutively. */
  readonly grid?: { readonly width: number; readonly height: number };
  /** The viewpoint of the points, if the file states it. */
  readonly viewpoint?: PointPose;
  /** The scans, for files that can hold several. */
  readonly scans?: readonly PointScan[];
  /** All else that the file knows of its points, unless `fields` is false. */
  readonly columns?: readonly PointColumn[];
  /** Names of further properties of points in the file that are not read. */
  readonly unread?: readonly string[];
  /** The nodes of an octree in the order of their points: of EPT, and of COPC if nodes are selected. */
  readonly nodes?: readonly OctreeNode[];
  /** The coordinate system, if the file states one. */
  readonly crs?: PointCrs;
  /** The stored integers, for LAS, LAZ and EPT. */
  readonly lasIntegers?: LasIntegers;
  /** Properties of all points, for LAS and LAZ; those of the first tile, for EPT of LAZ tiles. */
  readonly lasFacts?: LasFacts;
  /** Additional fields of LAS and LAZ, unless `fields` is false. */
  readonly lasFields?: LasFields;
}

/**
 * Points of some nodes of an octree.
 *
 * @category Trees of points
 */
export interface OctreeCloud extends PointCloud {
  /** The nodes, in the order of their points. */
  readonly nodes: readonly OctreeNode[];
}

/**
 * Which nodes of an octree to read; all by default.
 *
 * @category Trees of points
 */
export interface NodeSelection {
  /** Only nodes whose cubes touch this box; their points may lie beyond it. */
  readonly bounds?: PointBounds;
  /** The deepest level; 0 is only the root. */
  readonly maxDepth?: number;
  /**
   * Sufficient distance between points, in the units of the file: no level is read beyond the first one whose spacing
   * is not larger.
   */
  readonly resolution?: number;
}

/**
 * Reads a file of a data set by its path relative to the folder of ept.json, separated by "/".
 *
 * @category Point clouds
 */
export type ReadFile = (path: string) => Promise<Uint8Array>;

/**
 * Whether readers of single formats keep more than {@linkcode PointCloud} has a name for.
 *
 * @category Point clouds
 */
export interface ReadFieldsOptions {
  /**
   * Whether to read `columns`.
   *
   * @default {false}
   */
  readonly fields?: boolean;
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
   * Whether to keep all that the file knows of its points: `lasFields` of LAS, and `columns`.
   *
   * @default {true}
   */
  readonly fields?: boolean;
}

/** A format of point clouds and meshes; each reader of one exports its own as `FORMAT`. */
export interface CloudFileFormat<Name extends string = string>
  extends FileFormat<Name, ReadPointCloudOptions, PointCloud> {
  /** Whether files can hold triangles. */
  readonly faces?: true;
  /** For formats whose files can hold an octree, of which nodes can be selected. */
  readonly nodes?: {
    /** Name in prose of files that hold one. */
    readonly title: string;
    /** Whether a file does. */
    readonly has: (start: Uint8Array) => boolean;
  };
}
