/**
 * Every backend against the one whose sums run in a stated order.
 *
 * @module
 */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import {
  CONV_BACKENDS,
  type ConvBackendName,
  type ConvLayer,
  type ConvPlan,
  type ConvPlanOptions,
  sparseConvBackward,
} from "../../lib/conv/mod.ts";
import {
  convPlan,
  type Float,
  type GridBatch,
  NativeError,
  sparseConv,
  tensor,
} from "../../mod.ts";
import { eachBackend, isGpu } from "../_backends.ts";
import { assertBits, assertClose, largestOf, type Tolerance } from "../_compare.ts";
import { failEachAllocation } from "../_failures.ts";
import { build } from "../grid/_grids.ts";
import { cloud, draw, Layer, put, readNumbers } from "./_layers.ts";

/** What sums in another order may be off by, and rounding: of halves twice a unit in the last place. */
const UNITS = { f16: 2 ** -10, bf16: 2 ** -7, f32: 1e-6 } as const;

/** Element types of which there is more than one backend. */
type Summed = keyof typeof UNITS;

/** The backends whose f32 sums run in the stated order too. */
const ORDERED: readonly ConvBackendName[] = ["igemm"];

/** How far a backend's results may be off where the largest is `most`. */
function toleranceOf(dtype: Summed, backend: ConvBackendName, most: number): Tolerance {
  if (backend === "tf32") return { absolute: 1e-3 * most };
  return { relative: UNITS[dtype], absolute: dtype === "f32" ? UNITS.f32 * most : 1e-3 };
}

/** The backends that compute a layer beside the stated one. */
function othersOf({ plan, dtype, channels }: Layer<Float>): ConvBackendName[] {
  return CONV_BACKENDS.filter((backend) => {
    return backend !== "gather-scatter" && takes(plan, { dtype, ...channels, backend });
  });
}

function takes(plan: ConvPlan, layer: ConvLayer): boolean {
  try {
    plan.explain(layer);
    return true;
  } catch (error) {
    assert(error instanceof NativeError, String(error));
    return false;
  }
}

function features(layer: Layer<Summed>, backend: ConvBackendName): Float64Array {
  using result = sparseConv(layer.plan, layer.held.features, layer.held.weights, { backend });
  return readNumbers(result);
}

function gradients(layer: Layer<Summed>, backend: ConvBackendName): Float64Array {
  const { held: { features, weights, gradients } } = layer;
  using result = sparseConvBackward(layer.plan, features, weights, gradients, {
    wanted: ["features"],
    backend,
  });
  return readNumbers(result.features ?? features);
}

function weightGradients(layer: Layer<Summed>, backend: ConvBackendName): Float64Array {
  const { held: { features, weights, gradients } } = layer;
  using result = sparseConvBackward(layer.plan, features, weights, gradients, {
    wanted: ["weights"],
    backend,
  });
  return readNumbers(result.weights ?? weights);
}

/** Compares all backends of a layer, forth and back. */
function compare(layer: Layer<Summed>): void {
  const { dtype } = layer;
  for (const way of [features, gradients, weightGradients]) {
    const wanted = way(layer, "gather-scatter");
    const most = largestOf(wanted);
    for (const backend of othersOf(layer)) {
      const got = way(layer, backend);
      if (dtype === "f32" && ORDERED.includes(backend)) {
        assertBits(got, wanted);
      } else {
        assertClose(got, wanted, toleranceOf(dtype, backend, most));
      }
      assertBits(way(layer, backend), got);
    }
  }
}

const DTYPES = ["f16", "f32", "bf16"] as const;

eachBackend("sparseConv() by any backend has any number of channels", (context) => {
  using grid = build(context, [cloud(21, 9, 0.5), [], [[40, -3, 7]], cloud(22, 6, 0.9)]);
  const counts = [1, 3, 5, 7, 8, 16, 17, 33, 64, 100, 200];
  for (const [at, inChannels] of counts.entries()) {
    const outChannels = counts[(at * 3 + 2) % counts.length] ?? 1;
    const dtype = DTYPES[at % DTYPES.length] ?? "f32";
    using layer = new Layer<Summed>(grid, { kernel: 3, target: grid }, {
      inChannels,
      outChannels,
      dtype,
    });
    compare(layer);
  }
});

eachBackend("sparseConv() by any backend has many channels of few voxels", (context) => {
  using grid = build(context, [cloud(27, 9, 0.2), [], cloud(28, 12, 0.1)]);
  using other = build(context, [cloud(29, 9, 0.2), [[3, 2, 1]], []]);
  for (const [target, dtype] of [[grid, "f16"], [other, "bf16"]] as const) {
    const channels = { inChannels: 72, outChannels: 136, dtype };
    using layer = new Layer<Summed>(grid, { kernel: 3, target }, channels);
    compare(layer);
  }
});

eachBackend("sparseConv() by any backend takes every kernel and stride both ways", (context) => {
  using grid = build(context, [cloud(23, 7, 0.4), [], [[-9, 0, 3]], cloud(24, 4, 1)]);
  let layers = 0;
  for (const kernel of [1, 2, [3, 4, 5], [7, 1, 6]]) {
    for (const stride of [1, [3, 1, 2]]) {
      for (const transposed of [false, true]) {
        const dtype = layers++ % 2 === 0 ? "f16" : "f32";
        const channels = { inChannels: 16, outChannels: 24, dtype } as const;
        using layer = new Layer<Summed>(grid, { kernel, stride, transposed } as never, channels);
        compare(layer);
      }
    }
  }
});

eachBackend("sparseConv() by any backend adds a bias and cuts off what is below 0", (context) => {
  using grid: GridBatch = build(context, [cloud(25, 8)]);
  for (const dtype of DTYPES) {
    const channels = { inChannels: 24, outChannels: 40, dtype };
    using layer = new Layer<Summed>(grid, { kernel: 3, target: grid }, channels);
    using bias = tensor(Array.from({ length: 40 }, (_, at) => at / 8 - 2), { context, dtype });
    const run = (backend: ConvBackendName) => {
      const { plan, held } = layer;
      using result = sparseConv(plan, held.features, held.weights, {
        bias,
        activation: "relu",
        backend,
      });
      return readNumbers(result);
    };
    const wanted = run("gather-scatter");
    assertEquals(wanted.some((value) => value === 0) && wanted.some((value) => value > 0), true);
    for (const backend of othersOf(layer)) {
      const tolerance = toleranceOf(dtype, backend, largestOf(wanted));
      assertClose(run(backend), wanted, tolerance);
    }
  }
});

eachBackend("sparseConv() by igemm-split keeps what it says of each number", (context) => {
  using grid = build(context, [cloud(41, 6, 0.9)]);
  using plan = convPlan(grid, { kernel: 1, target: grid });
  const channels = 40;
  const layer = { inChannels: channels, outChannels: channels, dtype: "f32" } as const;
  if (!takes(plan, { ...layer, backend: "igemm-split" })) return;
  // The largest of a row is a power of two, or just below one, and the others are up to 2^-40 of it.
  const numbers = draw(42, grid.numVoxels * channels, "f32").map((value, at) => {
    const [row, channel] = [Math.floor(at / channels), at % channels];
    if (channel === row % channels) return row % 2 === 0 ? 2 ** 20 : 2 ** 21 * (1 - 2 ** -24);
    return value * 2 ** (20 - (at % 41));
  });
  const unit = Float64Array.from({ length: channels ** 2 }, (_, at) => at % 41 === 0 ? 1 : 0);
  using features = put(context, "f32", numbers, [grid.numVoxels, channels]);
  using weights = put(context, "f32", unit, [channels, channels, 1, 1, 1]);
  using result = sparseConv(plan, features, weights, { backend: "igemm-split" });
  const kept = readNumbers(result);
  const held = readNumbers(features);
  for (const [at, value] of held.entries()) {
    const row = held.subarray(at - at % channels, at - at % channels + channels);
    const lost = Math.abs((kept[at] ?? NaN) - value);
    const most = Math.abs(value) * 2 ** -22 + largestOf(row) * 2 ** -39;
    assert(lost <= most, `${value} became ${kept[at]} next to ${largestOf(row)}`);
  }
});

eachBackend("sparseConv() by any backend passes on what is not finite", (context) => {
  using grid = build(context, [cloud(26, 6, 0.5)]);
  using layer = new Layer<Summed>(grid, { kernel: 3, target: grid }, {
    inChannels: 9,
    outChannels: 12,
    dtype: "f32",
  });
  const { plan, held: { weights } } = layer;
  const odd = layer.features.map((value, at) => at === 31 ? Infinity : at === 200 ? NaN : value);
  using features = tensor(Array.from(odd), { context, dtype: "f32", shape: [grid.numVoxels, 9] });
  const run = (backend: ConvBackendName) => {
    using result = sparseConv(plan, features, weights as typeof features, { backend });
    return readNumbers(result);
  };
  const kindOf = (value: number) => Number.isFinite(value) ? 0 : value;
  const wanted = run("gather-scatter").map(kindOf);
  assertEquals(new Set(wanted), new Set([0, NaN, Infinity, -Infinity]));
  for (const backend of othersOf(layer)) assertEquals(run(backend).map(kindOf), wanted);
});

eachBackend("sparseConv() by leaves or bricks says what it does not take", (context) => {
  using grid = build(context, [cloud(27, 5, 0.5)]);
  const refusal = (options: ConvPlanOptions, layer: Partial<ConvLayer>): string => {
    using plan = convPlan(grid, options);
    try {
      plan.explain({ dtype: "f16", inChannels: 8, outChannels: 16, ...layer });
      return "";
    } catch (error) {
      assert(error instanceof NativeError, String(error));
      return error.message;
    }
  };
  const same: ConvPlanOptions = { kernel: 3, target: grid };
  for (const backend of ["leaf", "brick"] as const) {
    assertStringIncludes(refusal(same, { backend, dtype: "f32" }), "its elements are f16 or bf16");
    const units = refusal(same, { backend });
    if (!isGpu(context)) assertStringIncludes(units, "the device has no matrix units");
    if (units !== "") continue;
    assertStringIncludes(refusal({ kernel: 3, stride: 2 }, { backend }), "its stride is 1");
    assertStringIncludes(refusal({ kernel: 9, target: grid }, { backend }), "window and igemm");
    const [options, wide, reason] = backend === "leaf"
      ? [same, { inChannels: 33 }, "at most 32 channels"] as const
      : [{ kernel: 5, target: grid }, {}, "3 x 3 x 3"] as const;
    assertStringIncludes(refusal(options, { backend, ...wide }), reason);
  }
});

eachBackend(
  "sparseConv() by any backend frees everything when an allocation fails",
  async (context) => {
    using grid = build(context, [cloud(1, 12), cloud(2, 9, 0.2)]);
    const [inChannels, outChannels] = [24, 40];
    for (const dtype of ["f16", "f32", "f64"] as const) {
      const rows = grid.numVoxels;
      using features = put(context, dtype, draw(1, rows * inChannels), [rows, inChannels]);
      using weights = put(context, dtype, draw(2, 27 * 24 * 40), [
        outChannels,
        inChannels,
        3,
        3,
        3,
      ]);
      using gradients = put(context, dtype, draw(3, rows * outChannels), [rows, outChannels]);
      const makePlan = (): ConvPlan => convPlan(grid, { kernel: 3, target: grid });
      using whole = makePlan();
      const layer = { dtype, inChannels, outChannels };
      const there = CONV_BACKENDS.filter((name) => takes(whole, { ...layer, backend: name }));
      for (const backend of there) {
        using wanted = sparseConv(whole, features, weights, { backend });
        // What a plan keeps for later calls would look like a leak.
        using result = await failEachAllocation(context, () => {
          using plan = makePlan();
          return sparseConv(plan, features, weights, { backend });
        }, 4);
        assertBits(result.readSync(), wanted.readSync());
        using back = await failEachAllocation(context, () => {
          using plan = makePlan();
          return sparseConvBackward(plan, features, weights, gradients, { backend });
        }, 6);
        assertEquals(back.disposed, false);
      }
    }
  },
);
