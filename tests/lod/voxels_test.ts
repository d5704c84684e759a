import { assert, assertEquals, assertThrows } from "@std/assert";
import { lodVoxels } from "../../lib/lod/mod.ts";
import { buildLod } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { denseCorner, places } from "./_clouds.ts";

eachBackend("lodVoxels() gives any range of what it gives of all, over levels", (context) => {
  using points = places(context, denseCorner(3000, 16));
  using tree = buildLod(points, undefined, { pointsPerLeaf: 100, gridSize: 8 });
  const { voxels, levels } = tree.counts;
  assert(levels > 3, "too few levels");
  using all = lodVoxels(tree);
  const [cells, colors] = [all.coordinates.readSync(), all.colors.readSync()];
  for (
    const [first, count] of [[0, 0], [voxels, 0], [0, voxels], [5, voxels - 7], [
      voxels - 1,
      1,
    ]] as const
  ) {
    using part = lodVoxels(tree, { first, count });
    assertEquals(part.coordinates.readSync(), cells.slice(first * 3, (first + count) * 3));
    assertEquals(part.colors.readSync(), colors.slice(first * 4, (first + count) * 4));
  }
});

eachBackend("lodVoxels() tells the cells of a node in Morton order", (context) => {
  // One point in each cell of a root of 4^3, and one more so that it splits.
  const flat: number[] = [];
  for (let n = 0; n < 64; n++) flat.push(n >> 4, n >> 2 & 3, n & 3);
  using points = places(context, Int32Array.from([...flat, 3, 3, 3]));
  using tree = buildLod(points, undefined, { pointsPerLeaf: 65, gridSize: 4 });
  using voxels = lodVoxels(tree);
  const cells = voxels.coordinates.readSync();
  const codes = Array.from({ length: 64 }, (_, n) => {
    const [x = 0, y = 0, z = 0] = cells.slice(n * 3, n * 3 + 3);
    const half = (bit: number): number => (x >> bit & 1) * 4 + (y >> bit & 1) * 2 + (z >> bit & 1);
    return half(1) * 8 + half(0);
  });
  assertEquals(codes, Array.from({ length: 64 }, (_, n) => n));
});

eachBackend("lodVoxels() refuses what is not there", (context) => {
  using points = places(context, denseCorner(200, 12));
  using tree = buildLod(points, undefined, { pointsPerLeaf: 50, gridSize: 4 });
  const { voxels } = tree.counts;
  for (const [first, count] of [[-1, 2], [0, voxels + 1], [voxels + 1, 0], [0, NaN]] as const) {
    assertThrows(() => lodVoxels(tree, { first, count }), RangeError, `there are ${voxels}`);
  }
});
