/**
 * Bricked volumes from successive slices.
 *
 * @module
 */

import { VoxelOrder } from "../../ffi/_generated/symbols.ts";
import { Context, emptyTensor, type Tensor, type Triple, type TypedArrayOf } from "../core/mod.ts";
import { describeValue } from "../../ffi/base/words.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import { isOwnKind, typedArray } from "../core/dtype.ts";
import type { BrickFrame, BrickVolume } from "./base/bricks.ts";
import { refuseIndex } from "./base/errors.ts";
import { checkIndexShape } from "./base/shape.ts";
import {
  checkThreshold,
  checkVoxelType,
  type Threshold,
  THRESHOLD_OPTIONS,
  thresholdBits,
  type VoxelType,
} from "./base/voxels.ts";
import { statsOf } from "./brick_stats.ts";
import {
  assemble,
  BRICK_OPTIONS,
  type BrickVolumeOptions,
  checkPlan,
  emptyBrickBits,
  emptyPool,
  fillPool,
  frameOf,
  markBricks,
  type Plan,
  type Window,
} from "./brick_volume.ts";
import { checkUsable, refuseKind } from "../../ffi/base/checks.ts";
import { DisposableStack } from "../../ffi/base/disposable_stack.ts";

/**
 * Whole slices of a volume, any number at a time: x fastest, then y, then z.
 *
 * @category Bricks
 */
export type VoxelSlabs<D extends VoxelType = VoxelType> =
  | Iterable<TypedArrayOf<D>>
  | AsyncIterable<TypedArrayOf<D>>;

/**
 * Options for {@linkcode brickFromSlabs}.
 *
 * @category Bricks
 */
export interface BrickFromSlabsOptions<D extends VoxelType>
  extends Omit<BrickVolumeOptions, "axes"> {
  /** Context that holds the volume. */
  readonly context: Context;
  /** Voxels along x, y and z. */
  readonly dims: Triple;
  /** Element type of the voxels. */
  readonly dtype: D;
}

const { axes: _, ...THRESHOLD } = THRESHOLD_OPTIONS;
const NAMES = optionNames<BrickFromSlabsOptions<VoxelType>>({
  ...THRESHOLD,
  ...BRICK_OPTIONS,
  context: true,
  dims: true,
  dtype: true,
});

/**
 * Builds a bricked volume slab by slab: only the slices that a few layers of bricks need are on the device at once. The
 * result has the same bytes as that of {@linkcode brickVolume}.
 *
 * Slabs from a function are read twice: to count, for which the device holds one bit per voxel, and to copy. Others are
 * read once, for which the edge of the bricks must be known and the device needs twice the memory of the bricks.
 *
 * @typeParam D Element type of the voxels.
 * @param slabs Typed arrays of whole slices, in order, or a function that starts a new pass over them. They may be
 * reused once the next one is requested.
 * @param options Context, extents and element type, and the options of {@linkcode brickVolume}.
 * @returns A new volume; the caller owns it.
 * @throws {IndexError} If there are more or fewer voxels than the extents say, or partial slices (LENGTH), if the best
 * brick size is requested for slabs that can be read only once (BAD_BRICK), or for the reasons of
 * {@linkcode brickVolume}.
 * @throws {TypeError} If a slab is of another type, or an option is unknown.
 * @determinism Same bits on every backend, however the slices are divided into slabs.
 * @category Bricks
 *
 * @example One slice at a time
 * ```ts
 * import { openContext } from "@denovdb/denovdb";
 * import { brickFromSlabs } from "@denovdb/denovdb/index";
 * import { assertEquals } from "@std/assert";
 *
 * function* slices(): Generator<Uint8Array<ArrayBuffer>> {
 *   for (let z = 0; z < 9; z++) yield new Uint8Array(16).fill(z);
 * }
 * using context = openContext();
 * const options = { context, dims: [4, 4, 9], dtype: "u8", threshold: 7 } as const;
 * using volume = await brickFromSlabs(slices, { ...options, brick: 4 });
 * assertEquals([volume.grid, volume.filled], [[2, 2, 3], 4]);
 * ```
 */
export async function brickFromSlabs<D extends VoxelType>(
  slabs: VoxelSlabs<D> | (() => VoxelSlabs<D>),
  options: BrickFromSlabsOptions<D>,
): Promise<BrickVolume<D>> {
  checkOptions("brickFromSlabs", options, NAMES);
  checkSlabs(slabs);
  const source = checkSource(options);
  const { operator } = source;
  const plan = checkPlan(operator, source.dtype, options);
  if (typeof slabs === "function") return await readTwice(slabs, source, options, plan);
  if (plan.edge === undefined) {
    const problem = "slabs that come once need an edge, or a function that begins them anew";
    refuseIndex("BAD_BRICK", operator, `brick is best: ${problem}`);
  }
  return await readOnce(slabs, source, frameOf(source.dims, plan.edge, options, plan), plan);
}

function checkSlabs(slabs: unknown): void {
  if (typeof slabs === "function") return;
  const isMany = typeof slabs === "object" && slabs !== null &&
    (Symbol.iterator in slabs || Symbol.asyncIterator in slabs);
  if (isMany) return;
  const expected = "slabs one after the other, or a function that begins them,";
  refuseKind({ operator: "brickFromSlabs", name: "slabs" }, slabs, expected);
}

/** Layout of the slices, and the device that they go to. */
interface Source<D extends VoxelType> {
  readonly operator: string;
  readonly context: Context;
  readonly dims: Triple;
  readonly dtype: D;
  readonly rule: Threshold;
}

function checkSource<D extends VoxelType>(options: BrickFromSlabsOptions<D>): Source<D> {
  const operator = "brickFromSlabs";
  const { context, dims, dtype } = options;
  checkUsable({ operator, name: "context" }, context, Context);
  checkVoxelType(operator, dtype);
  if (!Array.isArray(dims) || dims.length !== 3) {
    refuseIndex("BAD_RANK", operator, `dims is ${dims}, three extents expected`);
  }
  checkIndexShape(operator, dims, 1);
  const rule = { ...checkThreshold(operator, dtype, options), order: VoxelOrder.X_FASTEST };
  return { operator, context, dims: [dims[0], dims[1], dims[2]], dtype, rule };
}

async function readTwice<D extends VoxelType>(
  slabs: () => VoxelSlabs<D>,
  source: Source<D>,
  options: BrickFromSlabsOptions<D>,
  plan: Plan,
): Promise<BrickVolume<D>> {
  const { operator, context, dims, dtype, rule } = source;
  using stack = new DisposableStack();
  const bits = stack.use(
    emptyTensor([dims[2], dims[1], Math.ceil(dims[0] / 32)], { context, dtype: "i32" }),
  );
  for await (const { data, from, to } of slicesOf(slabs(), source)) {
    using voxels = data;
    using own = thresholdBits(windowOf(source, voxels, from));
    copySlices(own, bits, from, to - from);
  }
  const whole = { operator, context, dims, rule, data: { dtype } as Tensor<D> };
  const edge = plan.edge ?? statsOf(whole, bits, plan.layout).best.edge;
  const frame = frameOf(dims, edge, options, plan);
  const own = stack.use(emptyBrickBits(context, frame.grid));
  const all = { dims, layers: frame.grid[2], first: 0 };
  const filled = markBricks(whole, bits, { frame, window: all, own });
  bits.dispose();
  const pool = stack.use(emptyPool(context, dtype, filled, edge));
  let at = 0;
  for await (const { data, window, count } of layersOf(slabs(), source, frame, own)) {
    using voxels = data;
    if (at + count > filled) refuseIndex("LENGTH", operator, "slabs changed between two readings");
    using room = pool.slice(at, at + count);
    fillPool({ ...source, data: voxels }, { frame, window, own, filled: count, pool: room });
    at += count;
  }
  if (at !== filled) refuseIndex("LENGTH", operator, "slabs changed between two readings");
  return assemble(operator, frame, { own, pool, filled, plan });
}

async function readOnce<D extends VoxelType>(
  slabs: VoxelSlabs<D>,
  source: Source<D>,
  frame: BrickFrame,
  plan: Plan,
): Promise<BrickVolume<D>> {
  const { operator, context, dtype } = source;
  using stack = new DisposableStack();
  const own = stack.use(emptyBrickBits(context, frame.grid));
  const parts: Tensor<D>[] = [];
  let filled = 0;
  for await (const { data, window, count } of layersOf(slabs, source, frame, own)) {
    using voxels = data;
    const part = stack.use(emptyPool(context, dtype, count, frame.edge));
    fillPool({ ...source, data: voxels }, { frame, window, own, filled: count, pool: part });
    parts.push(part);
    filled += count;
  }
  const pool = stack.use(emptyPool(context, dtype, filled, frame.edge));
  let at = 0;
  for (const part of parts) {
    const [count = 0] = part.shape;
    copySlices(part, pool, at, count);
    part.dispose();
    at += count;
  }
  return assemble(operator, frame, { own, pool, filled, plan });
}

/** Slices [from, to) on the device, which whoever gets them owns. */
interface Slices<D extends VoxelType> {
  readonly data: Tensor<D>;
  readonly from: number;
  readonly to: number;
}

/** Copies slabs to the device. */
async function* slicesOf<D extends VoxelType>(
  slabs: VoxelSlabs<D>,
  { operator, context, dims: [x, y, z], dtype }: Source<D>,
): AsyncGenerator<Slices<D>> {
  let from = 0;
  for await (const slab of slabs) {
    if (!isOwnKind(dtype, slab)) {
      const expected = describeValue(typedArray(dtype, 0));
      throw new TypeError(
        `Cannot run ${operator}: a slab is ${describeValue(slab)}, ${expected} expected`,
      );
    }
    const count = slab.length / x / y;
    if (!Number.isInteger(count) || count === 0) {
      const problem = `a slab has ${slab.length} voxels, slices of ${x * y} expected`;
      refuseIndex("LENGTH", operator, problem);
    }
    const to = from + count;
    if (to > z) refuseIndex("LENGTH", operator, `slabs have ${to} slices or more, ${z} expected`);
    const data = emptyTensor([count, y, x], { context, dtype });
    using guard = new DisposableStack();
    guard.use(data);
    data.write(slab);
    guard.move();
    yield { data, from, to };
    from = to;
  }
  if (from < z) refuseIndex("LENGTH", operator, `slabs have ${from} slices, ${z} expected`);
}

/** Whole layers of bricks, with the slices that they need; whoever gets them owns the slices. */
interface LayerSlices<D extends VoxelType> {
  readonly data: Tensor<D>;
  readonly window: Window;
  /** Bricks that are filled. */
  readonly count: number;
}

/** Gathers slices until they make layers of bricks, and marks the filled ones. */
async function* layersOf<D extends VoxelType>(
  slabs: VoxelSlabs<D>,
  source: Source<D>,
  frame: BrickFrame,
  own: Tensor<"u8">,
): AsyncGenerator<LayerSlices<D>> {
  const { dims: [x, y, z] } = source;
  const step = frame.edge - 1;
  using kept = new Kept<D>();
  let from = 0;
  for await (const { data, to } of slicesOf(slabs, source)) {
    kept.append(data);
    const layers = to === z ? Math.ceil((z - from) / step) : Math.floor((to - from - 1) / step);
    if (layers === 0) continue;
    const slices = Math.min(layers * step + 1, to - from);
    const first = from / step * frame.grid[0] * frame.grid[1];
    const window = { dims: [x, y, slices] as const, layers, first };
    const ready = kept.take(slices, layers * step);
    using guard = new DisposableStack();
    guard.use(ready);
    using bits = thresholdBits(windowOf(source, ready, from));
    const count = markBricks(source, bits, { frame, window, own });
    guard.move();
    yield { data: ready, window, count };
    from += layers * step;
  }
}

/** Slices that wait for those that follow, in memory that grows by halves of itself or more. */
class Kept<D extends VoxelType> implements Disposable {
  #room: Tensor<D> | undefined;
  #count = 0;

  /** Takes slices over. */
  append(data: Tensor<D>): void {
    using more = data;
    const [added = 0] = more.shape;
    const { context, dtype } = more;
    const count = this.#count + added;
    const [capacity = 0, ...rest] = this.#room?.shape ?? [0, ...more.shape.slice(1)];
    if (count > capacity) {
      const before = this.#room;
      const most = Math.max(count, this.#count === 0 ? 0 : Math.ceil(1.5 * capacity));
      this.#room = emptyTensor([most, ...rest], { context, dtype });
      using _before = before;
      if (before !== undefined) copySlices(before, this.#room, 0, this.#count);
    }
    const room = this.#room;
    if (room !== undefined) copySlices(more, room, this.#count, added);
    this.#count = count;
  }

  /** Hands the first slices out, and keeps those from a number on. */
  take(count: number, from: number): Tensor<D> {
    const room = this.#room;
    if (room === undefined) throw new RangeError("Cannot take slices: there are none");
    using ready = room.slice(0, count);
    this.#room = undefined;
    using _room = room;
    if (from < this.#count) {
      using rest = room.slice(from, this.#count);
      this.#room = rest.copy();
    }
    this.#count = Math.max(0, this.#count - from);
    return ready.move();
  }

  [Symbol.dispose](): void {
    this.#room?.dispose();
  }
}

/** Copies the first slices to slices from a number on. */
function copySlices(from: Tensor, to: Tensor, at: number, count: number): void {
  using source = from.slice(0, count);
  using target = to.slice(at, at + count);
  target.buffer.copyFrom(source.buffer);
}

/** Slices as voxels of their own, whose first one has a number in the volume. */
function windowOf<D extends VoxelType>(
  { operator, context, dims: [x, y], rule }: Source<D>,
  data: Tensor<D>,
  from: number,
): Parameters<typeof thresholdBits>[0] {
  const [slices = 0] = data.shape;
  return { operator, context, dims: [x, y, slices], data, rule, first: from * x * y };
}
