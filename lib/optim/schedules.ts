/**
 * Schedules: how far steps go, as functions of their number.
 *
 * @module
 */

import { checkFunction, refuse } from "../../ffi/base/checks.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import { describeValue } from "../../ffi/base/words.ts";
import { checkAtLeast0 } from "./_model.ts";

/**
 * The rate of a step, of which the first is 0.
 *
 * @category Schedules
 */
export type Schedule = (step: number) => number;

/** Refuses what is no number of steps. */
function checkSteps(operator: string, name: string, steps: number): void {
  if (Number.isSafeInteger(steps) && steps > 0) return;
  refuse(operator, `${name} is ${describeValue(steps)}, a whole number above 0 expected`);
}

/**
 * The same rate for all steps.
 *
 * @param rate The rate; 0 or more.
 * @returns The schedule.
 * @throws {RangeError} If the rate is negative.
 * @category Schedules
 */
export function constantRate(rate: number): Schedule {
  checkAtLeast0("constantRate", "rate", rate);
  return () => rate;
}

/**
 * Options for {@linkcode stepRate}.
 *
 * @category Schedules
 */
export interface StepRateOptions {
  /** Rate of the first steps; 0 or more. */
  readonly rate: number;
  /** Steps of the same rate. */
  readonly every: number;
  /**
   * By what the rate is multiplied then; 0 or more.
   *
   * @default {0.1}
   */
  readonly factor?: number;
}

const STEP_NAMES = optionNames<StepRateOptions>({ rate: true, every: true, factor: true });

/**
 * A rate that is multiplied by a factor again and again: `rate factor^floor(step / every)`. With `every: 1` it decays
 * exponentially.
 *
 * @param options Rate, steps and factor.
 * @returns The schedule.
 * @throws {RangeError} If an option is out of range.
 * @category Schedules
 */
export function stepRate(options: StepRateOptions): Schedule {
  const operator = "stepRate";
  const { rate, every, factor = 0.1 } = checkOptions(operator, options, STEP_NAMES);
  checkAtLeast0(operator, "rate", rate);
  checkSteps(operator, "every", every);
  checkAtLeast0(operator, "factor", factor);
  return (step) => rate * factor ** Math.floor(step / every);
}

/**
 * Options for {@linkcode cosineRate} and {@linkcode linearRate}.
 *
 * @category Schedules
 */
export interface FallingRateOptions {
  /** Rate of the first step; 0 or more. */
  readonly rate: number;
  /** Steps until the least rate, which later ones have, too. */
  readonly steps: number;
  /**
   * The least rate; 0 or more.
   *
   * @default {0}
   */
  readonly least?: number;
}

const FALLING_NAMES = optionNames<FallingRateOptions>({ rate: true, steps: true, least: true });

/** A rate that falls along a curve from 1 to 0. */
function fallingRate(
  operator: string,
  options: FallingRateOptions,
  curve: (share: number) => number,
): Schedule {
  const { rate, steps, least = 0 } = checkOptions(operator, options, FALLING_NAMES);
  checkAtLeast0(operator, "rate", rate);
  checkSteps(operator, "steps", steps);
  checkAtLeast0(operator, "least", least);
  return (step) => least + (rate - least) * curve(Math.min(step / steps, 1));
}

/**
 * A rate that falls along half a wave: `least + (rate - least) (1 + cos(pi step / steps)) / 2`.
 *
 * @param options Rate and steps.
 * @returns The schedule.
 * @throws {RangeError} If an option is out of range.
 * @see Loshchilov and Hutter, "SGDR: stochastic gradient descent with warm restarts", 2017.
 * @category Schedules
 *
 * @example With a warm-up
 * ```ts
 * import { cosineRate, withWarmup } from "@denovdb/denovdb/optim";
 * import { assertEquals } from "@std/assert";
 *
 * const rate = withWarmup(cosineRate({ rate: 0.01, steps: 60 }), 10);
 * assertEquals([0, 9, 30, 60].map((step) => Number(rate(step).toFixed(6))), [0.001, 0.009455, 0.005, 0]);
 * ```
 */
export function cosineRate(options: FallingRateOptions): Schedule {
  return fallingRate("cosineRate", options, (share) => 0.5 * (1 + Math.cos(Math.PI * share)));
}

/**
 * A rate that falls along a line: `least + (rate - least) (1 - step / steps)`.
 *
 * @param options Rate and steps.
 * @returns The schedule.
 * @throws {RangeError} If an option is out of range.
 * @category Schedules
 */
export function linearRate(options: FallingRateOptions): Schedule {
  return fallingRate("linearRate", options, (share) => 1 - share);
}

/**
 * A schedule that begins slowly: its rates are multiplied by `min(1, (step + 1) / steps)`.
 *
 * @param schedule The schedule.
 * @param steps Steps until its own rates.
 * @returns The schedule.
 * @throws {RangeError} If the number of steps is not above 0.
 * @throws {TypeError} If the schedule is no function.
 * @category Schedules
 */
export function withWarmup(schedule: Schedule, steps: number): Schedule {
  const operator = "withWarmup";
  checkFunction({ operator, name: "schedule" }, schedule);
  checkSteps(operator, "steps", steps);
  return (step) => schedule(step) * Math.min(1, (step + 1) / steps);
}
