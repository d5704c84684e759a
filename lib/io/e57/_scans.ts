/**
 * The XML section of E57 files: which scans there are, and how their records are stored.
 *
 * @module
 */
import type { E57Pages } from "./_pages.ts";
import { parseNumber } from "../base/numbers.ts";
import { parseXml, type XmlElement, XmlError } from "./_xml.ts";
import { FormatError } from "../base/errors.ts";
import type { PointPose } from "../cloud.ts";

/** One number of every record, or a string, which is not kept. */
export interface E57Field {
  readonly name: string;
  /** Storage of its values: as they are, or as so many bits each. */
  readonly kind: "f32" | "f64" | "integer" | "string";
  /** The least integer; stored are the differences to it. */
  readonly minimum: bigint;
  readonly maximum: bigint;
  /** Bits of a value. */
  readonly bits: number;
  readonly scale: number;
  readonly offset: number;
}

/** The least and the greatest value of something. */
export type Limits = readonly [least: number, most: number];

/** A scan, as the XML section describes it. */
export interface E57Scan {
  readonly name?: string;
  readonly records: number;
  /** Offset in the logical bytes of its binary section. */
  readonly section: number;
  readonly fields: readonly E57Field[];
  readonly pose?: PointPose;
  /** Of red, green and blue. */
  readonly colorLimits?: readonly Limits[];
  readonly intensityLimits?: Limits;
}

const LEAST = -(2n ** 63n);
const MOST = 2n ** 63n - 1n;
const MOST_NAME = 256;

/** Contents of the XML section of a file. */
export interface E57Description {
  readonly scans: E57Scan[];
  /** The coordinate system, as the file writes it; empty where it has none. */
  readonly coordinates: string;
}

/**
 * Reads the descriptions of all scans.
 *
 * Source: ASTM E2807, section 8.
 *
 * @throws {FormatError} If the XML is malformed or describes something that cannot be.
 */
export function readE57Scans(pages: E57Pages): E57Description {
  const { at, length } = pages.xml;
  const place = (index: number): number => pages.toPhysical(at + index);
  const fail: Fail = (problem, element) => {
    throw new FormatError("E57", problem, { offset: place(element.at) });
  };
  let root: XmlElement;
  try {
    const bytes = pages.logical.subarray(at, at + length);
    root = parseXml(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (cause) {
    const index = cause instanceof XmlError ? cause.at : 0;
    const problem = cause instanceof XmlError ? cause.message : "the text is not UTF-8";
    throw new FormatError("E57", `XML section: ${problem}`, { offset: place(index), cause });
  }
  if (root.name !== "e57Root") fail(`the XML section is "${root.name}", e57Root expected`, root);
  const scans = child(root, "data3D")?.children ?? [];
  return {
    scans: scans.map((scan) => readScan(scan, pages, fail)),
    coordinates: child(root, "coordinateMetadata")?.text.trim() ?? "",
  };
}

type Fail = (problem: string, element: XmlElement) => never;

function readScan(scan: XmlElement, pages: E57Pages, fail: Fail): E57Scan {
  const points = child(scan, "points") ?? fail("a scan has no points", scan);
  if (points.attributes.get("type") !== "CompressedVector") {
    fail("the points of a scan are no CompressedVector", points);
  }
  const count = (name: string): number => {
    const word = points.attributes.get(name) ?? "";
    const value = /^\d+$/.test(word) ? Number(word) : NaN;
    if (!Number.isSafeInteger(value)) fail(`points have ${name} "${word.slice(0, 30)}"`, points);
    return value;
  };
  const offset = count("fileOffset");
  const section = pages.toLogical(offset) ??
    fail(`points have fileOffset ${offset}, which is not in the file`, points);
  const prototype = child(points, "prototype") ?? fail("points have no prototype", points);
  const name = child(scan, "name")?.text.trim().slice(0, MOST_NAME) ?? "";
  const pose = readPose(child(scan, "pose"), fail);
  const colors = child(scan, "colorLimits");
  const intensity = child(scan, "intensityLimits");
  const colorLimits = colors === undefined
    ? undefined
    : ["colorRed", "colorGreen", "colorBlue"].map((what) => readLimits(colors, what, fail));
  return {
    ...(name === "" ? {} : { name }),
    records: count("recordCount"),
    section,
    fields: readFields(prototype, fail),
    ...(pose === undefined ? {} : { pose }),
    ...(colorLimits === undefined ? {} : { colorLimits }),
    ...(intensity === undefined
      ? {}
      : { intensityLimits: readLimits(intensity, "intensity", fail) }),
  };
}

/** The fields of a structure, those of structures within it among them. */
function readFields(structure: XmlElement, fail: Fail): E57Field[] {
  return structure.children.flatMap((field): E57Field[] => {
    const { name, attributes } = field;
    const type = attributes.get("type");
    const base = { name, minimum: 0n, maximum: 0n, bits: 0, scale: 1, offset: 0 };
    switch (type) {
      case "Structure":
        return readFields(field, fail);
      case "String":
        return [{ ...base, kind: "string" }];
      case "Float": {
        const single = attributes.get("precision") === "single";
        return [{ ...base, kind: single ? "f32" : "f64", bits: single ? 32 : 64 }];
      }
      case "Integer":
      case "ScaledInteger": {
        const minimum = integer(field, "minimum", LEAST, fail);
        const maximum = integer(field, "maximum", MOST, fail);
        if (maximum < minimum) fail(`"${name}" reaches from ${minimum} to ${maximum}`, field);
        const range = maximum - minimum;
        const scaled = type === "ScaledInteger";
        return [{
          name,
          kind: "integer",
          minimum,
          maximum,
          bits: range === 0n ? 0 : range.toString(2).length,
          scale: scaled ? real(field, "scale", 1, fail) : 1,
          offset: scaled ? real(field, "offset", 0, fail) : 0,
        }];
      }
      default:
        return fail(`"${name}" of a prototype has type "${type ?? ""}"`, field);
    }
  });
}

function readPose(pose: XmlElement | undefined, fail: Fail): PointPose | undefined {
  if (pose === undefined) return undefined;
  const part = (element: XmlElement | undefined, name: string, fallback: number): number => {
    const found = element === undefined ? undefined : child(element, name);
    return found === undefined ? fallback : valueOf(found, fail);
  };
  const rotation = child(pose, "rotation");
  const translation = child(pose, "translation");
  const [w, x, y, z] = [
    part(rotation, "w", 1),
    part(rotation, "x", 0),
    part(rotation, "y", 0),
    part(rotation, "z", 0),
  ];
  const length = Math.hypot(w, x, y, z);
  if (!(length > 0)) fail("the rotation of a pose is 0", pose);
  return {
    rotation: [w / length, x / length, y / length, z / length],
    translation: [part(translation, "x", 0), part(translation, "y", 0), part(translation, "z", 0)],
  };
}

function readLimits(element: XmlElement, name: string, fail: Fail): Limits {
  const end = (which: string): number => {
    const found = child(element, `${name}${which}`);
    return found === undefined ? NaN : valueOf(found, fail);
  };
  return [end("Minimum"), end("Maximum")];
}

/** The value of an element that is a number. */
function valueOf(element: XmlElement, fail: Fail): number {
  const text = element.text.trim();
  const value = text === "" ? 0 : parseNumber(text) ?? NaN;
  const scaled = element.attributes.get("type") === "ScaledInteger"
    ? value * real(element, "scale", 1, fail) + real(element, "offset", 0, fail)
    : value;
  if (!Number.isFinite(scaled)) fail(`"${element.name}" is "${text.slice(0, 30)}"`, element);
  return scaled;
}

function integer(element: XmlElement, name: string, fallback: bigint, fail: Fail): bigint {
  const word = element.attributes.get(name)?.trim();
  if (word === undefined) return fallback;
  const value = /^[+-]?\d{1,20}$/.test(word) ? BigInt(word.replace("+", "")) : MOST + 1n;
  if (value < LEAST || value > MOST) {
    fail(`"${element.name}" has ${name} "${word.slice(0, 30)}"`, element);
  }
  return value;
}

function real(element: XmlElement, name: string, fallback: number, fail: Fail): number {
  const word = element.attributes.get(name)?.trim();
  if (word === undefined) return fallback;
  const value = parseNumber(word) ?? NaN;
  if (!Number.isFinite(value)) {
    fail(`"${element.name}" has ${name} "${word.slice(0, 30)}"`, element);
  }
  return value;
}

function child(element: XmlElement, name: string): XmlElement | undefined {
  return element.children.find((one) => one.name === name);
}
