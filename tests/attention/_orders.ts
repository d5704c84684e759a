/**
 * Orders and windows of rows in plain numbers.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import type { RowOrder } from "../../lib/attention/mod.ts";

/** The rows of each list, by where lists end. */
export function rowsOfLists(ends: readonly number[]): number[][] {
  return ends.slice(1).map((end, list) => {
    const begin = ends[list] ?? 0;
    return Array.from({ length: end - begin }, (_, at) => begin + at);
  });
}

/** What an order has to be: the rows of each window, by list. */
export function assertWindows(order: RowOrder, expected: readonly (readonly number[][])[]): void {
  const windows = expected.flat();
  const rows = [...order.rows.data.readSync()].map(Number);
  const found = windows.map((_, window) =>
    rows.slice(Number(order.rows.offsets[window]), Number(order.rows.offsets[window + 1]))
  );
  assertEquals(found, windows);
  assertEquals(order.rows.length, windows.length);
  const lists = expected.reduce((ends, list) => [...ends, (ends.at(-1) ?? 0) + list.length], [0]);
  assertEquals([...order.rows.outerOffsets ?? []].map(Number), lists);
}

/** Whether every row is at the place that the inverse says, first among the places that it has in its own window. */
export function assertInverse(order: RowOrder, count: number): void {
  const rows = [...order.rows.data.readSync()].map(Number);
  const inverse = [...order.inverse.readSync()].map(Number);
  assertEquals(inverse.map((place) => rows[place]), Array.from({ length: count }, (_, at) => at));
}
