/**
 * Measurement of the fastest backend for a layer.
 *
 * @module
 */

import {
  type Cancelable,
  elapsed,
  type Float,
  fullTensor,
  NativeError,
  recordEvent,
  type Tensor,
} from "../core/mod.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import {
  checkArray,
  checkClass,
  checkParts,
  checkText,
  checkUsable,
  isPlain,
  refuse,
  refuseKind,
} from "../../ffi/base/checks.ts";
import { CONV_BACKENDS, type ConvBackendName, ROUNDING_BACKENDS } from "./base/backends.ts";
import { type ConvLayer, ConvPlan } from "./base/conv_plan.ts";
import { sparseConv } from "./sparse_conv.ts";
import { wholeNumber } from "../../ffi/base/numbers.ts";

/**
 * A layer whose backends are measured, or for which a backend is sought.
 *
 * @category Convolution
 */
export type TunedLayer = Omit<ConvLayer, "backend">;

/**
 * Options for {@linkcode tuneConv}.
 *
 * @category Convolution
 */
export interface TuneConvOptions extends TunedLayer, Cancelable {
  /**
   * Measured runs of each backend, after one warm-up run; from 1 to 65536.
   *
   * @default {5}
   */
  readonly runs?: number;
}

/**
 * Measured times of a layer's backends. It holds plain values only, so that it can be stored as JSON.
 *
 * @category Convolution
 */
export interface ConvTiming extends TunedLayer, Pick<ConvPlan, "kernel" | "stride" | "transposed"> {
  /** The device of the measurement, as in the context's `deviceName`. */
  readonly device: string;
  /** Voxels of the target. */
  readonly targets: number;
  /** Mean number of taps per target. */
  readonly pairsPerTarget: number;
  /** The fastest backend; not "tf32", which rounds to fewer bits than f32 has. */
  readonly backend: ConvBackendName;
  /** Median milliseconds per run of each backend that supports the layer. */
  readonly milliseconds: Readonly<Partial<Record<ConvBackendName, number>>>;
}

const NAMES = optionNames<TuneConvOptions>({
  dtype: true,
  inChannels: true,
  outChannels: true,
  runs: true,
  signal: true,
});

/**
 * Measures the forward time of each backend for a layer along a plan, with features and weights of 0.
 *
 * Kernel maps are made before anything is measured, and runs of the backends alternate; the `signal` is looked at between
 * runs. Results can be stored:
 * `JSON.stringify` writes a table of such timings, {@linkcode parseConvTimings} reads it, and {@linkcode fastestConv}
 * finds the backend for a layer in it.
 *
 * @param plan The voxels and the kernel; borrowed.
 * @param options The layer, and the number of runs.
 * @returns The times of each backend.
 * @throws {RangeError} If channels are not from 0 to 65536, or runs are not a whole number from 1 to 65536.
 * @throws {TypeError} If the plan is not one, or the element type is not a text.
 * @determinism None: times are measured.
 * @category Convolution
 *
 * @example The fastest backend for f32
 * ```ts
 * import { convPlan, gridFromDense, openContext } from "@denovdb/denovdb";
 * import { tuneConv } from "@denovdb/denovdb/conv";
 * import { assert } from "@std/assert";
 *
 * using context = openContext();
 * using cube = gridFromDense({ context, dims: 8 });
 * using plan = convPlan(cube, { kernel: 3, target: cube });
 * const timing = await tuneConv(plan, { dtype: "f32", inChannels: 4, outChannels: 8 });
 * assert((timing.milliseconds[timing.backend] ?? 0) > 0);
 * ```
 */
export async function tuneConv(plan: ConvPlan, options: TuneConvOptions): Promise<ConvTiming> {
  const operator = "tuneConv";
  const { dtype, inChannels, outChannels, runs = 5, signal } = checkOptions(
    operator,
    options,
    NAMES,
  );
  checkUsable({ operator, name: "plan" }, plan, ConvPlan);
  checkLayer(operator, options);
  wholeNumber({ operator, name: "runs" }, runs, { least: 1, most: 65536 });
  if (signal !== undefined) checkClass({ operator, name: "signal" }, signal, AbortSignal);
  signal?.throwIfAborted();
  const layer = { dtype, inChannels, outChannels };
  const { context } = plan;
  const { pairsPerTarget } = await plan.explainAsync(
    signal === undefined ? layer : { ...layer, signal },
  );
  const able = CONV_BACKENDS.filter((backend) => canCompute(plan, { ...layer, backend }));
  const layout = { context, dtype };
  using features = fullTensor([plan.source.numVoxels, inChannels], 0, layout);
  using weights = fullTensor([outChannels, inChannels, ...plan.kernel], 0, layout);
  const times = new Map(able.map((backend) => [backend, [] as number[]]));
  for (let run = 0; run <= runs; ++run) {
    for (const [backend, measured] of times) {
      const time = await timeOf(plan, features, weights, backend);
      if (run > 0) measured.push(time);
      await aroundSignals(signal);
    }
  }
  const medians = [...times].map(([backend, measured]) => [backend, medianOf(measured)] as const);
  const [fastest] = medians.filter(([backend]) => !ROUNDING_BACKENDS.includes(backend))
    .toSorted(([, a], [, b]) => a - b);
  if (fastest === undefined) refuse(operator, "no backend can compute the layer");
  return {
    device: context.deviceName,
    ...layer,
    kernel: plan.kernel,
    stride: plan.stride,
    transposed: plan.transposed,
    targets: plan.target.numVoxels,
    pairsPerTarget,
    backend: fastest[0],
    milliseconds: Object.fromEntries(medians),
  };
}

/**
 * Finds the backend that was the fastest for a layer like this one: on the same device, with the same element type,
 * channels, kernel and stride. Of several such timings, the one with the most similar number of taps per target is
 * taken and, among equals, the one with the most similar number of voxels.
 *
 * @param timings Results of {@linkcode tuneConv}.
 * @param plan The voxels and the kernel; borrowed. The calling thread waits while its kernel map is counted.
 * @param layer The layer.
 * @returns The backend to use; "auto" if no timing applies.
 * @throws {TypeError} If a timing is not one, or another operand is of another kind.
 * @determinism Same answer for the same timings.
 * @category Convolution
 *
 * @example A backend from measured times
 * ```ts
 * import { convPlan, gridFromDense, openContext } from "@denovdb/denovdb";
 * import { fastestConv, tuneConv } from "@denovdb/denovdb/conv";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using cube = gridFromDense({ context, dims: 8 });
 * using plan = convPlan(cube, { kernel: 3, target: cube });
 * const layer = { dtype: "f32", inChannels: 4, outChannels: 8 } as const;
 * const timing = await tuneConv(plan, layer);
 * assertEquals(fastestConv([timing], plan, layer), timing.backend);
 * assertEquals(fastestConv([], plan, layer), "auto");
 * ```
 */
export function fastestConv(
  timings: readonly ConvTiming[],
  plan: ConvPlan,
  layer: TunedLayer,
): ConvBackendName | "auto" {
  const operator = "fastestConv";
  checkArray({ operator, name: "timings" }, timings);
  for (const [at, timing] of timings.entries()) {
    const wrong = whatIsWrong(timing);
    if (wrong === undefined) continue;
    if (wrong === KIND) refuseKind({ operator, name: `timing ${at}` }, timing, "an object");
    const argument = { operator, name: `${wrong} of timing ${at}` };
    refuseKind(argument, timing[wrong], "what tuneConv() gave");
  }
  checkUsable({ operator, name: "plan" }, plan, ConvPlan);
  checkParts({ operator, name: "layer" }, layer);
  checkLayer(operator, layer);
  const fitting = timings.filter((timing) => fits(timing, plan, layer));
  if (fitting.length === 0) return "auto";
  const { pairsPerTarget, targets } = plan.explain(layer);
  const distances = fitting.map((timing) => ({
    backend: timing.backend,
    pairs: ratio(timing.pairsPerTarget, pairsPerTarget),
    targets: ratio(timing.targets, targets),
  }));
  const [nearest] = distances.toSorted((a, b) => a.pairs - b.pairs || a.targets - b.targets);
  return nearest?.backend ?? "auto";
}

/**
 * Reads timings written by `JSON.stringify`.
 *
 * @param text A list of timings as JSON.
 * @returns The timings.
 * @throws {TypeError} If it is not a text.
 * @throws {SyntaxError} If the text is not JSON, or not a list of timings.
 * @determinism Same result for the same text.
 * @category Convolution
 *
 * @example Stored and read again
 * ```ts
 * import { convPlan, gridFromDense, openContext } from "@denovdb/denovdb";
 * import { parseConvTimings, tuneConv } from "@denovdb/denovdb/conv";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using cube = gridFromDense({ context, dims: 4 });
 * using plan = convPlan(cube, { kernel: 3, target: cube });
 * const timing = await tuneConv(plan, { dtype: "f32", inChannels: 2, outChannels: 2 });
 * assertEquals(parseConvTimings(JSON.stringify([timing])), [timing]);
 * ```
 */
export function parseConvTimings(text: string): ConvTiming[] {
  checkText({ operator: "parseConvTimings", name: "text" }, text);
  const found: unknown = JSON.parse(text);
  if (!Array.isArray(found)) throw new SyntaxError("Cannot read timings: a list expected");
  return found.map((one: unknown, at) => {
    const wrong = whatIsWrong(one);
    if (wrong === undefined) return one as ConvTiming;
    throw new SyntaxError(`Cannot read timings: ${wrong} of timing ${at} does not fit`);
  });
}

function checkLayer(operator: string, { dtype, inChannels, outChannels }: TunedLayer): void {
  checkText({ operator, name: "dtype" }, dtype);
  const limits = { least: 0 };
  wholeNumber({ operator, name: "inChannels" }, inChannels, limits);
  wholeNumber({ operator, name: "outChannels" }, outChannels, limits);
}

const isCount = (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 0;
const isTime = (value: unknown) => typeof value === "number" && value >= 0;
const isBackend = (value: unknown) => CONV_BACKENDS.includes(value as ConvBackendName);
const isExtents = (value: unknown) =>
  Array.isArray(value) && value.length === 3 && value.every(isCount);

/** Checks of the values of a timing. */
const VALUES: Readonly<Record<keyof ConvTiming, (value: unknown) => boolean>> = {
  device: (value) => typeof value === "string",
  dtype: (value) => ["f16", "bf16", "f32", "f64"].includes(value as string),
  inChannels: isCount,
  outChannels: isCount,
  kernel: isExtents,
  stride: isExtents,
  transposed: (value) => typeof value === "boolean",
  targets: isCount,
  pairsPerTarget: isTime,
  backend: isBackend,
  milliseconds: (value) =>
    isPlain(value) &&
    Object.entries(value).every(([name, time]) => isBackend(name) && isTime(time)),
};

const KIND = "the kind";

/** The name of a value that a timing has not, or that is of another kind. */
function whatIsWrong(timing: unknown): keyof ConvTiming | typeof KIND | undefined {
  if (!isPlain(timing)) return KIND;
  const values = new Map(Object.entries(timing));
  const names = Object.keys(VALUES) as (keyof ConvTiming)[];
  return names.find((name) => !VALUES[name](values.get(name)));
}

function fits(timing: ConvTiming, plan: ConvPlan, layer: TunedLayer): boolean {
  return timing.device === plan.context.deviceName && timing.dtype === layer.dtype &&
    timing.inChannels === layer.inChannels && timing.outChannels === layer.outChannels &&
    timing.transposed === plan.transposed &&
    timing.kernel.every((extent, axis) => extent === plan.kernel[axis]) &&
    timing.stride.every((step, axis) => step === plan.stride[axis]);
}

/** Ratio of two numbers, the larger to the smaller, as a logarithm. */
function ratio(a: number, b: number): number {
  return Math.abs(Math.log((a + 1) / (b + 1)));
}

/** Gives way to what may abort a signal, and throws its reason if that came. */
async function aroundSignals(signal: AbortSignal | undefined): Promise<void> {
  if (signal === undefined) return;
  await new Promise((resolve) => setTimeout(resolve));
  signal.throwIfAborted();
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}

function canCompute(plan: ConvPlan, layer: ConvLayer): boolean {
  try {
    plan.explain(layer);
    return true;
  } catch (error) {
    if (error instanceof NativeError && error.kind === "unsupported") return false;
    throw error;
  }
}

async function timeOf(
  plan: ConvPlan,
  features: Tensor<Float>,
  weights: Tensor<Float>,
  backend: ConvBackendName,
): Promise<number> {
  using start = recordEvent(plan.context);
  using _result = sparseConv(plan, features, weights, { backend });
  using stop = recordEvent(plan.context);
  return await elapsed(start, stop);
}
