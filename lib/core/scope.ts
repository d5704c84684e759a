/**
 * Disposing several values at once.
 *
 * @module
 */

import { checkFunction, refuseKind } from "./operands.ts";

/**
 * Registers a value as owned by a scope and returns it.
 *
 * @category Ownership
 */
export type Own = <T extends Disposable>(value: T) => T;

/**
 * Owner of several values; disposing it disposes them, last in first out.
 *
 * @category Ownership
 */
export class Arena implements Disposable {
  #owned = new Set<Disposable>();
  #disposed = false;

  /** Whether everything has been disposed. */
  get disposed(): boolean {
    return this.#disposed;
  }

  /** Number of values that it owns. */
  get size(): number {
    return this.#owned.size;
  }

  /**
   * Takes ownership of a value.
   *
   * @returns The value.
   * @throws {ReferenceError} If the arena has been disposed; the value is then disposed, too.
   * @throws {TypeError} If the value cannot be disposed.
   */
  own<T extends Disposable>(value: T): T {
    if (typeof value?.[Symbol.dispose] !== "function") {
      refuseKind({ operator: "own value", name: "the value" }, value, "something to dispose");
    }
    if (this.#disposed) {
      value[Symbol.dispose]();
      throw new ReferenceError("Cannot own value: the arena has been disposed");
    }
    this.#owned.add(value);
    return value;
  }

  /**
   * Returns ownership of a value to the caller.
   *
   * @returns The value.
   * @throws {ReferenceError} If the arena does not own it.
   */
  release<T extends Disposable>(value: T): T {
    if (!this.#owned.delete(value)) {
      throw new ReferenceError("Cannot release value: the arena does not own it");
    }
    return value;
  }

  /** Releases what a result holds: the value itself, or the values in arrays and plain objects. */
  releaseResult(result: unknown): void {
    const seen = new Set<object>();
    const visit = (value: unknown): void => {
      if (typeof value !== "object" || value === null || seen.has(value)) return;
      seen.add(value);
      this.#owned.delete(value as Disposable);
      const prototype = Object.getPrototypeOf(value);
      if (Array.isArray(value) || prototype === Object.prototype || prototype === null) {
        Object.values(value).forEach(visit);
      }
    };
    visit(result);
  }

  /**
   * Disposes everything, last in first out; idempotent.
   *
   * @throws {SuppressedError} If more than one value cannot be disposed.
   */
  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    using stack = new DisposableStack();
    for (const value of this.#owned) stack.use(value);
    this.#owned.clear();
  }

  /** Disposes everything, last in first out; idempotent. */
  [Symbol.dispose](): void {
    this.dispose();
  }
}

/**
 * Runs a function and disposes the values that it registered, except those that it returns.
 *
 * The function may be asynchronous. It may return a single value, or an array or plain object of values. If it throws,
 * everything is disposed.
 *
 * @param body Calls `own(value)` for each value to be disposed at the end.
 * @returns What the function returns; the caller owns it.
 * @throws {TypeError} If it is not a function.
 * @category Ownership
 *
 * @example What is returned stays alive
 * ```ts
 * import { openContext, scope, tensor } from "@denovdb/denovdb";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using second = scope((own) => {
 *   const both = own(tensor([1, 2, 3, 4], { context, shape: [2, 2] }));
 *   return own(both.slice(1));
 * });
 * assertEquals([...await second.read()], [3, 4]);
 * assertEquals(context.stats().liveHandles, 1);
 * ```
 */
export function scope<T>(body: (own: Own) => T): T {
  checkFunction({ operator: "scope", name: "body" }, body);
  const arena = new Arena();
  const finish = (result: unknown): void => {
    arena.releaseResult(result);
    arena.dispose();
  };
  let result: T;
  try {
    result = body((value) => arena.own(value));
  } catch (error) {
    throw disposeAfter(arena, error);
  }
  if (!isPromise(result)) {
    finish(result);
    return result;
  }
  const settled = result.then((value) => {
    finish(value);
    return value;
  }, (error) => {
    throw disposeAfter(arena, error);
  });
  return settled as T;
}

/** Disposes an arena because of an error and returns what to throw. */
function disposeAfter(arena: Arena, error: unknown): unknown {
  try {
    arena.dispose();
    return error;
  } catch (later) {
    return new SuppressedError(later, error);
  }
}

function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof value === "object" && value !== null && "then" in value &&
    typeof value.then === "function";
}
