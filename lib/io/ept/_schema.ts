/**
 * The file ept.json of an Entwine point tile set.
 *
 * @module
 */
import { crsOfEpsg } from "../base/epsg.ts";
import { crsOfWkt } from "../base/wkt.ts";
import type { PointCrs } from "../cloud.ts";
import { isObject, type Json, showJson } from "../base/json.ts";
import type { OctreeRoot } from "../base/octree_nodes.ts";
import { SCALAR_BYTES, type ScalarType } from "../base/scalars.ts";
import { FormatError } from "../base/errors.ts";

/** Storage of the points of a tile. */
export type EptDataType = "binary" | "laszip" | "zstandard";

/** One dimension of every point. */
export interface EptDimension {
  readonly name: string;
  readonly type: ScalarType;
  readonly scale: number;
  readonly offset: number;
  /** Byte offset in a record. */
  readonly at: number;
}

/** Contents of the file. */
export interface EptSchema {
  readonly dataType: EptDataType;
  readonly dimensions: readonly EptDimension[];
  readonly recordLength: number;
  readonly root: OctreeRoot;
  /** Number of points in all tiles. */
  readonly count: number;
  /** The coordinate system, if one is stated. */
  readonly crs: PointCrs | undefined;
}

const TYPES: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  ["signed", "i"],
  ["unsigned", "u"],
  ["float", "f"],
  ["floating", "f"],
]);

/** Parses a file that has to hold one JSON object. */
export function parseObject(bytes: Uint8Array, path: string): Json {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new FormatError("EPT", `${path} is no JSON`, { cause });
  }
  if (!isObject(value)) fail(`${path} holds no object`);
  return value;
}

/**
 * Checks what ept.json says.
 *
 * @see Entwine Point Tile specification 1.0 and 1.1
 */
export function readEptSchema(json: Json): EptSchema {
  const { dataType, hierarchyType = "json", points, bounds, schema } = json;
  if (dataType !== "binary" && dataType !== "laszip" && dataType !== "zstandard") {
    fail(`dataType is ${showJson(dataType)}, binary, laszip or zstandard expected`);
  }
  if (hierarchyType !== "json") fail(`hierarchyType is ${showJson(hierarchyType)}, json expected`);
  if (!Number.isSafeInteger(points) || Number(points) < 0) fail(`points is ${showJson(points)}`);
  // Version 1.0 calls the number of cells along an edge "ticks".
  const span = json.span ?? json.ticks;
  if (!isFinite(span) || span <= 0) fail(`span is ${showJson(span)}`);
  if (!Array.isArray(bounds) || bounds.length !== 6 || !bounds.every(isFinite)) {
    return fail(`bounds are ${showJson(bounds)}, 6 numbers expected`);
  }
  const [x = 0, y = 0, z = 0, farX = 0, farY = 0, farZ = 0] = bounds;
  const edge = Math.max(farX - x, farY - y, farZ - z);
  if (!(edge > 0)) fail(`bounds are ${showJson(bounds)}, a cube expected`);
  if (!Array.isArray(schema)) return fail("there is no schema");
  let recordLength = 0;
  const dimensions = schema.map((entry: unknown): EptDimension => {
    if (!isObject(entry)) return fail(`the schema holds ${showJson(entry)}`);
    const { name, type, size, scale = 1, offset = 0 } = entry;
    const kind = typeof size === "number" ? `${TYPES.get(type)}${size * 8}` : "";
    if (typeof name !== "string" || !isScalarType(kind)) {
      return fail(
        `the schema holds ${showJson(name)} of type ${showJson(type)} and size ${showJson(size)}`,
      );
    }
    if (!isFinite(scale) || scale === 0 || !isFinite(offset)) {
      return fail(`${showJson(name)} has scale ${showJson(scale)} and offset ${showJson(offset)}`);
    }
    const dimension = { name, type: kind, scale, offset, at: recordLength };
    recordLength += SCALAR_BYTES[kind];
    return dimension;
  });
  for (const name of ["X", "Y", "Z"]) {
    if (!dimensions.some((one) => one.name === name)) fail(`the schema has no ${name}`);
  }
  const root: OctreeRoot = { min: [x, y, z], edge, spacing: edge / span };
  return { dataType, dimensions, recordLength, root, count: Number(points), crs: crsOf(json.srs) };
}

/** The coordinate system, by its definition or by the codes of its authority. */
function crsOf(srs: unknown): PointCrs | undefined {
  if (!isObject(srs)) return undefined;
  const { wkt, authority, horizontal, vertical } = srs;
  if (typeof wkt === "string" && wkt !== "") {
    try {
      return crsOfWkt(wkt);
    } catch {
      // What is no definition is none; the codes may say more.
    }
  }
  const code = Number(horizontal);
  const isCode = authority === "EPSG" && Number.isInteger(code) && code > 0;
  if (!isCode) return undefined;
  const known = vertical === undefined ? crsOfEpsg(code) : undefined;
  return known ?? { name: `EPSG:${code}`, epsg: code };
}

function isFinite(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}

function isScalarType(kind: string): kind is ScalarType {
  return Object.hasOwn(SCALAR_BYTES, kind);
}

function fail(problem: string): never {
  throw new FormatError("EPT", `ept.json: ${problem}`);
}
