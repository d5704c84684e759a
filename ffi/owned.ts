/**
 * Ownership of device resources.
 *
 * @module
 */

import type { Status } from "./_generated/native.ts";
import { StatusCode } from "./_generated/symbols.ts";
import { checkResource } from "./arguments.ts";
import type { Context } from "./context.ts";
import { cannot, DisposedError } from "./errors.ts";

/** A device resource that can be used until it is disposed. */
export interface DeviceResource extends Disposable {
  /** Context that holds it. */
  readonly context: Context;
  /** Whether it was disposed or moved, or its context has been disposed. */
  readonly disposed: boolean;
  /** Disposes it; idempotent. */
  dispose(): void;
  /** Throws, naming the operation, if it has been disposed. */
  assertUsable(operator: string): void;
}

/** Owner of one native handle. */
export abstract class HandleOwner<Handle extends number> implements DeviceResource {
  /** Context that holds it. */
  readonly context: Context;
  readonly #noun: string;
  readonly #handle: Handle;
  #end: "disposed" | "moved" | undefined;

  /** Takes ownership of a handle; messages use the noun for it. */
  constructor(context: Context, handle: Handle, noun: string) {
    this.context = context;
    this.#handle = handle;
    this.#noun = noun;
  }

  /** The native handle; throws if it has been disposed. */
  get handle(): Handle {
    return this.handleFor(`use ${this.#noun}`);
  }

  /** Whether it was disposed or moved, or its context has been disposed. */
  get disposed(): boolean {
    return this.#end !== undefined || this.context.disposed;
  }

  /**
   * Throws if it has been disposed.
   *
   * @param noun What the message calls it.
   */
  assertUsable(operator: string, noun: string = this.#noun): void {
    if (this.#end !== undefined) {
      const subject = operator.endsWith(` ${noun}`) ? "it" : `the ${noun}`;
      throw new DisposedError(operator, `${subject} has been ${this.#end}`);
    }
    this.context.assertUsable(operator);
  }

  /** Destroys the handle; idempotent. */
  dispose(): void {
    if (this.disposed) return;
    this.#end = "disposed";
    if (this.context.lost) return;
    const status = this.free(this.#handle);
    if (status !== StatusCode.DEVICE_FAULT) this.context.check(status, `dispose ${this.#noun}`);
  }

  /** Destroys the handle; idempotent. */
  [Symbol.dispose](): void {
    this.dispose();
  }

  /** The native handle for an operation; throws if it has been disposed. */
  protected handleFor(operator: string): Handle {
    this.assertUsable(operator);
    return this.#handle;
  }

  /** Destroys the native handle. */
  protected abstract free(handle: Handle): Status;

  /** Releases ownership of the native handle; this object is then disposed. */
  protected release(): Handle {
    this.assertUsable(`move ${this.#noun}`);
    this.#end = "moved";
    return this.#handle;
  }
}

/**
 * Throws if resources have been disposed, belong to several contexts, or are not device resources.
 *
 * @returns The context of all.
 */
export function shareContext(
  operator: string,
  first: DeviceResource,
  ...others: readonly DeviceResource[]
): Context {
  checkResource(operator, first);
  for (const other of others) {
    checkResource(operator, other);
    if (other.context !== first.context) {
      throw new TypeError(
        `${cannot(operator)}: one input is on ${first.context.device} and another on ` +
          `${other.context.device}, in different contexts`,
      );
    }
  }
  return first.context;
}
