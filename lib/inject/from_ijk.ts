/**
 * Features at listed coordinates, copied to voxels.
 *
 * @module
 */

import type { InjectFromIjkRequest } from "../../ffi/_generated/native.ts";
import { handleOf } from "../../ffi/owned.ts";
import type { DType, GridBatch, Lists, Tensor } from "../core/mod.ts";
import { checkGrid, vectorsPerGrid } from "../core/checks.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import { shareContext } from "../core/ownership.ts";
import { fillRows, overwriteRows } from "./_rows.ts";
import type { InjectOptions } from "./inject.ts";

const NAMES = optionNames<InjectOptions>({ fill: true });

/**
 * Copies rows of features to the voxels at listed coordinates.
 *
 * Inactive coordinates are ignored. If a coordinate is listed several times, the last row wins. Elements are copied as
 * they are. The gradient of a row that wins is the gradient of its voxel; that of any other row is 0.
 *
 * @typeParam D Element type.
 * @param grid The batch that receives the features; borrowed.
 * @param ijk Coordinates, i32 [n, 3]; a tensor is for a batch of one, otherwise each list is for its own grid.
 * Borrowed.
 * @param src Features of each coordinate, [n, ...channels], of any element type; borrowed.
 * @param options The value of voxels that are not listed.
 * @returns Features, [voxels, ...channels]; the caller owns them.
 * @throws {RangeError} If `ijk` is not [n, 3] or not one list per grid, if `src` does not have a row for each
 * coordinate, or if `fill` does not fit the element type.
 * @throws {TypeError} If `ijk` is not i32, or if contexts are mixed.
 * @determinism Same bits on every backend.
 * @category Transfer
 *
 * @example A voxel listed twice, and an inactive one
 * ```ts
 * import { gridFromIjk, openContext, tensor } from "@denovdb/denovdb";
 * import { injectFromIjk } from "@denovdb/denovdb/inject";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using voxels = tensor(new Int32Array([0, 0, 1, 0, 0, 2]), { context, shape: [2, 3] });
 * using grid = gridFromIjk(voxels);
 * using ijk = tensor(new Int32Array([0, 0, 2, 9, 9, 9, 0, 0, 2]), { context, shape: [3, 3] });
 * using src = tensor([5, 6, 7], { context });
 * using data = injectFromIjk(grid, ijk, src);
 * assertEquals([...await data.read()], [0, 7]);
 * ```
 */
export function injectFromIjk<D extends DType>(
  grid: GridBatch,
  ijk: Lists<"i32">,
  src: Tensor<D>,
  options: InjectOptions = {},
): Tensor<D> {
  const operator = "injectFromIjk";
  const { fill = 0 } = checkOptions(operator, options, NAMES);
  checkGrid(operator, grid);
  shareContext(operator, grid, ijk, src);
  const listed = takeListed(operator, grid, ijk);
  return fillRows(
    { operator, grid, src, count: listed.n },
    fill,
    (native, request) => native.injectFromIjk({ ...request, ...listed }),
  );
}

/**
 * Overwrites the features of the voxels at listed coordinates.
 *
 * Like {@linkcode injectFromIjk}, but in place: the rows of voxels that are not listed are unchanged.
 *
 * @typeParam D Element type.
 * @param dst Features to overwrite, [voxels, ...channels]; the caller keeps ownership.
 * @param grid The batch of the features; borrowed.
 * @param ijk Coordinates, i32 [n, 3]; a tensor is for a batch of one, otherwise each list is for its own grid.
 * Borrowed.
 * @param src Features of each coordinate, [n, ...channels], of the same element type; borrowed. It must not share
 * memory with `dst`.
 * @throws {RangeError} If `ijk` is not [n, 3] or not one list per grid, or if shapes do not match.
 * @throws {TypeError} If `ijk` is not i32, if `dst` and `src` differ in element type, or if contexts are mixed.
 * @determinism Same bits on every backend.
 * @category Transfer
 *
 * @example One voxel of two
 * ```ts
 * import { gridFromIjk, openContext, tensor } from "@denovdb/denovdb";
 * import { injectFromIjkInto } from "@denovdb/denovdb/inject";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using voxels = tensor(new Int32Array([0, 0, 1, 0, 0, 2]), { context, shape: [2, 3] });
 * using grid = gridFromIjk(voxels);
 * using ijk = tensor(new Int32Array([0, 0, 2]), { context, shape: [1, 3] });
 * using src = tensor([7], { context });
 * using dst = tensor([1, 2], { context });
 * injectFromIjkInto(dst, grid, ijk, src);
 * assertEquals([...await dst.read()], [1, 7]);
 * ```
 */
export function injectFromIjkInto<D extends DType>(
  dst: Tensor<D>,
  grid: GridBatch,
  ijk: Lists<"i32">,
  src: Tensor<D>,
): void {
  const operator = "injectFromIjkInto";
  shareContext(operator, dst, grid, ijk, src);
  const listed = takeListed(operator, grid, ijk);
  overwriteRows(
    { operator, grid, src, count: listed.n },
    dst,
    (native, request) => native.injectFromIjkInto({ ...request, ...listed }),
  );
}

/** Takes the coordinates of each grid. */
function takeListed(
  operator: string,
  grid: GridBatch,
  ijk: Lists<"i32">,
): Pick<InjectFromIjkRequest, "ijk" | "n" | "offsets" | "nGrids"> {
  const { data, count, offsets } = vectorsPerGrid({ operator, name: "ijk" }, ijk, ["i32"], grid);
  return { ijk: handleOf(data.buffer), n: count, offsets, nGrids: grid.gridCount };
}
