/**
 * The common part of operators on samples along rays: which sample belongs to which ray, and checks.
 *
 * @module
 */

import type { VolumeRenderRequest } from "../../ffi/_generated/native.ts";
import { describeValue } from "../../ffi/base/words.ts";
import { handleOf } from "../../ffi/owned.ts";
import { type DType, JaggedTensor, type Lists, type Real, type Tensor } from "../core/mod.ts";
import { checkDType, checkShape, rowsOf } from "../core/checks.ts";
import { refuse } from "../../ffi/base/checks.ts";
import type { Caller } from "../core/compute_tensors.ts";
import { dtypeCode, REALS } from "../core/dtype.ts";
import { shareContext } from "../core/ownership.ts";

/** Rows of the samples of each ray. */
export interface Rays {
  /** Number of samples. */
  readonly count: number;
  /** Number of rays. */
  readonly rayCount: number;
  /** First sample of each ray, and the number of samples at the end: [rays + 1]. */
  readonly offsets: BigInt64Array<ArrayBuffer>;
  /** First ray of each outer list, where rays are in lists. */
  readonly outerOffsets: BigInt64Array<ArrayBuffer> | undefined;
}

/** The samples that compositing takes. */
export interface VolumeTensors extends Caller {
  readonly sigmas: Tensor;
  readonly rgbs: Tensor;
  readonly deltas: Tensor;
  readonly ts: Tensor;
  readonly rays: Rays;
  /** Transmittance at which rays end. */
  readonly threshold: number;
  /** Number of channels of `rgbs`. */
  readonly channels: number;
}

/** Arguments of an operator, each a row for each sample, by name; the first one says how many there are. */
export type SampleArguments = Readonly<Record<string, Lists<DType>>>;

/** Finds the rays: the lists of the arguments that are lists, which must be the same, or else one ray. */
export function raysOf(operator: string, args: SampleArguments): Rays {
  let lists: JaggedTensor | undefined;
  let listsName = "";
  for (const [name, argument] of Object.entries(args)) {
    if (!(argument instanceof JaggedTensor)) continue;
    if (lists !== undefined && !sameOffsets(lists.offsets, argument.offsets)) {
      refuse(operator, `the rays of ${name} have other lengths than those of ${listsName}`);
    }
    lists ??= argument;
    listsName ||= name;
  }
  const [first] = Object.values(args);
  if (first === undefined) refuse(operator, "no samples are given");
  const { count, offsets } = rowsOf(lists ?? first);
  return { count, rayCount: offsets.length - 1, offsets, outerOffsets: lists?.outerOffsets };
}

/** Operands of compositing, in lists or not. */
export type VolumeInput<D extends Real> = Readonly<
  Record<"sigmas" | "rgbs" | "deltas" | "ts", Lists<D>>
>;

/**
 * Takes the samples of compositing, and the transmittance at which rays end.
 *
 * @param others Further inputs, which have to be usable and of the same context.
 */
export function takeVolume<D extends Real>(
  operator: string,
  args: VolumeInput<D>,
  threshold: number,
  ...others: readonly Lists<D>[]
): VolumeTensors {
  const context = shareContext(operator, args.sigmas, args.rgbs, args.deltas, args.ts, ...others);
  const sigmas = rowsOf(args.sigmas).data;
  const rgbs = rowsOf(args.rgbs).data;
  const deltas = rowsOf(args.deltas).data;
  const ts = rowsOf(args.ts).data;
  checkDType({ operator, name: "sigmas" }, sigmas, REALS);
  for (const [name, data] of Object.entries({ rgbs, deltas, ts })) {
    checkDType({ operator, name }, data, [sigmas.dtype]);
  }
  checkShape({ operator, name: "sigmas" }, sigmas, ["n"]);
  const [count = 0] = sigmas.shape;
  checkShape({ operator, name: "rgbs" }, rgbs, [count, "channels"]);
  checkShape({ operator, name: "deltas" }, deltas, [count]);
  checkShape({ operator, name: "ts" }, ts, [count]);
  const rays = raysOf(operator, { ...args });
  if (!(typeof threshold === "number" && threshold >= 0 && threshold <= 1)) {
    refuse(operator, `transmittanceThreshold is ${describeValue(threshold)}, 0 to 1 expected`);
  }
  return {
    operator,
    context,
    rays,
    sigmas,
    rgbs,
    deltas,
    ts,
    threshold,
    channels: rgbs.shape[1] ?? 0,
  };
}

/** The arguments that compositing and its backward pass share. */
export function volumeArguments(
  { context, sigmas, rgbs, deltas, ts, threshold, channels }: VolumeTensors,
  rays: Rays,
): Omit<
  VolumeRenderRequest,
  "outRgb" | "outDepth" | "outOpacity" | "outWeights" | "outCounts"
> {
  return {
    context: handleOf(context),
    sigmas: handleOf(sigmas.buffer),
    rgbs: handleOf(rgbs.buffer),
    deltas: handleOf(deltas.buffer),
    ts: handleOf(ts.buffer),
    dtype: dtypeCode(sigmas.dtype),
    n: rays.count,
    channels,
    offsets: rays.offsets,
    nRays: rays.rayCount,
    transmittanceThreshold: threshold,
  };
}

function sameOffsets(a: BigInt64Array, b: BigInt64Array): boolean {
  return a === b || (a.length === b.length && a.every((offset, place) => offset === b[place]));
}
