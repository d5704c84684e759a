/**
 * What intersections with isosurfaces have in common.
 *
 * @module
 */

import type { RayImplicitIntersectionWithNormalsRequest } from "../../ffi/_generated/native.ts";
import { handleOf } from "../../ffi/owned.ts";
import { type GridBatch, JaggedTensor, type Lists, type Real, type Tensor } from "../core/mod.ts";
import { checkDType, checkListCount, checkOptions, refuse, rowsOf } from "../core/checks.ts";
import type { OptionNames } from "../core/options.ts";
import { REALS } from "../core/dtype.ts";
import { formatShape } from "../core/shape.ts";
import { checkRange, takeRays } from "./_rays.ts";
import type { RayRange } from "./first_active_voxel.ts";

/**
 * The iso level that rays cross, and the range of times.
 *
 * @category Rays
 */
export interface RayLevel extends RayRange {
  /**
   * The iso level, in units of the field.
   *
   * @default {0}
   */
  readonly isoLevel?: number;
}

/** Rays and a field, checked. */
export interface Crossing<D extends Real> {
  readonly rays: ReturnType<typeof takeRays<D>>;
  /** Arguments that all native functions have in common. */
  readonly request: Omit<RayImplicitIntersectionWithNormalsRequest, "outTimes" | "outNormals">;
  /** Puts results in lists if the origins are. */
  readonly inLists: (rows: Tensor<D>) => Lists<D>;
}

/** Takes rays, a field and the options of one operator. */
export function takeCrossing<D extends Real, O extends RayLevel>(
  operator: string,
  { grid, origins, directions, field }: {
    readonly grid: GridBatch;
    readonly origins: Lists<D>;
    readonly directions: Lists<D>;
    readonly field: Lists<D>;
  },
  options: O,
  names: OptionNames<O>,
): Crossing<D> {
  const { isoLevel = 0, tMin = 0, tMax = Infinity } = checkOptions<O>(operator, options, names);
  const accepted = REALS as readonly D[];
  const rays = takeRays(operator, { grid, origins, directions }, accepted, field);
  const rows = takeField(operator, { grid, field, dtype: rays.dtype });
  checkRange(operator, tMin, tMax);
  if (!Number.isFinite(isoLevel)) {
    refuse(operator, `isoLevel is ${isoLevel}, a finite number expected`);
  }
  const inLists = (found: Tensor<D>): Lists<D> =>
    origins instanceof JaggedTensor ? new JaggedTensor(found, rays.offsets) : found;
  const request = { ...rays.rays, field: handleOf(rows.buffer), tMin, tMax, iso: isoLevel };
  return { rays, request, inLists };
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
