/**
 * Valid calls of convolutions.
 *
 * @module
 */

import { ConvActivation, ConvBackend, Dtype } from "../../../ffi/_generated/symbols.ts";
import { type Context, nativeOf } from "../../../ffi/context.ts";
import { handleOf, releaseHandle } from "../../../ffi/owned.ts";
import { convPlan, gridFromDense } from "../../../mod.ts";
import type { Made, ValidCall } from "./_call.ts";

/** A plan of eight taps. */
function planOf(context: Context): Readonly<Record<"plan", Made>> {
  const owned = new DisposableStack();
  const source = owned.use(gridFromDense({ context, dims: 2 }));
  const plan = owned.use(convPlan(source, { kernel: 2 }));
  const quantities = {
    ["n_sources"]: source.numVoxels,
    ["n_targets"]: plan.target.numVoxels,
    ["n_taps"]: plan.taps,
  };
  const made = { handle: handleOf(plan), quantities, [Symbol.dispose]: () => owned.dispose() };
  return { plan: made };
}

/** A plan that the call destroys, if there is one. */
function planToDestroy(context: Context): Readonly<Record<"plan", Made>> {
  using source = gridFromDense({ context, dims: 2 });
  using whole = convPlan(source, { kernel: 2 });
  const plan = releaseHandle(whole.reverse());
  const destroy = (): unknown =>
    nativeOf(context).convPlanDestroy({ context: handleOf(context), plan });
  return { plan: { handle: plan, [Symbol.dispose]: destroy } };
}

const LAYER = { dtype: Dtype.F32, inChannels: 2, outChannels: 3, backend: ConvBackend.AUTO };

/** The calls, by the name of the method. */
export const CONV_CALLS: Readonly<Record<string, ValidCall>> = {
  convPlanCreate: {
    values: {
      kernel: Int32Array.of(2, 2, 2),
      stride: Int32Array.of(1, 1, 1),
      transposed: 0,
    },
  },
  convPlanReverse: { values: {}, make: planOf },
  convPlanDestroy: { values: {}, make: planToDestroy },
  convPlanPrepare: { values: {}, make: planOf },
  convPlanMap: { values: {}, make: planOf },
  convPlanCounts: { values: { taps: 8 }, make: planOf },
  convPlanChoose: { values: { ...LAYER, capacity: 64 }, make: planOf },
  sparseConv: { values: { ...LAYER, activation: ConvActivation.NONE }, make: planOf },
  sparseConvBackward: { values: LAYER, make: planOf },
};
