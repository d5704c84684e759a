import { assert, assertEquals, assertRejects } from "@std/assert";
import { type Tensor, tensor } from "../../mod.ts";
import {
  apply,
  checkGradients,
  GradientError,
  type Operand,
  type Value,
} from "../../lib/grad/mod.ts";
import { exp, multiply } from "../../lib/jagged/mod.ts";
import { eachBackend } from "../_backends.ts";
import { plus, times, total } from "./_operators.ts";

/** The exponential function, with a backward pass that may be wrong at one place. */
function exponential(x: Operand<"f64">, wrong?: Tensor<"f64">): Value<"f64"> {
  return apply(
    "exponential",
    [x],
    ([x]) => ({ result: exp(x) as Tensor<"f64">, reads: [], readsResult: true }),
    (gradient, { result }) => {
      const right = multiply(gradient, result) as Tensor<"f64">;
      return [wrong === undefined ? right : multiply(right, wrong) as Tensor<"f64">];
    },
  );
}

eachBackend("checkGradients() accepts right gradients in both modes", async (context) => {
  using x = tensor(Float64Array.of(0.5, -1, 2), { context });
  using y = tensor(Float64Array.of(30, 2, -70), { context });
  const body = (p: { readonly x: Value<"f64">; readonly y: Value<"f64"> }): Value<"f64"> =>
    total(plus(times(exponential(p.x), p.y), times(p.y, p.y)));
  const along = await checkGradients(body, { x, y });
  assert(along.error < 1e-7, along.where);
  assertEquals(along.count, 8);
  const each = await checkGradients(body, { x, y }, { mode: "coordinates" });
  assert(each.error < 1e-7, each.where);
  assertEquals(each.count, 6);
});

eachBackend("checkGradients() names the worst element", async (context) => {
  using x = tensor(Float64Array.of(0.5, -1, 2), { context });
  using wrong = tensor(Float64Array.of(1, 1.001, 1), { context });
  const body = (p: { readonly deep: readonly [Value<"f64">] }): Value<"f64"> =>
    total(exponential(p.deep[0], wrong));
  const params: { readonly deep: readonly [Tensor<"f64">] } = { deep: [x] };
  const error = await assertRejects(
    () => checkGradients(body, params, { mode: "coordinates" }),
    GradientError,
    "Cannot confirm gradients: the slope along deep.0[1] is 0.3682",
  );
  assertEquals(error.check.where, "deep.0[1]");
  await assertRejects(() => checkGradients(body, params), GradientError, "direction");
  await checkGradients(body, params, { tolerance: 0.01 });
});

eachBackend("checkGradients() takes parameters of any number", async (context) => {
  using x = tensor(new Float64Array(300_000).fill(0.5), { context });
  const { count } = await checkGradients((p) => total(exponential(p.x)), { x }, { directions: 1 });
  assertEquals(count, 1);
});

eachBackend("checkGradients() refuses other types, modes and numbers", async (context) => {
  using x = tensor([1], { context });
  using y = tensor(Float64Array.of(1), { context });
  const refused = async (params: object, options: object): Promise<string> => {
    const body = () => undefined as never;
    return (await assertRejects(() => checkGradients(body, params, options), Error)).message;
  };
  const start = "Cannot run checkGradients: ";
  assertEquals(await refused({ a: x }, {}), `${start}a is f32, f64 expected`);
  assertEquals(
    await refused({ y }, { mode: "all" }),
    `${start}mode is all, "directions" or "coordinates" expected`,
  );
  assertEquals(await refused({ y }, { eps: 0 }), `${start}eps is 0, a positive number expected`);
  assert((await refused({ y }, { step: 1 })).includes('the option "step" is unknown'));
});
