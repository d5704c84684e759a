/**
 * Handles other than those of buffers and of single batches.
 *
 * @module
 */

import { type Context, nativeOf } from "../../../ffi/context.ts";
import { handleOf, releaseHandle } from "../../../ffi/owned.ts";
import { buildLod, convPlan, gridFromDense, tensor } from "../../../mod.ts";
import type { Made } from "./_call.ts";

/** What stands for an argument of a type: a plan of eight taps, a tree of two points, a list of one batch of one grid. */
export const HANDLES: Readonly<Record<string, (context: Context) => Made>> = {
  "dvdb_conv_plan": (context) => {
    const owned = new DisposableStack();
    const source = owned.use(gridFromDense({ context, dims: 2 }));
    const plan = owned.use(convPlan(source, { kernel: 2 }));
    const quantities = {
      ["n_sources"]: source.numVoxels,
      ["n_targets"]: plan.target.numVoxels,
      ["n_taps"]: plan.taps,
    };
    return { handle: handleOf(plan), quantities, [Symbol.dispose]: () => owned.dispose() };
  },
  "dvdb_lod": (context) => {
    using points = tensor(Int32Array.of(0, 0, 0, 7, 7, 7), { context, shape: [2, 3] });
    const tree = buildLod(points, undefined, { pointsPerLeaf: 2, gridSize: 2, keepRows: true });
    const quantities = { ["n_points"]: 2, ["n_nodes"]: tree.counts.nodes };
    return { handle: handleOf(tree), quantities, [Symbol.dispose]: () => tree.dispose() };
  },
  "dvdb_grid[]": (context) => {
    const grid = gridFromDense({ context, dims: 2 });
    return {
      handle: Uint32Array.of(handleOf(grid)),
      [Symbol.dispose]: (): void => grid.dispose(),
    };
  },
};

/** A batch that the call destroys, if there is one. */
export function gridToDestroy(context: Context): Readonly<Record<string, Made>> {
  const grid = releaseHandle(gridFromDense({ context, dims: 2 }));
  return toDestroy(
    "grid",
    grid,
    () => nativeOf(context).gridDestroy({ context: handleOf(context), grid }),
  );
}

/** A plan that the call destroys, if there is one. */
export function planToDestroy(context: Context): Readonly<Record<string, Made>> {
  using source = gridFromDense({ context, dims: 2 });
  using whole = convPlan(source, { kernel: 2 });
  const plan = releaseHandle(whole.reverse());
  return toDestroy(
    "plan",
    plan,
    () => nativeOf(context).convPlanDestroy({ context: handleOf(context), plan }),
  );
}

/** A tree that the call destroys, if there is one. */
export function treeToDestroy(context: Context): Readonly<Record<string, Made>> {
  using points = tensor(Int32Array.of(0, 0, 0), { context, shape: [1, 3] });
  const lod = releaseHandle(buildLod(points));
  return toDestroy(
    "lod",
    lod,
    () => nativeOf(context).lodDestroy({ context: handleOf(context), lod }),
  );
}

function toDestroy(
  name: string,
  handle: number,
  destroy: () => unknown,
): Readonly<Record<string, Made>> {
  return { [name]: { handle, [Symbol.dispose]: destroy } };
}
