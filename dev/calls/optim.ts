/**
 * Rows of optimizers.
 *
 * @module
 */
import * as optim from "../../lib/optim/mod.ts";
import type { Float, Own, Tensor } from "../../lib/core/mod.ts";
import { FLOATS } from "./_inputs.ts";
import { byType, type Cases, type Family } from "./_table.ts";

/** Two steps of each optimizer; what they change is the result. */
export const OPTIM: Family = {
  name: "optim",
  exported: optim,
  cases: (inputs) => {
    const make = (dtype: Float, seed: number) => ({
      weight: inputs.numbers(dtype, [40, 500], seed) as Tensor<Float>,
      bias: inputs.numbers(dtype, [7], seed + 1) as Tensor<Float>,
    });
    /** Runs two steps on a copy of parameters. */
    const steps = (
      run: (
        params: ReturnType<typeof make>,
        gradients: ReturnType<typeof make>,
        own: Own,
      ) => readonly unknown[],
    ): Cases =>
      byType(FLOATS, (dtype) => {
        const [held, gradients] = [make(dtype, 1), make(dtype, 3)];
        return (own) => {
          const params = { weight: own(held.weight.copy()), bias: own(held.bias.copy()) };
          return run(params, gradients, own);
        };
      });
    const adam = (update: typeof optim.adamInto): Cases =>
      steps((params, gradients, own) => {
        const state = own(optim.adamState(params));
        const factor = own(optim.clipFactor(gradients, 0.5));
        const options = { rate: 0.01, weightDecay: 0.1, factor };
        for (let step = 0; step < 2; step++) update(params, gradients, state, options);
        return [params.weight, params.bias, state.means.weight, state.squares.weight, state.steps];
      });
    return {
      sgdInto: steps((params, gradients, own) => {
        const state = own(optim.sgdState(params));
        const options = { rate: 0.01, momentum: 0.9, nesterov: true, weightDecay: 0.1 };
        for (let step = 0; step < 2; step++) optim.sgdInto(params, gradients, state, options);
        return [params.weight, params.bias, state.momenta.weight];
      }),
      adamInto: adam(optim.adamInto),
      adamwInto: adam(optim.adamwInto),
      emaInto: steps((params, gradients, own) => {
        const shadows = own(optim.emaState(params));
        optim.emaInto(shadows, gradients, { decay: 0.9 });
        return [shadows.weight, shadows.bias];
      }),
      clipFactor: byType(FLOATS, (dtype) => [make(dtype, 1), 0.5]),
      lossScaleInto: {
        "f64": (own) => {
          const scale = own(optim.lossScaleState({ context: inputs.context }));
          const factor = own(optim.clipFactor(make("f32", 1), 0.5, { lossScale: scale }));
          optim.lossScaleInto(scale, factor, { period: 1 });
          return [scale, factor];
        },
      },
    };
  },
  without: {
    sgdState: "it fills memory with zeros",
    adamState: "it fills memory with zeros",
    emaState: "emaInto has its bits",
    lossScaleState: "it copies three numbers",
    constantRate: "it computes a number on the host",
    stepRate: "it computes a number on the host",
    linearRate: "it computes a number on the host",
    cosineRate: "it computes a number on the host",
    withWarmup: "it computes a number on the host",
  },
};
