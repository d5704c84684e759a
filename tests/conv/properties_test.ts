import { assertEquals } from "@std/assert";
import fc from "fast-check";
import type { ConvPlanOptions } from "../../lib/conv/mod.ts";
import { type GridBatch, sparseConv } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { assertClose } from "../_compare.ts";
import { build } from "../grid/_grids.ts";
import { Layer, put, readNumbers } from "./_layers.ts";
import { convolve, dot } from "./_oracle.ts";

const AXIS = fc.oneof(
  fc.integer({ min: -6, max: 6 }),
  fc.constantFrom(-4097, -4096, -129, -128, -9, -8, 7, 8, 127, 128, 4095, 4096),
);
const LISTS = fc.array(
  fc.array(fc.tuple(AXIS, AXIS, AXIS), { maxLength: 12 }),
  { minLength: 1, maxLength: 3 },
);
const extents = (max: number): fc.Arbitrary<[number, number, number]> => {
  const one = fc.integer({ min: 1, max });
  return fc.tuple(one, one, one);
};
const KERNEL = extents(5);
const STRIDE = extents(3);
const CHANNELS = fc.integer({ min: 1, max: 20 });
const RUNS = { numRuns: 25 };

/** Options of a plan of any kind: to all voxels that it reaches, or to those of the source. */
function optionsOf(
  grid: GridBatch,
  [kernel, stride, transposed, isSame]: readonly [
    ...(readonly [[number, number, number], [number, number, number]]),
    boolean,
    boolean,
  ],
): ConvPlanOptions {
  return isSame ? { kernel, transposed, target: grid } : { kernel, stride, transposed };
}

const OPTIONS = fc.tuple(KERNEL, STRIDE, fc.boolean(), fc.boolean());

eachBackend("sparseConv() of any plan is the definition, and adds up", (context) => {
  fc.assert(
    fc.property(LISTS, OPTIONS, CHANNELS, CHANNELS, (lists, drawn, inChannels, outChannels) => {
      using grid = build(context, lists);
      using layer = new Layer(grid, optionsOf(grid, drawn), {
        inChannels,
        outChannels,
        dtype: "f64",
      });
      const { plan, map, features, weights, held, channels } = layer;
      using rows = plan.kernelMap();
      assertEquals([...rows.readSync()], map.flat());
      using result = sparseConv(plan, held.features, held.weights);
      const expected = convolve(map, features, weights, channels);
      assertClose(readNumbers(result), expected, { absolute: 1e-11 });
      using twice = put(context, "f64", features.map((one) => 2 * one), held.features.shape);
      using doubled = sparseConv(plan, twice, held.weights);
      assertEquals(readNumbers(doubled), readNumbers(result).map((one) => 2 * one));
    }),
    RUNS,
  );
});

eachBackend("sparseConv() along the reverse of any plan is the adjoint", (context) => {
  fc.assert(
    fc.property(LISTS, OPTIONS, (lists, drawn) => {
      using grid = build(context, lists);
      using layer = new Layer(grid, optionsOf(grid, drawn), {
        inChannels: 1,
        outChannels: 1,
        dtype: "f64",
      });
      const { plan, features, gradients, held } = layer;
      using back = plan.reverse();
      using forth = sparseConv(plan, held.features, held.weights);
      using adjoint = sparseConv(back, held.gradients, held.weights);
      const [a, b] = [dot(readNumbers(forth), gradients), dot(readNumbers(adjoint), features)];
      assertClose([a], [b], { absolute: 1e-11 });
    }),
    RUNS,
  );
});
