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
import { type Context, type Float, openContext, scope, type Tensor, tensor } from "../mod.ts";

/** The operator on tensors, [n, channels] and [channels]: like all others, it borrows these and returns a new one. */
export function swish<D extends Float>(x: Tensor<D>, slopes: Tensor<D>): Tensor<D> {
  // The scope frees what is made on the way.
  return scope(() => multiply(x, sigmoid(multiply(x, slopes))) as Tensor<Float> as Tensor<D>);
}

/** Gradients with respect to the operands of {@linkcode swish}. */
export interface SwishGradients<D extends Float> {
  readonly x: Tensor<D>;
  readonly slopes: Tensor<D>;
}

/**
 * The backward pass. With q = sigmoid(s x), the slope of y along x is q + s x q (1 - q), and along s x^2 q (1 - q), summed
 * over rows.
 */
export function swishBackward<D extends Float>(
  x: Tensor<D>,
  slopes: Tensor<D>,
  gradients: Tensor<D>,
): SwishGradients<D> {
  return scope(() => {
    const q = sigmoid(multiply(x, slopes));
    const bump = multiply(x, multiply(q, subtract(1, q)));
    const byX = multiply(gradients, add(q, multiply(slopes, bump)));
    const bySlopes = sum(multiply(gradients, multiply(x, bump)), { axis: 0 });
    return { x: byX, slopes: bySlopes } as SwishGradients<Float> as SwishGradients<D>;
  });
}

/** The operator on a tape, which is told both passes. */
export function swishOnTape<D extends Float>(
  x: nn.Operand<D>,
  slopes: nn.Operand<NoInfer<D>>,
): nn.Value<D> {
  return nn.apply(
    "swish",
    [x, slopes],
    ([x, slopes]) => ({ result: swish<D>(x, slopes) }),
    (gradient, { tensors: [x, slopes] }) => {
      const back = swishBackward<D>(x, slopes, gradient);
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
  const numbers = Float32Array.from({ length: count }, (_, at) => 3 * Math.sin(0.7 * at * at));
  using x = tensor(numbers, { context, shape });
  using truth = tensor(wanted, { context, dtype: "f32" });
  using targets = swish(x, truth);
  using params = nn.ownTree({ slopes: tensor(wanted.map(() => 1), { context, dtype: "f32" }) });
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
