/**
 * The first voxel along rays.
 *
 * @module
 */

import { emptyTensor, type GridBatch, JaggedTensor, scope, type Tensor } from "../core/mod.ts";
import { dtypeCode } from "../core/dtype.ts";
import { shareContext } from "../core/ownership.ts";
import { formatShape, sameShape } from "../core/shape.ts";

/** Origins or directions of rays, [n, 3]: one list, or one for each grid. */
export type RayVectors<D extends "f32" | "f64"> = Tensor<D> | JaggedTensor<D>;

/** Options for {@linkcode firstActiveVoxel}. */
export interface RayRange {
  /**
   * Where rays begin, in units of their directions.
   *
   * @default {0}
   */
  readonly tMin?: number;
  /**
   * Where rays end, in units of their directions.
   *
   * @default {Infinity}
   */
  readonly tMax?: number;
}

/** What each ray meets first. */
export class RayHits<D extends "f32" | "f64" = "f32" | "f64"> implements Disposable {
  /** Row in the batch of the voxel, -1 for a miss, i64 [n]; owned. */
  readonly rows: Tensor<"i64">;
  /** When the ray enters the voxel, `tMin` when it starts inside, -1 for a miss, [n]; owned. */
  readonly times: Tensor<D>;
  /** Side entered: 0 -x, 1 +x, 2 -y, 3 +y, 4 -z, 5 +z, 6 starts inside, 255 miss, u8 [n]; owned. */
  readonly faces: Tensor<"u8">;

  /** Takes all parts over. */
  constructor(rows: Tensor<"i64">, times: Tensor<D>, faces: Tensor<"u8">) {
    this.rows = rows;
    this.times = times;
    this.faces = faces;
  }

  /** Whether all parts are gone. */
  get disposed(): boolean {
    return this.rows.disposed && this.times.disposed && this.faces.disposed;
  }

  /** Gives all parts up; doing so again has no effect. */
  dispose(): void {
    this.rows.dispose();
    this.times.dispose();
    this.faces.dispose();
  }

  /** Gives all parts up; doing so again has no effect. */
  [Symbol.dispose](): void {
    this.dispose();
  }
}

/**
 * Finds the first active voxel along each ray `origin + t * direction`, for t from `tMin` to `tMax`.
 *
 * A voxel counts when the ray is inside its half-open cell for more than an instant: touching an edge or a corner is
 * no hit, and between two voxels that share a face there is no gap. Directions need not have length 1, and times are
 * in units of their directions. A ray whose direction is zero, or that is not finite, misses.
 *
 * @typeParam D Element type of the rays and of the times.
 * @param grid The batch to look in; borrowed.
 * @param origins Where rays start, in world space, f32 or f64 [n, 3]; a tensor is traced through a batch of one,
 * otherwise each list is traced through its own grid.
 * @param directions Where they go, like `origins`.
 * @param options Which part of each ray counts.
 * @returns Rows, times and faces of all rays, [n]; the caller owns them.
 * @throws {RangeError} If shapes or lists do not fit together, or if the range is none.
 * @throws {TypeError} If rays are not all f32 or all f64, or belong to another context.
 * @throws {DisposedError} If an input has been disposed.
 * @throws {NativeError} If device memory runs out.
 * @determinism Same bits on every backend.
 * @see Amanatides and Woo, "A fast voxel traversal algorithm", 1987; Museth, "Hierarchical digital differential
 * analyzer", 2014.
 *
 * @example A ray along x
 * ```ts
 * import { firstActiveVoxel, gridFromIjk, openContext, tensor } from "@denovdb/denovdb";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using voxels = tensor(new Int32Array([3, 0, 0]), { context, shape: [1, 3] });
 * using grid = gridFromIjk(voxels);
 * using origins = tensor([0, 0, 0], { context, shape: [1, 3] });
 * using directions = tensor([1, 0, 0], { context, shape: [1, 3] });
 * using hits = firstActiveVoxel(grid, origins, directions);
 * assertEquals([...await hits.rows.read()], [0n]);
 * assertEquals([...await hits.times.read()], [2.5]);
 * assertEquals([...await hits.faces.read()], [0]);
 * ```
 */
export function firstActiveVoxel<D extends "f32" | "f64">(
  grid: GridBatch,
  origins: RayVectors<D>,
  directions: RayVectors<D>,
  { tMin = 0, tMax = Infinity }: RayRange = {},
): RayHits<D> {
  const operator = "firstActiveVoxel";
  const context = shareContext(operator, grid, origins, directions);
  const from = origins instanceof JaggedTensor ? origins.data : origins;
  const along = directions instanceof JaggedTensor ? directions.data : directions;
  checkRays(from, along);
  checkRange(tMin, tMax);
  const count = from.length / 3;
  const offsets = listOffsets(origins, count);
  if (offsets.length !== grid.gridCount + 1) {
    refuse(
      `the number of lists is ${offsets.length - 1}, the number of grids is ${grid.gridCount}`,
    );
  }
  if (!sameOffsets(offsets, listOffsets(directions, count))) {
    refuse("origins and directions have different offsets");
  }
  const { rows, times, faces } = scope((own) => {
    const rows = own(emptyTensor([count], { context, dtype: "i64" }));
    const times = own(emptyTensor([count], { context, dtype: from.dtype }));
    const faces = own(emptyTensor([count], { context, dtype: "u8" }));
    const status = context.native.firstActiveVoxel(
      context.handle,
      grid.handle,
      from.buffer.handle,
      along.buffer.handle,
      dtypeCode(from.dtype),
      count,
      offsets,
      grid.gridCount,
      tMin,
      tMax,
      rows.buffer.handle,
      times.buffer.handle,
      faces.buffer.handle,
    );
    context.check(status, operator);
    return { rows, times, faces };
  });
  return new RayHits(rows, times, faces);
}

function checkRays(origins: Tensor, directions: Tensor): void {
  if (origins.dtype !== "f32" && origins.dtype !== "f64") {
    throw new TypeError(
      `Cannot run firstActiveVoxel: origins is ${origins.dtype}, f32 or f64 expected`,
    );
  }
  if (directions.dtype !== origins.dtype) {
    throw new TypeError(
      `Cannot run firstActiveVoxel: directions is ${directions.dtype}, origins is ${origins.dtype}`,
    );
  }
  for (const [name, { shape }] of Object.entries({ origins, directions })) {
    if (shape.length !== 2 || shape[1] !== 3) {
      refuse(`${name} shape is ${formatShape(shape)}, [n, 3] expected`);
    }
  }
  if (!sameShape(origins.shape, directions.shape)) {
    refuse(
      `directions shape is ${formatShape(directions.shape)}, ` +
        `origins shape is ${formatShape(origins.shape)}`,
    );
  }
}

function checkRange(tMin: number, tMax: number): void {
  if (Number.isNaN(tMin)) refuse("tMin is NaN");
  if (Number.isNaN(tMax)) refuse("tMax is NaN");
  if (tMin > tMax) refuse(`tMin ${tMin} is above tMax ${tMax}`);
}

function listOffsets(input: Tensor | JaggedTensor, count: number): BigInt64Array<ArrayBuffer> {
  return input instanceof JaggedTensor ? input.offsets : BigInt64Array.of(0n, BigInt(count));
}

function sameOffsets(a: BigInt64Array, b: BigInt64Array): boolean {
  return a.length === b.length && a.every((offset, list) => offset === b[list]);
}

function refuse(problem: string): never {
  throw new RangeError(`Cannot run firstActiveVoxel: ${problem}`);
}
