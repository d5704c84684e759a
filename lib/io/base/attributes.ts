/**
 * Attributes of points besides their places: columns of numbers of any type.
 *
 * @module
 */

/**
 * Numbers of any type.
 *
 * @category Point clouds
 */
export type PointValues =
  | Int8Array
  | Uint8Array
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array
  | Float32Array
  | Float64Array;

/**
 * An attribute of points besides position.
 *
 * @category Point clouds
 */
export interface PointAttribute {
  /** Its name; viewers know "rgb", "intensity", "classification", "gps-time" and others. */
  readonly name: string;
  /** Values of all points, point by point. */
  readonly values: PointValues;
  /** Values per point. */
  readonly width: number;
}

/** Element types and their names, in the order of their codes. */
const TYPES = [
  ["int8", Int8Array],
  ["uint8", Uint8Array],
  ["int16", Int16Array],
  ["uint16", Uint16Array],
  ["int32", Int32Array],
  ["uint32", Uint32Array],
  ["float", Float32Array],
  ["double", Float64Array],
] as const;

/** Bytes of one number. */
export function bytesOf(values: PointValues): number {
  return values.BYTES_PER_ELEMENT;
}

/**
 * Names the type of numbers, as Potree does.
 *
 * @param values Numbers.
 * @returns int8, uint8, int16, uint16, int32, uint32, float or double.
 * @throws {RangeError} If it is another array.
 * @category Point clouds
 */
export function typeOfValues(values: PointValues): string {
  const name = TYPES.find(([, type]) => values instanceof type)?.[0];
  if (name !== undefined) return name;
  throw new RangeError("Cannot take attributes: they are no numbers of 8 to 64 bits");
}

/** Bytes as numbers of a named type; nothing if no type is called so. */
export function valuesOf(name: string, bytes: Uint8Array<ArrayBuffer>): PointValues | undefined {
  const type = TYPES.find(([own]) => own === name)?.[1];
  return type === undefined ? undefined : new type(bytes.slice().buffer);
}
