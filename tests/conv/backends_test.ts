/**
 * Every backend against the one whose sums run in a stated order.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import {
  CONV_BACKENDS,
  type ConvBackendName,
  type Float,
  type GridBatch,
  NativeError,
  sparseConv,
  sparseConvBackward,
  tensor,
} from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { assertBits, assertClose } from "../_compare.ts";
import { build } from "../grid/_grids.ts";
import { cloud, Layer, readNumbers } from "./_layers.ts";

/** What sums of halves in another order may be off by, and rounding: twice a unit in the last place. */
const UNITS = { f16: 2 ** -10, bf16: 2 ** -7 } as const;

/** The backends that compute a layer beside the stated one. */
function othersOf(layer: Layer<Float>): ConvBackendName[] {
  return CONV_BACKENDS.filter((backend) => {
    if (backend === "gather-scatter") return false;
    try {
      layer.plan.explain({ dtype: layer.dtype, ...layer.channels, backend });
      return true;
    } catch (error) {
      assert(error instanceof NativeError, String(error));
      return false;
    }
  });
}

function features(layer: Layer<"f16" | "bf16">, backend: ConvBackendName): Float64Array {
  using result = sparseConv(layer.plan, layer.held.features, layer.held.weights, { backend });
  return readNumbers(result);
}

function gradients(layer: Layer<"f16" | "bf16">, backend: ConvBackendName): Float64Array {
  const { held: { features, weights, gradients } } = layer;
  using result = sparseConvBackward(layer.plan, features, weights, {
    gradients,
    wanted: ["features"],
    backend,
  });
  return readNumbers(result.features ?? features);
}

function weightGradients(layer: Layer<"f16" | "bf16">, backend: ConvBackendName): Float64Array {
  const { held: { features, weights, gradients } } = layer;
  using result = sparseConvBackward(layer.plan, features, weights, {
    gradients,
    wanted: ["weights"],
    backend,
  });
  return readNumbers(result.weights ?? weights);
}

/** Compares all backends of a layer, forth and back. */
function compare(layer: Layer<"f16" | "bf16">): void {
  const relative = UNITS[layer.dtype];
  for (const backend of othersOf(layer)) {
    for (const way of [features, gradients, weightGradients]) {
      const wanted = way(layer, "gather-scatter");
      const got = way(layer, backend);
      assertClose(got, wanted, { relative, absolute: 1e-3 });
      assertBits(way(layer, backend), got);
    }
  }
}

eachBackend("sparseConv() by any backend has any number of channels", (context) => {
  using grid = build(context, [cloud(21, 9, 0.5), [], [[40, -3, 7]], cloud(22, 6, 0.9)]);
  const counts = [1, 3, 5, 7, 8, 16, 17, 33, 64, 100, 200];
  for (const [at, inChannels] of counts.entries()) {
    const outChannels = counts[(at * 3 + 2) % counts.length] ?? 1;
    const dtype = at % 2 === 0 ? "f16" : "bf16";
    using layer = new Layer(grid, { kernel: 3, target: grid }, { inChannels, outChannels, dtype });
    compare(layer);
  }
});

eachBackend("sparseConv() by any backend takes every kernel and stride both ways", (context) => {
  using grid = build(context, [cloud(23, 10, 0.4), cloud(24, 5, 1)]);
  const channels = { inChannels: 16, outChannels: 24, dtype: "f16" } as const;
  for (const kernel of [1, 2, 4, 5, [1, 3, 7]]) {
    for (const stride of [1, 2, [3, 1, 2]]) {
      for (const transposed of [false, true]) {
        using layer = new Layer<"f16">(grid, { kernel, stride, transposed } as never, channels);
        compare(layer);
      }
    }
  }
});

eachBackend("sparseConv() by any backend adds a bias and cuts off what is below 0", (context) => {
  using grid: GridBatch = build(context, [cloud(25, 8)]);
  using layer = new Layer(grid, { kernel: 3, target: grid }, {
    inChannels: 24,
    outChannels: 40,
    dtype: "f16",
  });
  using bias = tensor(Array.from({ length: 40 }, (_, at) => at / 8 - 2), { context, dtype: "f16" });
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
    assertClose(run(backend), wanted, { relative: UNITS.f16, absolute: 1e-3 });
  }
});
