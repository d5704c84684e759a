/**
 * The common part of intersections with isosurfaces.
 *
 * @module
 */

import type { RayTrilinearIntersectionWithNormalsRequest } from "../../ffi/_generated/native.ts";
import type { RayRoot } from "../../ffi/_generated/symbols.ts";
import { handleOf } from "../../ffi/owned.ts";
import { type GridBatch, JaggedTensor, type Lists, type Real, type Tensor } from "../core/mod.ts";
import { checkDType, checkListCount, rowsOf } from "../core/checks.ts";
import { refuse } from "../../ffi/base/checks.ts";
import type { OptionNames } from "../../ffi/base/options.ts";
import { formatShape } from "../core/shape.ts";
import { computeTensor } from "../core/native_call.ts";
import { type RayInput, type RayLists, takeWalk, type WalkOptions } from "./_rays.ts";
import type { RayLevel } from "./ray_implicit_intersection.ts";

/** Rays and a field, as an operator gets them. */
export interface CrossingInput<D extends Real> extends RayInput<D> {
  readonly field: Lists<D>;
}

/** Rays and a field, checked. */
export interface Crossing<D extends Real> extends RayLists<D> {
  /** Arguments that all native functions have in common. */
  readonly request: Omit<RayTrilinearIntersectionWithNormalsRequest, "outTimes" | "outNormals"> & {
    readonly eps: number;
  };
}

/** Takes rays, a field and the options of one operator. */
export function takeCrossing<D extends Real, O extends RayLevel & WalkOptions>(
  operator: string,
  { grid, origins, directions, field }: CrossingInput<D>,
  options: O,
  names: OptionNames<O>,
): Crossing<D> {
  const taken = takeWalk(operator, { grid, origins, directions }, options, names, field);
  const rows = takeField(operator, { grid, field, dtype: taken.dtype });
  const { isoLevel = 0 } = options;
  if (!Number.isFinite(isoLevel)) {
    refuse(operator, `isoLevel is ${isoLevel}, a finite number expected`);
  }
  return { ...taken, request: { ...taken.walk, field: handleOf(rows.buffer), isoLevel } };
}

/** Finds the times of crossings, in lists if the origins are. */
export function timesOf<D extends Real>(
  { operator, context, dtype, count, request, inLists }: Crossing<D>,
  root: RayRoot,
): Lists<D> {
  const shape = [count];
  return inLists(
    computeTensor(
      { operator, context, dtype, shape },
      (native, { out: outTimes }) => native.rayImplicitIntersection({ ...request, root, outTimes }),
    ),
  );
}

/** Takes a value for each voxel, in the order of rows. */
function takeField<D extends Real>(
  operator: string,
  { grid, field, dtype }: {
    readonly grid: GridBatch;
    readonly field: Lists<D>;
    readonly dtype: D;
  },
): Tensor {
  const rows = rowsOf(field);
  const { data: { shape }, offsets } = rows;
  checkDType({ operator, name: "field" }, rows.data, [dtype]);
  const contract = "one for each active voxel of the batch, in row order";
  if (shape.length > 2 || (shape[1] ?? 1) !== 1 || shape.length === 0) {
    refuse(operator, `field shape is ${formatShape(shape)}, [n] or [n, 1] expected`);
  }
  if (rows.count !== grid.numVoxels) {
    refuse(operator, `field has ${rows.count} rows, ${grid.numVoxels} expected: ${contract}`);
  }
  if (!(field instanceof JaggedTensor)) return rows.data;
  checkListCount({ operator, name: "field" }, rows, grid);
  const wrong = grid.voxelCounts.findIndex((voxels, list) =>
    offsets[list + 1] !== (offsets[list] ?? 0n) + BigInt(voxels)
  );
  if (wrong >= 0) {
    const held = (offsets[wrong + 1] ?? 0n) - (offsets[wrong] ?? 0n);
    refuse(
      operator,
      `list ${wrong} of field has ${held} rows, ${grid.voxelCounts[wrong]} expected: ${contract}`,
    );
  }
  return rows.data;
}
