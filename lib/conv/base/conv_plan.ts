/**
 * The plan of a convolution as a value.
 *
 * @module
 */

import type { ConvPlanCountsRequest, ConvPlanHandle } from "../../../ffi/_generated/native.ts";
import { ConvCount } from "../../../ffi/_generated/symbols.ts";
import { checkStatus, makeHandle, nativeOf } from "../../../ffi/context.ts";
import { handleOf } from "../../../ffi/owned.ts";
import type { Cancelable, Context, Float, GridBatch, Tensor, Triple } from "../../core/mod.ts";
import { HandleOwner } from "../../core/mod.ts";
import { checkOptions, optionNames } from "../../../ffi/base/options.ts";
import { checkClass, refuse } from "../../../ffi/base/checks.ts";
import { dtypeCode } from "../../core/dtype.ts";
import { inspectAsText } from "../../core/inspect.ts";
import { callNative, computeTensor } from "../../core/native_call.ts";
import { backendCode, backendName, type ConvBackendName } from "./backends.ts";
import type { KernelSteps } from "../../core/derive.ts";

/**
 * A layer whose backend {@linkcode ConvPlan.explain} determines.
 *
 * @category Convolution
 */
export interface ConvLayer {
  /** Element type. */
  readonly dtype: Float;
  /** Channels of the source. */
  readonly inChannels: number;
  /** Channels of the target. */
  readonly outChannels: number;
  /**
   * The requested backend.
   *
   * @default {"auto"}
   */
  readonly backend?: ConvBackendName | "auto";
}

/**
 * Statistics of a plan's kernel map, and the backend for a layer.
 *
 * @category Convolution
 */
export interface ConvExplanation {
  /** The backend for the given layer, by default f32 with 32 channels on both sides. */
  readonly backend: ConvBackendName;
  /** Why that backend, and why "auto" did not select faster ones. */
  readonly reason: string;
  /** Voxels of the source. */
  readonly sources: number;
  /** Voxels of the target. */
  readonly targets: number;
  /** Taps of the kernel. */
  readonly taps: number;
  /** Pairs of a source voxel and a target voxel; each is one product of a row with a matrix. */
  readonly pairs: number;
  /** Pairs of each tap, the last axis fastest. */
  readonly tapPairs: readonly number[];
  /** Mean number of taps per target; 0 without targets. */
  readonly pairsPerTarget: number;
  /** Fraction of all taps of all targets that exist; 0 without targets. */
  readonly fill: number;
  /**
   * Fraction of pairs among the rows that are multiplied when windows of 32 targets skip the taps that none of them
   * has; 0 without pairs.
   */
  readonly windowFill: number;
  /**
   * Target voxels that no source voxel reaches; those of the reverse plan are the source voxels that no target reads.
   */
  readonly emptyTargets: number;
  /** Device bytes of the kernel maps that the plan and its reverse hold. */
  readonly mapBytes: number;
}

export interface PlanParts {
  readonly source: GridBatch;
  readonly target: GridBatch;
  readonly steps: KernelSteps;
  /** Whether the plan disposes its target. */
  readonly ownsTarget: boolean;
}

/** Takes ownership of a native plan. */
export let adoptPlan: (context: Context, handle: ConvPlanHandle, parts: PlanParts) => ConvPlan;

/**
 * The geometry of a convolution, made by {@linkcode convPlan}.
 *
 * Its kernel map is made when it is first needed, and serves all layers with the same voxels and kernel, forward and
 * backward. So does what backends make of the map. {@linkcode ConvPlan.reverse} serves transposed layers and shares all
 * of it. A plan keeps what it needs of its grids, so those that it borrowed may be disposed before it.
 *
 * @category Convolution
 */
export class ConvPlan extends HandleOwner<"plan"> {
  static {
    adoptPlan = (...parts) => new ConvPlan(...parts);
    inspectAsText(this);
  }

  /** The voxels that are read. */
  readonly source: GridBatch;
  /** The voxels for which results are computed. The plan owns the batch if it made it. */
  readonly target: GridBatch;
  /** Extents of the kernel along each axis. */
  readonly kernel: Triple;
  /** Stride along each axis, in fine voxels. */
  readonly stride: Triple;
  /** Whether the convolution is transposed: the source is coarse and the target fine. */
  readonly transposed: boolean;
  readonly #steps: KernelSteps;
  #ownsTarget: boolean;

  private constructor(context: Context, handle: ConvPlanHandle, parts: PlanParts) {
    super(context, handle, "plan");
    this.source = parts.source;
    this.target = parts.target;
    this.#steps = parts.steps;
    this.#ownsTarget = parts.ownsTarget;
    this.transposed = parts.steps.transposed;
    this.kernel = tripleOf(parts.steps.kernel);
    this.stride = tripleOf(parts.steps.stride);
  }

  /** Number of taps of the kernel. */
  get taps(): number {
    return this.kernel.reduce((product, extent) => product * extent, 1);
  }

  /**
   * Makes the plan for the same pairs in the other direction: from this plan's target to its source. It shares all
   * kernel maps; nothing is computed. The ownership of the grids does not change.
   *
   * @returns A new plan; the caller owns it.
   */
  reverse(): ConvPlan {
    const { context } = this;
    const plan = handleOf(this, "reverse plan");
    const handle = makeHandle<ConvPlanHandle>(
      context,
      "reverse plan",
      (outPlan) => nativeOf(context).convPlanReverse({ context: handleOf(context), plan, outPlan }),
    );
    const steps = { ...this.#steps, transposed: !this.transposed };
    return new ConvPlan(context, handle, {
      source: this.target,
      target: this.source,
      steps,
      ownsTarget: false,
    });
  }

  /**
   * Transfers ownership of the target that the plan made to the caller.
   *
   * @returns The target; the caller owns it.
   * @throws {RangeError} If the plan does not own its target.
   */
  takeTarget(): GridBatch {
    this.assertUsable("take target of plan");
    if (!this.#ownsTarget) refuse("take target of plan", "the plan does not own it");
    this.#ownsTarget = false;
    return this.target;
  }

  /**
   * Makes the kernel map now instead of in the first convolution. Does not wait for the device.
   */
  prepare(): void {
    const plan = handleOf(this, "prepare plan");
    callNative(
      "prepare plan",
      this.context,
      (native, context) => native.convPlanPrepare({ context, plan }),
    );
  }

  /**
   * Copies the kernel map: for each tap and target the row of the source, or -1. Taps are numbered with the last axis
   * fastest, rows over the whole batch.
   *
   * @returns Rows, i32 [taps, targets]; the caller owns them.
   * @determinism Same bits on every backend.
   */
  kernelMap(): Tensor<"i32"> {
    const operator = "copy kernel map";
    const { context, taps, target: { numVoxels } } = this;
    const plan = handleOf(this, operator);
    const layout = { operator, context, dtype: "i32", shape: [taps, numVoxels] } as const;
    return computeTensor(layout, (native, request) => native.convPlanMap({ ...request, plan }));
  }

  /**
   * Counts the pairs of the kernel map and determines the backend for a layer. The calling thread waits for the device;
   * {@linkcode ConvPlan.explainAsync} does not.
   *
   * @param layer The layer; f32 with 32 channels on both sides if omitted.
   * @throws {RangeError} If there is no such backend, or channels are not from 0 to 65536.
   * @throws {TypeError} If the layer is no object, or has an option that is unknown.
   * @throws {NativeError} If the backend cannot compute the layer.
   */
  explain(layer: ConvLayer = DEFAULT_LAYER): ConvExplanation {
    const { context } = this;
    const { choice, request } = choose(this, checkOptions(EXPLAIN, layer, NAMES));
    checkStatus(context, nativeOf(context).convPlanCounts(request), EXPLAIN);
    return explanation(choice, request);
  }

  /**
   * Like {@linkcode ConvPlan.explain}, without blocking the calling thread.
   *
   * @param layer The layer; f32 with 32 channels on both sides if omitted. Its `signal` ends the work early
   * ({@linkcode Cancelable}).
   * @throws As {@linkcode ConvPlan.explain}.
   */
  async explainAsync(layer: ConvLayer & Cancelable = DEFAULT_LAYER): Promise<ConvExplanation> {
    const { context } = this;
    const { signal } = checkOptions(EXPLAIN, layer, ASYNC_NAMES);
    const { choice, request } = choose(this, layer);
    if (signal !== undefined) {
      checkClass({ operator: EXPLAIN, name: "signal" }, signal, AbortSignal);
    }
    const status = await nativeOf(context).convPlanCountsAsync(request, signal);
    checkStatus(context, status, EXPLAIN);
    return explanation(choice, request);
  }

  /** Disposes the plan, and its target if it owns it; idempotent. */
  override dispose(): void {
    super.dispose();
    if (this.#ownsTarget) this.target.dispose();
  }

  /** Kernel, stride and numbers of voxels as text. */
  override toString(): string {
    const place = this.disposed ? "disposed" : `on ${this.context.device}`;
    const kind = this.transposed ? "transposed " : "";
    return `ConvPlan ${kind}${this.kernel.join("x")} by ${this.stride.join("x")} from ` +
      `${this.source.numVoxels} to ${this.target.numVoxels} voxels ${place}`;
  }
}

/** The name of an explanation in messages. */
const EXPLAIN = "explain plan";

const NAMES = optionNames<ConvLayer>({
  dtype: true,
  inChannels: true,
  outChannels: true,
  backend: true,
});

const ASYNC_NAMES = optionNames<ConvLayer & Cancelable>({
  dtype: true,
  inChannels: true,
  outChannels: true,
  backend: true,
  signal: true,
});

/** A backend, and why. */
type Choice = Pick<ConvExplanation, "backend" | "reason">;

/** Room for a reason. */
const REASON_BYTES = 1024;

const DEFAULT_LAYER: ConvLayer = { dtype: "f32", inChannels: 32, outChannels: 32 };

/** Windows of targets for which taps are counted. */
const WINDOW = 32;

/** Determines the backend for a layer, and how the pairs of the plan and of each of its taps are counted. */
function choose(
  owner: ConvPlan,
  layer: ConvLayer,
): { readonly choice: Choice; readonly request: ConvPlanCountsRequest } {
  const { dtype, inChannels, outChannels, backend = "auto" } = layer;
  const plan = handleOf(owner, EXPLAIN);
  const { context, taps } = owner;
  const request = {
    context: handleOf(context),
    plan,
    outCounts: new BigInt64Array(ConvCount.COUNT),
    taps,
    outTapPairs: new BigInt64Array(taps),
  };
  const [outBackend, outLength] = [new Uint32Array(1), new Uint32Array(1)];
  const outText = new Uint8Array(REASON_BYTES);
  callNative(EXPLAIN, context, (native, context) =>
    native.convPlanChoose({
      context,
      plan,
      dtype: dtypeCode(dtype),
      inChannels,
      outChannels,
      backend: backendCode(EXPLAIN, backend),
      outBackend,
      outText,
      capacity: outText.length,
      outLength,
    }));
  const reason = new TextDecoder().decode(outText.subarray(0, outLength[0]));
  return { choice: { backend: backendName(EXPLAIN, outBackend[0]), reason }, request };
}

function tripleOf([x = 0, y = 0, z = 0]: Int32Array): Triple {
  return [x, y, z];
}

function explanation(
  choice: Choice,
  { outCounts: counts, outTapPairs: tapPairs }: ConvPlanCountsRequest,
): ConvExplanation {
  const at = (place: number): number => Number(counts[place] ?? 0n);
  const [targets, taps, pairs] = [at(ConvCount.TARGETS), at(ConvCount.TAPS), at(ConvCount.PAIRS)];
  const ratio = (part: number, whole: number): number => whole === 0 ? 0 : part / whole;
  return {
    ...choice,
    sources: at(ConvCount.SOURCES),
    targets,
    taps,
    pairs,
    tapPairs: Array.from(tapPairs, Number),
    pairsPerTarget: ratio(pairs, targets),
    fill: ratio(pairs, targets * taps),
    windowFill: ratio(pairs, WINDOW * at(ConvCount.WINDOW_TAPS)),
    emptyTargets: at(ConvCount.EMPTY_TARGETS),
    mapBytes: at(ConvCount.MAP_BYTES),
  };
}
