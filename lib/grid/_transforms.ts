/**
 * Voxel sizes and origins as users write them, spread over the grids of a batch.
 *
 * @module
 */

import type { GridTransforms, Triple } from "../core/mod.ts";
import { describeValue } from "../../ffi/base/words.ts";
import { refuse } from "../../ffi/base/checks.ts";
import type { PerGrid, TransformOptions } from "./from_ijk.ts";

/**
 * Spreads options over the grids of a batch.
 *
 * @throws {RangeError} If a size is not positive, a number is not finite, or a list has the wrong length.
 * @throws {TypeError} If the options are no object, or hold something else than numbers and lists.
 */
export function spreadTransforms(options: TransformOptions, gridCount: number): GridTransforms {
  const { voxelSize, origin = 0 } = options;
  const voxelSizes = spread(voxelSize, gridCount, "voxel size");
  const origins = spread(origin, gridCount, "origin");
  const small = voxelSizes.find((size) => !(size > 0));
  if (small !== undefined) {
    refuse(
      "build grid",
      `voxel size ${small} is not positive, a length in world units expected`,
    );
  }
  for (const [noun, values] of [["voxel size", voxelSizes], ["origin", origins]] as const) {
    const odd = values.find((value) => !Number.isFinite(value));
    if (odd !== undefined) refuse("build grid", `${noun} ${odd} is not finite`);
  }
  return { voxelSizes, origins };
}

/** Writes out three numbers for each grid. */
function spread(value: PerGrid, gridCount: number, noun: string): Float64Array<ArrayBuffer> {
  if (value === undefined) {
    refuse("build grid", `${noun} is missing, a number, three or a list expected`);
  }
  const numbers = new Float64Array(gridCount * 3);
  if (typeof value === "number") return numbers.fill(value);
  if (value instanceof Float64Array) {
    if (value.length !== 3 && value.length !== numbers.length) {
      const expected = gridCount === 1 ? "3" : `${numbers.length}, or 3 for all grids,`;
      refuse("build grid", `${noun}s have ${value.length} numbers, ${expected} expected`);
    }
    return numbers.map((_, at) => value[at % value.length] ?? NaN);
  }
  if (!Array.isArray(value)) {
    const given = describeValue(value);
    throw new TypeError(
      `Cannot build grid: ${noun} is ${given}, a number, three or a list expected`,
    );
  }
  const lists = isTriple(value) ? Array<Triple>(gridCount).fill(value) : value;
  if (lists.length !== gridCount) {
    refuse("build grid", `there are ${lists.length} ${noun}s, the batch has ${gridCount} grids`);
  }
  for (const [grid, triple] of lists.entries()) {
    const isList: boolean = Array.isArray(triple) || ArrayBuffer.isView(triple);
    if (!isList) {
      const given = describeValue(triple);
      throw new TypeError(`Cannot build grid: ${noun} has ${given} in its list, three expected`);
    }
    if (triple.length !== 3) {
      refuse("build grid", `${noun} has ${triple.length} components, 3 expected`);
    }
    const odd = triple.findIndex((one: unknown) => typeof one !== "number");
    if (odd >= 0) {
      const given = describeValue(triple[odd]);
      throw new TypeError(`Cannot build grid: ${noun} has ${given} in its list, numbers expected`);
    }
    numbers.set(triple, grid * 3);
  }
  return numbers;
}

function isTriple(value: Triple | readonly Triple[]): value is Triple {
  return value.length > 0 && typeof value[0] !== "object";
}
