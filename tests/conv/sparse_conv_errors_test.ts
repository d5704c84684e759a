import { assertEquals, assertThrows } from "@std/assert";
import { CONV_BACKENDS, type ConvPlan } from "../../lib/conv/mod.ts";
import { fromBf16 } from "../../lib/core/mod.ts";
import {
  type Context,
  convPlan,
  DisposedError,
  JaggedTensor,
  sparseConv,
  type Tensor,
  tensor,
} from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { assertClose } from "../_compare.ts";
import { failEachAllocation } from "../_failures.ts";
import { build } from "../grid/_grids.ts";
import { cloud, draw, expectedMap, put, readNumbers, rounded } from "./_layers.ts";
import { convolve } from "./_oracle.ts";

/** A layer whose arguments tests change one by one. */
class Wrong implements Disposable {
  readonly #owned = new DisposableStack();
  readonly plan: ConvPlan;
  readonly features: Tensor<"f32">;
  readonly weights: Tensor<"f32">;

  constructor(context: Context) {
    const grid = this.#owned.use(build(context, [[[0, 0, 0], [0, 0, 1]], [[3, 3, 3]]]));
    this.plan = this.#owned.use(convPlan(grid, { kernel: 2, target: grid }));
    this.features = this.#owned.use(put(context, "f32", draw(1, 12), [3, 4]));
    this.weights = this.#owned.use(put(context, "f32", draw(1, 5 * 4 * 8), [5, 4, 2, 2, 2]));
  }

  [Symbol.dispose](): void {
    this.#owned.dispose();
  }
}

eachBackend("sparseConv() refuses what does not fit", (context) => {
  using wrong = new Wrong(context);
  const { plan, features, weights } = wrong;
  const start = "Cannot run sparseConv: ";
  const message = (
    kind: new (text: string) => Error,
    change: { features?: unknown; weights?: unknown; options?: object },
  ): string =>
    assertThrows(
      () =>
        sparseConv(
          plan,
          (change.features ?? features) as Tensor<"f32">,
          (change.weights ?? weights) as Tensor<"f32">,
          change.options,
        ),
      kind,
    ).message;
  using two = put(context, "f32", draw(1, 8), [2, 4]);
  using cube = put(context, "f32", draw(1, 12), [3, 2, 2]);
  assertEquals(
    message(RangeError, { features: two }),
    `${start}features shape is [2, 4], [3, channels] expected`,
  );
  assertEquals(
    message(RangeError, { features: cube }),
    `${start}features shape is [3, 2, 2], [3, channels] expected`,
  );
  using few = put(context, "f32", draw(1, 40), [5, 1, 2, 2, 2]);
  using flat = put(context, "f32", draw(1, 160), [5, 32]);
  const shape = "[channels, 4, 2, 2, 2] expected";
  assertEquals(
    message(RangeError, { weights: few }),
    `${start}weights shape is [5, 1, 2, 2, 2], ${shape}`,
  );
  assertEquals(
    message(RangeError, { weights: flat }),
    `${start}weights shape is [5, 32], ${shape}`,
  );
  using half = put(context, "f16", draw(1, 160), [5, 4, 2, 2, 2]);
  assertEquals(message(TypeError, { weights: half }), `${start}weights is f16, f32 expected`);
  using whole = tensor(new Int32Array(12), { context, shape: [3, 4] });
  assertEquals(
    message(TypeError, { features: whole }),
    `${start}features is i32, f16, bf16, f32 or f64 expected`,
  );
  using bias = tensor([1, 2, 3], { context });
  assertEquals(
    message(RangeError, { options: { bias } }),
    `${start}bias shape is [3], [5] expected`,
  );
  using double = tensor(new Float64Array(5), { context });
  assertEquals(
    message(TypeError, { options: { bias: double } }),
    `${start}bias is f64, f32 expected`,
  );
  assertEquals(
    message(RangeError, { options: { activation: "gelu" } }),
    `${start}activation "gelu" is not there, relu or nothing expected`,
  );
  assertEquals(
    message(RangeError, { options: { backend: "sorted" } }),
    `${start}backend "sorted" is not there, auto or ${CONV_BACKENDS.join(" or ")} expected`,
  );
  using shared = features.copy();
  using lists = new JaggedTensor(shared, BigInt64Array.of(0n, 1n, 3n));
  assertEquals(
    message(RangeError, { features: lists }),
    `${start}list 0 of features ends at row 1, the voxels of its grid end at 2`,
  );
  using one = new JaggedTensor(features.copy(), BigInt64Array.of(0n, 3n));
  assertEquals(
    message(RangeError, { features: one }),
    `${start}the number of lists in features is 1, the number of grids is 2`,
  );
});

eachBackend("sparseConv() refuses what is gone", (context) => {
  using wrong = new Wrong(context);
  const { plan, features, weights } = wrong;
  plan.dispose();
  assertThrows(
    () => sparseConv(plan, features, weights),
    DisposedError,
    "the plan has been disposed",
  );
});

eachBackend("sparseConv() frees everything when an allocation fails", async (context) => {
  using grid = build(context, [cloud(1, 4)]);
  using features = put(context, "bf16", draw(1, grid.numVoxels * 3), [grid.numVoxels, 3]);
  using weights = put(context, "bf16", draw(2, 27 * 6), [2, 3, 3, 3, 3]);
  using bias = put(context, "bf16", [1, 2], [2]);
  using result = await failEachAllocation(context, () => {
    using plan = convPlan(grid, { kernel: 3, target: grid });
    return sparseConv(plan, features, weights, { bias, backend: "gather-scatter" });
  }, 7);
  using plan = convPlan(grid, { kernel: 3, target: grid });
  const sums = convolve(
    expectedMap(plan),
    readNumbers(features),
    readNumbers(weights),
    { inChannels: 3, outChannels: 2 },
    Math.fround,
  ).map((sum, at) => Math.fround(sum + 1 + at % 2));
  assertClose(fromBf16(result.readSync()), rounded("bf16", sums), {});
});
