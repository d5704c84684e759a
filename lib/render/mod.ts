/**
 * Composites samples along rays to colors, depths and opacities, with a backward pass. Samples are placed by weight, and
 * images are compared.
 *
 * @example Half of the light stops at each of two samples
 * ```ts
 * import { jagged, openContext, tensor } from "@denovdb/denovdb";
 * import { volumeRender } from "@denovdb/denovdb/render";
 * import { assertAlmostEquals } from "@std/assert";
 *
 * using context = openContext();
 * using data = tensor([Math.LN2, Math.LN2], { context });
 * using sigmas = jagged(data, { offsets: [0, 2] });
 * using rgbs = tensor([1, 0, 0, 0, 1, 0], { context, shape: [2, 3] });
 * using deltas = tensor([1, 1], { context });
 * using ts = tensor([4, 8], { context });
 * using result = volumeRender(sigmas, rgbs, deltas, ts);
 * const [opacity = 0] = await result.opacity.read();
 * assertAlmostEquals(opacity, 0.75, 1e-6);
 * ```
 *
 * @module
 */

export type { Cancelable, JaggedTensor, Lists, Real, Tensor } from "../core/mod.ts";
export * from "./_generated/operators.ts";
