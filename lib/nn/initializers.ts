/**
 * Initial parameters, determined by a seed and by what they are called.
 *
 * @module
 */

import { checkArray, checkNumber, checkText, refuse } from "../../ffi/base/checks.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import { type Context, type Float, fullTensor, type Tensor } from "../core/mod.ts";
import { streamNormal, type StreamOptions, streamUniform } from "../dense/mod.ts";
import { ownTree } from "../grad/mod.ts";
import { DisposableStack } from "../../ffi/base/disposable_stack.ts";

/**
 * The number of the stream of a path, so that a parameter has the same initial numbers whatever other parameters there
 * are: the 64 bits of FNV-1a of its UTF-8.
 *
 * @param path A path such as `encoder.0.weight`, or any other text.
 * @returns The number.
 * @throws {TypeError} If it is no text.
 * @category Initial parameters
 *
 * @example Two paths
 * ```ts
 * import { streamOf } from "@denovdb/denovdb/nn";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(streamOf("foobar").toString(16), "85944171f73967e8");
 * assertEquals(streamOf("encoder.0.weight").toString(16), "912650afb248e729");
 * ```
 */
export function streamOf(path: string): bigint {
  checkText({ operator: "streamOf", name: "path" }, path);
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(path)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  }
  return hash;
}

/**
 * Options of initial parameters.
 *
 * @category Initial parameters
 */
export interface InitialOptions<D extends Float = Float> extends StreamOptions {
  /** Context that holds them. */
  readonly context: Context;
  /** Element type. */
  readonly dtype: D;
  /**
   * Number of operands of each result: for a bias, that of its weights.
   *
   * @default {undefined} The product of all axes of the shape but the first.
   */
  readonly fan?: number;
}

const NAMES = optionNames<InitialOptions>({
  context: true,
  dtype: true,
  seed: true,
  stream: true,
  fan: true,
});

/** Spread of initial numbers, from the number of operands of a result and the number of results of an operand. */
type Spread = (into: number, from: number) => number;

/** Checks options, and finds how wide numbers are spread. */
function spreadOf<D extends Float>(
  operator: string,
  shape: readonly number[],
  options: InitialOptions<D>,
  spread: Spread,
): { readonly width: number; readonly rest: Omit<InitialOptions<D>, "fan"> } {
  checkArray({ operator, name: "shape" }, shape);
  const { fan, ...rest } = checkOptions(operator, options, NAMES);
  const [outputs = 1, inputs = 1, ...taps] = shape;
  const count = taps.reduce((product, extent) => product * extent, 1);
  const into = fan ?? inputs * count;
  checkNumber({ operator, name: "fan" }, into);
  if (into <= 0) refuse(operator, `fan is ${into}, more than 0 expected`);
  return { width: spread(into, outputs * count), rest };
}

function uniform<D extends Float>(
  operator: string,
  shape: readonly number[],
  options: InitialOptions<D>,
  spread: Spread,
): Tensor<D> {
  const { width, rest } = spreadOf(operator, shape, options, spread);
  return streamUniform(shape, { ...rest, low: -width, high: width });
}

function normal<D extends Float>(
  operator: string,
  shape: readonly number[],
  options: InitialOptions<D>,
  spread: Spread,
): Tensor<D> {
  const { width, rest } = spreadOf(operator, shape, options, spread);
  return streamNormal(shape, { ...rest, deviation: width });
}

/**
 * Numbers uniform within 1 / sqrt(fan) around 0, as PyTorch and fVDB begin weights and biases of linear layers and
 * convolutions.
 *
 * @typeParam D Element type.
 * @param shape Shape of weights, [out, in, ...kernel], or of a bias.
 * @param options Context, element type, seed, stream and fan.
 * @returns The parameters; the caller owns them.
 * @throws {RangeError} If the fan is not above 0, or seed or stream are no whole numbers of 64 bits.
 * @throws {TypeError} If the shape is no list, or the element type no float.
 * @throws {DisposedError} If the context has been disposed.
 * @throws {NativeError} If device memory runs out.
 * @determinism Same bits on every backend.
 * @category Initial parameters
 *
 * @example Weights of a convolution
 * ```ts
 * import { openContext } from "@denovdb/denovdb";
 * import { streamOf, uniformFan } from "@denovdb/denovdb/nn";
 * import { assert } from "@std/assert";
 *
 * using context = openContext();
 * const stream = streamOf("stem.weight");
 * using weight = uniformFan([8, 4, 3, 3, 3], { context, dtype: "f32", seed: 7, stream });
 * assert((await weight.read()).every((one) => Math.abs(one) <= 1 / Math.sqrt(4 * 27)));
 * ```
 */
export function uniformFan<D extends Float>(
  shape: readonly number[],
  options: InitialOptions<D>,
): Tensor<D> {
  return uniform("uniformFan", shape, options, (into) => 1 / Math.sqrt(into));
}

/**
 * Numbers uniform within sqrt(6 / fan) around 0, for layers in front of ReLU; everything else is as for
 * {@linkcode uniformFan}.
 *
 * @returns The parameters; the caller owns them.
 * @determinism Same bits on every backend.
 * @see He, Zhang, Ren and Sun, "Delving deep into rectifiers", 2015.
 * @category Initial parameters
 */
export function kaimingUniform<D extends Float>(
  shape: readonly number[],
  options: InitialOptions<D>,
): Tensor<D> {
  return uniform("kaimingUniform", shape, options, (into) => Math.sqrt(6 / into));
}

/**
 * Normal numbers with the deviation sqrt(2 / fan), for layers in front of ReLU; everything else is as for
 * {@linkcode uniformFan}.
 *
 * @returns The parameters; the caller owns them.
 * @determinism Same bits on every backend.
 * @see He, Zhang, Ren and Sun, "Delving deep into rectifiers", 2015.
 * @category Initial parameters
 */
export function kaimingNormal<D extends Float>(
  shape: readonly number[],
  options: InitialOptions<D>,
): Tensor<D> {
  return normal("kaimingNormal", shape, options, (into) => Math.sqrt(2 / into));
}

/**
 * Numbers uniform within sqrt(6 / (fan + outputs)) around 0, where outputs is the product of all axes but the second;
 * everything else is as for {@linkcode uniformFan}.
 *
 * @returns The parameters; the caller owns them.
 * @determinism Same bits on every backend.
 * @see Glorot and Bengio, "Understanding the difficulty of training deep feedforward neural networks", 2010.
 * @category Initial parameters
 */
export function xavierUniform<D extends Float>(
  shape: readonly number[],
  options: InitialOptions<D>,
): Tensor<D> {
  return uniform("xavierUniform", shape, options, (into, from) => Math.sqrt(6 / (into + from)));
}

/**
 * Normal numbers with the deviation sqrt(2 / (fan + outputs)), where outputs is the product of all axes but the second;
 * everything else is as for {@linkcode uniformFan}.
 *
 * @returns The parameters; the caller owns them.
 * @determinism Same bits on every backend.
 * @see Glorot and Bengio, "Understanding the difficulty of training deep feedforward neural networks", 2010.
 * @category Initial parameters
 */
export function xavierNormal<D extends Float>(
  shape: readonly number[],
  options: InitialOptions<D>,
): Tensor<D> {
  return normal("xavierNormal", shape, options, (into, from) => Math.sqrt(2 / (into + from)));
}

/**
 * Options for {@linkcode makeLinear}.
 *
 * @category Initial parameters
 */
export interface MakeLinearOptions<D extends "f32" | "f64"> {
  /** Context that holds them. */
  readonly context: Context;
  /** Element type. */
  readonly dtype: D;
  /** Channels that go in. */
  readonly inputs: number;
  /** Channels that come out. */
  readonly outputs: number;
  /** Seed; the same seed gives the same numbers. */
  readonly seed: number | bigint;
  /** The layer's path: `path.weights` and `path.bias` have streams of their own. */
  readonly path: string;
}

/**
 * Parameters of a linear layer.
 *
 * @category Initial parameters
 */
export interface LinearParameters<D extends Float> {
  /** Weights, [out channels, in channels]; owned. */
  readonly weights: Tensor<D>;
  /** Added to each row of results, [out channels]; owned. */
  readonly bias: Tensor<D>;
}

const LINEAR_NAMES = optionNames<MakeLinearOptions<"f32">>({
  context: true,
  dtype: true,
  inputs: true,
  outputs: true,
  seed: true,
  path: true,
});

/**
 * Makes the parameters of a linear layer, with the initial numbers of {@linkcode uniformFan}.
 *
 * @typeParam D Element type.
 * @param options Context, element type, channels, seed and path.
 * @returns Weights and bias, for `linear`; the caller owns them.
 * @throws As {@linkcode uniformFan}.
 * @determinism Same bits on every backend.
 * @category Initial parameters
 *
 * @example A head of three classes
 * ```ts
 * import { openContext } from "@denovdb/denovdb";
 * import { makeLinear } from "@denovdb/denovdb/nn";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * const options = { context, dtype: "f32", inputs: 8, outputs: 3, seed: 7, path: "head" } as const;
 * using head = makeLinear(options);
 * assertEquals([head.weights.shape, head.bias.shape], [[3, 8], [3]]);
 * ```
 */
export function makeLinear<D extends "f32" | "f64">(
  options: MakeLinearOptions<D>,
): LinearParameters<D> & Disposable {
  const { inputs, outputs, path, ...rest } = checkOptions<MakeLinearOptions<"f32" | "f64">>(
    "makeLinear",
    options,
    LINEAR_NAMES,
  ) as MakeLinearOptions<D>;
  using stack = new DisposableStack();
  const make = (name: string, shape: readonly number[]): Tensor<D> =>
    stack.use(
      uniformFan(shape, { ...rest, stream: streamOf(`${path}.${name}`), fan: inputs }),
    );
  const made = { weights: make("weights", [outputs, inputs]), bias: make("bias", [outputs]) };
  stack.move();
  return ownTree(made);
}

/**
 * Options for {@linkcode makeNorm}.
 *
 * @category Initial parameters
 */
export interface MakeNormOptions<D extends "f32" | "f64"> {
  /** Context that holds them. */
  readonly context: Context;
  /** Element type: f64 for features in f64, f32 for others. */
  readonly dtype: D;
  /** Channels of the features. */
  readonly channels: number;
}

/**
 * Parameters of a normalization.
 *
 * @category Initial parameters
 */
export interface NormParameters<D extends "f32" | "f64"> {
  /** Factor of normalized features, [channels]; owned. */
  readonly scale: Tensor<D>;
  /** What is added to them, [channels]; owned. */
  readonly shift: Tensor<D>;
}

const NORM_NAMES = optionNames<MakeNormOptions<"f32">>({
  context: true,
  dtype: true,
  channels: true,
});

/**
 * Makes the parameters of a normalization: scales of 1 and shifts of 0.
 *
 * @typeParam D Element type.
 * @param options Context, element type and channels.
 * @returns Scale and shift, for `batchNorm`; the caller owns them.
 * @throws {RangeError} If the number of channels is not whole, or negative.
 * @throws {DisposedError} If the context has been disposed.
 * @throws {NativeError} If device memory runs out.
 * @category Initial parameters
 */
export function makeNorm<D extends "f32" | "f64">(
  options: MakeNormOptions<D>,
): NormParameters<D> & Disposable {
  const { context, dtype, channels } = checkOptions<MakeNormOptions<"f32" | "f64">>(
    "makeNorm",
    options,
    NORM_NAMES,
  ) as MakeNormOptions<D>;
  using stack = new DisposableStack();
  const fill = (value: number): Tensor<D> =>
    stack.use(fullTensor([channels], value, { context, dtype }));
  const made = { scale: fill(1), shift: fill(0) };
  stack.move();
  return ownTree(made);
}
