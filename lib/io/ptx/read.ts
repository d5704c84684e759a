/**
 * PTX point clouds: scans as text, each a grid of points with a transform.
 *
 * @module
 */
import { checkOptions, optionNames, pickOptions } from "../../../ffi/base/options.ts";
import { checkBytes } from "../base/bytes.ts";
import { PointRows } from "../base/point_rows.ts";
import { RowReader } from "../base/rows.ts";
import { FormatError } from "../base/errors.ts";
import type { CloudFileFormat, PointCloud, PointScan, ReadScansOptions } from "../cloud.ts";

const COLUMNS: ReadonlyMap<number, readonly string[]> = new Map([
  [4, ["x", "y", "z", "intensity"]],
  [7, ["x", "y", "z", "intensity", "red", "green", "blue"]],
]);
/** Numbers of the lines behind the size: position and axes of the scanner, then the transform. */
const HEAD_LINES = [3, 3, 3, 3, 4, 4, 4, 4] as const;

const NAMES = optionNames<ReadScansOptions>({ missing: true });

/**
 * Reads a PTX file of any number of scans.
 *
 * Each scan's transform is applied: its four lines are the images of the axes and of the origin. A record whose
 * coordinates are all 0 holds no point; such records are dropped unless `missing` is "keep", which gives NaN for their
 * coordinates. Intensities are 0..1 in most files.
 *
 * @param bytes The whole file.
 * @param options How to treat records without a point.
 * @returns The points of all scans, scan by scan.
 * @throws {FormatError} If a scan has fewer records than its size states, or lines are malformed.
 * @category Point clouds
 *
 * @example A scan of one column, moved by its transform
 * ```ts
 * import { readPtx } from "@denovdb/denovdb/io";
 * import { assertEquals } from "@std/assert";
 *
 * const pose = "0 0 0\n1 0 0\n0 1 0\n0 0 1\n";
 * const matrix = "1 0 0 0\n0 1 0 0\n0 0 1 0\n10 20 30 1\n";
 * const text = `1\n2\n${pose}${matrix}1 2 3 0.5\n0 0 0 0.5\n`;
 * const cloud = readPtx(new TextEncoder().encode(text));
 * assertEquals([...cloud.positions], [11, 22, 33]);
 * assertEquals(cloud.missing, 1);
 * ```
 */
export function readPtx(bytes: Uint8Array, options: ReadScansOptions = {}): PointCloud {
  checkOptions("readPtx", options, NAMES);
  checkBytes(bytes);
  if (bytes.length === 0) throw new FormatError("PTX", "the file is empty", { offset: 0 });
  const keep = options.missing === "keep";
  const reader = new RowReader(bytes, { format: "PTX", most: 8 });
  const { values } = reader;
  const scans: PointScan[] = [];
  let rows: PointRows | undefined;
  let names: readonly string[] = COLUMNS.get(4) ?? [];
  let missing = 0;
  for (let width = reader.next(); width > 0; width = reader.next()) {
    const { records, transform } = readHead(reader, width);
    const first = rows?.count ?? 0;
    for (let record = 0; record < records; record++) {
      const held = reader.next();
      if (held === 0) reader.fail(`a scan of ${records} records ends after ${record}`);
      if (rows === undefined) {
        names = COLUMNS.get(held) ?? reader.fail(`a record holds ${held} numbers, 4 or 7 expected`);
        rows = new PointRows(names, 1 + reader.mostRows(held));
      }
      if (held !== names.length) {
        reader.fail(`record ${record + 1} holds ${held} numbers, ${names.length} expected`);
      }
      if (values[0] === 0 && values[1] === 0 && values[2] === 0) {
        missing++;
        if (!keep) continue;
        values.fill(NaN, 0, 3);
      } else {
        apply(transform, values);
      }
      rows.take(values);
    }
    scans.push({ first, count: (rows?.count ?? 0) - first });
  }
  rows ??= new PointRows(names, 0);
  return { format: "ptx", count: rows.count, ...rows.finish(), scans, missing };
}

/** Reads the ten lines before the records of a scan. */
function readHead(
  reader: RowReader,
  firstWidth: number,
): { readonly records: number; readonly transform: Float64Array } {
  const size = (name: string, width: number): number => {
    const [value = -1] = reader.values;
    if (width !== 1 || !Number.isSafeInteger(value) || value < 0) {
      reader.fail(`a line of ${width} numbers, one with the number of ${name} expected`);
    }
    return value;
  };
  const records = size("columns", firstWidth) * size("rows", reader.next());
  if (!Number.isSafeInteger(records)) reader.fail(`a scan of ${records} records is claimed`);
  const transform = new Float64Array(16);
  HEAD_LINES.forEach((expected, line) => {
    const width = reader.next();
    if (width !== expected) {
      reader.fail(`line ${line + 3} of a scan holds ${width} numbers, ${expected} expected`);
    }
    if (line >= 4) transform.set(reader.values.subarray(0, 4), (line - 4) * 4);
  });
  if (!transform.every(Number.isFinite)) reader.fail("the transform of a scan is not finite");
  return { records, transform };
}

/** Moves the point at the start of a row; the transform's lines are images of x, y, z and 0. */
function apply(transform: Float64Array, row: Float64Array): void {
  const [x = NaN, y = NaN, z = NaN] = row;
  for (let axis = 0; axis < 3; axis++) {
    row[axis] = x * (transform[axis] ?? 0) + y * (transform[4 + axis] ?? 0) +
      z * (transform[8 + axis] ?? 0) + (transform[12 + axis] ?? 0);
  }
}

/** PTX among the formats of point clouds. */
export const FORMAT: CloudFileFormat<"ptx"> = {
  name: "ptx",
  title: "PTX",
  extensions: [".ptx"],
  read: (bytes, options) => readPtx(bytes, pickOptions(options, ["missing"])),
};
