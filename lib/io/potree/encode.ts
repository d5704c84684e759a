/**
 * Potree 2 writer for octrees of points: `metadata.json`.
 *
 * @module
 */
import { bytesOf, type PointAttribute, typeOfValues } from "../base/attributes.ts";
import { checkFinites, checkReals, checkWhole } from "../base/operands.ts";
import { describeValue } from "../../../ffi/base/words.ts";
import {
  checkArray,
  checkClass,
  checkNumber,
  checkParts,
  checkText,
  checkView,
} from "../../../ffi/base/checks.ts";
import { type PotreeHierarchy, STEP } from "./hierarchy.ts";
import type { Triple } from "../cloud.ts";

/**
 * Storage of points: record by record, or column by column and compressed.
 *
 * @category Trees of points
 */
export type PotreeEncoding = "default" | "brotli";

/**
 * Points in the order of a file.
 *
 * @category Trees of points
 */
export interface PotreeCloud {
  /**
   * Integer coordinates, [points, 3]; positions are `coordinate * scale + offset`. For "brotli" they must not be
   * negative.
   */
  readonly coordinates: Int32Array;
  /** Units of the coordinates. */
  readonly scale: Triple;
  /** Position of coordinates 0. */
  readonly offset: Triple;
  /** Further attributes of the points. */
  readonly attributes: readonly PointAttribute[];
}

/**
 * Input of {@linkcode encodePotreeMetadata}.
 *
 * @category Trees of points
 */
export interface PotreeDescription {
  /** Name of the cloud. */
  readonly name: string;
  /** Points of all nodes. */
  readonly points: number;
  /** Coordinate system, in WKT or PROJ syntax. */
  readonly projection?: string;
  /** Minimum corner of the root. */
  readonly min: Triple;
  /** Edge of the root, a cube. */
  readonly edge: number;
  /** Distance between points of the root. */
  readonly spacing: number;
  /** Storage of points. */
  readonly encoding: PotreeEncoding;
  /** The contents of `hierarchy.bin`. */
  readonly hierarchy: PotreeHierarchy;
}

const OPERATOR = "encode Potree";

/** Refuses what is no cloud. */
function checkCloud(cloud: PotreeCloud): void {
  checkParts({ operator: OPERATOR, name: "the cloud" }, cloud, "an object with coordinates");
  const { coordinates, scale, offset, attributes } = cloud;
  checkClass({ operator: OPERATOR, name: "coordinates" }, coordinates, Int32Array);
  if (coordinates.length % 3 !== 0) {
    throw new RangeError(
      `Cannot encode Potree: ${coordinates.length} coordinates given, three for each point expected`,
    );
  }
  checkFinites({ operator: OPERATOR, name: "scale" }, scale, 3);
  checkFinites({ operator: OPERATOR, name: "offset" }, offset, 3);
  checkArray({ operator: OPERATOR, name: "attributes" }, attributes);
  for (const [at, attribute] of attributes.entries()) {
    checkParts({ operator: OPERATOR, name: `attribute ${at}` }, attribute);
    checkText({ operator: OPERATOR, name: `name of attribute ${at}` }, attribute.name);
    checkView({ operator: OPERATOR, name: `values of attribute ${at}` }, attribute.values);
    checkReals({ operator: OPERATOR, name: `values of attribute ${at}` }, attribute.values);
    checkWhole({ operator: OPERATOR, name: `width of attribute ${at}` }, attribute.width, [
      1,
      2 ** 16,
    ]);
    typeOfValues(attribute.values);
  }
}

/**
 * Refuses an unknown storage of points.
 *
 * @throws {TypeError} If it is not a text.
 * @throws {RangeError} If it is another text.
 */
export function checkEncoding(encoding: PotreeEncoding): void {
  checkText({ operator: OPERATOR, name: "encoding" }, encoding);
  if (encoding === "default" || encoding === "brotli") return;
  throw new RangeError(
    `Cannot encode Potree: encoding is ${describeValue(encoding)}, default or brotli expected`,
  );
}

/** Positions as the first attribute, checked. */
export function columnsOf(cloud: PotreeCloud): PointAttribute[] {
  checkCloud(cloud);
  const count = cloud.coordinates.length / 3;
  for (const { name, values, width } of cloud.attributes) {
    if (values.length === count * width) continue;
    throw new RangeError(
      `Cannot encode Potree: attribute "${name}" has ${values.length} values, ` +
        `${width} for each of ${count} points expected`,
    );
  }
  return [{ name: "position", values: cloud.coordinates, width: 3 }, ...cloud.attributes];
}

/**
 * Encodes what viewers need to know before they request points.
 *
 * @param cloud All points; minima and maxima of their attributes are included.
 * @param about Its cube, nodes and encoding.
 * @returns The text of `metadata.json`.
 * @throws {RangeError} If the number of values of an attribute does not match the points, or the encoding is unknown.
 * @throws {TypeError} If a part is of another kind, such as a tensor for an array.
 * @category Trees of points
 *
 * @example A point
 * ```ts
 * import { encodePotreeHierarchy, encodePotreeMetadata } from "@denovdb/denovdb/io";
 * import { assertEquals } from "@std/assert";
 *
 * const root = { level: 0, children: 0, firstChild: 0, points: 1, byteOffset: 0, byteSize: 12 };
 * const coordinates = Int32Array.of(1, 2, 3);
 * const cloud = { coordinates, scale: [2, 2, 2], offset: [5, 5, 5], attributes: [] } as const;
 * const text = encodePotreeMetadata(cloud, {
 *   name: "one",
 *   points: 1,
 *   min: [5, 5, 5],
 *   edge: 16,
 *   spacing: 0.125,
 *   encoding: "default",
 *   hierarchy: encodePotreeHierarchy([root]),
 * });
 * const { boundingBox, attributes } = JSON.parse(text);
 * assertEquals(boundingBox, { min: [5, 5, 5], max: [21, 21, 21] });
 * assertEquals(attributes[0].max, [7, 9, 11]);
 * ```
 */
export function encodePotreeMetadata(cloud: PotreeCloud, about: PotreeDescription): string {
  checkCloud(cloud);
  checkParts({ operator: OPERATOR, name: "about" }, about);
  checkParts({ operator: OPERATOR, name: "hierarchy" }, about.hierarchy);
  for (const name of ["firstChunkSize", "depth"] as const) {
    checkNumber({ operator: OPERATOR, name: `${name} of hierarchy` }, about.hierarchy[name]);
  }
  checkFinites({ operator: OPERATOR, name: "min" }, about.min, 3);
  for (const name of ["points", "edge", "spacing"] as const) {
    checkNumber({ operator: OPERATOR, name }, about[name]);
  }
  checkText({ operator: OPERATOR, name: "name" }, about.name);
  if (about.projection !== undefined) {
    checkText({ operator: OPERATOR, name: "projection" }, about.projection);
  }
  checkEncoding(about.encoding);
  const { name, points, projection = "", min, edge, spacing, encoding, hierarchy } = about;
  const { scale, offset } = cloud;
  const { firstChunkSize, depth } = hierarchy;
  return JSON.stringify(
    {
      version: "2.0",
      name,
      description: "",
      points,
      projection,
      hierarchy: { firstChunkSize, stepSize: STEP, depth },
      offset,
      scale,
      spacing,
      boundingBox: { min, max: min.map((low) => low + edge) },
      encoding: encoding.toUpperCase(),
      attributes: columnsOf(cloud).map((column) => describeColumn(column, cloud)),
    },
    undefined,
    2,
  );
}

/** Values that are looked at together, as numbers of one type. */
const BLOCK = 1 << 16;

/** The least and greatest of the values of each place in a point; 0 where there is no number. */
function extremesOf({ values, width }: PointAttribute): { min: number[]; max: number[] } {
  const min = new Array<number>(width).fill(Infinity);
  const max = new Array<number>(width).fill(-Infinity);
  const block = new Float64Array(BLOCK * width);
  for (let first = 0; first < values.length; first += block.length) {
    const part = values.subarray(first, first + block.length);
    const { length } = part;
    block.set(part);
    for (let axis = 0; axis < width; axis++) {
      let [low, high] = [min[axis] ?? 0, max[axis] ?? 0];
      for (let at = axis; at < length; at += width) {
        const value = block[at] ?? 0;
        if (value < low) low = value;
        if (value > high) high = value;
      }
      [min[axis], max[axis]] = [low, high];
    }
  }
  const isNone = min.map((low, axis) => low > (max[axis] ?? 0));
  const or0 = (value: number, axis: number): number => isNone[axis] === true ? 0 : value;
  return { min: min.map(or0), max: max.map(or0) };
}

function describeColumn(column: PointAttribute, cloud: PotreeCloud): Record<string, unknown> {
  const { name, values, width } = column;
  const place = (value: number, axis: number): number =>
    name === "position" ? value * (cloud.scale[axis] ?? 1) + (cloud.offset[axis] ?? 0) : value;
  const { min, max } = extremesOf(column);
  const elementSize = bytesOf(values);
  return {
    name,
    description: "",
    size: elementSize * width,
    numElements: width,
    elementSize,
    type: typeOfValues(values),
    min: min.map(place),
    max: max.map(place),
    scale: new Array<number>(width).fill(1),
    offset: new Array<number>(width).fill(0),
  };
}
