/**
 * An operator of one's own, with gradients: y = x * sigmoid(s * x), with a slope s for each channel. Its gradients are
 * compared with differences, and then slopes are learned.
 *
 * ```sh
 * deno run --allow-ffi=build examples/own_operator.ts
 * ```
 *
 * @module
 */
// deno-lint-ignore-file no-console -- an example talks to its reader

import { add, multiply, sigmoid, subtract, sum } from "../lib/jagged/mod.ts";
import * as nn from "../lib/nn/mod.ts";
import { adamInto, adamState } from "../lib/optim/mod.ts";
import { type Context, openContext, scope, type Tensor, tensor } from "../mod.ts";

type Numbers = Tensor<"f64">;

/** The operator on tensors, [n, channels] and [channels]: like all others, it borrows these and returns a new one. */
export function swish(x: Numbers, slopes: Numbers): Numbers {
  // The scope frees what is made on the way.
  return scope(() => multiply(x, sigmoid(multiply(x, slopes))));
}

/** Gradients with respect to the operands of {@linkcode swish}. */
export interface SwishGradients {
  readonly x: Numbers;
  readonly slopes: Numbers;
}

/**
 * The backward pass. With q = sigmoid(s x), the slope of y along x is q + s x q (1 - q), and along s x^2 q (1 - q), summed
 * over rows.
 */
export function swishBackward(x: Numbers, slopes: Numbers, gradients: Numbers): SwishGradients {
  return scope(() => {
    const q = sigmoid(multiply(x, slopes));
    const bump = multiply(x, multiply(q, subtract(1, q)));
    const byX = multiply(gradients, add(q, multiply(slopes, bump)));
    const bySlopes = sum(multiply(gradients, multiply(x, bump)), { axis: 0 });
    return { x: byX, slopes: bySlopes };
  });
}

/** The operator on a tape, which is told both passes. */
export function swishOnTape(x: nn.Operand<"f64">, slopes: nn.Operand<"f64">): nn.Value<"f64"> {
  return nn.apply(
    "swish",
    [x, slopes],
    ([x, slopes]) => ({ result: swish(x, slopes) }),
    (gradient, { tensors: [x, slopes] }) => {
      const back = swishBackward(x, slopes, gradient);
      return [back.x, back.slopes]; // the tape frees one that nobody wants
    },
  );
}

/** Compares gradients along every number with differences, and returns the greatest relative error. */
export async function check(context: Context): Promise<number> {
  const numbers = Float64Array.from({ length: 12 }, (_, at) => 3 * Math.sin(1 + 1.7 * at));
  using x = tensor(numbers, { context, shape: [4, 3] });
  using slopes = tensor(Float64Array.of(0.5, 1, -2), { context });
  // A weight for each number, as the sum of all would hide a wrong row.
  using weights = tensor(numbers.toReversed(), { context, shape: [4, 3] });
  const found = await nn.checkGradients(
    (p) => nn.sum(nn.multiply(swishOnTape(p.x, p.slopes), weights)),
    { x, slopes },
    { mode: "coordinates" },
  );
  return found.error;
}

/** Learns the slopes that numbers were made with. */
export async function learn(context: Context, wanted: readonly number[]): Promise<number[]> {
  const shape = [256, wanted.length];
  const count = 256 * wanted.length;
  const numbers = Float64Array.from({ length: count }, (_, at) => 3 * Math.sin(0.7 * at * at));
  using x = tensor(numbers, { context, shape });
  using truth = tensor(wanted, { context, dtype: "f64" });
  using targets = swish(x, truth);
  using params = nn.ownTree({ slopes: tensor(wanted.map(() => 1), { context, dtype: "f64" }) });
  using adam = adamState(params);
  for (let step = 0; step < 300; step++) {
    using found = nn.valueAndGrad(params, (p) => nn.meanSquares(swishOnTape(x, p.slopes), targets));
    adamInto(params, found.gradients, adam, { rate: 0.05 });
  }
  return [...await params.slopes.read()];
}

if (import.meta.main) {
  using context = openContext();
  console.log(`working on ${context.device}: ${context.deviceName}`);
  const error = await check(context);
  console.log(`gradients and differences agree, but for ${error.toExponential(1)} of a slope`);
  const slopes = await learn(context, [0.5, 2, -1]);
  console.log(`slopes 0.5, 2 and -1, learned: ${slopes.map((one) => one.toFixed(3)).join(", ")}`);
}
