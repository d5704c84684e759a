/**
 * Lines and values of NRRD headers.
 *
 * @module
 */
import { FormatError } from "../base/errors.ts";

/** A field as it is written. */
export interface Field {
  /** Its name in small letters, in words. */
  readonly name: string;
  /** Text behind the colon, without blanks around it. */
  readonly text: string;
  /** Byte offset of its line. */
  readonly offset: number;
}

/** The lines of a header, told apart. */
export interface HeaderLines {
  /** Version of the format. */
  readonly version: number;
  readonly fields: ReadonlyMap<string, Field>;
  readonly keyValues: ReadonlyMap<string, string>;
  readonly comments: readonly string[];
  /** Whether an empty line ends the header. */
  readonly ended: boolean;
  /** Byte offset behind the header. */
  readonly end: number;
}

const LF = 10;
const CR = 13;
const VERSIONS = 5;
/** No sensible header line is longer; binary data without line breaks is. */
const LINE_BYTES = 1 << 20;

/** Names of fields that are written in more than one way. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ["axismins", "axis mins"],
  ["axismaxs", "axis maxs"],
  ["blocksize", "block size"],
  ["byteskip", "byte skip"],
  ["centerings", "centers"],
  ["datafile", "data file"],
  ["lineskip", "line skip"],
  ["oldmin", "old min"],
  ["oldmax", "old max"],
  ["sampleunits", "sample units"],
]);

/** Ends the reading with what is wrong, at a byte of the file where that can be said. */
export function failNrrd(problem: string, offset?: number, cause?: unknown): never {
  throw new FormatError("NRRD", problem, {
    ...(offset === undefined ? {} : { offset }),
    ...(cause === undefined ? {} : { cause }),
  });
}

/** Tells the lines of a header apart; values are looked at later. */
export function readLines(bytes: Uint8Array): HeaderLines {
  if (bytes.length === 0) failNrrd("the file is empty", 0);
  const fields = new Map<string, Field>();
  const keyValues = new Map<string, string>();
  const comments: string[] = [];
  const decoder = new TextDecoder();
  let version = 0;
  let end = 0;
  for (let line = 0; end < bytes.length; line++) {
    const offset = end;
    while (end < bytes.length && bytes[end] !== LF && end - offset <= LINE_BYTES) end++;
    if (end - offset > LINE_BYTES) failNrrd(`header line ${line + 1} does not end`, offset);
    const stop = bytes[end - 1] === CR && end > offset ? end - 1 : end;
    const text = decoder.decode(bytes.subarray(offset, stop));
    const whole = end < bytes.length;
    end = Math.min(bytes.length, end + 1);
    if (line === 0) {
      version = readMagic(text);
      continue;
    }
    if (text === "") return { version, fields, keyValues, comments, ended: whole, end };
    if (text.startsWith("#")) {
      comments.push(text.slice(1).trim());
      continue;
    }
    // A key may have colons in it, but none with a blank behind.
    const [, key, content = ""] = /^((?:(?!: |:=).)+):=(.*)$/s.exec(text) ?? [];
    const [, name, value = ""] = /^([^:]+):(.*)$/s.exec(text) ?? [];
    if (key !== undefined) {
      keyValues.set(unescape(key), unescape(content));
    } else if (name !== undefined) {
      addField(fields, { name: normalName(name), text: value.trim(), offset });
    } else {
      failNrrd(`header line ${line + 1} is neither a field nor a key with a value`, offset);
    }
  }
  return { version, fields, keyValues, comments, ended: false, end };
}

function readMagic(line: string): number {
  const version = Number(/^NRRD000(\d)$/.exec(line.trimEnd())?.[1] ?? 0);
  if (version >= 1 && version <= VERSIONS) return version;
  const start = line.slice(0, 8).replace(/[^ -~]/g, "?");
  return failNrrd(`the file starts with "${start}", NRRD0001 to NRRD000${VERSIONS} expected`, 0);
}

function addField(fields: Map<string, Field>, field: Field): void {
  const name = OTHER_NAMES.get(field.name) ?? field.name;
  if (fields.has(name)) failNrrd(`field "${name}" is there twice`, field.offset);
  fields.set(name, { ...field, name });
}

/** Small letters, one blank between words. */
export function normalName(text: string): string {
  return text.trim().toLowerCase().replace(/\s+/g, " ");
}

/** Keys and values write line breaks as \n and backslashes as \\. */
function unescape(text: string): string {
  return text.replace(/\\([n\\])/g, (_, letter) => letter === "n" ? "\n" : "\\");
}

/** Reads a whole number that is not below a limit. */
export function parseWhole(field: Field, least: number): number {
  const { name, text, offset } = field;
  const value = /^[+-]?\d+$/.test(text) ? Number(text) : NaN;
  if (Number.isSafeInteger(value) && value >= least) return value;
  return failNrrd(
    `${name} "${brief(text)}" is not a whole number of ${least} or more`,
    offset,
  );
}

/** Reads as many words as there are axes. */
export function parseWords({ name, text, offset }: Field, count: number): string[] {
  const words = text === "" ? [] : text.split(/\s+/);
  if (words.length === count) return words;
  return failNrrd(`${name} has ${words.length} entries, ${count} expected, one per axis`, offset);
}

/** Reads a number per axis; NaN says that there is none. */
export function parseNumbers(field: Field, count: number): (number | undefined)[] {
  return parseWords(field, count).map((word) => {
    if (/^[+-]?nan$/i.test(word)) return undefined;
    return parseNumber(field, word);
  });
}

/** Reads a vector per axis; an axis that is not in space has none. */
export function parseDirections(
  field: Field,
  count: number,
): (readonly number[] | undefined)[] {
  const { name, text, offset } = field;
  const words = text.match(/none|\([^()]*\)/g) ?? [];
  if (text.replace(/none|\([^()]*\)/g, "").trim() !== "") {
    failNrrd(`${name} "${brief(text)}" are not vectors like (1,0,0), or none`, offset);
  }
  if (words.length !== count) {
    failNrrd(`${name} has ${words.length} entries, ${count} expected, one per axis`, offset);
  }
  return words.map((word) => word === "none" ? undefined : parseVector({ ...field, text: word }));
}

/** Reads a vector in brackets. */
export function parseVector(field: Field): number[] {
  const inside = /^\(([^()]*)\)$/.exec(field.text)?.[1];
  if (inside === undefined) {
    failNrrd(`${field.name} "${brief(field.text)}" is not a vector like (1,0,0)`, field.offset);
  }
  return inside.split(",").map((word) => parseNumber(field, word.trim()));
}

function parseNumber({ name, offset }: Field, word: string): number {
  const isNumber = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(word);
  const value = isNumber ? Number(word) : NaN;
  if (Number.isFinite(value)) return value;
  return failNrrd(`${name} has "${brief(word)}", a finite number expected`, offset);
}

function brief(text: string): string {
  return text.length <= 40 ? text : `${text.slice(0, 37)}...`;
}
