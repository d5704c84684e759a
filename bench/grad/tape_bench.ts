/**
 * What a tape costs the host: a hundred operators in a row on four numbers, forwards and backwards, plainly and on a
 * tape. The device has next to nothing to do; a figure is the time of all hundred.
 */

import { sparseConvBackward } from "../../lib/conv/mod.ts";
import { add } from "../../lib/jagged/mod.ts";
import * as nn from "../../lib/nn/mod.ts";
import {
  convPlan,
  gridFromDense,
  openContext,
  sparseConv,
  type Tensor,
  tensor,
} from "../../mod.ts";

const OPERATORS = 100;

const context = openContext();
const x = tensor([1, 2, 3, 4], { context, shape: [4, 1] });
const row = gridFromDense({ context, dims: [1, 1, 4] });
const plan = convPlan(row, { kernel: 1, target: row });
const weights = tensor([1], { context, shape: [1, 1] });
const backend = "gather-scatter";

/** Runs an operator on its own result, again and again, and disposes what comes between. */
function chain(operator: (x: Tensor<"f32">) => Tensor<"f32">): void {
  let last = operator(x);
  for (let nth = 1; nth < OPERATORS; nth++) {
    using before = last;
    last = operator(before);
  }
  last.dispose();
}

/** The same on a tape, with the gradient of what was first. */
function chainOnTape(operator: (x: nn.Operand<"f32">) => nn.Value<"f32">): void {
  using _found = nn.valueAndGrad({ x }, (p) => {
    let last: nn.Value<"f32"> = p.x;
    for (let nth = 0; nth < OPERATORS; nth++) last = operator(last);
    return nn.sum(last);
  });
}

const group = (name: string): string => `${OPERATORS} ${name} on ${context.device}`;

Deno.bench({ name: "views", group: group("views"), baseline: true }, () => {
  chain((x) => x.reshape([4, 1]));
});

Deno.bench({ name: "views on a tape", group: group("views") }, () => {
  chainOnTape((x) => nn.reshape(x, [4, 1]));
});

// The backward pass of a sum is no work: it shares the gradient.
Deno.bench({ name: "sums", group: group("sums"), baseline: true }, () => {
  chain((x) => add(x, weights));
});

Deno.bench({ name: "sums on a tape", group: group("sums") }, () => {
  chainOnTape((x) => nn.add(x, weights));
});

Deno.bench(
  { name: "convolutions, there and back", group: group("convolutions"), baseline: true },
  () => {
    chain((x) => sparseConv(plan, x, weights, { backend }));
    chain((x) => {
      using back = sparseConvBackward(plan, x, weights, x, { wanted: ["features"], backend });
      return back.features?.move() ?? x;
    });
  },
);

Deno.bench({ name: "convolutions on a tape", group: group("convolutions") }, () => {
  chainOnTape((x) => nn.sparseConv(plan, x, weights, { backend }));
});
