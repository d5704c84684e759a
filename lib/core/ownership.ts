/**
 * Ownership: results are owned by the caller, inputs are borrowed.
 *
 * @module
 */

import type { BufferHandle } from "../../ffi/_generated/native.ts";
import { isResource, refuseKind } from "../../ffi/base/checks.ts";
import type { DeviceResource } from "../../ffi/owned.ts";

export {
  type DeviceResource,
  type HandleKind,
  HandleOwner,
  shareContext,
} from "../../ffi/owned.ts";

/** Stands for a missing buffer where a native function accepts that. */
export const NO_BUFFER = 0 as BufferHandle;

/** Resources that instances of classes own in private fields. */
const PRIVATE_PARTS = new Map<unknown, (owner: object) => readonly unknown[]>();

/** Says what instances of a class own in private fields, for scopes that they are returned from. */
export function ownsPrivately<T extends object>(
  kind: new (...given: never[]) => T,
  parts: (owner: T) => readonly unknown[],
): void {
  PRIVATE_PARTS.set(kind, parts as (owner: object) => readonly unknown[]);
}

/** Resources that an object owns in private fields, as far as its class says so. */
export function privateParts(owner: object): readonly unknown[] {
  return PRIVATE_PARTS.get(owner.constructor)?.(owner) ?? [];
}

/**
 * A value whose ownership can be transferred.
 *
 * @category Ownership
 */
export interface Movable<T> extends DeviceResource {
  /** Transfers ownership to a new object; this one is then disposed. */
  move(): T;
}

/**
 * Transfers a value to a new owner.
 *
 * @param value The value; it is disposed afterwards, and using it throws.
 * @returns A new object for the same resource; the caller owns it.
 * @throws {TypeError} If it is nothing that can be moved.
 * @throws {DisposedError} If the value has already been disposed.
 * @category Ownership
 *
 * @example A tensor that leaves its block
 * ```ts
 * import { move, openContext, type Tensor, tensor } from "@denovdb/denovdb";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * function double(values: readonly number[]): Tensor<"f32"> {
 *   using made = tensor(values.map((value) => value * 2), { context });
 *   if (made.length === 0) throw new RangeError("Cannot double: no values given"); // frees it
 *   return move(made);
 * }
 * using doubled = double([1, 2]);
 * assertEquals([...await doubled.read()], [2, 4]);
 * ```
 */
export function move<T>(value: Movable<T>): T {
  const isMovable: boolean = isResource(value) && typeof value.move === "function";
  if (!isMovable) refuseKind({ operator: "move", name: "value" }, value, "something on a device");
  return value.move();
}

/**
 * Runs a function, and disposes a value if it throws.
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
