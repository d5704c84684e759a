import { assertEquals } from "@std/assert";
import { CONV_BACKENDS, type ConvBackendName, sparseConvBackward } from "../../lib/conv/mod.ts";
import { type Float, NativeError, sparseConv, type Tensor } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { build } from "../grid/_grids.ts";
import { cloud, Layer, put, readNumbers } from "./_layers.ts";

/** Backends whose results do not see weights of taps that a target has not. */
const KEEP_WEIGHTS: readonly ConvBackendName[] = ["gather-scatter", "igemm", "igemm-split", "lggs"];

/** Which rows and columns of a table hold a number that is not finite. */
function oddOnes(values: Float64Array, columns: number): string[] {
  return Array.from(values.entries()).flatMap(([at, value]) =>
    Number.isFinite(value) ? [] : [`${Math.floor(at / columns)}, ${at % columns}`]
  );
}

/** Those of the backends that can compute a layer. */
function backendsOf<D extends Float>({ plan, channels, dtype }: Layer<D>): ConvBackendName[] {
  return CONV_BACKENDS.filter((backend) => {
    try {
      return plan.explain({ ...channels, dtype, backend }).backend === backend;
    } catch (error) {
      if (error instanceof NativeError && error.kind === "unsupported") return false;
      throw error;
    }
  });
}

/** Numbers of a layer of which one is not finite, on its device. */
function spoil<D extends Float>(
  numbers: Float64Array,
  at: number,
  like: Tensor<D>,
): Tensor<D> {
  return put(like.context, like.dtype, numbers.with(at, NaN), like.shape);
}

for (const dtype of ["f16", "bf16", "f32", "f64"] as const) {
  for (const [inChannels, outChannels] of [[8, 16], [40, 40]] as const) {
    const title = `NaN reaches what reads it alone, ${dtype}, ${inChannels} to ${outChannels}`;
    eachBackend(title, (context) => {
      using grid = build(context, [cloud(31, 9, 0.4)]);
      const channels = { inChannels, outChannels, dtype };
      using layer = new Layer(grid, { kernel: 3, target: grid }, channels);
      const { plan, map, held } = layer;
      const [row, tap, channel] = [7, 20, 3];
      /** Rows that taps tie to a row, or the row itself on the other side. */
      const readers = Array.from(
        { length: grid.numVoxels },
        (_, at) => at,
      ).filter((at) => map.some((rows) => rows[at] === row));
      const table = (rows: readonly number[], columns: number): string[] =>
        rows.flatMap((at) => Array.from({ length: columns }, (_, c) => `${at}, ${c}`));
      using features = spoil(layer.features, row * inChannels + 1, held.features);
      using weights = spoil(
        layer.weights,
        (channel * inChannels + 2) * plan.taps + tap,
        held.weights,
      );
      using gradients = spoil(layer.gradients, row * outChannels + channel, held.gradients);
      for (const backend of backendsOf(layer)) {
        using read = sparseConv(plan, features, held.weights, { backend });
        assertEquals(oddOnes(readNumbers(read), outChannels), table(readers, outChannels), backend);
        using back = sparseConvBackward(plan, held.features, held.weights, gradients, { backend });
        const sources = [...new Set(map.map((rows) => rows[row] ?? -1))]
          .filter((at) => at >= 0).sort((a, b) => a - b);
        assertEquals(
          oddOnes(readNumbers(back.features as Tensor<Float>), inChannels),
          table(sources, inChannels),
          backend,
        );
        if (!KEEP_WEIGHTS.includes(backend)) continue;
        using tied = sparseConv(plan, held.features, weights, { backend });
        const expected = (map[tap] ?? []).flatMap((at, target) =>
          at < 0 ? [] : [`${target}, ${channel}`]
        );
        assertEquals(oddOnes(readNumbers(tied), outChannels), expected, backend);
      }
    });
  }
}
