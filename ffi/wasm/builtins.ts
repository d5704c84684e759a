/**
 * Modules that Deno, Node.js and Bun have built in and browsers have not. They are asked for when they are needed, as
 * an import would fail in a browser.
 *
 * @module
 */

/** A thread of a server-side runtime. */
export interface ThreadWorker {
  /** Sends a message. */
  postMessage(message: unknown): void;
  /** Calls a function for each message, or when the thread fails. */
  on(event: "message" | "error", listener: (value: unknown) => void): void;
  /** Lets the process wait for the thread, or end without it. */
  ref(): void;
  /** Lets the process end without it. */
  unref(): void;
  /** Ends the thread. */
  terminate(): unknown;
}

/** The parts of each module that are used. */
interface Builtins {
  readonly "node:fs": { readFileSync(path: string): Uint8Array<ArrayBuffer> };
  readonly "node:os": { availableParallelism(): number };
  readonly "node:zlib": { brotliDecompressSync(bytes: Uint8Array): Uint8Array<ArrayBuffer> };
  readonly "node:worker_threads": {
    readonly Worker: new (program: string, options: { readonly eval: true }) => ThreadWorker;
  };
}

/** A module of the runtime; `undefined` where there is none. */
export function builtin<Name extends keyof Builtins>(name: Name): Builtins[Name] | undefined {
  const { process } = globalThis as {
    readonly process?: { getBuiltinModule?(name: string): unknown };
  };
  return process?.getBuiltinModule?.(name) as Builtins[Name] | undefined;
}
