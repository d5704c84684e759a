/**
 * Weights of convolutions as other libraries store them.
 *
 * @module
 */

import { checkParts, refuse } from "../../ffi/base/checks.ts";
import { type Triple, wholeTriple } from "../../ffi/base/numbers.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import { describeValue, oneOf } from "../../ffi/base/words.ts";
import { formatShape } from "../core/shape.ts";
import type { ParameterArray } from "./parameters.ts";

/**
 * Layouts of the weights of a convolution in other libraries:
 *
 * - "fvdb": [out, in, kernel], or [out, in] for one tap.
 * - "spconv2": spconv 2, [out, kernel, in]. For one tap the numbers are those of [in, out], as from version 2.2 on.
 * - "spconv1": spconv 1, [kernel, in, out]. "spconv1-out-in": [kernel, out, in].
 * - "torchsparse": TorchSparse, [taps, in, out], or [in, out] for one tap. An odd number of taps is numbered with the
 *   first axis varying fastest, an even one with the last.
 * - "minkowski": MinkowskiEngine, the same with the first axis always varying fastest.
 * - "flexgemm": FlexGEMM, [out, kernel, in].
 *
 * @category Parameters in files
 */
export type ConvWeightsLayout =
  | "fvdb"
  | "spconv2"
  | "spconv1"
  | "spconv1-out-in"
  | "torchsparse"
  | "minkowski"
  | "flexgemm";

/**
 * Options for {@linkcode convWeights}.
 *
 * @category Parameters in files
 */
export interface ConvWeightsOptions {
  /** Layout of the weights. */
  readonly layout: ConvWeightsLayout;
  /**
   * Taps along x, y and z, which arrays of "torchsparse" and "minkowski" do not say.
   *
   * @default {undefined}
   */
  readonly kernel?: number | Triple;
  /**
   * The order of coordinates that the network was trained with: spconv is mostly given z, y and x, and then stores its
   * kernels so, too.
   *
   * @default {"xyz"}
   */
  readonly coordinates?: "xyz" | "zyx";
}

const NAMES = optionNames<ConvWeightsOptions>({ layout: true, kernel: true, coordinates: true });

/** Places of the axes out, in, x, y and z in an array with all five. */
const AXES: Readonly<Record<ConvWeightsLayout, readonly number[]>> = {
  fvdb: [0, 1, 2, 3, 4],
  spconv2: [0, 4, 1, 2, 3],
  spconv1: [4, 3, 0, 1, 2],
  "spconv1-out-in": [3, 4, 0, 1, 2],
  torchsparse: [4, 3, 0, 1, 2],
  minkowski: [4, 3, 2, 1, 0],
  flexgemm: [0, 4, 1, 2, 3],
};

/**
 * Brings weights of a convolution from the layout of another library into that of `sparseConv`: [out channels,
 * in channels, ...kernel]. Numbers are only reordered.
 *
 * Of these libraries, transposed convolutions use the same taps along the reverse plan. Where a library begins windows
 * elsewhere, coordinates have to be shifted: see "Coming from fVDB" in the documentation.
 *
 * @param array The weights of one convolution.
 * @param options The layout, and what it leaves open.
 * @returns An array of the same name and element type, with a shape of five axes.
 * @throws {RangeError} If there is no such layout, or if the shape is not one of it.
 * @throws {TypeError} If the array is something else.
 * @category Parameters in files
 *
 * @example Weights of two taps along x
 * ```ts
 * import { convWeights } from "@denovdb/denovdb/nn";
 * import { assertEquals } from "@std/assert";
 *
 * const array = {
 *   name: "conv.kernel",
 *   shape: [2, 1, 3], // taps, in, out
 *   dtype: "f32",
 *   values: Float32Array.of(1, 2, 3, 4, 5, 6),
 * };
 * const weights = convWeights(array, { layout: "minkowski", kernel: [2, 1, 1] });
 * assertEquals(weights.shape, [3, 1, 2, 1, 1]);
 * assertEquals([...weights.values], [1, 4, 2, 5, 3, 6]);
 * ```
 */
export function convWeights(array: ParameterArray, options: ConvWeightsOptions): ParameterArray {
  const operator = "convWeights";
  const { layout, kernel, coordinates = "xyz" } = checkOptions(operator, options, NAMES);
  checkParts({ operator, name: "array" }, array);
  const known: boolean = Object.hasOwn(AXES, layout);
  if (!known) {
    refuse(operator, `layout is ${describeValue(layout)}, ${oneOf(Object.keys(AXES))} expected`);
  }
  if (coordinates !== "xyz" && coordinates !== "zyx") {
    refuse(operator, `coordinates are ${describeValue(coordinates)}, "xyz" or "zyx" expected`);
  }
  const taps = kernel === undefined
    ? undefined
    : wholeTriple({ operator, name: "kernel" }, kernel, { least: 1 }) as Iterable<number>;
  const stored = storedAs(operator, array, layout, taps && [...taps]);
  const [out = 0, input = 1, ...places] = stored.axes;
  const spatial = coordinates === "zyx" ? places.toReversed() : places;
  return { ...array, ...reordered(array.values, stored.shape, [out, input, ...spatial]) };
}

/** The five axes of an array as it is stored, and where out, in, x, y and z are among them. */
function storedAs(
  operator: string,
  { name, shape }: ParameterArray,
  layout: ConvWeightsLayout,
  taps: readonly number[] | undefined,
): { readonly shape: readonly number[]; readonly axes: readonly number[] } {
  const axes = AXES[layout];
  const wrong = (expected: string): never =>
    refuse(operator, `the shape of ${name} is ${formatShape(shape)}, ${expected} expected`);
  if (layout === "torchsparse" || layout === "minkowski") {
    const [input = 0, out = 0] = shape.slice(-2);
    const count = shape.length === 2 ? 1 : shape[0] ?? 0;
    if (shape.length < 2 || shape.length > 3) wrong("[taps, in, out]");
    if (taps === undefined && count > 1) {
      refuse(operator, `the kernel of ${name} is missing, it has ${count} taps`);
    }
    const [x = 1, y = 1, z = 1] = taps ?? [];
    if (x * y * z !== count) wrong(`${x * y * z} taps`);
    const isReversed = layout === "minkowski" || count % 2 === 1;
    return isReversed
      ? { shape: [z, y, x, input, out], axes: AXES.minkowski }
      : { shape: [x, y, z, input, out], axes };
  }
  if (layout === "fvdb" && shape.length === 2) return { shape: [...shape, 1, 1, 1], axes };
  if (shape.length !== 5) wrong("five axes");
  const [out = 0, x, y, z, input = 0] = shape;
  // One tap is not stored as the shape says.
  const isFlat = layout === "spconv2" && x === 1 && y === 1 && z === 1;
  return isFlat ? { shape: [1, 1, 1, input, out], axes: AXES.spconv1 } : { shape, axes };
}

/** Reorders the axes of an array. */
function reordered(
  values: ParameterArray["values"],
  shape: readonly number[],
  order: readonly number[],
): Pick<ParameterArray, "shape" | "values"> {
  const strides = shape.map((_, axis) => shape.slice(axis + 1).reduce((a, b) => a * b, 1));
  const extents = order.map((axis) => shape[axis] ?? 0);
  const steps = order.map((axis) => strides[axis] ?? 0);
  const Kind = values.constructor as new (length: number) => Float32Array;
  const made = new Kind(values.length);
  const from = values as ArrayLike<number>;
  const index = extents.map(() => 0);
  let at = 0;
  for (let to = 0; to < made.length; to++) {
    made[to] = from[at] ?? 0;
    for (let axis = extents.length - 1; axis >= 0; axis--) {
      index[axis] = (index[axis] ?? 0) + 1;
      at += steps[axis] ?? 0;
      if ((index[axis] ?? 0) < (extents[axis] ?? 0)) break;
      at -= (steps[axis] ?? 0) * (extents[axis] ?? 0);
      index[axis] = 0;
    }
  }
  return { shape: extents, values: made };
}
