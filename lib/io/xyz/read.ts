/**
 * Point clouds as text, one point per line: XYZ, TXT, CSV, ASC.
 *
 * @module
 */
import { checkOptions, optionNames, pickOptions } from "../../../ffi/base/options.ts";
import { checkBytes } from "../base/bytes.ts";
import { packNumberColors } from "../base/colors.ts";
import { missingCoordinate } from "../base/point_columns.ts";
import { PointRows, unusedColumns } from "../base/point_rows.ts";
import { lineEnd, RowReader, textStart } from "../base/rows.ts";
import { parseNumber } from "../base/numbers.ts";
import { FormatError } from "../base/errors.ts";
import type { CloudFileFormat, PointCloud, ReadFieldsOptions } from "../cloud.ts";

/** Columns of rows where no line names them, by their number. */
const COLUMNS: ReadonlyMap<number, readonly string[]> = new Map([
  [3, ["x", "y", "z"]],
  [4, ["x", "y", "z", "intensity"]],
  [6, ["x", "y", "z", "nx", "ny", "nz"]],
  [7, ["x", "y", "z", "intensity", "red", "green", "blue"]],
]);
const UNNAMED = "3, 4, 6 or 7 expected, or a first line that names the columns";
/** More of a first line is not looked at. */
const MOST_HEADER = 4096;

const LATIN1 = new TextDecoder("latin1");

const NAMES = optionNames<ReadFieldsOptions>({ fields: "boolean" });

/**
 * Reads points as text, one per line, with numbers separated by blanks, tabs, commas or semicolons.
 *
 * A first line may name the columns, as a comment or not: x, y, z, red, green, blue (or r, g, b), intensity, nx, ny,
 * nz, classification, in any order and case; other columns become
 * `columns` if they are numeric and `fields` is true, and are skipped otherwise. Without names a row is x y z, x
 * y z intensity, x y z red green blue, or x y z intensity red green blue. The last three of six are normals if one of
 * them is negative anywhere in the file. Integer colors have 8 or 16 bits, others are 0..1, decided once for the file.
 * A first row of one number, which states the number of points, is skipped, as are lines that start with # or //. "nan"
 * and empty fields between commas are NaN.
 *
 * @param bytes The whole file.
 * @param options Whether to read what a cloud has no name for.
 * @returns The points; none if the file has no row.
 * @throws {FormatError} If a row holds another number of values than the first, or something else.
 * @category Point clouds
 *
 * @example Points with colors
 * ```ts
 * import { readXyz } from "@denovdb/denovdb/io";
 * import { assertEquals } from "@std/assert";
 *
 * const text = "x,y,z,red,green,blue\n1.5,2,3,255,0,0\n4,5,6,0,0,255\n";
 * const cloud = readXyz(new TextEncoder().encode(text));
 * assertEquals(cloud.count, 2);
 * assertEquals([...cloud.colors ?? []], [255, 0, 0, 0, 0, 255]);
 * ```
 */
export function readXyz(bytes: Uint8Array, options: ReadFieldsOptions = {}): PointCloud {
  const { fields = false } = checkOptions("readXyz", options, NAMES);
  checkBytes(bytes);
  if (bytes.length === 0) throw new FormatError("XYZ", "the file is empty", { offset: 0 });
  const { at, names: given } = readHead(bytes);
  const reader = new RowReader(bytes, { format: "XYZ", at, words: unusedColumns(given ?? []) });
  let count = reader.next();
  if (count === 1) count = reader.next();
  if (count === 0) {
    return { format: "xyz", count: 0, ...new PointRows(["x", "y", "z"], 0).finish() };
  }
  const names = given ?? COLUMNS.get(count) ??
    reader.fail(`a row holds ${count} numbers, ${UNNAMED}`);
  const rows = new PointRows(names, 1 + reader.mostRows(names.length), fields);
  for (; count > 0; count = reader.next()) {
    // The last of named columns may be empty.
    if (given !== undefined && count === names.length - 1 && reader.endsOpen) {
      reader.values[count++] = NaN;
    }
    if (count !== names.length) {
      reader.fail(`row ${rows.count + 1} holds ${count} numbers, ${names.length} expected`);
    }
    rows.take(reader.values);
  }
  const found = rows.finish();
  if (given === undefined && names.length === 6) {
    const { normals = new Float32Array(), ...rest } = found;
    if (!normals.some((value) => value < 0)) {
      return { format: "xyz", count: rows.count, ...rest, ...packNumberColors(normals) };
    }
  }
  return { format: "xyz", count: rows.count, ...found };
}

/** Start of the rows, and the names of their columns. */
interface Head {
  readonly at: number;
  readonly names?: readonly string[];
}

/** Looks for names in the lines before the first number. */
function readHead(bytes: Uint8Array): Head {
  let names: readonly string[] | undefined;
  let at = textStart(bytes);
  while (at < bytes.length) {
    const end = lineEnd(bytes, at);
    const line = LATIN1.decode(bytes.subarray(at, Math.min(end, at + MOST_HEADER))).trim();
    const [, mark = "", text = ""] = /^(#|\/\/)?(.*)$/s.exec(line) ?? [];
    const words = text.split(/[\s,;]+/).map((word) => word.replace(/^"(.*)"$/, "$1").toLowerCase())
      .filter((word) => word !== "");
    const isNames = words.length > 0 && missingCoordinate(words) === undefined;
    if (mark === "" && words.some((word) => parseNumber(word) !== undefined)) break;
    if (mark === "" && text !== "" && /^[,;\s]*$/.test(text)) break;
    if (isNames && names === undefined) names = words;
    else if (mark === "" && words.length > 0) {
      const problem = names === undefined
        ? `the first line names no column "${
          missingCoordinate(words)
        }", numbers or the names x, y ` +
          "and z expected"
        : "a second line names columns";
      throw new FormatError("XYZ", `${problem} (byte ${at})`, { offset: at });
    }
    at = end + 1;
  }
  return names === undefined ? { at } : { at, names };
}

/** XYZ among the formats of point clouds. */
export const FORMAT: CloudFileFormat<"xyz"> = {
  name: "xyz",
  title: "XYZ",
  extensions: [".xyz", ".txt", ".csv", ".asc"],
  read: (bytes, options) => readXyz(bytes, pickOptions(options, ["fields"])),
};
