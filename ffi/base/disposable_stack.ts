/**
 * Stacks of what is to be disposed, which older runtimes lack.
 *
 * @module
 */

/** A stack of what is to be disposed. */
export type DisposableStack = InstanceType<typeof globalThis.DisposableStack>;

/** An error of disposing, and the one that it must not hide. */
export function suppressedError(error: unknown, suppressed: unknown): Error {
  if (typeof SuppressedError === "function") return new SuppressedError(error, suppressed);
  const message = "An error was suppressed during disposal";
  return Object.assign(new Error(message), { name: "SuppressedError", error, suppressed });
}

/** The same as the class of newer runtimes, as ECMAScript 2026 describes it. */
export class OwnDisposableStack implements DisposableStack {
  readonly [Symbol.toStringTag] = "DisposableStack";
  #steps: (() => void)[] = [];
  #disposed = false;

  get disposed(): boolean {
    return this.#disposed;
  }

  use<T extends Disposable | null | undefined>(value: T): T {
    this.#refuseDisposed();
    if (value === null || value === undefined) return value;
    const dispose: unknown = value[Symbol.dispose];
    if (typeof dispose !== "function") {
      throw new TypeError("Cannot use value: it is not disposable");
    }
    this.#steps.push(() => dispose.call(value));
    return value;
  }

  adopt<T>(value: T, onDispose: (value: T) => void): T {
    this.defer(() => onDispose(value));
    return value;
  }

  defer(onDispose: () => void): void {
    this.#refuseDisposed();
    this.#steps.push(onDispose);
  }

  move(): DisposableStack {
    this.#refuseDisposed();
    const moved = new OwnDisposableStack();
    [moved.#steps, this.#steps] = [this.#steps, []];
    this.#disposed = true;
    return moved;
  }

  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    const failures: unknown[] = [];
    for (let step = this.#steps.pop(); step !== undefined; step = this.#steps.pop()) {
      try {
        step();
      } catch (error) {
        const earlier = failures.pop();
        failures.push(earlier === undefined ? error : suppressedError(error, earlier));
      }
    }
    for (const error of failures) throw error;
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  #refuseDisposed(): void {
    if (this.#disposed) throw new ReferenceError("Cannot use a stack that is disposed");
  }
}

/** The class of the runtime, or else one like it. */
export const DisposableStack: new () => DisposableStack =
  (globalThis as { readonly DisposableStack?: new () => DisposableStack }).DisposableStack ??
    OwnDisposableStack;
