/**
 * Things on a device that somebody owns.
 *
 * @module
 */

import type { Status } from "./_generated/native.ts";
import { StatusCode } from "./_generated/symbols.ts";
import { checkResource } from "./arguments.ts";
import type { Context } from "./context.ts";
import { cannot, DisposedError } from "./errors.ts";

/** Something on a device that is used until it is disposed. */
export interface DeviceResource extends Disposable {
  /** Context on which it lives. */
  readonly context: Context;
  /** Whether it was disposed or moved, or its context was. */
  readonly disposed: boolean;
  /** Gives it up; doing so again has no effect. */
  dispose(): void;
  /** Refuses an operation, which the message names, on something that is gone. */
  assertUsable(operator: string): void;
}

/** Owner of one native handle. */
export abstract class HandleOwner<Handle extends number> implements DeviceResource {
  /** Context on which it lives. */
  readonly context: Context;
  readonly #noun: string;
  readonly #handle: Handle;
  #end: "disposed" | "moved" | undefined;

  /** Takes a handle over; messages call it by the noun. */
  constructor(context: Context, handle: Handle, noun: string) {
    this.context = context;
    this.#handle = handle;
    this.#noun = noun;
  }

  /** The native handle; throws when it is gone. */
  get handle(): Handle {
    return this.handleFor(`use ${this.#noun}`);
  }

  /** Whether it was disposed or moved, or its context was disposed. */
  get disposed(): boolean {
    return this.#end !== undefined || this.context.disposed;
  }

  /**
   * Refuses an operation on something that is gone.
   *
   * @param noun What to call it in the message.
   */
  assertUsable(operator: string, noun: string = this.#noun): void {
    if (this.#end !== undefined) {
      const subject = operator.endsWith(` ${noun}`) ? "it" : `the ${noun}`;
      throw new DisposedError(operator, `${subject} has been ${this.#end}`);
    }
    this.context.assertUsable(operator);
  }

  /** Gives the handle up; doing so again has no effect. */
  dispose(): void {
    if (this.disposed) return;
    this.#end = "disposed";
    if (this.context.lost) return;
    const status = this.free(this.#handle);
    if (status !== StatusCode.DEVICE_FAULT) this.context.check(status, `dispose ${this.#noun}`);
  }

  /** Gives the handle up; doing so again has no effect. */
  [Symbol.dispose](): void {
    this.dispose();
  }

  /** The native handle for an operation; throws when it is gone. */
  protected handleFor(operator: string): Handle {
    this.assertUsable(operator);
    return this.#handle;
  }

  /** Ends the native handle. */
  protected abstract free(handle: Handle): Status;

  /** Hands the native handle over; this owner is gone then. */
  protected release(): Handle {
    this.assertUsable(`move ${this.#noun}`);
    this.#end = "moved";
    return this.#handle;
  }
}

/**
 * Refuses an operation on things that are gone, live on several contexts, or on none.
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
