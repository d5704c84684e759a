/**
 * Boxes of voxels around a voxel, and the grids that they make.
 *
 * @module
 */

import type { DilateByBoxRequest } from "../../ffi/_generated/native.ts";
import type { Triple } from "../core/mod.ts";
import { type Derivation, relation } from "../core/derive.ts";
import { wholeTriple } from "../../ffi/base/numbers.ts";

/** A box as native functions take it. */
export type BoxRequest = Pick<DilateByBoxRequest, "low" | "high">;

/**
 * Takes a box that holds voxel 0.
 *
 * @throws {RangeError} If a corner is not whole, or the box does not hold voxel 0.
 */
export function boxAroundZero(
  operator: string,
  ijkMin: number | Triple,
  ijkMax: number | Triple,
): BoxRequest {
  return {
    low: wholeTriple({ operator, name: "ijkMin" }, ijkMin, { most: 0 }),
    high: wholeTriple({ operator, name: "ijkMax" }, ijkMax, { least: 0 }),
  };
}

/** Plans grids of the voxels in the boxes around those of others, or only of those whose whole box is active. */
export function boxRelation(
  source: Parameters<typeof relation>[1],
  box: BoxRequest,
  excludeBorder: boolean,
): Derivation {
  return relation(excludeBorder ? "erodeByBox" : "dilateByBox", source, box);
}
