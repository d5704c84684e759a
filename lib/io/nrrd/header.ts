/**
 * The header of NRRD files, versions 1 to 5.
 *
 * @module
 */
import { checkBytes } from "../base/bytes.ts";
import {
  failNrrd,
  type Field,
  normalName,
  parseDirections,
  parseNumbers,
  parseVector,
  parseWhole,
  parseWords,
  readLines,
} from "./_fields.ts";
import { NRRD_TYPE_BYTES, type NrrdType } from "../base/samples.ts";

/**
 * Encoding of the data.
 *
 * @category Volumes
 */
export type NrrdEncoding = "raw" | "gzip" | "text" | "hex";

/**
 * One axis of the data.
 *
 * @category Volumes
 */
export interface NrrdAxis {
  /** Number of samples. */
  readonly size: number;
  /** Meaning of the axis, such as "domain" or "vector"; absent if the file does not state it. */
  readonly kind?: string;
  /** Distance between samples. */
  readonly spacing?: number;
  /** Position of the start of the axis. */
  readonly min?: number;
  /** Position of the end of the axis. */
  readonly max?: number;
  /** Whether samples represent cells or the nodes between them. */
  readonly center?: "cell" | "node";
  /** Step between samples in the surrounding space; absent for axes that are not spatial. */
  readonly direction?: readonly number[];
}

/**
 * The header of an NRRD file.
 *
 * @category Volumes
 */
export interface NrrdHeader {
  /** Version of the format, 1 to 5. */
  readonly version: number;
  /** Type of the samples. */
  readonly type: NrrdType;
  /** Encoding of the data. */
  readonly encoding: NrrdEncoding;
  /** Byte order of a sample; absent if irrelevant. */
  readonly endian?: "little" | "big";
  /** The axes, the one that varies fastest first. */
  readonly axes: readonly NrrdAxis[];
  /** Whether the file gives directions of axes in a space. */
  readonly directed: boolean;
  /** Name of the space, such as "left-posterior-superior". */
  readonly space?: string;
  /** Position of the center of the first sample in that space. */
  readonly spaceOrigin?: readonly number[];
  /** Description of the contents. */
  readonly content?: string;
  /** Key-value pairs added by programs. */
  readonly keyValues: ReadonlyMap<string, string>;
  /** Comments. */
  readonly comments: readonly string[];
  /** The file that holds the data; absent if it follows the header. */
  readonly dataFile?: string;
  /** Lines to skip before the data. */
  readonly lineSkip: number;
  /** Bytes to skip after that; -1 to skip all but the last ones that are needed. */
  readonly byteSkip: number;
  /** Byte offset at which the header ends. */
  readonly dataOffset: number;
}

const TYPES: ReadonlyMap<string, NrrdType> = new Map<string, NrrdType>(([
  ["i8", "signed char", "int8", "int8_t"],
  ["u8", "uchar", "unsigned char", "uint8", "uint8_t"],
  ["i16", "short", "short int", "signed short", "signed short int", "int16", "int16_t"],
  ["u16", "ushort", "unsigned short", "unsigned short int", "uint16", "uint16_t"],
  ["i32", "int", "signed int", "int32", "int32_t"],
  ["u32", "uint", "unsigned int", "uint32", "uint32_t"],
  ["i64", "longlong", "long long", "long long int", "signed long long"],
  ["i64", "signed long long int", "int64", "int64_t"],
  ["u64", "ulonglong", "unsigned long long", "unsigned long long int", "uint64", "uint64_t"],
  ["f32", "float"],
  ["f64", "double"],
] as const).flatMap(([type, ...names]) => names.map((name) => [name, type] as const)));

const ENCODINGS: ReadonlyMap<string, NrrdEncoding> = new Map<string, NrrdEncoding>([
  ["raw", "raw"],
  ["gz", "gzip"],
  ["gzip", "gzip"],
  ["txt", "text"],
  ["text", "text"],
  ["ascii", "text"],
  ["hex", "hex"],
]);

const ORDERS: ReadonlyMap<string, "little" | "big"> = new Map([
  ["little", "little"],
  ["big", "big"],
]);

const CENTERS: ReadonlyMap<string, "cell" | "node"> = new Map([
  ["cell", "cell"],
  ["node", "node"],
]);

/** Three of space and one of channels; more axes have no place in a volume. */
const MOST_AXES = 4;

/** Fields that are allowed and tell nothing that is needed here. */
const OTHER_FIELDS: ReadonlySet<string> = new Set([
  "block size",
  "labels",
  "max",
  "measurement frame",
  "min",
  "number",
  "old max",
  "old min",
  "sample units",
  "space units",
  "thicknesses",
  "units",
]);
const FIELDS: ReadonlySet<string> = new Set([
  "axis maxs",
  "axis mins",
  "byte skip",
  "centers",
  "content",
  "data file",
  "dimension",
  "encoding",
  "endian",
  "kinds",
  "line skip",
  "sizes",
  "space",
  "space dimension",
  "space directions",
  "space origin",
  "spacings",
  "type",
]);

/**
 * Reads the header of an NRRD file, attached (.nrrd) or detached (.nhdr).
 *
 * @param bytes The file, at least its header.
 * @returns The header; a detached one names the file with the data in `dataFile`.
 * @throws {FormatError} If the header is truncated, lacks a field, has an unknown, repeated or invalid one, or requires
 * unsupported features: more than four axes, blocks, bzip2, several data files.
 * @see "Definition of NRRD File Format", Teem documentation.
 * @category Volumes
 *
 * @example What is in a file
 * ```ts
 * import { readNrrdHeader } from "@denovdb/denovdb/io";
 * import { assertEquals } from "@std/assert";
 *
 * const text = "NRRD0004\ntype: uchar\ndimension: 2\nsizes: 2 1\nencoding: raw\n\n..";
 * const header = readNrrdHeader(new TextEncoder().encode(text));
 * assertEquals(header.type, "u8");
 * assertEquals(header.axes.map(({ size }) => size), [2, 1]);
 * ```
 */
export function readNrrdHeader(bytes: Uint8Array): NrrdHeader {
  checkBytes(bytes);
  const { version, fields, keyValues, comments, ended, end } = readLines(bytes);
  for (const { name, offset } of fields.values()) {
    if (!FIELDS.has(name) && !OTHER_FIELDS.has(name)) {
      failNrrd(`field "${name}" is unknown`, offset);
    }
  }
  const dataFile = fields.get("data file");
  if (dataFile === undefined && !ended) {
    failNrrd("the header does not end, an empty line expected", bytes.length);
  }
  if (dataFile !== undefined && /^LIST\b|%\d*d/.test(dataFile.text)) {
    failNrrd(`several data files ("${dataFile.text}") are not supported`, dataFile.offset);
  }
  const type = choose(need(fields, "type"), TYPES);
  const encoding = choose(need(fields, "encoding"), ENCODINGS);
  const axes = readAxes(fields, type);
  return {
    version,
    type,
    encoding,
    axes,
    ...known("endian", readEndian(fields, type, encoding)),
    directed: fields.has("space directions"),
    ...known("space", fields.get("space")?.text),
    ...known("spaceOrigin", readOrigin(fields)),
    ...known("content", fields.get("content")?.text),
    keyValues,
    comments,
    ...known("dataFile", dataFile?.text),
    lineSkip: readSkip(fields, "line skip", 0),
    byteSkip: readSkip(fields, "byte skip", encoding === "raw" ? -1 : 0),
    dataOffset: end,
  };
}

type Fields = ReadonlyMap<string, Field>;

/** A property, or none where there is no value. */
function known<K extends string, T>(key: K, value: T | undefined): { readonly [_ in K]?: T } {
  return value === undefined ? {} : { [key]: value } as { readonly [_ in K]: T };
}

function need(fields: Fields, name: string): Field {
  return fields.get(name) ?? failNrrd(`the header has no field "${name}"`, 0);
}

function choose<T>({ name, text, offset }: Field, choices: ReadonlyMap<string, T>): T {
  return choices.get(normalName(text)) ??
    failNrrd(`${name} "${text.slice(0, 40)}" is not supported`, offset);
}

/** Byte order matters where a sample has several bytes and the data is not text. */
function readEndian(
  fields: Fields,
  type: NrrdType,
  encoding: NrrdEncoding,
): "little" | "big" | undefined {
  if (!fields.has("endian") && (NRRD_TYPE_BYTES[type] === 1 || encoding === "text")) return;
  return choose(need(fields, "endian"), ORDERS);
}

function readSkip(fields: Fields, name: string, least: number): number {
  const field = fields.get(name);
  return field === undefined ? 0 : parseWhole(field, least);
}

function readAxes(fields: Fields, type: NrrdType): NrrdAxis[] {
  const dimension = parseWhole(need(fields, "dimension"), 1);
  if (dimension > MOST_AXES) {
    const { offset } = need(fields, "dimension");
    failNrrd(`the data has ${dimension} axes, 1 to ${MOST_AXES} are supported`, offset);
  }
  const sizes = readSizes(need(fields, "sizes"), dimension, type);
  const each = <T>(name: string, parse: (field: Field, count: number) => T[]): T[] => {
    const field = fields.get(name);
    return field === undefined ? [] : parse(field, dimension);
  };
  const kinds = each("kinds", parseWords);
  const centers = each("centers", parseWords);
  const spacings = each("spacings", parseNumbers);
  const [mins, maxs] = [each("axis mins", parseNumbers), each("axis maxs", parseNumbers)];
  const directions = each("space directions", parseDirections);
  checkDirections(fields, directions);
  return sizes.map((size, axis) => ({
    size,
    ...known("kind", /^(none|\?\?\?)$/i.test(kinds[axis] ?? "none") ? undefined : kinds[axis]),
    ...known("spacing", spacings[axis]),
    ...known("min", mins[axis]),
    ...known("max", maxs[axis]),
    ...known("center", CENTERS.get(normalName(centers[axis] ?? ""))),
    ...known("direction", directions[axis]),
  }));
}

function readSizes(field: Field, dimension: number, type: NrrdType): number[] {
  const sizes = parseWords(field, dimension).map((text) => parseWhole({ ...field, text }, 1));
  const bytes = sizes.reduce((product, size) => product * size, NRRD_TYPE_BYTES[type]);
  // Counts of text are up to twice as many; all of them have to be exact.
  if (!Number.isSafeInteger(bytes * 2)) {
    failNrrd(`sizes ${sizes.join(" ")} are too large`, field.offset);
  }
  return sizes;
}

/** Vectors have the dimension of the space, whichever way the file names that. */
function checkDirections(
  fields: Fields,
  directions: readonly (readonly number[] | undefined)[],
): void {
  const stated = fields.get("space dimension");
  const lengths = directions.flatMap((one) => one === undefined ? [] : [one.length]);
  const origin = fields.get("space origin");
  if (origin !== undefined) lengths.push(parseVector(origin).length);
  const expected = stated === undefined ? lengths[0] ?? 1 : parseWhole(stated, 1);
  const { offset } = fields.get("space directions") ?? stated ?? origin ?? { offset: 0 };
  for (const length of lengths) {
    if (length === expected && length <= MOST_AXES) continue;
    failNrrd(
      `vectors have ${length} components, ${Math.min(expected, MOST_AXES)} expected`,
      offset,
    );
  }
  if (directions.some((one) => one?.every((step) => step === 0))) {
    failNrrd("a vector of the space directions is zero", offset);
  }
}

/** Position of the first sample; files without it may have {@linkcode NrrdAxis.min}. */
function readOrigin(fields: Fields): number[] | undefined {
  const field = fields.get("space origin");
  return field === undefined ? undefined : parseVector(field);
}
