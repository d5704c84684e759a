import { assertEquals, assertThrows } from "@std/assert";
import {
  type Context,
  DisposedError,
  GridBatch,
  move,
  NativeError,
  tensor,
} from "../../lib/core/mod.ts";
import { adoptGrid } from "../../lib/core/grid_batch.ts";
import {
  checkStatus,
  eachBackend,
  type GridHandle,
  handleOf,
  nativeOf,
  type Status,
  withNative,
} from "../_backends.ts";

/** The native status of a defect. */
const INTERNAL: Status = 7;

/** Builds a batch of three grids, one of them empty, by the native function alone. */
function buildBatch(context: Context): GridBatch {
  const native = nativeOf(context);
  const handle = handleOf(context);
  const voxels = [-4, 5, 6, 1, 2, 3, 1, 2, 3, 100, -100, 4096];
  using ijk = tensor(voxels, { context, dtype: "i32", shape: [4, 3] });
  const offsets = BigInt64Array.of(0n, 3n, 3n, 4n);
  const voxelSizes = Float64Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9);
  const origins = new Float64Array(9);
  const out = new Uint32Array(1);
  checkStatus(
    context,
    native.gridFromIjk({
      context: handle,
      ijk: handleOf(ijk.buffer),
      nPoints: 4,
      offsets,
      voxelSizes,
      origins,
      nGrids: 3,
      outGrid: out,
    }),
    "build grid",
  );
  return adoptGrid(context, out[0] as GridHandle, { voxelSizes, origins, operator: "build grid" });
}

eachBackend("a grid batch tells its counts, offsets, bounds and transforms", (context) => {
  using grid = buildBatch(context);
  assertEquals([grid.gridCount, grid.numVoxels, grid.voxelCounts], [3, 3, [2, 0, 1]]);
  assertEquals([...grid.offsets], [0n, 2n, 2n, 3n]);
  const { bytes, ...counts } = grid.counts;
  assertEquals(counts, { grids: 3, voxels: 3, leaves: 3, lowers: 3, uppers: 3 });
  assertEquals(bytes > 0, true);
  assertEquals([...grid.bbox()], [-4, 2, 3, 1, 5, 6]);
  assertEquals([...grid.bbox(1)], [0, 0, 0, 0, 0, 0]);
  assertEquals([...grid.bbox(2)], [100, -100, 4096, 100, -100, 4096]);
  assertEquals(grid.bboxes.length, 18);
  assertEquals([grid.voxelSizes[8], grid.origins.length], [9, 9]);
  assertEquals([...grid.bbox(-3)], [...grid.bbox(0)]);
  for (const b of [-4, 3, 0.5, NaN]) {
    assertThrows(() => grid.bbox(b), RangeError, `Cannot take bounds: grid ${b} is not one of 3`);
  }
});

eachBackend("a grid batch disposes, moves and shows itself", (context) => {
  const grid = buildBatch(context);
  assertEquals(`${grid}`, `GridBatch of 3 with 3 voxels on ${context.device}`);
  const fresh = move(grid);
  assertEquals([grid.disposed, fresh.disposed, fresh instanceof GridBatch], [true, false, true]);
  assertThrows(() => handleOf(grid), DisposedError, "Cannot use grid: it has been moved");
  assertThrows(
    () => grid.assertUsable("voxelMean"),
    DisposedError,
    "Cannot run voxelMean: the grid has been moved",
  );
  fresh.dispose();
  fresh.dispose();
  assertEquals(`${fresh}`, "GridBatch of 3 with 3 voxels disposed");
  assertThrows(() => fresh.move(), DisposedError, "Cannot move grid: it has been disposed");
});

eachBackend("adoptGrid() frees the native grid when it cannot read it", (context) => {
  const broken = withNative(context, { gridTable: (): Status => INTERNAL });
  const error = assertThrows(() => buildBatch(broken), NativeError);
  assertEquals([error.kind, error.operator], ["internal", "build grid"]);
});

eachBackend("a grid batch places its dual half a voxel lower, unless it is told", (context) => {
  using grid = buildBatch(context);
  assertEquals([...grid.dualOrigins], [-0.5, -1, -1.5, -2, -2.5, -3, -3.5, -4, -4.5]);
  using moved = move(grid);
  assertEquals(moved.dualOrigins, grid.dualOrigins);
  using ijk = tensor([], { context, dtype: "i32", shape: [0, 3] });
  const transforms = {
    voxelSizes: Float64Array.of(1, 1, 1),
    origins: Float64Array.of(0, 0, 0),
    dualOrigins: Float64Array.of(0.5, 0.5, 0.5),
  };
  const native = nativeOf(context);
  const handle = handleOf(context);
  const { voxelSizes, origins } = transforms;
  const out = new Uint32Array(1);
  checkStatus(
    context,
    native.gridFromIjk({
      context: handle,
      ijk: handleOf(ijk.buffer),
      nPoints: 0,
      offsets: new BigInt64Array(2),
      voxelSizes,
      origins,
      nGrids: 1,
      outGrid: out,
    }),
    "build grid",
  );
  using dual = adoptGrid(context, out[0] as GridHandle, { ...transforms, operator: "build grid" });
  assertEquals(dual.dualOrigins, transforms.dualOrigins);
});
