/**
 * Named columns of numbers put together to points.
 *
 * @module
 */
import { extentOf } from "./bounds.ts";
import { packFloatColors, packIntegerColors, packNumberColors } from "./colors.ts";
import type { PointValues } from "./attributes.ts";
import type { Column, ScalarType } from "./scalars.ts";
import type { PointCloud, PointColumn } from "../cloud.ts";

const POSITION_NAMES = [["x", "y", "z"]] as const;
const COLOR_NAMES = [
  ["red", "green", "blue"],
  ["r", "g", "b"],
  ["diffuse_red", "diffuse_green", "diffuse_blue"],
] as const;
const NORMAL_NAMES = [
  ["nx", "ny", "nz"],
  ["normal_x", "normal_y", "normal_z"],
  ["normalx", "normaly", "normalz"],
] as const;
const INTENSITY_NAMES = ["intensity", "scalar_intensity", "i"];
/** Name of bytes without a meaning in PCD files. */
const PADDING = "_";
const CLASS_NAMES = ["classification", "scalar_classification"];

/** The type of a column; "text" where a file says nothing but the numbers themselves. */
export type ColumnType = ScalarType | "text";

/** Makes room for columns of each type; whole numbers of 64 bits round to doubles. */
const VALUES: Readonly<Record<ColumnType, new (count: number) => PointValues>> = {
  i8: Int8Array,
  u8: Uint8Array,
  i16: Int16Array,
  u16: Uint16Array,
  i32: Int32Array,
  u32: Uint32Array,
  i64: Float64Array,
  u64: Float64Array,
  f32: Float32Array,
  f64: Float64Array,
  text: Float64Array,
};

/** Makes room for numbers of a type. */
export function makeScalars(type: ColumnType, count: number): PointValues {
  return new VALUES[type](count);
}

/** Parts of a point cloud that columns give. */
export type PointFields = Omit<PointCloud, "format" | "count">;

/** Picks what a point cloud keeps from named columns, and puts it together. */
export class PointColumns {
  /** Destinations of the values of each column; columns that are not here are not kept. */
  readonly columns: Map<string, Column> = new Map();
  readonly #positions: Float64Array;
  readonly #normals: Float32Array | undefined;
  readonly #colors: Float32Array | Uint16Array | undefined;
  readonly #pack: typeof packFloatColors | typeof packIntegerColors = packIntegerColors;
  readonly #intensities: Float32Array | Uint16Array | undefined;
  readonly #classifications: Uint8ClampedArray | undefined;
  readonly #others: readonly PointColumn[];
  readonly #unread: readonly string[];

  /**
   * Allocates what will be kept.
   *
   * @param count Number of points.
   * @param types The columns of the file, letters of any case.
   * @param fields Whether columns are kept that clouds have no name for.
   */
  constructor(count: number, types: ReadonlyMap<string, ColumnType>, fields = false) {
    const known = new Map([...types.keys()].reverse().map((name) => [name.toLowerCase(), name]));
    const typeOf = (name: string): string => types.get(known.get(name) ?? "") ?? "";
    const find = (sets: readonly (readonly string[])[]): readonly string[] | undefined =>
      sets.find((names) => names.every((name) => known.has(name)));
    const place = (names: readonly string[], values: Column["values"]): void =>
      names.forEach((name, first) =>
        this.columns.set(known.get(name) ?? name, { values, first, stride: names.length })
      );
    this.#positions = new Float64Array(count * 3);
    place(POSITION_NAMES[0], this.#positions);
    const colors = find(COLOR_NAMES);
    if (colors !== undefined) {
      const narrow = colors.every((name) => ["u8", "u16"].includes(typeOf(name)));
      this.#colors = narrow ? new Uint16Array(count * 3) : new Float32Array(count * 3);
      place(colors, this.#colors);
      if (colors.some((name) => typeOf(name).startsWith("f"))) this.#pack = packFloatColors;
      if (colors.some((name) => typeOf(name) === "text")) this.#pack = packNumberColors;
    }
    const normals = find(NORMAL_NAMES);
    if (normals !== undefined) {
      this.#normals = new Float32Array(count * 3);
      place(normals, this.#normals);
    }
    const intensity = INTENSITY_NAMES.find((name) => known.has(name));
    if (intensity !== undefined) {
      const narrow = ["u8", "u16"].includes(typeOf(intensity));
      this.#intensities = narrow ? new Uint16Array(count) : new Float32Array(count);
      place([intensity], this.#intensities);
    }
    const classes = CLASS_NAMES.find((name) => known.has(name));
    if (classes !== undefined) {
      this.#classifications = new Uint8ClampedArray(count);
      place([classes], this.#classifications);
    }
    const others = [...types.keys()].filter((name) => !this.columns.has(name) && name !== PADDING);
    this.#unread = fields ? [] : others;
    this.#others = (fields ? others : []).map((name) => {
      const values = makeScalars(types.get(name) ?? "text", count);
      this.columns.set(name, { values, first: 0, stride: 1 });
      return { name, values, width: 1 };
    });
  }

  /**
   * Gives the points; the columns are not to be written any more.
   *
   * @param count How many there are, where that is fewer than were allocated.
   */
  finish(count: number = this.#positions.length / 3): PointFields {
    const positions = trimmed(this.#positions, count * 3);
    const colors = trimmed(this.#colors, count * 3);
    const normals = trimmed(this.#normals, count * 3);
    const intensities = trimmed(this.#intensities, count);
    const classes = trimmed(this.#classifications, count);
    const others = this.#others.map(({ name, values, width }): PointColumn => ({
      name,
      values: trimmed(values as PointValues, count * width),
      width,
    }));
    return {
      positions,
      ...(colors === undefined ? {} : this.#pack(colors as Float32Array)),
      ...(normals === undefined ? {} : { normals }),
      ...(intensities === undefined ? {} : { intensities }),
      ...(classes === undefined ? {} : { classifications: new Uint8Array(classes.buffer) }),
      ...extentOf(positions),
      ...(others.length === 0 ? {} : { columns: others }),
      ...(this.#unread.length === 0 ? {} : { unread: this.#unread }),
    };
  }
}

/** An array itself, or a copy of its beginning. */
function trimmed<T extends Column["values"] | undefined>(values: T, length: number): T {
  if (values === undefined || values.length === length) return values;
  return values.slice(0, length) as T;
}

/** The coordinate that is missing among the columns of a file, where one is. */
export function missingCoordinate(names: Iterable<string>): string | undefined {
  const known = new Set([...names].map((name) => name.toLowerCase()));
  return POSITION_NAMES[0].find((name) => !known.has(name));
}
