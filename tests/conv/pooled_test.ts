import { assertEquals, assertThrows } from "@std/assert";
import type { ConvPlan } from "../../lib/conv/mod.ts";
import { coarsenedGrid, convPlan, gridFromIjk, gridIjk, refinedGrid } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { assertBits } from "../_compare.ts";
import { build } from "../grid/_grids.ts";
import { SPREAD } from "../topology/_kernels.ts";
import { cloud } from "./_layers.ts";

function readMap(plan: ConvPlan): Int32Array {
  using rows = plan.kernelMap();
  return rows.readSync();
}

eachBackend("convPlan() leads to pooled voxels and back", (context) => {
  const transform = { voxelSize: [0.5, 0.25, 2], origin: [1, -2, 3] } as const;
  using fine = build(context, [cloud(5, 60, 0.5), [], SPREAD], transform);
  const stride = [2, 1, 3] as const;
  using pooled = coarsenedGrid(fine, { factor: stride });
  for (const kernel of [stride, [3, 3, 3]] as const) {
    using there = convPlan(fine, { kernel, stride, target: pooled });
    using back = convPlan(pooled, { kernel, stride, target: fine, transposed: true });
    using half = refinedGrid(pooled, { factor: stride });
    using apart = convPlan(pooled, { kernel, stride, target: half, transposed: true });
    assertEquals(apart.target.numVoxels, pooled.numVoxels * 6);
    // The same ties as to voxels of those coordinates that have the origin of the fine ones.
    using placed = gridIjk(pooled);
    using moved = gridFromIjk(placed, {
      voxelSize: [0, 1, 2].map(() => [1, 0.25, 6] as const),
      origin: [0, 1, 2].map(() => [1, -2, 3] as const),
    });
    using plain = convPlan(fine, { kernel, stride, target: moved });
    assertBits(readMap(there), readMap(plain));
    using reversed = there.reverse();
    assertBits(readMap(back), readMap(reversed));
  }
  using odd = build(context, [[], [], []], { voxelSize: [1, 0.25, 6], origin: [1.1, -2, 5] });
  assertThrows(
    () => convPlan(fine, { kernel: 3, stride, target: odd }),
    RangeError,
    "the origin of target grid 0 is [1.1, -2, 5], [1, -2, 3] or [1.25, -2, 5] expected",
  );
  // The first axis goes one way and the last the other.
  using mixed = build(context, [[], [], []], { voxelSize: [1, 0.25, 6], origin: [1.25, -2, 3] });
  assertThrows(
    () => convPlan(fine, { kernel: 3, stride, target: mixed }),
    RangeError,
    "the origin of target grid 0 is [1.25, -2, 3], [1, -2, 3] or [1.25, -2, 5] expected",
  );
});

eachBackend("convPlan() tells voxels far from zero apart", (context) => {
  const far = [512345.7, 5412345.3, 0] as const;
  using fine = build(context, [SPREAD], { voxelSize: 0.1, origin: far });
  const at = (origin: readonly [number, number, number], size = 0.1) =>
    build(context, [SPREAD], { voxelSize: size, origin });
  using rounded = at([Math.fround(far[0]), far[1], 0]);
  convPlan(fine, { kernel: 3, target: rounded }).dispose();
  const start = "Cannot run convPlan: the origin of target grid 0 is";
  for (const voxels of [1, -1, 40]) {
    using shifted = at([far[0], far[1] + 0.1 * voxels, 0]);
    assertThrows(() => convPlan(fine, { kernel: 3, target: shifted }), RangeError, start);
  }
  using coarse = at([far[0], far[1] + 0.1, 0], 0.2);
  assertThrows(() => convPlan(fine, { kernel: 2, stride: 2, target: coarse }), RangeError, start);
  const back = { kernel: 2, stride: 2, target: fine, transposed: true };
  assertThrows(() => convPlan(coarse, back), RangeError, start);
  using pooled = coarsenedGrid(fine, { factor: 2 });
  convPlan(fine, { kernel: 2, stride: 2, target: pooled }).dispose();
  convPlan(pooled, back).dispose();
});
