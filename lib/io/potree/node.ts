/**
 * Points of Potree's nodes.
 *
 * @module
 */
import { bytesOf } from "../base/attributes.ts";
import { compressColumns, gatherColumn } from "./records.ts";
import { checkEncoding, columnsOf, type PotreeCloud, type PotreeEncoding } from "./encode.ts";
import { checkClass } from "../../../ffi/base/checks.ts";

/**
 * Encodes the points of a node, or of several consecutive nodes if they are not compressed.
 *
 * @param cloud All points.
 * @param rows The rows to encode, in order.
 * @param encoding Their storage.
 * @returns A part of `octree.bin`.
 * @throws {RangeError} If the number of values of an attribute does not match the points, a row is not one of them, or
 * the encoding is unknown.
 * @throws {TypeError} If a part is of another kind, such as a tensor for an array.
 * @category Trees of points
 *
 * @example One of two points
 * ```ts
 * import { encodePotreeNode } from "@denovdb/denovdb/io";
 * import { assertEquals } from "@std/assert";
 *
 * const coordinates = Int32Array.of(1, 2, 3, 4, 5, 6);
 * const attributes = [{ name: "intensity", values: Uint16Array.of(7, 8), width: 1 }];
 * const cloud = { coordinates, scale: [1, 1, 1], offset: [0, 0, 0], attributes } as const;
 * const bytes = encodePotreeNode(cloud, Uint32Array.of(1), "default");
 * assertEquals([...bytes], [4, 0, 0, 0, 5, 0, 0, 0, 6, 0, 0, 0, 8, 0]);
 * ```
 */
export function encodePotreeNode(
  cloud: PotreeCloud,
  rows: Uint32Array,
  encoding: PotreeEncoding,
): Uint8Array<ArrayBuffer> {
  const columns = columnsOf(cloud);
  checkClass({ operator: "encode Potree", name: "rows" }, rows, Uint32Array);
  checkEncoding(encoding);
  const count = cloud.coordinates.length / 3;
  const odd = rows.findIndex((row) => row >= count);
  if (odd >= 0) {
    throw new RangeError(
      `Cannot encode Potree: rows[${odd}] is ${rows[odd]}, there are ${count} points`,
    );
  }
  if (rows.length === 0) return new Uint8Array(0);
  if (encoding === "brotli") return compressColumns(columns, rows);
  const stride = columns.reduce((sum, { values, width }) => sum + bytesOf(values) * width, 0);
  const out = new Uint8Array(rows.length * stride);
  let at = 0;
  for (const column of columns) {
    gatherColumn(column, rows, out, { at, stride });
    at += bytesOf(column.values) * column.width;
  }
  return out;
}
