/**
 * The header of PCD files.
 *
 * @module
 */
import { lineEnd } from "../base/rows.ts";
import { parseNumber } from "../base/numbers.ts";
import { SCALAR_BYTES, type ScalarType } from "../base/scalars.ts";
import { FormatError } from "../base/errors.ts";
import type { PointPose } from "../cloud.ts";

/** One field of a point. */
export interface PcdField {
  readonly name: string;
  readonly type: ScalarType;
  /** Numbers of the field in each point. */
  readonly count: number;
  /** Number of the field's first value in a row of text. */
  readonly firstValue: number;
  /** Byte offset in a binary record. */
  readonly at: number;
}

/** The header. */
export interface PcdHeader {
  readonly fields: readonly PcdField[];
  /** Numbers in a row of text. */
  readonly values: number;
  /** Bytes of a binary record. */
  readonly recordLength: number;
  readonly width: number;
  readonly height: number;
  readonly count: number;
  readonly viewpoint?: PointPose;
  readonly data: "ascii" | "binary" | "binary_compressed";
  /** Byte offset of the first row or record. */
  readonly dataOffset: number;
}

const TYPES: ReadonlyMap<string, ScalarType> = new Map<string, ScalarType>([
  ["I1", "i8"],
  ["I2", "i16"],
  ["I4", "i32"],
  ["I8", "i64"],
  ["U1", "u8"],
  ["U2", "u16"],
  ["U4", "u32"],
  ["U8", "u64"],
  ["F4", "f32"],
  ["F8", "f64"],
]);
const KEYWORDS = ["VERSION", "FIELDS", "SIZE", "TYPE", "COUNT", "WIDTH", "HEIGHT", "VIEWPOINT"]
  .concat(["POINTS", "DATA"]);
/** No header is longer. */
const MOST_HEADER = 1 << 16;

const LATIN1 = new TextDecoder("latin1");

/** An entry of the header. */
interface Entry {
  readonly words: readonly string[];
  readonly at: number;
}

/**
 * Reads the header of a PCD file, versions .5 to .7.
 *
 * @throws {FormatError} If it is truncated or contradicts itself.
 * @see Point Cloud Library, "The PCD (Point Cloud Data) file format"
 */
export function readPcdHeader(bytes: Uint8Array): PcdHeader {
  const entries = new Map<string, Entry>();
  let at = 0;
  while (!entries.has("DATA")) {
    if (at >= Math.min(bytes.length, MOST_HEADER)) fail("the header has no line DATA", at);
    const end = lineEnd(bytes, at);
    const line = LATIN1.decode(bytes.subarray(at, Math.min(end, at + MOST_HEADER)));
    const [keyword = "", ...words] = line.trim().split(/\s+/);
    const name = keyword === "COLUMNS" ? "FIELDS" : keyword;
    if (name !== "" && !name.startsWith("#")) {
      if (!KEYWORDS.includes(name)) fail(`"${name.slice(0, 20)}" is no line of a header`, at);
      if (entries.has(name)) fail(`the header has two lines ${name}`, at);
      entries.set(name, { words, at });
    }
    at = end + (bytes[end] === 13 && bytes[end + 1] === 10 ? 2 : 1);
  }
  const dataOffset = Math.min(at, bytes.length);
  const layout = readFields(entries);
  // Version .5 has no width, only the number of points.
  const width = size(entries, entries.has("WIDTH") ? "WIDTH" : "POINTS");
  const height = size(entries, "HEIGHT", 1);
  const count = size(entries, "POINTS", width * height);
  if (width * height !== count) {
    fail(`${count} points are claimed, ${width} x ${height} of them`, entries.get("POINTS")?.at);
  }
  const { words: [data = ""] = [], at: dataAt } = entries.get("DATA") ?? {};
  if (data !== "ascii" && data !== "binary" && data !== "binary_compressed") {
    return fail(`data are "${data}", ascii, binary or binary_compressed expected`, dataAt);
  }
  return { ...layout, width, height, count, ...readViewpoint(entries), data, dataOffset };
}

function readFields(
  entries: ReadonlyMap<string, Entry>,
): Pick<PcdHeader, "fields" | "values" | "recordLength"> {
  const { words: names, at } = need(entries, "FIELDS");
  const list = (keyword: string, { words, at }: Entry): readonly string[] => {
    if (words.length === names.length) return words;
    return fail(`line ${keyword} has ${words.length} entries, ${names.length} expected`, at);
  };
  const types = list("TYPE", need(entries, "TYPE"));
  const sizes = list("SIZE", need(entries, "SIZE"));
  const counts = list("COUNT", entries.get("COUNT") ?? { words: names.map(() => "1"), at });
  let firstValue = 0;
  let recordLength = 0;
  const fields = names.map((name, which): PcdField => {
    const kind = `${types[which]}${sizes[which]}`;
    const type = TYPES.get(kind) ??
      fail(`field "${name}" has type ${types[which]} of ${sizes[which]} bytes`, at);
    const count = whole(counts[which]) ??
      fail(`field "${name}" has count ${counts[which]}`, entries.get("COUNT")?.at);
    const field = { name, type, count, firstValue, at: recordLength };
    firstValue += count;
    recordLength += count * SCALAR_BYTES[type];
    return field;
  });
  if (!Number.isSafeInteger(recordLength)) fail(`a point takes ${recordLength} bytes`, at);
  return { fields, values: firstValue, recordLength };
}

function readViewpoint(entries: ReadonlyMap<string, Entry>): Pick<PcdHeader, "viewpoint"> {
  const entry = entries.get("VIEWPOINT");
  if (entry === undefined) return {};
  const numbers = entry.words.map((word) => parseNumber(word) ?? NaN);
  const [x = NaN, y = NaN, z = NaN, w = NaN, i = NaN, j = NaN, k = NaN] = numbers;
  if (numbers.length !== 7 || !numbers.every(Number.isFinite)) {
    fail("a viewpoint takes 7 finite numbers", entry.at);
  }
  return { viewpoint: { translation: [x, y, z], rotation: [w, i, j, k] } };
}

function size(entries: ReadonlyMap<string, Entry>, keyword: string, fallback?: number): number {
  const entry = entries.get(keyword);
  if (entry === undefined && fallback !== undefined) return fallback;
  const { words, at } = entry ?? need(entries, keyword);
  const [word = ""] = words;
  return whole(word) ?? fail(`line ${keyword} holds "${word}", a whole number expected`, at);
}

function whole(word: string | undefined): number | undefined {
  const value = /^\d+$/.test(word ?? "") ? Number(word) : NaN;
  return Number.isSafeInteger(value) ? value : undefined;
}

function need(entries: ReadonlyMap<string, Entry>, keyword: string): Entry {
  return entries.get(keyword) ?? fail(`the header has no line ${keyword}`, 0);
}

function fail(problem: string, at = 0): never {
  throw new FormatError("PCD", `${problem} (byte ${at})`, { offset: at });
}
