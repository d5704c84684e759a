/**
 * Native arguments of a step of an optimizer.
 *
 * @module
 */

import type { BufferHandle } from "../../ffi/_generated/native.ts";
import { handleOrNone } from "../../ffi/owned.ts";
import type { Tensor } from "../core/mod.ts";
import type { WeightDecay } from "./base/state.ts";
import { checkRecord } from "./_record.ts";
import {
  decaysOf,
  type Model,
  type ModelRequest,
  ownHandles,
  requestOf,
  shareWith,
} from "./_model.ts";
import { gradientHandles, keptHandles, masterHandles } from "./_state.ts";

/** A step, and the names of the trees that its state keeps besides masters. */
export interface Step<Name extends string> {
  readonly state: Readonly<Record<Name | "masters", unknown>>;
  readonly kept: readonly Name[];
  readonly gradients: unknown;
  readonly weightDecay: WeightDecay;
  /** Result of clipFactor, if there is one. */
  readonly factor: Tensor<"f64"> | undefined;
}

type Handles = Uint32Array<ArrayBuffer>;

/** The native arguments that all steps have. */
export interface StepRequest extends ModelRequest {
  readonly parameters: Handles;
  readonly masters: Handles;
  readonly gradients: Handles;
  readonly decays: Float64Array<ArrayBuffer>;
  readonly control: BufferHandle;
}

/**
 * Checks the trees of a step.
 *
 * @throws {RangeError} If trees do not match parameters, or a weight decay is out of range.
 * @throws {TypeError} If an element type is wrong, or if contexts are mixed.
 */
export function stepRequest<Name extends string>(
  model: Model,
  { state, kept, gradients, weightDecay, factor }: Step<Name>,
): StepRequest & Readonly<Record<Name, Handles>> {
  // What is written comes before what is only read, so that a tensor that is both is found.
  const own = { parameters: ownHandles(model), masters: masterHandles(model, state.masters) };
  const trees = kept.map((name) => [name, keptHandles(model, `state.${name}`, state[name])]);
  return {
    ...requestOf(model),
    ...own,
    ...Object.fromEntries(trees) as Record<Name, Handles>,
    gradients: gradientHandles(model, gradients),
    decays: decaysOf(model, weightDecay),
    control: handleOrNone(takeFactor(model, factor)?.buffer),
  };
}

function takeFactor(
  model: Model,
  factor: Tensor<"f64"> | undefined,
): Tensor<"f64"> | undefined {
  if (factor === undefined) return undefined;
  checkRecord(model.operator, "factor", factor);
  shareWith(model, factor);
  return factor;
}
