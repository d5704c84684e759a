/**
 * The safety net below ownership: handles whose owners nobody disposed.
 *
 * @module
 */

import { type Context, leakNotes } from "./context.ts";
import type { LeakNote } from "./leaks.ts";

/** The remains of an owner that the garbage collector took. */
export interface Remains {
  /** Context that holds the handle. */
  readonly context: Context;
  /** The owner's name in messages. */
  readonly noun: string;
  /** The note of its context, if that tracks live handles. */
  readonly note: LeakNote | undefined;
  /** The handle. */
  readonly handle: number;
  /** Destroys the handle; one function for all owners, as a closure for each would cost more than the rest. */
  readonly free: (remains: Remains) => void;
}

let warned = false;

/** Frees what was forgotten. Once, it says so: that memory was held for longer than anybody wanted. */
const FORGOTTEN = new FinalizationRegistry<Remains>((remains) => {
  if (remains.context.disposed || remains.context.lost) return;
  remains.free(remains);
  if (remains.note !== undefined) leakNotes(remains.context)?.delete(remains.note);
  if (warned) return;
  warned = true;
  // deno-lint-ignore no-console -- nobody is left who could be told in another way
  console.warn(
    `denovdb: a ${remains.noun} on ${remains.context.device} was freed by the garbage collector, as nothing disposed ` +
      "it. Use `using`, dispose() or scope(); openContext({ trackLeaks: true }) lists what is alive in stats().leaks.",
  );
});

/** Frees a handle once its owner cannot be reached any more. */
export function watch(owner: object, remains: Remains): void {
  FORGOTTEN.register(owner, remains, owner);
}

/** Stops watching an owner that has given up its handle. */
export function unwatch(owner: object): void {
  FORGOTTEN.unregister(owner);
}
