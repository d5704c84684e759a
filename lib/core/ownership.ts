/**
 * Who owns what: results are owned by the caller, inputs are borrowed.
 *
 * @module
 */

import type { BufferHandle } from "../../ffi/_generated/native.ts";
import type { DeviceResource } from "../../ffi/owned.ts";

export { type DeviceResource, HandleOwner, shareContext } from "../../ffi/owned.ts";

/** Stands for a buffer that is not there, where a native function may be called without one. */
export const NO_BUFFER = 0 as BufferHandle;

/** Something that can be handed over to a new owner. */
export interface Movable<T> extends DeviceResource {
  /** Hands everything over; this object is gone then. */
  move(): T;
}

/**
 * Hands a value over to a new owner.
 *
 * @param value The value; it is gone afterwards, and using it throws.
 * @returns The same thing under a new name; the caller owns it.
 * @throws {DisposedError} If the value is gone already.
 */
export function move<T>(value: Movable<T>): T {
  return value.move();
}

/**
 * Runs a function, and disposes a value if that fails.
 *
 * @returns What the function returns.
 */
export function disposeOnError<T>(value: Disposable, body: () => T): T {
  try {
    return body();
  } catch (error) {
    value[Symbol.dispose]();
    throw error;
  }
}
