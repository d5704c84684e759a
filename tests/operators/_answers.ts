/**
 * Calls of all public functions with one operand replaced, and what they answer.
 *
 * @module
 */
import type * as root from "../_doors.ts";
import { callBy, discard } from "./_call.ts";
import { isMarked } from "../../dev/calls/_marks.ts";
import type { Row } from "./_operands.ts";

/** Whether a value is nothing but its names. */
export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null &&
    Object.getPrototypeOf(value) === Object.prototype;
}

/** Raw messages of the engine; some of them begin as those of the library. */
const RAW =
  /^Cannot (read prop|set prop|destructure|convert (undefined|null|a BigInt|object)|mix|use 'in')|is not (iterable|a function|defined)|is not an? (object|constructor|instance)|called on null|Invalid FFI/;

/** Whether an error is one of the library's. */
export function isOurs(error: unknown): error is Error {
  return error instanceof Error && /^Cannot .+?: ./.test(error.message) &&
    !RAW.test(error.message);
}

/** Calls with one operand replaced, if any is; what it throws, and whether something is left behind. */
export async function answerOf(
  name: string,
  row: Row,
  context: root.Context,
  replaced?: { readonly place: number; readonly value: unknown },
): Promise<{ readonly error?: unknown; readonly leaks: boolean }> {
  const before = context.stats().liveHandles;
  const own: unknown[] = [];
  const operands = row.map((operand, place) => {
    if (place === replaced?.place) return replaced.value;
    if (!isMarked(operand)) return operand;
    const value = operand.make();
    if (operand.consumed) own.push(value);
    return value;
  });
  let answer: { readonly error?: unknown } = {};
  try {
    discard(await callBy(name, operands));
  } catch (error) {
    answer = { error };
  }
  discard(own);
  return { ...answer, leaks: context.stats().liveHandles !== before };
}

/** The plain object that an operand is, or nothing. */
export function objectAt(row: Row, place: number): Readonly<Record<string, unknown>> | undefined {
  const operand = row[place];
  const good = isMarked(operand) && !operand.consumed ? operand.make() : operand;
  return isPlainObject(good) ? good : undefined;
}

/** The names of the options that a function knows, as it tells them itself. */
export async function optionsOf(
  name: string,
  row: Row,
  place: number,
  context: root.Context,
): Promise<string[]> {
  const value = { ...objectAt(row, place), mispeled: 1 };
  const { error } = await answerOf(name, row, context, { place, value });
  const [, known = ""] = / "mispeled" is unknown, (.+) expected$/.exec(String(error)) ?? [];
  return known.split(/, | or /).filter((option) => option !== "");
}
