/**
 * Calls of attention and of its backward pass.
 *
 * @module
 */

import { checkWanted, refuse } from "../../ffi/base/checks.ts";
import { handleOf } from "../../ffi/owned.ts";
import { bundle } from "../core/bundle.ts";
import { computeTensors, type Layout } from "../core/compute_tensors.ts";
import { wantedOnly } from "../core/gradients.ts";
import type { Float, Tensor } from "../core/mod.ts";
import { NO_BUFFER } from "../core/ownership.ts";
import type { Attended, ScoreOf } from "./base/attention.ts";
import { type Attending, checkAttended } from "./_operands.ts";

/** Calls the forward pass. */
export function attend<D extends Float>(attending: Attending<D>): Attended<D> {
  const { dtype, score, shape, request } = attending;
  const layouts = {
    features: [dtype, shape],
    logSums: [score, [shape[1], shape[0]]],
  } as const;
  const parts = computeTensors(
    attending,
    layouts,
    (native, out, context) =>
      native.attend({ ...request, context, out: out.features, outLogSums: out.logSums }),
  );
  return bundle("Attended", parts) as unknown as Attended<D>;
}

/** What the backward pass is asked for. */
export interface WantedGradients<D extends Float> {
  /** What the forward pass returned. */
  readonly attended: Attended<D>;
  readonly gradients: Tensor<D>;
  /** Names of the operands whose gradients are wanted; all if undefined. */
  readonly wanted: readonly string[] | undefined;
  /** Shapes of the operands by their names. */
  readonly shapes: Readonly<Record<string, readonly number[]>>;
}

/** Calls the backward pass, whose gradients have the names of the operands; those of a packed one are in one tensor. */
export function attendBackward<D extends Float>(
  attending: Attending<D>,
  { attended, gradients, wanted, shapes }: WantedGradients<D>,
): Readonly<Record<string, Tensor<D> | Tensor<ScoreOf<D>> | undefined>> {
  const { operator, dtype, score, table, request } = attending;
  const operands = Object.keys(shapes);
  if (wanted !== undefined) checkWanted(operator, wanted, [...operands, "table"]);
  if (wanted?.includes("table") && table === undefined) {
    refuse(operator, "wanted has table, but there is no bias");
  }
  checkAttended(attending, attended, gradients);
  const layouts: Record<string, Layout> = Object.fromEntries(
    operands.map((name) => [name, [dtype, shapes[name] ?? []]]),
  );
  if (table !== undefined) layouts.table = [score, table.shape];
  return computeTensors(
    attending,
    wantedOnly(layouts, wanted ?? Object.keys(layouts)),
    (native, out, context) =>
      native.attendBackward({
        ...request,
        context,
        results: handleOf(attended.features.buffer),
        logSums: handleOf(attended.logSums.buffer),
        gradients: handleOf(gradients.buffer),
        outQ: out.q ?? out.qkv ?? NO_BUFFER,
        outK: out.k ?? out.qkv ?? NO_BUFFER,
        outV: out.v ?? out.qkv ?? NO_BUFFER,
        outTable: out.table ?? NO_BUFFER,
      }),
  ) as Readonly<Record<string, Tensor<D> | Tensor<ScoreOf<D>> | undefined>>;
}
