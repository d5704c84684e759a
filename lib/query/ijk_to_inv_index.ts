/**
 * Positions of voxels in lists of coordinates.
 *
 * @module
 */

import { checkStatus, nativeOf } from "../../ffi/context.ts";
import { handleOf } from "../../ffi/owned.ts";
import { emptyTensor, type GridBatch, JaggedTensor, type Lists } from "../core/mod.ts";
import {
  checkGrid,
  checkListCount,
  checkOptions,
  optionNames,
  vectorRows,
} from "../core/checks.ts";
import { rowBase, type RowsOf } from "../core/row_base.ts";
import { disposeOnError, shareContext } from "../core/ownership.ts";

/**
 * Options for {@linkcode ijkToInvIndex}.
 *
 * @category Queries
 */
export interface InvIndexOptions {
  /**
   * Whether positions, which are rows of `ijk`, are numbered over the lists of the whole batch or from the first
   * coordinate of each grid's list.
   *
   * @default {"grid"}
   */
  readonly rows?: RowsOf;
}

const NAMES = optionNames<InvIndexOptions>({ rows: true });

/**
 * Finds the position of each voxel's coordinate in a list: the inverse of {@linkcode ijkToIndex}.
 *
 * Inactive coordinates are ignored. If a coordinate is listed more than once, its last position is returned.
 *
 * @param grid The batch; borrowed.
 * @param ijk Coordinates, i32 [n, 3]; a tensor is the list of a batch of one, otherwise each list belongs to its own
 * grid.
 * @param options How positions are numbered.
 * @returns Positions, i64 [voxels], one list per grid; -1 for voxels that are not listed. The caller owns them.
 * @throws {RangeError} If `ijk` is not [n, 3] or not one list per grid.
 * @throws {TypeError} If `ijk` is not i32, or belongs to another context.
 * @throws {DisposedError} If an input has been disposed.
 * @throws {NativeError} If device memory runs out.
 * @determinism Same bits on every backend.
 * @category Queries
 *
 * @example Two of three voxels are listed
 * ```ts
 * import { gridFromIjk, openContext, tensor } from "@denovdb/denovdb";
 * import { ijkToInvIndex } from "@denovdb/denovdb/query";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using voxels = tensor(new Int32Array([0, 0, 0, 0, 0, 1, 0, 0, 2]), { context, shape: [3, 3] });
 * using grid = gridFromIjk(voxels);
 * using list = tensor(new Int32Array([0, 0, 2, 7, 7, 7, 0, 0, 0]), { context, shape: [3, 3] });
 * using positions = ijkToInvIndex(grid, list);
 * assertEquals([...await positions.data.read()], [2n, -1n, 0n]);
 * ```
 */
export function ijkToInvIndex(
  grid: GridBatch,
  ijk: Lists<"i32">,
  options: InvIndexOptions = {},
): JaggedTensor<"i64"> {
  const operator = "ijkToInvIndex";
  const { rows: from = "grid" } = checkOptions(operator, options, NAMES);
  const base = rowBase(operator, from);
  checkGrid(operator, grid);
  const context = shareContext(operator, grid, ijk);
  const rows = vectorRows({ operator, name: "ijk" }, ijk, ["i32"]);
  checkListCount({ operator, name: "ijk" }, rows, grid);
  const positions = emptyTensor([grid.numVoxels], { context, dtype: "i64" });
  return disposeOnError(positions, () => {
    const status = nativeOf(context).ijkToInvIndex({
      context: handleOf(context),
      grid: handleOf(grid),
      ijk: handleOf(rows.data.buffer),
      n: rows.count,
      offsets: rows.offsets,
      nGrids: grid.gridCount,
      rowBase: base,
      out: handleOf(positions.buffer),
    });
    checkStatus(context, status, operator);
    return new JaggedTensor(positions, grid.offsets);
  });
}
