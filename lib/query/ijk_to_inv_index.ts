/**
 * Positions of voxels in lists of coordinates.
 *
 * @module
 */

import { handleOf } from "../../ffi/owned.ts";
import { type GridBatch, JaggedTensor, type Lists } from "../core/mod.ts";
import { checkGrid, vectorsPerGrid } from "../core/checks.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import { computeTensor } from "../core/native_call.ts";
import { shareContext } from "../core/ownership.ts";
import { rowBase, type RowsOf } from "../core/row_base.ts";

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
  const { numVoxels, gridCount } = grid;
  const { data, count, offsets } = vectorsPerGrid({ operator, name: "ijk" }, ijk, ["i32"], grid);
  const request = {
    grid: handleOf(grid),
    ijk: handleOf(data.buffer),
    n: count,
    offsets,
    nGrids: gridCount,
    rowBase: base,
  };
  const positions = computeTensor(
    { operator, context, dtype: "i64", shape: [numVoxels] },
    (native, out) => native.ijkToInvIndex({ ...request, ...out }),
  );
  return new JaggedTensor(positions, grid.offsets);
}
