/**
 * A module with its memory, and how arrays of the program get there and back.
 *
 * @module
 */

import type { CompiledModule } from "./module.ts";
import { makeImports } from "./worker_program.ts";
import { Workers } from "./workers.ts";

/** Options of starting a module. */
export interface MachineOptions {
  /** Whether memory is shared with workers; by default where the runtime has that. */
  readonly shared?: boolean;
  /** The most pages of 64 KiB that the memory may have. */
  readonly maximumPages?: number;
}

/** A function of a module. */
type WasmFunction = (...values: (number | bigint)[]) => number;

/** Whether this runtime has memory that workers can share. */
export function canShare(): boolean {
  if (typeof SharedArrayBuffer !== "function") return false;
  // Browsers have the class, but refuse to pass its objects on, where a page is not isolated from others.
  return (globalThis as { readonly crossOriginIsolated?: boolean }).crossOriginIsolated !== false ||
    "process" in globalThis;
}

/** A module with its memory. */
export class Machine {
  /** Functions of the module by their names. */
  readonly functions: Readonly<Record<string, WasmFunction>>;
  /** Its workers; `undefined` if it shares no memory. */
  readonly workers: Workers | undefined;
  readonly #memory: WebAssembly.Memory;
  #bytes: Uint8Array;

  /** Starts a module. */
  constructor({ module, memory }: CompiledModule, options: MachineOptions = {}) {
    const { initial, maximum, shared } = memory;
    this.#memory = new WebAssembly.Memory({
      initial,
      maximum: Math.min(maximum, options.maximumPages ?? maximum),
      shared,
    });
    this.#bytes = new Uint8Array(this.#memory.buffer);
    const maySleep = (): number => {
      if (!shared) throw new WebAssembly.RuntimeError("a single thread would wait for ever");
      return isPage() ? 0 : 1;
    };
    const { exports } = new WebAssembly.Instance(
      module,
      makeImports(module, this.#memory, maySleep),
    );
    this.functions = exports as Record<string, WasmFunction>;
    this.functions["_initialize"]?.();
    this.workers = shared
      ? new Workers({
        module,
        memory: this.#memory,
        allocate: (bytes) => this.allocate(bytes),
        call: (name, values) => this.call(name, values),
      })
      : undefined;
  }

  /** All memory as it is now: it moves when it grows, which any call may do. */
  get bytes(): Uint8Array {
    if (this.#bytes.buffer !== this.#memory.buffer) {
      this.#bytes = new Uint8Array(this.#memory.buffer);
    }
    return this.#bytes;
  }

  /** Calls a function of the C interface. */
  call(name: string, values: readonly (number | bigint)[]): number {
    const found = this.functions[name];
    if (found === undefined) throw new TypeError(`the module has no function ${name}`);
    return found(...values);
  }

  /** Allocates memory; 0 if there is none. */
  allocate(bytes: number): number {
    return (this.functions["wasm_allocate"]?.(bytes) ?? 0) >>> 0;
  }

  /** Frees memory. */
  free(place: number): void {
    this.functions["wasm_free"]?.(place);
  }
}

/** Whether this is the main thread of a web page, which must not sleep. */
function isPage(): boolean {
  return "document" in globalThis && !("process" in globalThis);
}
