/**
 * What a tape costs the host: functions of a hundred operators on tensors of four numbers, which take the device next to
 * no time, plainly and on a tape. A figure is the time of all hundred, of both directions if there are two.
 */

import { divide, relu } from "../../lib/jagged/mod.ts";
import * as nn from "../../lib/nn/mod.ts";
import {
  convPlan,
  gridFromDense,
  openContext,
  sparseConv,
  type Tensor,
  tensor,
} from "../../mod.ts";
import { sparseConvBackward } from "../../lib/conv/mod.ts";

const OPERATORS = 100;

const context = openContext();
const x = tensor([1, 2, 3, 4], { context, shape: [4, 1] });
const row = gridFromDense({ context, dims: [1, 1, 4] });
const plan = convPlan(row, { kernel: 1, target: row });
const weights = tensor([1], { context, shape: [1, 1] });
const group = (name: string): string => `${OPERATORS} ${name} on ${context.device}`;

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

Deno.bench({ name: "views, without a tape", group: group("views"), baseline: true }, () => {
  chain((x) => x.reshape([4, 1]));
});

Deno.bench({ name: "views on a tape, there and back", group: group("views") }, () => {
  chainOnTape((x) => nn.reshape(x, [4, 1]));
});

Deno.bench({ name: "quotients, without a tape", group: group("quotients"), baseline: true }, () => {
  chain((x) => divide(x, x));
  chain((x) => relu(x));
});

Deno.bench({ name: "sums on a tape, there and back", group: group("quotients") }, () => {
  chainOnTape((x) => nn.add(x, weights));
});

const convolutions = group("convolutions");

Deno.bench({
  name: "convolutions and their backward passes, without a tape",
  group: convolutions,
  baseline: true,
}, () => {
  chain((x) => sparseConv(plan, x, weights, { backend: "gather-scatter" }));
  const wanted = ["features"] as const;
  chain((x) => {
    using back = sparseConvBackward(plan, x, weights, x, { wanted, backend: "gather-scatter" });
    return back.features?.move() ?? x;
  });
});

Deno.bench({ name: "convolutions on a tape, there and back", group: convolutions }, () => {
  chainOnTape((x) => nn.sparseConv(plan, x, weights, { backend: "gather-scatter" }));
});
