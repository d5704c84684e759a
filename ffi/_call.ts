/**
 * Checks and call order around native calls, for the generated wrappers.
 *
 * @module
 */

import type { NativeSymbols } from "./_generated/native.ts";
import { StatusCode } from "./_generated/symbols.ts";

/** Turns a size into the form that 64-bit parameters take. */
export function int64(value: number, operator: string, name: string): bigint {
  if (!Number.isSafeInteger(value)) {
    throw new RangeError(`Cannot run ${operator}: ${name} must be a safe integer, got ${value}`);
  }
  return BigInt(value);
}

/** Passes a number on that fits 32 bits. */
export function uint32(value: number, operator: string, name: string): number {
  if ((value >>> 0) !== value) {
    throw new RangeError(
      `Cannot run ${operator}: ${name} must be a whole number below 2^32, got ${value}`,
    );
  }
  return value;
}

/** Passes a number on. */
export function float64(value: number, operator: string, name: string): number {
  if (typeof value !== "number") {
    throw new TypeError(`Cannot run ${operator}: ${name} must be a number, got ${typeof value}`);
  }
  return value;
}

/** Refuses an array that is shorter than the call reads or writes. */
export function holds(
  array: { readonly length: number },
  needed: number,
  operator: string,
  name: string,
): void {
  if (!(array.length >= needed)) refuseLength(`${array.length} elements`, needed, operator, name);
}

/** Refuses memory that is shorter than the call reads or writes. */
export function holdsBytes(
  view: ArrayBufferView,
  needed: number,
  operator: string,
  name: string,
): void {
  if (!(view.byteLength >= needed)) {
    refuseLength(`${view.byteLength} bytes`, needed, operator, name);
  }
}

function refuseLength(held: string, needed: number, operator: string, name: string): never {
  throw new RangeError(`Cannot run ${operator}: ${name} holds ${held}, ${needed} needed`);
}

/**
 * Refuses memory that an asynchronous call cannot borrow.
 * Deno would say so only after the call's place in the order is taken.
 */
export function steady(view: ArrayBufferView, operator: string, name: string): void {
  if (!ArrayBuffer.isView(view)) {
    throw new TypeError(`Cannot run ${operator}: ${name} must be a typed array`);
  }
  const { buffer } = view;
  if (buffer instanceof ArrayBuffer ? buffer.resizable : buffer.growable) {
    throw new TypeError(`Cannot run ${operator}: ${name} must not be resizable`);
  }
}

/**
 * Makes an asynchronous call in the place of the context's call order that is next at this moment.
 * Everything up to the native call happens before this function returns its promise. When the signal aborts, the call
 * ends early, and its reason is thrown.
 */
export async function ordered(
  symbols: Pick<
    NativeSymbols,
    "dvdb_context_reserve" | "dvdb_context_release" | "dvdb_context_cancel"
  >,
  context: number,
  call: (ticket: number) => Promise<number>,
  signal?: AbortSignal,
): Promise<number> {
  signal?.throwIfAborted();
  const drawn = new Uint32Array(1);
  const status = symbols.dvdb_context_reserve(context, drawn);
  if (status !== 0) return status;
  const [ticket = 0] = drawn;
  const cancel = (): void => void symbols.dvdb_context_cancel(context, ticket);
  signal?.addEventListener("abort", cancel, { once: true });
  let answer: number;
  try {
    answer = await call(ticket);
  } catch (error) {
    symbols.dvdb_context_release(context, ticket);
    throw error;
  } finally {
    signal?.removeEventListener("abort", cancel);
  }
  if (answer === StatusCode.CANCELED) signal?.throwIfAborted();
  return answer;
}
