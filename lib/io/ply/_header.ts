/**
 * The header of PLY files.
 *
 * @module
 */
import { checkBytes } from "../base/bytes.ts";
import { SCALAR_BYTES, type ScalarType } from "../base/scalars.ts";
import { FormatError } from "../base/errors.ts";

/** Encoding of the data behind the header. */
export type PlyEncoding = "ascii" | "binary_little_endian" | "binary_big_endian";

/** One property of an element. */
export interface PlyProperty {
  readonly name: string;
  readonly type: ScalarType;
  /** Type of the length, for lists. */
  readonly countType?: ScalarType;
}

/** One element, a table of rows. */
export interface PlyElement {
  readonly name: string;
  readonly count: number;
  readonly properties: readonly PlyProperty[];
}

/** The header. */
export interface PlyHeader {
  readonly encoding: PlyEncoding;
  readonly elements: readonly PlyElement[];
  /** Byte offset of the first row. */
  readonly dataOffset: number;
}

const TYPES: ReadonlyMap<string, ScalarType> = new Map<string, ScalarType>([
  ["char", "i8"],
  ["int8", "i8"],
  ["uchar", "u8"],
  ["uint8", "u8"],
  ["short", "i16"],
  ["int16", "i16"],
  ["ushort", "u16"],
  ["uint16", "u16"],
  ["int", "i32"],
  ["int32", "i32"],
  ["uint", "u32"],
  ["uint32", "u32"],
  ["float", "f32"],
  ["float32", "f32"],
  ["double", "f64"],
  ["float64", "f64"],
]);

const ENCODINGS: readonly PlyEncoding[] = ["ascii", "binary_little_endian", "binary_big_endian"];
const LF = 10;
const CR = 13;
/** No sensible header line is longer; binary data without line breaks is. */
const LINE_BYTES = 1 << 16;

/**
 * Reads the header and checks that the file is long enough for the rows it claims.
 *
 * Lines may end in LF, CR LF or CR.
 */
export function readPlyHeader(bytes: Uint8Array): PlyHeader {
  checkBytes(bytes);
  const fail: Fail = (problem, offset) => {
    throw new FormatError("PLY", problem, { offset });
  };
  if (bytes.length === 0) fail("the file is empty", 0);
  const decoder = new TextDecoder("latin1");
  const elements: { name: string; count: number; properties: PlyProperty[] }[] = [];
  let encoding: PlyEncoding | undefined;
  let loneCr: boolean | undefined;
  let at = 0;
  for (let line = 0;; line++) {
    const start = at;
    while (at < bytes.length && bytes[at] !== LF && bytes[at] !== CR && at - start <= LINE_BYTES) {
      at++;
    }
    if (at - start > LINE_BYTES) fail(`header line ${line + 1} does not end`, start);
    const words = decoder.decode(bytes.subarray(start, at)).trim().split(/\s+/);
    const last = at >= bytes.length;
    loneCr ??= bytes[at] === CR && bytes[at + 1] !== LF;
    at += bytes[at] === CR && bytes[at + 1] === LF && !loneCr ? 2 : 1;
    const [keyword = ""] = words;
    if (line === 0) {
      if (keyword !== "ply" || words.length > 1) fail('the file does not start with "ply"', 0);
    } else if (keyword === "end_header") {
      // A cut inside "end_header" leaves no line break behind it; without rows that is harmless.
      if (last) at = bytes.length;
      break;
    } else if (keyword === "format") {
      encoding = ENCODINGS.find((one) => one === words[1]);
      if (encoding === undefined || words[2] !== "1.0") {
        fail(`format "${words.slice(1).join(" ")}" is unknown`, start);
      }
    } else if (keyword === "element") {
      elements.push(readElement(words, elements, (problem) => fail(problem, start)));
    } else if (keyword === "property") {
      const element = elements.at(-1) ?? fail("a property comes before any element", start);
      element.properties.push(readProperty(words, element, (problem) => fail(problem, start)));
    } else if (keyword !== "comment" && keyword !== "obj_info" && keyword !== "") {
      fail(`header line ${line + 1} starts with "${keyword.slice(0, 20)}"`, start);
    }
    if (last) fail(`the header does not end, "end_header" expected`, bytes.length);
  }
  const header = { encoding: encoding ?? fail("the header has no format", 0), elements };
  checkRows(header, bytes.length - at, (problem) => fail(problem, at));
  return { ...header, dataOffset: at };
}

type Fail = (problem: string, offset: number) => never;
type FailHere = (problem: string) => never;

function readElement(
  words: readonly string[],
  elements: readonly PlyElement[],
  fail: FailHere,
): { name: string; count: number; properties: PlyProperty[] } {
  const [, name = "", count = ""] = words;
  if (!/^\d+$/.test(count) || !Number.isSafeInteger(Number(count))) {
    fail(`element "${name}" has count "${count}", a whole number expected`);
  }
  if (elements.some((one) => one.name === name)) fail(`element "${name}" is declared twice`);
  return { name, count: Number(count), properties: [] };
}

function readProperty(words: readonly string[], element: PlyElement, fail: FailHere): PlyProperty {
  const list = words[1] === "list";
  const typeOf = (word: string | undefined): ScalarType =>
    TYPES.get(word ?? "") ?? fail(`type "${word ?? ""}" of element "${element.name}" is unknown`);
  const type = typeOf(words[list ? 3 : 1]);
  const name = words[list ? 4 : 2] ?? fail(`a property of element "${element.name}" has no name`);
  if (element.properties.some((one) => one.name === name)) {
    fail(`property "${name}" of element "${element.name}" is declared twice`);
  }
  if (!list) return { name, type };
  const countType = typeOf(words[2]);
  if (countType === "f32" || countType === "f64") {
    fail(`list "${name}" has lengths of type "${words[2]}", a whole-number type expected`);
  }
  return { name, type, countType };
}

/** The rows that are claimed must fit before anything is allocated for them. */
function checkRows(header: Omit<PlyHeader, "dataOffset">, held: number, fail: FailHere): void {
  let needed = 0;
  for (const { count, properties } of header.elements) {
    const row = header.encoding === "ascii"
      // A digit and a blank or line break each; the very last one may lack its break.
      ? properties.length * 2
      : properties.reduce((sum, one) => sum + SCALAR_BYTES[one.countType ?? one.type], 0);
    needed += count * row;
  }
  if (header.encoding === "ascii") needed = Math.max(0, needed - 1);
  if (needed > held) {
    fail(`the elements take ${needed} bytes or more, ${held} follow the header`);
  }
}
