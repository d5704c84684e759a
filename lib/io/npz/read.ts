/**
 * Points in NPZ files: an array for their places, and others for what else is known of them.
 *
 * @module
 */
import { checkOptions, optionNames, pickOptions } from "../../../ffi/base/options.ts";
import { extentOf } from "../base/bounds.ts";
import { checkBytes } from "../base/bytes.ts";
import { type PackedColors, packFloatColors, packIntegerColors } from "../base/colors.ts";
import { FormatError } from "../base/errors.ts";
import { type OtherArray, type StoredArray, valuesOfStored } from "../npy/array.ts";
import type {
  CloudFileFormat,
  ColumnValues,
  PointCloud,
  PointColumn,
  ReadFieldsOptions,
} from "../cloud.ts";
import { describeArrays, storedArrays } from "./arrays.ts";
import { isNpz } from "./_zip.ts";
import { isFloat16Array } from "../../../ffi/base/float16.ts";

const NAMES = optionNames<ReadFieldsOptions>({ fields: "boolean" });

/** Names of arrays of places. */
const PLACES = [
  "points",
  "positions",
  "xyz",
  "coordinates",
  "coords",
  "vertices",
  "means3d",
  "means",
];
const AXES = ["x", "y", "z"];
const COLORS = ["colors", "color", "rgb"];
const NORMALS = ["normals", "normal"];
const INTENSITIES = ["intensities", "intensity"];
const CLASSES = ["classifications", "classification"];
/** Values of a point that a column has at most. */
const MOST_WIDTH = 65535;

/**
 * Reads points from an NPZ file, as `numpy.savez` and `numpy.savez_compressed` write them.
 *
 * Places are an array [points, 3] called points, positions, xyz, coordinates, coords, vertices, means3d or means, or else
 * the only one of that shape, or arrays x, y and z of one axis. Arrays of as many rows called colors, normals,
 * intensities and classifications are what they are called, and any other becomes one of `columns` if `fields` is true.
 * Colors of floating point are 0..1 unless one exceeds 1. Arrays of texts, records and Python objects are not read:
 * `unread` names them.
 *
 * @param bytes The whole file.
 * @param options Whether to read what a cloud has no name for.
 * @returns The points.
 * @throws {FormatError} If no array has places, or the file is damaged.
 * @category Point clouds
 */
export async function readNpz(
  bytes: Uint8Array,
  options: ReadFieldsOptions = {},
): Promise<PointCloud> {
  const { fields = false } = checkOptions("readNpz", options, NAMES);
  checkBytes(bytes);
  const skipped: OtherArray[] = [];
  const arrays = await storedArrays(bytes, skipped);
  const { positions, used } = placesOf(arrays, skipped);
  const count = positions.length / 3;
  const rest = arrays.filter((array) => !used.includes(array) && array.shape[0] === count);
  const find = (names: readonly string[], width: number): StoredArray | undefined =>
    rest.find(({ name, shape }) => names.includes(name.toLowerCase()) && widthOf(shape) === width);
  const [colors, normals] = [find(COLORS, 3), find(NORMALS, 3)];
  const [intensities, classes] = [find(INTENSITIES, 1), find(CLASSES, 1)];
  const known = [...used, colors, normals, intensities, classes];
  const others = rest.filter((array) =>
    !known.includes(array) && widthOf(array.shape) <= MOST_WIDTH
  );
  const columns = fields ? others.map(columnOf) : [];
  const left = arrays.filter((array) =>
    !known.includes(array) && !(fields && others.includes(array))
  );
  const unread = [...left.map(({ name }) => name), ...skipped.map(({ array }) => array)];
  return {
    format: "npz",
    count,
    positions,
    ...(colors === undefined ? {} : packColors(valuesOfStored(colors))),
    ...(normals === undefined ? {} : { normals: Float32Array.from(numbersOf(normals)) }),
    ...(intensities === undefined ? {} : { intensities: strengthsOf(intensities) }),
    ...(classes === undefined ? {} : { classifications: Uint8Array.from(numbersOf(classes)) }),
    ...(columns.length === 0 ? {} : { columns }),
    ...extentOf(positions),
    ...(unread.length === 0 ? {} : { unread }),
  };
}

/** Values of a row. */
function widthOf(shape: readonly number[]): number {
  return shape.slice(1).reduce((product, side) => product * side, 1);
}

function numbersOf(array: StoredArray): Float64Array {
  return Float64Array.from(valuesOfStored(array), Number);
}

interface Places {
  readonly positions: Float64Array;
  readonly used: readonly StoredArray[];
}

function placesOf(arrays: readonly StoredArray[], skipped: readonly OtherArray[]): Places {
  const rows = arrays.filter(({ shape }) => shape.length === 2 && shape[1] === 3);
  const named = PLACES.flatMap((name) =>
    rows.find((array) => array.name.toLowerCase() === name) ?? []
  );
  const [places] = named.length > 0 ? named : rows.length === 1 ? rows : [];
  if (places !== undefined) return { positions: numbersOf(places), used: [places] };
  const axes = AXES.flatMap((axis) =>
    arrays.find(({ name, shape }) => name.toLowerCase() === axis && shape.length === 1) ?? []
  );
  const [count = 0] = axes[0]?.shape ?? [];
  if (axes.length !== 3 || axes.some(({ shape }) => shape[0] !== count)) {
    const held = describeArrays(arrays, skipped);
    throw new FormatError(
      "NPZ",
      `it holds ${held}, an array of points [points, 3] or arrays x, y and z expected`,
      { offset: 0 },
    );
  }
  const positions = new Float64Array(3 * count);
  axes.forEach((array, axis) => {
    numbersOf(array).forEach((value, row) => positions[3 * row + axis] = value);
  });
  return { positions, used: axes };
}

function packColors(values: ReturnType<typeof valuesOfStored>): PackedColors {
  const isFloat = isFloat16Array(values) || values instanceof Float32Array ||
    values instanceof Float64Array;
  if (isFloat) return packFloatColors(Float32Array.from(values));
  if (values instanceof Uint16Array) return packIntegerColors(values);
  return packIntegerColors(Float32Array.from(values, Number));
}

function strengthsOf(array: StoredArray): Uint16Array | Float32Array {
  const isShort = array.kind === "u1" || array.kind === "u2" || array.kind === "b1";
  return isShort ? Uint16Array.from(numbersOf(array)) : Float32Array.from(numbersOf(array));
}

function columnOf(array: StoredArray): PointColumn {
  const values = valuesOfStored(array);
  const kept: ColumnValues = isFloat16Array(values) ? Float32Array.from(values) : values;
  return { name: array.name, values: kept, width: widthOf(array.shape) };
}

/** NPZ among the formats of point clouds. */
export const FORMAT: CloudFileFormat<"npz"> = {
  name: "npz",
  title: "NPZ",
  detail: "with an array of points",
  extensions: [".npz"],
  compressed: true,
  matches: isNpz,
  read: (bytes, options) => readNpz(bytes, pickOptions(options, ["fields"])),
};
