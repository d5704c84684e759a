/**
 * Gives contexts of a module the threads that they ask for.
 *
 * @module
 */

import type { NativeSymbols } from "../_generated/native.ts";
import { StatusCode } from "../_generated/symbols.ts";
import { builtin } from "./builtins.ts";
import type { Workers } from "./workers.ts";

/** Threads of all live contexts, and the workers for them. */
export class Staff {
  readonly #workers: Workers | undefined;
  readonly #threads = new Map<number, number>();

  /** Begins without contexts; all of them have one thread if there are no workers. */
  constructor(workers: Workers | undefined) {
    this.#workers = workers;
  }

  /** The same functions, but those that make and destroy contexts also find and count their threads. */
  watch(symbols: NativeSymbols): NativeSymbols {
    return {
      ...symbols,
      ["dvdb_context_create"]: (device, threads, out) => {
        const wanted = this.#grant(threads);
        const status = symbols.dvdb_context_create(device, wanted, out);
        if (status === StatusCode.OK) this.#add((out as Uint32Array)[0] ?? 0, wanted);
        return status;
      },
      ["dvdb_context_destroy"]: (context) => {
        const status = symbols.dvdb_context_destroy(context);
        if (status === StatusCode.OK) this.#threads.delete(context);
        return status;
      },
    };
  }

  /** The threads for a number that was asked for, where 0 stands for as many as there are processors. */
  #grant(threads: number): number {
    if (this.#workers === undefined) return 1;
    return threads === 0 ? countProcessors() : threads;
  }

  #add(context: number, threads: number): void {
    this.#threads.set(context, threads);
    let helpers = 0;
    for (const own of this.#threads.values()) helpers += own - 1;
    this.#workers?.grow(helpers);
  }
}

/** Number of processors. Node.js tells it by `navigator` from version 21 on. */
function countProcessors(): number {
  const { navigator } = globalThis as { readonly navigator?: typeof globalThis.navigator };
  return navigator?.hardwareConcurrency ?? builtin("node:os")?.availableParallelism() ?? 1;
}
