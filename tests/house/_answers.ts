/**
 * Calls of all public functions with one operand replaced, and what they answer.
 *
 * @module
 */
import * as root from "./_doors.ts";
import * as io from "../../lib/io/mod.ts";
import { gridCalls, surfaceCalls } from "./_calls_grids.ts";
import { fileCalls } from "./_calls_io.ts";
import { listCalls } from "./_calls_lists.ts";
import { indexCalls, lodCalls } from "./_calls_volumes.ts";
import { type Calls, isMarked, type Row, type Values } from "./_operands.ts";

/** What is public and can be called. */
export const FUNCTIONS: ReadonlyMap<string, (...args: unknown[]) => unknown> = new Map(
  Object.entries<unknown>({ ...root, ...io }).flatMap(([name, value]) =>
    isFunction(value) ? [[name, value]] : []
  ),
);

function isFunction(value: unknown): value is (...args: unknown[]) => unknown {
  return typeof value === "function" && !/^class\b/.test(String(value));
}

/** Calls a function, or a method of the first operand. */
async function call(name: string, operands: readonly unknown[]): Promise<unknown> {
  const [, method] = name.split(".");
  if (method === undefined) return await FUNCTIONS.get(name)?.(...operands);
  const [self, ...rest] = operands;
  return await Reflect.apply(Reflect.get(self as object, method), self, rest);
}

/** Disposes what a call gave, and all that is in it. */
export function discard(result: unknown): void {
  if (typeof result !== "object" || result === null || ArrayBuffer.isView(result)) return;
  if (Symbol.dispose in result) (result as Disposable)[Symbol.dispose]();
  else Object.values(result).forEach(discard);
}

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
    discard(await call(name, operands));
  } catch (error) {
    answer = { error };
  }
  discard(own);
  return { ...answer, leaks: context.stats().liveHandles !== before };
}

/** The calls of all functions, on values that the scope owns. */
export function callsOn(values: Values): Calls {
  return {
    ...gridCalls(values),
    ...surfaceCalls(values),
    ...listCalls(values),
    ...indexCalls(values),
    ...lodCalls(values),
    ...fileCalls(),
  };
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
