/**
 * Rows of the table of hashes: calls of operators, by titles that outlive the names of functions.
 *
 * @module
 */
import type { Own } from "../../lib/core/mod.ts";
import type { Inputs } from "./_inputs.ts";

/** A public function. */
export type Operator = (...operands: never[]) => unknown;

/** Where the bits of a result are the same. */
export type SameOn = "all devices" | "one device";

/** One call. */
export interface Row {
  /** Operator, such as `sample/trilinear`; stays as it is when the function gets another name. */
  readonly title: string;
  /** Element types, channels and options. */
  readonly variant: string;
  readonly operator: Operator;
  readonly sameOn: SameOn;
  /** Calls the operator; the scope owns what else the call needs, the result is disposed after it is hashed. */
  readonly run: (own: Own) => unknown;
}

/** The operators of a family. */
export interface Family {
  /** The folder below `lib`. */
  readonly name: string;
  /** What its `mod.ts` exports. */
  readonly exported: Readonly<Record<string, unknown>>;
  readonly rows: (inputs: Inputs) => readonly Row[];
  /** Functions without a row, and why. */
  readonly without?: ReadonlyMap<Operator, string>;
}

/** Rows of one operator, by variant. */
export function rows(
  title: string,
  operator: Operator,
  variants: Readonly<Record<string, Row["run"]>>,
  sameOn: SameOn = "all devices",
): Row[] {
  return Object.entries(variants)
    .map(([variant, run]) => ({ title, variant, operator, sameOn, run }));
}

/** Variants by element type. */
export function byType<D extends string>(
  dtypes: readonly D[],
  run: (dtype: D, own: Own) => unknown,
  suffix = "",
): Record<string, Row["run"]> {
  return Object.fromEntries(
    dtypes.map((dtype) => [`${dtype}${suffix}`, (own: Own): unknown => run(dtype, own)]),
  );
}

/** The public functions of a family that no row calls and that are not excused, by name. */
export function uncovered(family: Family, covered: ReadonlySet<unknown>): string[] {
  return Object.entries(family.exported)
    .filter(([name, value]) => isOperator(name, value))
    .filter(([, value]) => !covered.has(value) && !family.without?.has(value as Operator))
    .map(([name]) => name);
}

/** Whether an export is a function, neither a class nor a twin that does not block. */
function isOperator(name: string, value: unknown): boolean {
  return typeof value === "function" && !name.endsWith("Async") &&
    !/^class\b/.test(Function.prototype.toString.call(value));
}
