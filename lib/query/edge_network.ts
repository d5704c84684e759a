/**
 * Wireframes of voxel cells.
 *
 * @module
 */

import { Space } from "../../ffi/_generated/symbols.ts";
import { checkStatus, nativeOf } from "../../ffi/context.ts";
import { handleOf } from "../../ffi/owned.ts";
import { emptyTensor, type GridBatch, JaggedTensor, type Real, scope } from "../core/mod.ts";
import { type Bundle, bundle } from "../core/bundle.ts";
import { checkGrid, checkRealName } from "../core/checks.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import { dtypeCode } from "../core/dtype.ts";

/**
 * Options for {@linkcode edgeNetwork}.
 *
 * @category Queries
 */
export interface EdgeNetworkOptions<D extends Real = Real> {
  /**
   * Whether corners are in voxel space instead of world space.
   *
   * @default {false}
   */
  readonly voxelSpace?: boolean;
  /**
   * Element type of the corners: f16, f32 or f64. In f64, those of a voxel take 192 bytes and are exact anywhere; in
   * f32 they take 96, and are off by up to 2^-24 of their distance from the origin.
   *
   * @default {"f64"}
   */
  readonly dtype?: D;
}

/**
 * Corners of cells, and the edges between them.
 *
 * @category Queries
 */
export interface EdgeNetwork<D extends Real = Real> extends Bundle {
  /** Positions of corners, in f64 unless asked otherwise, [8 voxels, 3], one list per grid; owned. */
  readonly vertices: JaggedTensor<D>;
  /**
   * The two corners of each edge, counted from the grid's first corner, i64 [12 voxels, 2], one list per grid; owned.
   */
  readonly edges: JaggedTensor<"i64">;
}

const NAMES = optionNames<EdgeNetworkOptions>({ voxelSpace: "boolean", dtype: true });

/**
 * Makes the wireframe of every voxel's cell: 8 corners and 12 edges each, nothing shared between cells.
 *
 * Corner `8 row + 4 dx + 2 dy + dz` of a grid lies at `ijk + (dx, dy, dz) - 1/2`, computed in double precision and
 * rounded once, to f64 unless `dtype` asks for another type. The edges of a cell are four along x, four along y and four along z, each from its lower corner to its
 * upper one.
 *
 * @typeParam D Element type of the corners.
 * @param grid The batch; borrowed.
 * @param options The space of the corners, and their element type.
 * @returns Corners and edges; the caller owns them.
 * @throws {TypeError} If the element type is wrong.
 * @determinism Same bits on every backend.
 * @category Queries
 *
 * @example The cell of one voxel
 * ```ts
 * import { gridFromIjk, openContext, tensor } from "@denovdb/denovdb";
 * import { edgeNetwork } from "@denovdb/denovdb/query";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using voxels = tensor(new Int32Array([0, 0, 0]), { context, shape: [1, 3] });
 * using grid = gridFromIjk(voxels, { voxelSize: 2 });
 * using network = edgeNetwork(grid);
 * assertEquals([...await network.vertices.data.read()].slice(0, 6), [-1, -1, -1, -1, -1, 1]);
 * assertEquals([...await network.edges.data.read()].slice(0, 4), [0n, 4n, 1n, 5n]);
 * ```
 */
export function edgeNetwork<D extends Real = "f64">(
  grid: GridBatch,
  options: EdgeNetworkOptions<D> = {},
): EdgeNetwork<NoInfer<D>> {
  const operator = "edgeNetwork";
  const { voxelSpace = false, dtype = "f64" as D } = checkOptions(operator, options, NAMES);
  checkRealName({ operator, name: "dtype" }, dtype);
  checkGrid(operator, grid);
  const { context, numVoxels } = grid;
  const { vertices, edges } = scope((own) => {
    const corners = own(emptyTensor([8 * numVoxels, 3], { context, dtype }));
    const pairs = own(emptyTensor([12 * numVoxels, 2], { context, dtype: "i64" }));
    const status = nativeOf(context).edgeNetwork({
      context: handleOf(context),
      grid: handleOf(grid),
      space: voxelSpace ? Space.VOXEL : Space.WORLD,
      dtype: dtypeCode(dtype),
      outVertices: handleOf(corners.buffer),
      outEdges: handleOf(pairs.buffer),
    });
    checkStatus(context, status, operator);
    const vertices = new JaggedTensor(corners.move(), grid.offsets.map((row) => row * 8n));
    const edges = new JaggedTensor(pairs.move(), grid.offsets.map((row) => row * 12n));
    return { vertices, edges };
  });
  return bundle("EdgeNetwork", { vertices, edges });
}
