/**
 * The plan of a convolution as a value.
 *
 * @module
 */

import type { ConvPlanHandle, Status } from "../../ffi/_generated/native.ts";
import { ConvCount } from "../../ffi/_generated/symbols.ts";
import {
  type Context,
  emptyTensor,
  type Float,
  type GridBatch,
  HandleOwner,
  type Tensor,
  type Triple,
} from "../core/mod.ts";
import { checkOptions, optionNames, refuse } from "../core/checks.ts";
import { dtypeCode } from "../core/dtype.ts";
import { inspectAsText } from "../core/inspect.ts";
import { disposeOnError } from "../core/ownership.ts";
import { backendCode, backendName, type ConvBackendName } from "./_backends.ts";
import type { KernelSteps } from "./_target.ts";

/** A layer for which {@linkcode ConvPlan.explain} says who computes it. */
export interface ConvLayer {
  /** Element type. */
  readonly dtype: Float;
  /** Channels of the source. */
  readonly inChannels: number;
  /** Channels of the target. */
  readonly outChannels: number;
  /**
   * What is asked for.
   *
   * @default {"auto"}
   */
  readonly backend?: ConvBackendName | "auto";
}

/** What a plan tells of its kernel map. */
export interface ConvExplanation {
  /** Who computes the layer that was asked for: f32 with 32 channels on both sides, if none was. */
  readonly backend: ConvBackendName;
  /** Why that one, and what kept "auto" from those that it would rather take. */
  readonly reason: string;
  /** Voxels of the source. */
  readonly sources: number;
  /** Voxels of the target. */
  readonly targets: number;
  /** Taps of the kernel. */
  readonly taps: number;
  /** Ties between a voxel of the source and one of the target; each is one product of a row with a matrix. */
  readonly pairs: number;
  /** Pairs of each tap, the last axis fastest. */
  readonly tapPairs: readonly number[];
  /** Mean number of taps that a target has; 0 without targets. */
  readonly pairsPerTarget: number;
  /** Share of all taps of all targets that are there; 0 without targets. */
  readonly fill: number;
  /**
   * Share of pairs among the rows that are multiplied when windows of 32 targets pass over taps that none of them has;
   * 0 without pairs.
   */
  readonly windowFill: number;
  /** Voxels of the target that nothing reaches; those of the reverse plan are the voxels of the source that nothing reads. */
  readonly emptyTargets: number;
  /** Device bytes of the kernel maps that the plan and its reverse hold. */
  readonly mapBytes: number;
}

interface PlanParts {
  readonly source: GridBatch;
  readonly target: GridBatch;
  readonly steps: KernelSteps;
  /** Whether the plan disposes its target. */
  readonly ownsTarget: boolean;
}

/**
 * What a convolution has to know of its voxels; {@linkcode convPlan} makes one.
 *
 * Its kernel map is made when it is first needed, and serves every layer of the same voxels and kernel. A plan keeps what
 * it needs of its grids, so those that it borrowed may be disposed before it.
 */
export class ConvPlan extends HandleOwner<ConvPlanHandle> {
  static {
    inspectAsText(this);
  }

  /** The voxels that are read. */
  readonly source: GridBatch;
  /** The voxels that get results. The plan owns the batch if it made it. */
  readonly target: GridBatch;
  /** Taps of the kernel along each axis. */
  readonly kernel: Triple;
  /** Fine voxels that make one step along each axis. */
  readonly stride: Triple;
  /** Whether the source is coarse and the target fine. */
  readonly transposed: boolean;
  readonly #steps: KernelSteps;
  #ownsTarget: boolean;

  /** Takes a native handle over, with what is known of it. */
  constructor(context: Context, handle: ConvPlanHandle, parts: PlanParts) {
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
   * Makes the plan that leads along the same ties the other way: from this plan's target to its source. It shares all
   * kernel maps; nothing is computed. The grids stay whose they are.
   *
   * @returns A new plan; the caller owns it.
   * @throws {DisposedError} If the plan has been disposed.
   */
  reverse(): ConvPlan {
    const { context } = this;
    const plan = this.handleFor("reverse plan");
    const handle = context.make<ConvPlanHandle>(
      "reverse plan",
      (out) => context.native.convPlanReverse(context.handle, plan, out),
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
   * Hands the batch over that the plan made for its target.
   *
   * @returns The target; the caller owns it.
   * @throws {RangeError} If the plan does not own its target.
   * @throws {DisposedError} If the plan has been disposed.
   */
  takeTarget(): GridBatch {
    this.assertUsable("take target of plan");
    if (!this.#ownsTarget) refuse("take target of plan", "the plan does not own it");
    this.#ownsTarget = false;
    return this.target;
  }

  /**
   * Makes the kernel map now, so that the first convolution need not. Nothing waits for the device.
   *
   * @throws {NativeError} If device memory runs out.
   * @throws {DisposedError} If the plan has been disposed.
   */
  prepare(): void {
    const { context } = this;
    const plan = this.handleFor("prepare plan");
    context.check(context.native.convPlanPrepare(context.handle, plan), "prepare plan");
  }

  /**
   * Copies the kernel map: for each tap and target the row of the source, or -1. Taps are numbered with the last axis
   * fastest, rows over the whole batch.
   *
   * @returns Rows, i32 [taps, targets]; the caller owns them.
   * @throws {NativeError} If device memory runs out.
   * @throws {DisposedError} If the plan has been disposed.
   * @determinism Same bits on every backend.
   */
  kernelMap(): Tensor<"i32"> {
    const { context } = this;
    const plan = this.handleFor("copy kernel map");
    const rows = emptyTensor([this.taps, this.target.numVoxels], { context, dtype: "i32" });
    return disposeOnError(rows, () => {
      const status = context.native.convPlanMap(context.handle, plan, rows.buffer.handle);
      context.check(status, "copy kernel map");
      return rows;
    });
  }

  /**
   * Counts what the kernel map holds and says who would compute a layer. The calling thread waits for the device;
   * {@linkcode ConvPlan.explainAsync} does not.
   *
   * @param layer The layer that the backend is wanted for; f32 with 32 channels on both sides when left out.
   * @throws {RangeError} If there is no such backend, or channels are not from 0 to 65536.
   * @throws {TypeError} If the layer is no object, or has an option that is unknown.
   * @throws {NativeError} If the backend cannot compute the layer, or device memory runs out.
   * @throws {DisposedError} If the plan has been disposed.
   */
  explain(layer: ConvLayer = DEFAULT_LAYER): ConvExplanation {
    const operator = "explain plan";
    checkOptions(operator, layer, NAMES);
    const { context, taps } = this;
    const plan = this.handleFor(operator);
    const choice = this.#choose(operator, layer);
    const [counts, tapPairs] = [new BigInt64Array(ConvCount.COUNT), new BigInt64Array(taps)];
    const status = context.native.convPlanCounts(context.handle, plan, counts, taps, tapPairs);
    context.check(status, operator);
    return explanation(choice, counts, tapPairs);
  }

  /**
   * Does what {@linkcode ConvPlan.explain} does without blocking the calling thread.
   *
   * @param layer The layer that the backend is wanted for; f32 with 32 channels on both sides when left out.
   * @throws {RangeError} If there is no such backend, or channels are not from 0 to 65536.
   * @throws {TypeError} If the layer is no object, or has an option that is unknown.
   * @throws {NativeError} If the backend cannot compute the layer, or device memory runs out.
   * @throws {DisposedError} If the plan has been disposed.
   */
  async explainAsync(layer: ConvLayer = DEFAULT_LAYER): Promise<ConvExplanation> {
    const operator = "explain plan";
    checkOptions(operator, layer, NAMES);
    const { context, taps } = this;
    const plan = this.handleFor(operator);
    const choice = this.#choose(operator, layer);
    const [counts, pairs] = [new BigInt64Array(ConvCount.COUNT), new BigInt64Array(taps)];
    const { native } = context;
    const status = await native.convPlanCountsAsync(context.handle, plan, counts, taps, pairs);
    context.check(status, operator);
    return explanation(choice, counts, pairs);
  }

  /** Gives the plan up, and its target if it owns it; doing so again has no effect. */
  override dispose(): void {
    super.dispose();
    if (this.#ownsTarget) this.target.dispose();
  }

  /** Kernel, stride and numbers of voxels, for people. */
  override toString(): string {
    const place = this.disposed ? "disposed" : `on ${this.context.device}`;
    const kind = this.transposed ? "transposed " : "";
    return `ConvPlan ${kind}${this.kernel.join("x")} by ${this.stride.join("x")} from ` +
      `${this.source.numVoxels} to ${this.target.numVoxels} voxels ${place}`;
  }

  /** Ends the native handle. */
  protected override free(handle: ConvPlanHandle): Status {
    return this.context.native.convPlanDestroy(this.context.handle, handle);
  }

  #choose(
    operator: string,
    { dtype, inChannels, outChannels, backend = "auto" }: ConvLayer,
  ): Choice {
    const { context } = this;
    const [out, length] = [new Uint32Array(1), new Uint32Array(1)];
    const text = new Uint8Array(REASON_BYTES);
    const status = context.native.convPlanChoose(
      context.handle,
      this.handle,
      dtypeCode(dtype),
      inChannels,
      outChannels,
      backendCode(operator, backend),
      out,
      text,
      text.length,
      length,
    );
    context.check(status, operator);
    const reason = new TextDecoder().decode(text.subarray(0, length[0]));
    return { backend: backendName(operator, out[0]), reason };
  }
}

const NAMES = optionNames<ConvLayer>({
  dtype: true,
  inChannels: true,
  outChannels: true,
  backend: true,
});

/** A backend, and why. */
type Choice = Pick<ConvExplanation, "backend" | "reason">;

/** Room for a reason. */
const REASON_BYTES = 1024;

const DEFAULT_LAYER: ConvLayer = { dtype: "f32", inChannels: 32, outChannels: 32 };

/** Windows of targets for which taps are counted. */
const WINDOW = 32;

function tripleOf([x = 0, y = 0, z = 0]: Int32Array): Triple {
  return [x, y, z];
}

function explanation(
  choice: Choice,
  counts: BigInt64Array,
  tapPairs: BigInt64Array,
): ConvExplanation {
  const at = (place: number): number => Number(counts[place] ?? 0n);
  const [targets, taps, pairs] = [
    at(ConvCount.TARGETS),
    at(ConvCount.TAPS),
    at(ConvCount.PAIRS),
  ];
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
