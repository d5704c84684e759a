/**
 * Neighbors of a voxel.
 *
 * @module
 */

import type { DilatedGridRequest } from "../../ffi/_generated/native.ts";
import { Neighborhood } from "../../ffi/_generated/symbols.ts";
import { refuse } from "../../ffi/base/checks.ts";
import { wholeNumber } from "../../ffi/base/numbers.ts";
import type { DilateOptions, Neighbors } from "./dilate.ts";

/** Neighbors as native functions take them. */
export type NeighborRequest = Pick<DilatedGridRequest, "neighborhood" | "radius">;

const CODES: Readonly<Record<Neighbors, Neighborhood>> = {
  6: Neighborhood.FACES,
  18: Neighborhood.EDGES,
  26: Neighborhood.CORNERS,
};

/**
 * Takes a kind of neighbors and how many times they count.
 *
 * @throws {RangeError} If there is no such kind, or the radius is negative or not whole.
 */
export function neighborRequest(
  operator: string,
  { radius = 1, neighbors = 26 }: DilateOptions,
): NeighborRequest {
  if (!Object.hasOwn(CODES, neighbors)) {
    refuse(operator, `neighbors is ${neighbors}, 6, 18 or 26 expected`);
  }
  return {
    neighborhood: CODES[neighbors],
    radius: wholeNumber({ operator, name: "radius" }, radius, { least: 0 }),
  };
}
