/**
 * Disposing several values at once.
 *
 * @module
 */

import { Context } from "../../ffi/context.ts";
import { giveToScope, type HandleKind, HandleOwner, hold } from "../../ffi/owned.ts";
import {
  CallHandles,
  currentScope,
  runInScope,
  runInScopeSync,
  type ScopeHandles,
} from "../../ffi/scopes.ts";
import { checkFunction, refuseKind } from "../../ffi/base/checks.ts";
import { privateParts } from "./ownership.ts";
import { Tensor } from "./tensor.ts";
import { DisposableStack, suppressedError } from "../../ffi/base/disposable_stack.ts";

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
 * Runs a function and disposes what was made meanwhile, except what it returns.
 *
 * Tensors, lists, grids and whatever else is made on a device while the function runs belong to the scope, without
 * being registered; so does what `own(value)` is called for, which may be anything disposable. What the function
 * returns stays alive and belongs to the caller, or to the scope around this one: the value itself, and what can be
 * reached from it through properties, arrays, maps and sets. Of values that were registered only the result itself
 * stays, or those in arrays and plain objects. If the function throws, everything is disposed.
 *
 * The function may be asynchronous. Where the host follows promises (Deno, Node.js, Bun), what it makes after an
 * `await` belongs to the scope, too; elsewhere that must be registered.
 *
 * What only a variable outside holds is disposed at the end: return it instead.
 *
 * @param body The function; it may call `own(value)` for more values to be disposed at the end.
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
 * using second = scope(() => {
 *   const both = tensor([1, 2, 3, 4], { context, shape: [2, 2] });
 *   return both.slice(1);
 * });
 * assertEquals([...await second.read()], [3, 4]);
 * assertEquals(context.stats().liveHandles, 1);
 * ```
 */
export function scope<T>(body: (own: Own) => T): T {
  checkFunction({ operator: "scope", name: "body" }, body);
  const arena = new Arena();
  const made: ScopeHandles = new Set();
  const outer = currentScope();
  const finish = <R>(result: R): R => {
    arena.releaseResult(result);
    handOver(result, made, (handle) => giveToScope(handle, outer));
    disposeAll(arena, made);
    return result;
  };
  const fail = (error: unknown): never => {
    try {
      disposeAll(arena, made);
    } catch (later) {
      throw suppressedError(later, error);
    }
    throw error;
  };
  let result: T;
  try {
    result = runInScope(made, () => body((value) => arena.own(value)));
  } catch (error) {
    return fail(error);
  }
  return isPromise(result) ? result.then(finish, fail) as T : finish(result);
}

/**
 * Runs a function that awaits nothing and disposes what was made meanwhile, except what can be reached from its result,
 * which then belongs to no scope, whichever runs. If it throws, everything is disposed.
 */
export function outsideScopes<T>(body: () => T): T {
  const made = new CallHandles();
  try {
    const result = runInScopeSync(made, body);
    handOver(result, made, (handle) => giveToScope(handle, undefined));
    return result;
  } finally {
    if (made.size > 0) disposeMade(made);
  }
}

/** Sets that are empty, to be used again: a tape needs one for each of its operators. */
const SPARE: CallHandles[] = [];

/**
 * The same for a holder of what the function makes, such as a tape, which disposes it in any case or gives it to a scope.
 *
 * @param parts What is held of the result.
 */
export function heldOutside<T>(body: () => T, parts: (result: T) => readonly unknown[]): T {
  const made = SPARE.pop() ?? new CallHandles();
  try {
    const result = runInScopeSync(made, body);
    for (const part of made.size > 0 ? parts(result) : []) {
      if (!(part instanceof Tensor)) handOver(part, made, hold);
      else if (made.has(part.buffer)) hold(part.buffer);
    }
    return result;
  } finally {
    if (made.size > 0) disposeMade(made);
    else SPARE.push(made);
  }
}

function disposeMade(made: ScopeHandles): void {
  using stack = new DisposableStack();
  for (const handle of made) stack.use(handle);
}

/** Runs a function that awaits nothing while no scope runs: what it makes belongs to none. */
export function withoutScope<T>(body: () => T): T {
  return runInScopeSync(undefined, body);
}

/** Takes what can be reached from a value away from the scope that runs, if there is one. */
export function leaveScope(value: unknown): void {
  const scope = currentScope();
  if (scope !== undefined) handOver(value, scope, (handle) => giveToScope(handle, undefined));
}

/** Gives handles that belong to no scope to the one that runs, or to the caller if there is none. */
export function enterScope(handles: Iterable<HandleOwner<HandleKind>>): void {
  const scope = currentScope();
  for (const handle of handles) giveToScope(handle, scope);
}

/** Disposes what was registered, then what was made, last in first out. */
function disposeAll(arena: Arena, made: ScopeHandles): void {
  using stack = new DisposableStack();
  for (const handle of made) stack.use(handle);
  stack.use(arena);
}

/** Gives away the handles of a scope that can be reached from a result. */
function handOver(
  result: unknown,
  made: ScopeHandles,
  give: (handle: HandleOwner<HandleKind>) => void,
): void {
  if (made.size === 0) return;
  const seen = new Set<object>();
  const visitHandle = (handle: HandleOwner<HandleKind>): void => {
    if (made.has(handle)) give(handle);
  };
  const visit = (value: unknown): void => {
    if (made.size === 0 || typeof value !== "object" || value === null || seen.has(value)) return;
    if (value instanceof Tensor) return visitHandle(value.buffer); // most results are tensors
    seen.add(value);
    if (ArrayBuffer.isView(value) || value instanceof Context) return;
    if (value instanceof HandleOwner) visitHandle(value);
    if (value instanceof Map || value instanceof Set) {
      for (const part of value.values()) visit(part);
    }
    for (const part of Object.values(value)) visit(part);
    for (const part of privateParts(value)) visit(part);
  };
  visit(result);
}

function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof value === "object" && value !== null && "then" in value &&
    typeof value.then === "function";
}
