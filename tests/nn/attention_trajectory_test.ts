import { adamState, adamwInto } from "../../lib/optim/mod.ts";
import { asType } from "../../lib/jagged/mod.ts";
import * as nn from "../../lib/nn/mod.ts";
import { type Context, fullTensor, type Tensor, tensor } from "../../mod.ts";
import { contexts, eachBackend } from "../_backends.ts";
import { assertBits, assertClose } from "../_compare.ts";
import { type Trained, weightsOf } from "./_trajectory.ts";

/** Losses before these steps, computed by the definitions with numpy in f64. */
const STEPS: readonly number[] = [0, 1, 2, 5, 10, 20, 50];
const LOSSES: readonly number[] = [
  ...[1.1883333623, 1.1178971598, 1.0619930250, 0.9306437545],
  ...[0.6990303665, 0.0485444133, 0.0000165285],
];

/** Norms of the gradients of weights before the first step. */
const NORMS = {
  embed: 0.1682348741,
  qkv: 0.1318243248,
  proj: 0.1274823549,
  up: 0.1055723664,
  head: 0.4013064633,
} as const;

/** Twelve rows in lists of five, one and six. */
const ROWS = 12;
const OFFSETS = BigInt64Array.of(0n, 5n, 6n, 12n);
const LABELS = Uint8Array.of(0, 1, 1, 1, 2, 2, 2, 0, 0, 0, 1, 1);

type Names = keyof typeof SHAPES;
const SHAPES = {
  embed: [[8, 4], 11],
  qkv: [[24, 8], 12],
  proj: [[8, 8], 13],
  up: [[16, 8], 14],
  down: [[8, 16], 15],
  head: [[3, 8], 16],
} as const;

type Layer<D extends Trained> = { readonly weight: Tensor<D>; readonly bias: Tensor<D> };
type Norm<D extends Trained> = { readonly scale: Tensor<D>; readonly shift: Tensor<D> };
type Net<D extends Trained> = Readonly<Record<Names, Layer<D>>> & {
  readonly norm1: Norm<D>;
  readonly norm2: Norm<D>;
};

function makeNet<D extends Trained>(context: Context, dtype: D): Net<D> & Disposable {
  const layer = ([shape, seed]: readonly [readonly number[], number]): Layer<D> => {
    using wide = tensor(weightsOf(shape, seed), { context, shape });
    const bias = fullTensor([shape[0] ?? 0], 0, { context, dtype });
    return { weight: asType(wide, dtype) as Tensor<D>, bias };
  };
  const norm = (): Norm<D> => ({
    scale: fullTensor([8], 1, { context, dtype }),
    shift: fullTensor([8], 0, { context, dtype }),
  });
  return nn.ownTree({
    embed: layer(SHAPES.embed),
    qkv: layer(SHAPES.qkv),
    proj: layer(SHAPES.proj),
    up: layer(SHAPES.up),
    down: layer(SHAPES.down),
    head: layer(SHAPES.head),
    norm1: norm(),
    norm2: norm(),
  });
}

/** What was computed with the network before a step. */
type Evaluated = nn.Evaluation<"f32" | "f64", Net<Trained>, undefined>;

function evaluate(net: Net<Trained>, x: Tensor<Trained>, labels: Tensor<"u8">): Evaluated {
  return nn.valueAndGrad(net, (p) => {
    const linear = (of: nn.Operand<Trained>, { weight, bias }: typeof p.embed): nn.Value<Trained> =>
      nn.linear(of, weight, { bias });
    const embedded = linear(x, p.embed);
    const packed = nn.reshape(
      linear(nn.layerNorm(embedded, p.norm1 as never), p.qkv),
      [ROWS, 3, 2, 4],
    );
    const seen = nn.reshape(nn.packedAttention(packed, { offsets: OFFSETS }), [ROWS, 8]);
    const attended = nn.add(embedded, linear(seen, p.proj));
    const hidden = nn.gelu(linear(nn.layerNorm(attended, p.norm2 as never), p.up));
    const features = nn.add(attended, linear(hidden, p.down));
    return nn.crossEntropy(linear(features, p.head), labels);
  });
}

function train(
  context: Context,
  dtype: Trained,
  steps: number,
): { losses: number[]; norms: Record<string, number> } {
  const numbers = Array.from({ length: ROWS }, (_, i) => [
    ...[Math.sin(i + 1), Math.cos(2 * i), Math.sin(i ** 2 / 2), Math.cos(1.5 * i)],
  ]).flat();
  using x = tensor(numbers, { context, dtype, shape: [ROWS, 4] });
  using labels = tensor(LABELS, { context });
  using net = makeNet(context, dtype);
  using state = adamState(net);
  const losses: number[] = [];
  const norms: Record<string, number> = {};
  for (let step = 0; step <= steps; step++) {
    using found = evaluate(net, x, labels);
    losses.push(found.loss.readSync()[0] ?? NaN);
    if (step === 0) {
      for (const name of Object.keys(NORMS) as (keyof typeof NORMS)[]) {
        norms[name] = Math.hypot(...found.gradients[name].weight.readSync());
      }
    }
    if (step < steps) adamwInto(net, found.gradients, state, { rate: 1e-2, weightDecay: 1e-2 });
  }
  return { losses, norms };
}

for (const [dtype, relative] of [["f64", 1e-9], ["f32", 1e-5]] as const) {
  eachBackend(
    `a network with attention has the losses and gradients of numpy, in ${dtype}`,
    (context) => {
      const { losses, norms } = train(context, dtype, 50);
      const near = { relative, absolute: dtype === "f64" ? 6e-11 : 1e-5 };
      assertClose(Object.values(norms), Object.values(NORMS), near);
      assertClose(STEPS.map((step) => losses[step] ?? NaN), LOSSES, near);
    },
  );
}

Deno.test("a network with attention has the same losses on every device", () => {
  const [first, ...others] = contexts.map((context) =>
    Float64Array.from(train(context, "f64", 5).losses)
  );
  for (const other of others) assertBits(other, first ?? other);
});
