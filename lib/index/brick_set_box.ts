/**
 * Edits of bricked volumes.
 *
 * @module
 */

import type { BrickSetBoxApplyRequest } from "../../ffi/_generated/native.ts";
import { BrickEdit } from "../../ffi/_generated/symbols.ts";
import { handleOf } from "../../ffi/owned.ts";
import { emptyTensor, type Tensor, type Triple } from "../core/mod.ts";
import { checkDType } from "../core/checks.ts";
import { checkOptions, optionNames, pickOptions } from "../../ffi/base/options.ts";
import { dtypeCode } from "../core/dtype.ts";
import type { Caller } from "../core/compute_tensors.ts";
import { callNative } from "../core/native_call.ts";
import { disposeOnError, shareContext } from "../core/ownership.ts";
import { BrickVolume, replaceBricks } from "./base/bricks.ts";
import { callChecked, refuseIndex } from "./base/errors.ts";
import {
  checkThreshold,
  nativeExtents,
  type Threshold,
  type ThresholdOptions,
  voxelDims,
  type VoxelType,
} from "./base/voxels.ts";
import { checkPlaces, writeMasks } from "./brick_volume.ts";
import { indexToggle } from "./edit.ts";
import { checkClass, checkNumbers } from "../../ffi/base/checks.ts";

/**
 * Options for {@linkcode brickSetBox}.
 *
 * @category Bricks
 */
export interface BrickSetBoxOptions extends Pick<ThresholdOptions, "nan" | "axes"> {
  /** The minimum corner of the box, along x, y and z. */
  readonly ijkMin: Triple;
}

/**
 * Changes of the bricks that hold a voxel of the edited box, as their own or as padding.
 *
 * @category Bricks
 */
export interface BrickChanges {
  /** Bricks that were filled and remain so. */
  readonly kept: number;
  /** Bricks that were empty and are now filled. */
  readonly added: number;
  /** Bricks that were filled and are now empty. */
  readonly removed: number;
}

const NAMES = optionNames<BrickSetBoxOptions>({ nan: true, axes: true, ijkMin: true });

/**
 * Overwrites the voxels in a box. Bricks that now hold a voxel above the volume's threshold are added, those that no
 * longer hold one are removed, and no other brick moves in the pool.
 *
 * New bricks take the first free slots, in numerical order; if there are too few, the pool grows by at least half, and
 * slots that one call frees are used by later ones. In a new brick, voxels outside the box get the fill value, as they
 * had for {@linkcode brickToDense}, or the value in the brick that they belong to.
 *
 * @typeParam D Element type of the voxels.
 * @param volume A bricked volume with a table; edited in place.
 * @param values New values, of the volume's type, [z, y, x] or [x, y, z]; borrowed.
 * @param options Position of the box, its axes, and the treatment of NaN.
 * @returns How many bricks changed.
 * @throws {IndexError} If the volume has no table (CAPABILITY), if the box does not lie in it (INDEX_RANGE) or is empty
 * (EMPTY_DIMENSION), or if values are NaN (NAN_VOXELS); the volume is then unchanged.
 * @throws {RangeError} If `values` does not have three axes.
 * @throws {TypeError} If `values` is of another type, an option is unknown, or contexts are mixed.
 * @throws {NativeError} If device memory runs out; the volume is then unchanged.
 * @determinism Same bits on every backend.
 * @category Bricks
 *
 * @example One voxel appears, another one disappears
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { brickSetBox, brickVolume } from "@denovdb/denovdb/index";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using dense = tensor(Uint8Array.of(9, 0, 0, 0, 0, 0, 0, 8), { context, shape: [1, 1, 8] });
 * using volume = brickVolume(dense, { threshold: 0, brick: 4, slots: "table" });
 * using values = tensor(Uint8Array.of(0, 0, 0, 0, 5), { context, shape: [1, 1, 5] });
 * const changes = brickSetBox(volume, values, { ijkMin: [0, 0, 0] });
 * assertEquals(changes, { kept: 0, added: 1, removed: 1 });
 * assertEquals([...await volume.table?.read() ?? []], [-1, 2, 1]);
 * ```
 */
export function brickSetBox<D extends VoxelType>(
  volume: BrickVolume<D>,
  values: Tensor<D>,
  options: BrickSetBoxOptions,
): BrickChanges {
  checkOptions("brickSetBox", options, NAMES);
  const edit = checkEdit(volume, values, options);
  const { operator, context } = edit;
  using edits = emptyTensor([boxBricks(edit)], { context, dtype: "i32" });
  const changes = plan(edit, edits);
  const { added, removed } = changes;
  using bricks = emptyTensor([added + removed], { context, dtype: "i64" });
  using places = emptyTensor([added], { context, dtype: "i32" });
  using grown = grownPool(edit, added);
  const lists: Lists = { edits: handleOf(edits.buffer), added, removed };
  callNative(operator, context, (native) =>
    native.brickSetBoxList({
      ...nativeEdited(edit),
      ...lists,
      nSlots: grown?.shape[0] ?? placesOf(volume),
      outBricks: handleOf(bricks.buffer),
      outSlots: handleOf(places.buffer),
    }));
  // The last call that needs memory, and so the first one that changes anything.
  indexToggle(volume.index, bricks, { checked: false });
  const filled = volume.filled + added - removed;
  replaceBricks(volume, grown === undefined ? { filled } : { filled, pool: grown.move() });
  callNative(operator, context, (native) =>
    native.brickSetBoxApply({
      ...nativeEdited(edit),
      ...lists,
      values: handleOf(values.buffer),
      background: volume.fill,
      bricks: handleOf(bricks.buffer),
      places: handleOf(places.buffer),
    }));
  writeMasks(operator, volume, volume.index.data, volume.masks);
  return changes;
}

/** An edit, checked. */
interface Edit<D extends VoxelType> extends Caller {
  readonly volume: BrickVolume<D>;
  readonly table: Tensor<"i32">;
  readonly values: Tensor<D>;
  readonly ijkMin: Triple;
  readonly size: Triple;
  readonly rule: Threshold;
}

function checkEdit<D extends VoxelType>(
  volume: BrickVolume<D>,
  values: Tensor<D>,
  options: BrickSetBoxOptions,
): Edit<D> {
  const operator = "brickSetBox";
  const { ijkMin } = options;
  const context = shareContext(operator, volume, values);
  checkClass({ operator, name: "volume" }, volume, BrickVolume);
  checkNumbers({ operator, name: "ijkMin" }, ijkMin);
  const { table, dims, dtype, threshold, coverage } = volume;
  if (table === undefined) {
    const problem = "bricks are found by rank, and a table is needed to edit them";
    refuseIndex("CAPABILITY", operator, problem);
  }
  checkDType({ operator, name: "values" }, values, [dtype]);
  const rule = checkThreshold(operator, dtype, {
    threshold,
    coverage,
    ...pickOptions(options, NAMES.keys()),
  });
  const size = voxelDims(operator, values, rule.order, "values");
  for (const axis of [0, 1, 2] as const) {
    const begin = ijkMin[axis];
    const end = begin + size[axis];
    if (Number.isSafeInteger(begin) && begin >= 0 && end <= dims[axis]) continue;
    const problem = `the box from ${begin} to ${end} on axis ${axis} is not in ${dims[axis]}`;
    refuseIndex("INDEX_RANGE", operator, `${problem} voxels`);
  }
  return { operator, context, volume, table, values, ijkMin, size, rule };
}

/** Bricks that hold a voxel of a box. */
function boxBricks<D extends VoxelType>({ volume, ijkMin, size }: Edit<D>): number {
  const step = volume.edge - 1;
  const along = (axis: 0 | 1 | 2): number => {
    const first = Math.max(0, Math.ceil(ijkMin[axis] / step) - 1);
    return Math.floor((ijkMin[axis] + size[axis] - 1) / step) + 1 - first;
  };
  return along(0) * along(1) * along(2);
}

function placesOf<D extends VoxelType>({ pool: { shape: [places = 0] } }: BrickVolume<D>): number {
  return places;
}

/** The arguments by which edits know a volume and a box of it. */
function nativeEdited<D extends VoxelType>(
  { context, volume, table, ijkMin, size, rule }: Edit<D>,
): Omit<BrickSetBoxApplyRequest, "values" | "background" | "places" | "bricks" | keyof Lists> {
  return {
    context: handleOf(context),
    extents: nativeExtents(volume.dims),
    log2Edge: Math.log2(volume.edge),
    table: handleOf(table.buffer),
    nSlots: placesOf(volume),
    pool: handleOf(volume.pool.buffer),
    dtype: dtypeCode(volume.dtype),
    low: nativeExtents(ijkMin),
    size: nativeExtents(size),
    order: rule.order,
  };
}

/** Native arguments of an edit of bricks. */
type Lists = Pick<BrickSetBoxApplyRequest, "edits" | "added" | "removed">;

function plan<D extends VoxelType>(edit: Edit<D>, edits: Tensor<"i32">): BrickChanges {
  const { operator, context, values, rule } = edit;
  const counts = new BigInt64Array(BrickEdit.COUNT);
  callChecked(operator, context, (native, outFault) =>
    native.brickSetBoxPlan({
      ...nativeEdited(edit),
      values: handleOf(values.buffer),
      threshold: rule.threshold,
      coverage: rule.coverage,
      checked: rule.checked ? 1 : 0,
      outEdits: handleOf(edits.buffer),
      outCounts: counts,
      outFault,
    }));
  return {
    kept: Number(counts[BrickEdit.KEEP]),
    added: Number(counts[BrickEdit.ADD]),
    removed: Number(counts[BrickEdit.REMOVE]),
  };
}

/** A pool with room for new bricks, or none if there is enough; the caller owns it. */
function grownPool<D extends VoxelType>(
  { operator, context, volume }: Edit<D>,
  added: number,
): Tensor<D> | undefined {
  const { pool, filled, edge, dtype } = volume;
  const places = placesOf(volume);
  if (filled + added <= places) return undefined;
  checkPlaces(operator, filled + added);
  const most = Math.max(filled + added, Math.min(2 ** 31 - 1, Math.ceil(1.5 * places)));
  const grown = emptyTensor([most, edge, edge, edge], { context, dtype });
  return disposeOnError(grown, () => {
    using old = grown.slice(0, places);
    old.buffer.copyFrom(pool.buffer);
    return grown;
  });
}
