/**
 * PTS point clouds: lists of points as text, each below a line with its length.
 *
 * @module
 */
import { checkBytes } from "../base/bytes.ts";
import { PointRows } from "../base/point_rows.ts";
import { RowReader } from "../base/rows.ts";
import { FormatError } from "../base/errors.ts";
import type { CloudFileFormat, PointCloud } from "../cloud.ts";

const COLUMNS: ReadonlyMap<number, readonly string[]> = new Map([
  [3, ["x", "y", "z"]],
  [4, ["x", "y", "z", "intensity"]],
  [6, ["x", "y", "z", "red", "green", "blue"]],
  [7, ["x", "y", "z", "intensity", "red", "green", "blue"]],
]);

/**
 * Reads a PTS file: a line with the number of points, followed by that many lines x y z, x y z intensity, x y z red
 * green blue or x y z intensity red green blue; and so on for further lists.
 *
 * Intensities are unchanged, -2048..2047 in most files.
 *
 * @param bytes The whole file.
 * @returns The points of all lists.
 * @throws {FormatError} If a list has fewer points than stated, or its rows differ in length.
 * @category Point clouds
 *
 * @example One point
 * ```ts
 * import { readPts } from "@denovdb/denovdb/io";
 * import { assertEquals } from "@std/assert";
 *
 * const cloud = readPts(new TextEncoder().encode("1\n1 2 3 -1200 255 128 0\n"));
 * assertEquals([...cloud.intensities ?? []], [-1200]);
 * assertEquals([...cloud.colors ?? []], [255, 128, 0]);
 * ```
 */
export function readPts(bytes: Uint8Array): PointCloud {
  checkBytes(bytes);
  if (bytes.length === 0) throw new FormatError("PTS", "the file is empty", { offset: 0 });
  const reader = new RowReader(bytes, { format: "PTS", most: 8 });
  let names: readonly string[] = ["x", "y", "z"];
  let rows: PointRows | undefined;
  for (let width = reader.next(); width > 0; width = reader.next()) {
    const [stated = -1] = reader.values;
    if (width !== 1 || !Number.isSafeInteger(stated) || stated < 0) {
      reader.fail(`a line of ${width} numbers, one with the number of points expected`);
    }
    for (let row = 0; row < stated; row++) {
      const held = reader.next();
      if (held <= 1) reader.fail(`a list of ${stated} points ends after ${row}`);
      if (rows === undefined) {
        names = COLUMNS.get(held) ??
          reader.fail(`a row holds ${held} numbers, 3, 4, 6 or 7 expected`);
        rows = new PointRows(names, 1 + reader.mostRows(held));
      }
      if (held !== names.length) {
        reader.fail(`row ${row + 1} holds ${held} numbers, ${names.length} expected`);
      }
      rows.take(reader.values);
    }
  }
  rows ??= new PointRows(names, 0);
  return { format: "pts", count: rows.count, ...rows.finish() };
}

/** PTS among the formats of point clouds. */
export const FORMAT: CloudFileFormat<"pts"> = {
  name: "pts",
  title: "PTS",
  extensions: [".pts"],
  read: readPts,
};
