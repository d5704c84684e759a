/** Gradients of distances of more and of fewer voxels than triangles, which are added up in different ways. */

import { assert, assertEquals } from "@std/assert";
import { meshDistances, meshDistancesBackward } from "../../lib/mesh/mod.ts";
import { fullTensor, gridFromDense, tensor } from "../../mod.ts";
import { bundle } from "../../lib/core/bundle.ts";
import { eachBackend } from "../_backends.ts";
import { assertClose } from "../_compare.ts";
import { failEachAllocation } from "../_failures.ts";
import { randomNumbers } from "./_fields.ts";
import { loose, place, slopesByDifferences } from "./_meshes.ts";

eachBackend(
  "meshDistancesBackward() has the slopes of fewer voxels than triangles",
  (context) => {
    const mesh = loose(17, 40, "f64");
    using grid = gridFromDense({ context, dims: 4, ijkMin: -2, voxelSize: [1.5, 1, 2] });
    using placed = place(context, mesh, "f64");
    const { vertices, faces } = placed;
    const weights = randomNumbers(grid.numVoxels, 18);
    const options = { halfWidth: 40 };
    using found = meshDistances(grid, vertices, faces, options);
    const named = new Set(found.triangles.readSync());
    assert(named.size > 5 && named.size < grid.numVoxels);
    using gradients = tensor(weights, { context });
    using back = meshDistancesBackward(grid, vertices, faces, found, gradients);
    const expected = slopesByDifferences(
      placed,
      weights,
      (moved) => meshDistances(grid, moved, faces, options),
    );
    assertClose(back.readSync(), expected, { absolute: 2e-6 });
  },
);

eachBackend(
  "meshDistancesBackward() keeps a NaN of one voxel of many to the corners that it moves",
  async (context) => {
    const side = 4;
    using grid = gridFromDense({ context, dims: side });
    // Two triangles in the same place, below the voxels; those of the last layer along the first axis name the second one.
    const corners = [0, 0, 0, 8, 0, 0, 0, 8, 0];
    using vertices = tensor([...corners, ...corners], { context, shape: [6, 3] });
    using faces = tensor(new Int32Array([0, 1, 2, 3, 4, 5]), { context, shape: [2, 3] });
    const names = BigInt64Array.from({ length: side ** 3 }, (_, row) => row < 48 ? 0n : 1n);
    const row = (i: number, j: number, k: number): number => (i * side + j) * side + k;
    const slopes = new Float32Array(side ** 3).fill(1);
    names[row(1, 1, 1)] = -1n;
    slopes[row(1, 1, 1)] = NaN; // has no triangle
    slopes[row(1, 1, 0)] = NaN; // lies on its triangle
    const downs = new Float32Array(18);
    for (let i = 0; i < side; i++) {
      for (let j = 0; j < side; j++) {
        for (let k = 1; k < side; k++) {
          if (i === 1 && j === 1 && k === 1) continue;
          const first = i < 3 ? 0 : 3;
          for (const [at, share] of [1 - (i + j) / 8, i / 8, j / 8].entries()) {
            const place = 3 * (first + at) + 2;
            downs[place] = (downs[place] ?? NaN) - share;
          }
        }
      }
    }
    using found = bundle("MeshDistances", {
      distances: fullTensor([side ** 3], 0, { context, dtype: "f32" }),
      triangles: tensor(names, { context }),
    });
    using gradients = tensor(slopes, { context });
    const run = (by = gradients) => meshDistancesBackward(grid, vertices, faces, found, by);
    using back = run();
    assertEquals([...back.readSync()], [...downs].map((one) => one + 0));
    // On the edge of two corners; the third one gets nothing of it.
    slopes[row(2, 0, 1)] = NaN;
    using odd = tensor(slopes, { context });
    using less = run(odd);
    assertEquals([...less.readSync()], [...downs].map((one, at) => at < 6 ? NaN : one + 0));
    (await failEachAllocation(context, () => run(), 8)).dispose();
  },
);

for (
  const [title, side, faceCount] of [
    ["voxels by vertices", 129, 600_000],
    ["voxels and triangles", 204, 2 ** 21 + 2],
  ] as const
) {
  eachBackend(`meshDistancesBackward() adds up millions of ${title} in parts`, (context) => {
    using grid = gridFromDense({ context, dims: side });
    const last = side - 1;
    // The first triangles are at one point, the last one is at another; all others name no vertex.
    const points = [3, 4, 0, last - 4, last, last - 3];
    using vertices = tensor(points, { context, shape: [2, 3] });
    const corners = new Int32Array(3 * faceCount).fill(-1);
    corners.fill(0, 0, 6);
    corners.fill(1, 3 * faceCount - 3);
    using faces = tensor(corners, { context, shape: [faceCount, 3] });
    const names = new BigInt64Array(side ** 3).fill(-1n);
    const end = BigInt(faceCount) - 1n;
    names.set([0n, 1n]); // the voxels 0, 0, 0 and 0, 0, 1
    names.set([end, 0n], side ** 3 - 2); // the last two
    names[side ** 3 - 1] = end;
    using found = bundle("MeshDistances", {
      distances: fullTensor([side ** 3], 0, { context, dtype: "f32" }),
      triangles: tensor(names, { context }),
    });
    using gradients = fullTensor([side ** 3], 2, { context, dtype: "f32" });
    using back = meshDistancesBackward(grid, vertices, faces, found, gradients);
    const [a, b] = [Math.sqrt(26), Math.sqrt(20)];
    const expected = [0.6 + 3 / a, 0.8 + 4 / a, -1 / a, -0.8 - 4 / b, 0, -0.6 - 2 / b];
    assertClose(back.readSync(), expected.map((one) => 2 * one), { relative: 2 ** -23 });
  });
}
