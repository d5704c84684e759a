/**
 * Operands that may also be something else, for tests that replace them.
 *
 * @module
 */

/** What else an operand may be: left out, any number, an object without names, or anything on a device. */
export type Leeway = "missing" | "number" | "empty" | "resource";

/** An operand that may also be something else, or that its function consumes. */
export interface Marked {
  /** Makes the operand, for each call anew where the function consumes it. */
  readonly make: () => unknown;
  /** Whether each is disposed after its call. */
  readonly consumed: boolean;
  /** What else it may be. */
  readonly leeway: ReadonlySet<Leeway>;
  /** Names in it that may be left out or hold a number instead of a list; with `[]` behind, only the latter. */
  readonly optional: ReadonlySet<string>;
}

const MARKED = new WeakSet<object>();

/** Whether an operand has marks. */
export function isMarked(operand: unknown): operand is Marked {
  return typeof operand === "object" && operand !== null && MARKED.has(operand);
}

function marked(mark: Marked): Marked {
  MARKED.add(mark);
  return mark;
}

/** An operand that may also be something else. */
export function or(value: unknown, ...leeway: readonly Leeway[]): Marked {
  return marked({
    make: () => value,
    consumed: false,
    leeway: new Set(leeway),
    optional: new Set(),
  });
}

/** Options of which none is required. */
export function options(value: object = {}): Marked {
  return or(value, "missing", "empty");
}

/** An object of which some names may be left out or hold a number instead of a list; with `[]` behind, only the latter. */
export function parts(value: object, ...optional: readonly string[]): Marked {
  const none = new Set<Leeway>();
  return marked({ make: () => value, consumed: false, leeway: none, optional: new Set(optional) });
}

/** An object that another function gave, in which nothing is replaced. */
export function given(value: object): Marked {
  return parts(value, ...Object.keys(value));
}

/** An operand that its function consumes. */
export function fresh(make: () => unknown, ...leeway: readonly Leeway[]): Marked {
  return marked({ make, consumed: true, leeway: new Set(leeway), optional: new Set() });
}

/** The operand itself. */
export function unmarked(operand: unknown): unknown {
  return isMarked(operand) ? operand.make() : operand;
}
