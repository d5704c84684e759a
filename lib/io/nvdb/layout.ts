/**
 * Layout of the memory of a NanoVDB grid, whose bytes are those of a file.
 *
 * All numbers are little-endian. Source: the headers of NanoVDB 32.9, as laid out by a C++ compiler.
 *
 * @module
 */
import { NRRD_TYPE_BYTES, type NrrdType } from "../base/samples.ts";

/** Types of the values of a NanoVDB grid that can be read, by their numbers in a file. */
export const NVDB_TYPES: readonly (NvdbType | undefined)[] = [
  undefined,
  "float",
  "double",
  "int16",
  "int32",
  "int64",
  "vec3f",
  "vec3d",
  "mask",
  "half",
  "uint32",
  "bool",
  "rgba8",
  "fp4",
  "fp8",
  "fp16",
  "fpN",
  "vec4f",
  "vec4d",
  "index",
  "onIndex",
  undefined,
  undefined,
  "point",
  "vec3u8",
  "vec3u16",
  "uint8",
];

/**
 * The type of the values of a NanoVDB grid.
 *
 * @category Sparse grids
 */
export type NvdbType =
  | "float"
  | "double"
  | "int16"
  | "int32"
  | "int64"
  | "vec3f"
  | "vec3d"
  | "mask"
  | "half"
  | "uint32"
  | "bool"
  | "rgba8"
  | "fp4"
  | "fp8"
  | "fp16"
  | "fpN"
  | "vec4f"
  | "vec4d"
  | "index"
  | "onIndex"
  | "point"
  | "vec3u8"
  | "vec3u16"
  | "uint8";

/** Classes of NanoVDB grids, by their numbers in a file. */
export const NVDB_CLASSES: readonly NvdbClass[] = [
  "unknown",
  "levelSet",
  "fogVolume",
  "staggered",
  "pointIndex",
  "pointData",
  "topology",
  "voxelVolume",
  "indexGrid",
  "tensorGrid",
  "voxelBvh",
];

/**
 * The class of a NanoVDB grid.
 *
 * @category Sparse grids
 */
export type NvdbClass =
  | "unknown"
  | "levelSet"
  | "fogVolume"
  | "staggered"
  | "pointIndex"
  | "pointData"
  | "topology"
  | "voxelVolume"
  | "indexGrid"
  | "tensorGrid"
  | "voxelBvh";

/** Ways to compress grids, by their numbers in a file. */
export const NVDB_CODECS: readonly NvdbCodec[] = ["none", "zip", "blosc"];

/**
 * Compression of a grid in a file.
 *
 * @category Sparse grids
 */
export type NvdbCodec =
  | "none"
  | "zip"
  | "blosc";

/** Magic numbers, as the 32-bit words of "NanoVDB0" and so on. */
export const NANO = 0x6f6e614e;
export const VDB0 = 0x30424456;
export const VDB1 = 0x31424456;
export const VDB2 = 0x32424456;

/** The only major version that is known; it is the one of all files since 2020. */
export const MAJOR = 32;
/** Version that is written: 32.9.2. */
export const WRITTEN_VERSION: number = (MAJOR << 21 | 9 << 10 | 2) >>> 0;

/** Sizes of what does not depend on the type of the values. */
export const GRID_BYTES = 672;
export const TREE_BYTES = 64;
export const ROOT_AT: number = GRID_BYTES + TREE_BYTES;
export const BLIND_BYTES = 288;
export const NAME_BYTES = 256;
export const FILE_HEADER_BYTES = 16;
export const FILE_GRID_BYTES = 176;

/** Bits of the flags of a grid. */
export const GridFlag = {
  LONG_NAME: 1,
  BBOX: 2,
  MIN_MAX: 4,
  AVERAGE: 8,
  DEVIATION: 16,
  BREADTH_FIRST: 32,
} as const;

/** Storage of the value of a voxel in nodes. */
export interface ValueForm {
  /** Type of its numbers on the host. */
  readonly array: NrrdType;
  /** Channels per value. */
  readonly channels: number;
  /** Bytes of a value. */
  readonly bytes: number;
  /** Alignment of the place of a value. */
  readonly align: number;
  /** Bytes of averages and deviations. */
  readonly statBytes: number;
}

function form(array: NrrdType, channels: number, statBytes: number, align?: number): ValueForm {
  const width = NRRD_TYPE_BYTES[array];
  return { array, channels, bytes: width * channels, align: align ?? width, statBytes };
}

const INDEX_FORM: ValueForm = form("u64", 1, 8);

/** Storage of values in the tables of nodes. Leaves of some types pack theirs. */
export const VALUE_FORMS: Readonly<Record<NvdbType, ValueForm>> = {
  float: form("f32", 1, 4),
  double: form("f64", 1, 8),
  int16: form("i16", 1, 4),
  int32: form("i32", 1, 4),
  int64: form("i64", 1, 8),
  vec3f: form("f32", 3, 4),
  vec3d: form("f64", 3, 8),
  mask: form("u8", 1, 1),
  half: form("f32", 1, 4),
  uint32: form("u32", 1, 4),
  bool: form("u8", 1, 1),
  rgba8: form("u8", 4, 4, 4),
  fp4: form("f32", 1, 4),
  fp8: form("f32", 1, 4),
  fp16: form("f32", 1, 4),
  fpN: form("f32", 1, 4),
  vec4f: form("f32", 4, 4),
  vec4d: form("f64", 4, 8),
  index: INDEX_FORM,
  onIndex: INDEX_FORM,
  point: INDEX_FORM,
  vec3u8: form("u8", 3, 4),
  vec3u16: form("u16", 3, 4),
  uint8: form("u8", 1, 4),
};

/** Places of the statistics of a node, in bytes from its start. */
export interface StatPlaces {
  readonly min: number;
  readonly max: number;
  readonly average: number;
  readonly deviation: number;
  /** Their end. */
  readonly end: number;
}

function statPlaces(at: number, { bytes, align, statBytes }: ValueForm): StatPlaces {
  const min = upTo(at, align);
  const max = min + bytes;
  const average = upTo(max + bytes, statBytes);
  return { min, max, average, deviation: average + statBytes, end: average + 2 * statBytes };
}

/** An upper or a lower node. */
export interface InnerLayout {
  /** Bits of a coordinate that pick a child. */
  readonly log2: number;
  /** Children along each axis, to the third power. */
  readonly slots: number;
  /** Voxels of a child along each axis. */
  readonly childSide: number;
  /** The mask of active tiles. */
  readonly valueMask: number;
  /** The mask of children. */
  readonly childMask: number;
  readonly stats: StatPlaces;
  /** Offsets of children, or values of tiles. */
  readonly table: number;
  /** Bytes of an entry of it. */
  readonly entry: number;
  readonly bytes: number;
}

/** Offsets in the nodes of a grid, in bytes from the start of the node. */
export interface TreeLayout {
  readonly form: ValueForm;
  readonly root: {
    readonly background: number;
    readonly stats: StatPlaces;
    readonly bytes: number;
    readonly tileValue: number;
    readonly tileBytes: number;
  };
  readonly upper: InnerLayout;
  readonly lower: InnerLayout;
  readonly leaf: {
    /** The mask of active voxels. */
    readonly valueMask: number;
    readonly stats: StatPlaces;
    readonly values: number;
    /** 0 where leaves differ in size. */
    readonly bytes: number;
  };
}

/** The mask of a leaf, behind its bounds. */
const LEAF_MASK = 16;
const LEAF_HEAD = 80;

/** Numbers of half precision, as their bits. */
const HALF_FORM: ValueForm = { array: "u16", channels: 1, bytes: 2, align: 2, statBytes: 4 };

/** Offsets in a grid whose nodes hold values of a type. */
export function treeLayout(type: NvdbType): TreeLayout {
  return layoutOf(type, type === "half" ? HALF_FORM : VALUE_FORMS[type]);
}

/** Offsets in a grid of type `half` from the years when its values had single precision. */
export function wideHalfLayout(): TreeLayout {
  return layoutOf("half", VALUE_FORMS.half);
}

function layoutOf(type: NvdbType, form: ValueForm): TreeLayout {
  const background = upTo(28, form.align);
  const rootStats = statPlaces(background + form.bytes, form);
  const tileValue = upTo(20, form.align);
  return {
    form,
    root: {
      background,
      stats: rootStats,
      bytes: upTo(rootStats.end, 32),
      tileValue,
      tileBytes: upTo(tileValue + form.bytes, 32),
    },
    upper: innerLayout(5, 128, form),
    lower: innerLayout(4, 8, form),
    leaf: leafLayout(type, form),
  };
}

function innerLayout(log2: number, childSide: number, form: ValueForm): InnerLayout {
  const slots = 8 ** log2;
  const valueMask = 32;
  const childMask = valueMask + slots / 8;
  const stats = statPlaces(childMask + slots / 8, form);
  const table = upTo(stats.end, 32);
  const entry = upTo(Math.max(8, form.bytes), 8);
  const bytes = upTo(table + slots * entry, 32);
  return { log2, slots, childSide, valueMask, childMask, stats, table, entry, bytes };
}

/** Bytes of the leaves whose values are packed, and where these begin. */
const PACKED_LEAVES: Readonly<
  Partial<Record<NvdbType, readonly [values: number, bytes: number]>>
> = {
  mask: [LEAF_HEAD, 96],
  bool: [LEAF_HEAD, 160],
  fp4: [96, 352],
  fp8: [96, 608],
  fp16: [96, 1120],
  fpN: [96, 0],
  index: [LEAF_HEAD, 96],
  onIndex: [LEAF_HEAD, 96],
  point: [LEAF_HEAD, 1120],
};

function leafLayout(type: NvdbType, form: ValueForm): TreeLayout["leaf"] {
  const stats = statPlaces(LEAF_HEAD, form);
  const packed = PACKED_LEAVES[type];
  if (packed !== undefined) {
    return { valueMask: LEAF_MASK, stats, values: packed[0], bytes: packed[1] };
  }
  const values = upTo(stats.end, 32);
  return { valueMask: LEAF_MASK, stats, values, bytes: upTo(values + 512 * form.bytes, 32) };
}

/** Bytes of a leaf of type `fpN` whose flags say how many bits a value has. */
export function packedLeafBytes(flags: number): number {
  return 96 + (64 << (flags >>> 5));
}

/** The next multiple of a power of two. */
export function upTo(value: number, multiple: number): number {
  return Math.ceil(value / multiple) * multiple;
}

/** The types of values that can be written. */
export const NVDB_WRITE_TYPES: readonly NvdbWriteType[] = [
  "float",
  "double",
  "int16",
  "int32",
  "int64",
  "uint8",
  "uint32",
  "vec3f",
  "vec3d",
  "vec4f",
  "vec4d",
  "rgba8",
  "mask",
  "bool",
  "onIndex",
];

/**
 * The value type of a grid to write.
 *
 * @category Sparse grids
 */
export type NvdbWriteType =
  | "float"
  | "double"
  | "int16"
  | "int32"
  | "int64"
  | "uint8"
  | "uint32"
  | "vec3f"
  | "vec3d"
  | "vec4f"
  | "vec4d"
  | "rgba8"
  | "mask"
  | "bool"
  | "onIndex";
