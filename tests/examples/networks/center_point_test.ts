import { assertEquals } from "@std/assert";
import { countParameters } from "../../../examples/networks/blocks.ts";
import {
  CENTER_POINT_LOWEST,
  CENTER_POINT_NORMS,
  makeCenterPoint,
  makeCenterPointPyramid,
  runCenterPoint,
} from "../../../examples/networks/center_point.ts";
import { gridIjk } from "../../../lib/grid/mod.ts";
import type { GridBatch } from "../../../mod.ts";
import { eachBackend } from "../../_backends.ts";
import { checkFolding, checkSlopes, checkTraining, featuresOf, twoGrids } from "./_networks.ts";

/** Voxels along each axis; those of the tests reach the end of some. */
const SHAPE = [18, 22, 41] as const;

/** A quarter of the channels would still take seconds. */
const CHANNELS: readonly number[] = [4, 6, 8, 12];

eachBackend("the backbone of CenterPoint has the parameters that were published", (context) => {
  using net = makeCenterPoint({ context, seed: 1, inputs: 5 });
  assertEquals(countParameters(net), 2_695_312); // 2.7 M
});

/** Voxels that a sparse convolution of spconv writes: all within the shape that a window reaches. */
function reached(
  voxels: ReadonlySet<string>,
  shape: readonly number[],
  [kernel, stride, padding]: readonly (readonly number[])[],
): { readonly voxels: Set<string>; readonly shape: number[] } {
  const extents = shape.map((extent, axis) =>
    Math.floor(
      (extent + 2 * (padding?.[axis] ?? 0) - (kernel?.[axis] ?? 1)) / (stride?.[axis] ?? 1),
    ) + 1
  );
  const found = new Set<string>();
  for (const key of voxels) {
    const [grid = 0, ...ijk] = key.split(",").map(Number);
    const along = ijk.map((at, axis) =>
      Array.from({ length: extents[axis] ?? 0 }, (_, o) => o).filter((o) => {
        const tap = at - o * (stride?.[axis] ?? 1) + (padding?.[axis] ?? 0);
        return tap >= 0 && tap < (kernel?.[axis] ?? 1);
      })
    );
    for (const x of along[0] ?? []) {
      for (const y of along[1] ?? []) {
        for (const z of along[2] ?? []) found.add([grid, x, y, z].join());
      }
    }
  }
  return { voxels: found, shape: extents };
}

/** The voxels of a batch as text, with their grids, counted along z from the lowest. */
function voxelsOf(grid: GridBatch, lowest: number): Set<string> {
  using ijk = gridIjk(grid);
  const numbers = ijk.data.readSync();
  const offsets = [...ijk.offsets].map(Number);
  const found = new Set<string>();
  for (let row = 0; row < grid.numVoxels; row++) {
    const list = offsets.findLastIndex((start) => start <= row);
    const [x = 0, y = 0, z = 0] = numbers.subarray(3 * row, 3 * row + 3);
    found.add([list, x, y, z - lowest].join());
  }
  return found;
}

eachBackend("the grids of CenterPoint are those that spconv makes", (context) => {
  using grid = twoGrids(context, CENTER_POINT_LOWEST);
  using pyramid = makeCenterPointPyramid(grid, SHAPE);
  const threes = [3, 3, 3];
  const twos = [2, 2, 2];
  const steps = [
    [threes, twos, [1, 1, 1]],
    [threes, twos, [1, 1, 1]],
    [threes, twos, [1, 1, 0]],
    [[1, 1, 3], [1, 1, 2], [0, 0, 0]],
  ];
  const lowest = [-6, -3, -1, 0];
  let expected = { voxels: voxelsOf(grid, CENTER_POINT_LOWEST), shape: [...SHAPE] as number[] };
  for (const [n, step] of steps.entries()) {
    expected = reached(expected.voxels, expected.shape, step);
    const made = pyramid.coarse[n];
    assertEquals(made && voxelsOf(made, lowest[n] ?? NaN), expected.voxels);
  }
  assertEquals(expected.shape[2], 2);
});

eachBackend("the backbone of CenterPoint trains, and repeats bit for bit", (context) => {
  using grid = twoGrids(context, CENTER_POINT_LOWEST);
  using features = featuresOf(grid, 5);
  using pyramid = makeCenterPointPyramid(grid, SHAPE);
  using net = makeCenterPoint({ context, seed: 1, inputs: 5, channels: CHANNELS });
  checkTraining({
    ...{ net, features },
    run: (p, x, normalizer) => runCenterPoint(p, pyramid, x, normalizer),
  }, [pyramid.coarse.at(-1)?.numVoxels ?? NaN, 12]);
});

eachBackend(
  "the backbone of CenterPoint gives the same without its norms, which are folded",
  (context) => {
    using grid = twoGrids(context, CENTER_POINT_LOWEST);
    using features = featuresOf(grid, 5);
    using pyramid = makeCenterPointPyramid(grid, SHAPE);
    using net = makeCenterPoint({ context, seed: 1, inputs: 5, channels: CHANNELS });
    checkFolding({
      ...{ net, features },
      run: (p, x, normalizer) => runCenterPoint(p, pyramid, x, normalizer),
    }, CENTER_POINT_NORMS.epsilon);
  },
);

eachBackend("the gradients of the backbone of CenterPoint are slopes", async (context) => {
  using grid = twoGrids(context, CENTER_POINT_LOWEST);
  using features = featuresOf(grid, 2);
  using pyramid = makeCenterPointPyramid(grid, SHAPE);
  using net = makeCenterPoint({ context, seed: 1, inputs: 2, channels: CHANNELS });
  await checkSlopes({
    ...{ net, features },
    run: (p, x, normalizer) => runCenterPoint(p, pyramid, x, normalizer),
  });
});
