/**
 * What operands hold on devices: found in them, and replaced.
 *
 * @module
 */
import * as root from "../_doors.ts";
import { bundle } from "../../lib/core/bundle.ts";
import { isMarked } from "../../dev/calls/_marks.ts";
import type { Row } from "./_operands.ts";

/** Where something is in the operands of a call. */
export type Path = readonly [place: number, ...names: (string | number)[]];

const BUNDLE = Object.getPrototypeOf(bundle("None", {}).constructor);

/** Whether a value is a result of several parts. */
function isBundle(value: unknown): value is object {
  return value instanceof BUNDLE;
}

function isDisposable(value: unknown): value is Disposable {
  return typeof value === "object" && value !== null && Symbol.dispose in value &&
    !(value instanceof root.Arena);
}

/** The path of everything in a call that can be disposed: of bundles, and of their parts, too. */
export function pathsIn(row: Row): Path[] {
  return row.flatMap((operand, place) => {
    const value = isMarked(operand) && !operand.consumed ? operand.make() : operand;
    if (isMarked(value)) return [[place] as const];
    return namesIn(value).map((names): Path => [place, ...names]);
  });
}

function namesIn(value: unknown): (string | number)[][] {
  const inside = (): (string | number)[][] => {
    if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return [];
    return Object.entries(value).flatMap(([name, part]) =>
      namesIn(part).map((rest) => [Array.isArray(value) ? Number(name) : name, ...rest])
    );
  };
  if (!isDisposable(value)) return inside();
  return [[], ...isBundle(value) ? inside() : []];
}

/** Whether a path leads to a part of a bundle. */
export function isPart(row: Row, path: Path): boolean {
  return path.some((_, n) => n > 0 && isBundle(valueAt(row, path.slice(0, n) as unknown as Path)));
}

/** What is at a path of a call. */
export function valueAt(row: Row, [place, ...names]: Path): unknown {
  const operand = row[place];
  const value = isMarked(operand) ? operand.make() : operand;
  return names.reduce((part, name) => Reflect.get(part as object, name), value);
}

/** The operands of a call, with what is at a path replaced; what they would consume is made by `own`. */
export function replaced(
  row: Row,
  [place, ...names]: Path,
  value: unknown,
  own: root.Own,
): unknown[] {
  return row.map((operand, n) => {
    if (n === place && names.length === 0) return value;
    const good = isMarked(operand) ? operand.make() : operand;
    if (isMarked(operand) && operand.consumed && isDisposable(good)) own(good);
    return n === place ? replacedIn(good, names, value) : good;
  });
}

function replacedIn(
  whole: unknown,
  [name, ...rest]: readonly (string | number)[],
  value: unknown,
): unknown {
  if (name === undefined) return value;
  const part = replacedIn(Reflect.get(whole as object, name), rest, value);
  if (Array.isArray(whole)) return whole.with(Number(name), part);
  return { ...whole as object, [name]: part };
}
