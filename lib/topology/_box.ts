/**
 * Boxes of voxels around a voxel.
 *
 * @module
 */

import type { Triple } from "../core/mod.ts";
import { wholeTriple } from "../core/triples.ts";

/** A box as native functions take it. */
export type Box = readonly [low: Int32Array<ArrayBuffer>, high: Int32Array<ArrayBuffer>];

/**
 * Takes a box that holds voxel 0.
 *
 * @throws {RangeError} If a corner is not whole, or the box does not hold voxel 0.
 */
export function boxAroundZero(
  operator: string,
  ijkMin: number | Triple,
  ijkMax: number | Triple,
): Box {
  return [
    wholeTriple({ operator, name: "ijkMin" }, ijkMin, { most: 0 }),
    wholeTriple({ operator, name: "ijkMax" }, ijkMax, { least: 0 }),
  ];
}
