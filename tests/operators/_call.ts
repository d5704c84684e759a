/**
 * All public functions and methods, the calls of them, and what they call themselves in messages.
 *
 * @module
 */
import * as root from "../_doors.ts";
import * as io from "../../lib/io/mod.ts";
import { fileCalls } from "./_calls_io.ts";
import type { Calls, Values } from "./_operands.ts";
import { tableCalls } from "./_table_calls.ts";
import { unusualCalls } from "./_unusual_calls.ts";

/** Needs the WebAssembly module, which a checkout may lack: `tests/ffi` calls it. */
const APART = "prepareWasm";

/** What is public and can be called. */
export const FUNCTIONS: ReadonlyMap<string, (...args: unknown[]) => unknown> = new Map(
  Object.entries<unknown>({ ...root, ...io }).flatMap(([name, value]) =>
    isFunction(value) && name !== APART ? [[name, value]] : []
  ),
);

function isFunction(value: unknown): value is (...args: unknown[]) => unknown {
  return typeof value === "function" && !/^class\b/.test(String(value));
}

/** The calls of functions of devices. */
export function deviceCalls(values: Values): Calls {
  return { ...tableCalls(values), ...unusualCalls(values) };
}

/** The calls of all functions, on values that the scope owns. */
export function callsOn(values: Values): Calls {
  return { ...deviceCalls(values), ...fileCalls() };
}

/** The function of a call, or the method as `Class.method`. */
export function functionOf(call: string): string {
  return call.split("/")[0] ?? "";
}

/** What operators call themselves in messages, where that is not their name. */
const PHRASES: readonly (readonly [names: RegExp, phrases: RegExp])[] = [
  [/^gridFrom/, /^build grid$/],
  [/^jagged/, /^make jagged tensor$/],
  [/^dualBbox$/, /^take bounds$/],
  [/^(numVoxelsAt|cumVoxelsAt|hasZeroVoxelsAt)$/, /^count voxels$/],
  [/^voxelSizeAt$/, /^take voxel size$/],
  [/^originAt$/, /^take origin$/],
  [/^elapsed$/, /^measure event$/],
  [/^recordEvent$/, /^record event$/],
  [/^createBuffer$/, /^(create buffer|run bufferCreate)$/],
  [/^openContext(Async)?$/, /^open context$/],
  [/^parseConvTimings$/, /^read timings$/],
  [
    /^(tensor|emptyTensor|fullTensor|asType|fullLike|zerosLike|random\w+|stream\w+|jaggedFrom(Nested)?List)$/,
    /^(make tensor|create buffer|use (dtype|shape)|infer dtype|convert to \w+)/,
  ],
];

/** Whether a message begins with what a function calls itself. */
export function namesItself(name: string, message: string): boolean {
  if (message.startsWith(`Cannot run ${name}: `)) return true;
  const [, phrase = ""] = /^Cannot (.+?): /.exec(message) ?? [];
  return PHRASES.some(([names, phrases]) => names.test(name) && phrases.test(phrase));
}

/** Calls a function, or a method of the first operand. */
export async function callBy(call: string, operands: readonly unknown[]): Promise<unknown> {
  const name = functionOf(call);
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
