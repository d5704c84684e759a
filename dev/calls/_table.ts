/**
 * The table of hashes: operands for every function of a family, by variants.
 *
 * @module
 */
import type { Own } from "../../lib/core/mod.ts";
import type { Inputs } from "./_inputs.ts";
import { unmarked } from "./_marks.ts";

/** The operands of a call; or a call of its own, for a function that changes its operands or needs others first. */
export type Case = readonly unknown[] | ((own: Own) => unknown);

/** Cases of a function by element types, channels and options; behind the name of one with the same bits on one device only is a star. */
export type Cases = Readonly<Record<string, Case>>;

/** The functions of a family. */
export interface Family {
  /** The folder below `lib`. */
  readonly name: string;
  /** What its `mod.ts` exports. */
  readonly exported: Readonly<Record<string, unknown>>;
  /** Cases by the name of the function. */
  readonly cases: (inputs: Inputs) => Readonly<Record<string, Cases>>;
  /** Functions without a row, and why. */
  readonly without?: Readonly<Record<string, string>>;
}

/** One call. */
export interface Row {
  /** Family and function, such as `sample/sampleTrilinear`. */
  readonly title: string;
  readonly variant: string;
  /** Where the bits of the result are the same. */
  readonly sameOn: "all devices" | "one device";
  /** Calls the function; the scope owns what else the call needs, the result is disposed after it is hashed. */
  readonly run: (own: Own) => unknown;
}

/** The rows of a family. */
export function rowsOf({ name, exported, cases }: Family, inputs: Inputs): Row[] {
  return Object.entries(cases(inputs)).flatMap(([operator, variants]) =>
    Object.entries(variants).map(([variant, given]): Row => {
      const call = exported[operator] as (...operands: readonly unknown[]) => unknown;
      return {
        title: `${name}/${operator}`,
        variant: variant.replace(/ \*$/, ""),
        sameOn: variant.endsWith(" *") ? "one device" : "all devices",
        run: typeof given === "function" ? given : () => call(...given.map(unmarked)),
      };
    })
  );
}

/** Cases by element type, or by another word. */
export function byType<D extends string>(
  dtypes: readonly D[],
  make: (dtype: D) => Case,
  suffix = "",
): Cases {
  return Object.fromEntries(dtypes.map((dtype) => [`${dtype}${suffix}`, make(dtype)]));
}

/** The same cases for several functions. */
export function alike(names: string, cases: Cases): Readonly<Record<string, Cases>> {
  return Object.fromEntries(names.split(" ").map((name) => [name, cases]));
}

/** What a family lacks and has too much: public functions without a row, and rows of what is no such function. */
export function faultsOf({ name, exported, without = {} }: Family, rows: readonly Row[]): string[] {
  const known = new Set([
    ...rows.map(({ title }) => title),
    ...Object.keys(without).map((one) => `${name}/${one}`),
  ]);
  const needed = functionsOf(exported).map((one) => `${name}/${one}`);
  return [
    ...needed.filter((title) => !known.has(title)).map((title) => `${title} has no row`),
    ...[...known].filter((title) => title.startsWith(`${name}/`) && !needed.includes(title))
      .map((title) => `${title} is no function`),
  ];
}

/** The functions of a family that have rows. */
export function operatorsOf({ exported, without = {} }: Family): string[] {
  return functionsOf(exported).filter((name) => !(name in without));
}

function functionsOf(exported: Family["exported"]): string[] {
  return Object.entries(exported).flatMap(([name, value]) => isOperator(name, value) ? name : []);
}

/** Whether an export is a function, neither a class nor a twin that does not block. */
function isOperator(name: string, value: unknown): boolean {
  return typeof value === "function" && !name.endsWith("Async") &&
    !/^class\b/.test(Function.prototype.toString.call(value));
}
