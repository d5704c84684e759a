/**
 * WebAssembly contexts that are short of something.
 *
 * @module
 */

import { ABI_HASH } from "../../ffi/_generated/symbols.ts";
import type { Context } from "../../ffi/context.ts";
import { createContext } from "../../ffi/open_context.ts";
import type { MachineOptions } from "../../ffi/wasm/machine.ts";
import { openModule } from "../../ffi/wasm/library.ts";
import { fromFileUrl } from "@std/path";

/** The module that `deno task build:wasm` makes. */
export const MODULE: string = fromFileUrl(
  new URL("../../build/wasm/denovdb.wasm", import.meta.url),
);

/** Whether it is there. */
export const hasModule: boolean = exists(MODULE);

function exists(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

/** Registers a test that needs the module. */
export function wasmTest(title: string, fn: () => void | Promise<void>): void {
  const reason = hasModule ? "" : ": skipped: no module";
  Deno.test({ name: `${title} [wasm${reason}]`, ignore: !hasModule, fn });
}

/** Opens a context on a module of its own. */
export function openOwn(options: MachineOptions, threads = 1): Context {
  const { native, note, close } = openModule(MODULE, options);
  const library = { path: MODULE, backend: "wasm", native, note, [Symbol.dispose]: close } as const;
  return createContext(library, 0, threads);
}

/** The module as one of another version would be. */
export function withOtherHash(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const found = encodedHash();
  const other = bytes.slice();
  let count = 0;
  for (let place = 0; place + found.length <= other.length; place++) {
    if (!found.every((byte, at) => other[place + at] === byte)) continue;
    const at = place + 1;
    other[at] = (other[at] ?? 0) ^ 1;
    count += 1;
  }
  if (count === 0) throw new Error("the module does not hold its hash");
  return other;
}

/** How the hash stands in code: signed LEB128 of 32 bits. */
function encodedHash(): number[] {
  const bytes: number[] = [];
  for (let left = ABI_HASH | 0;;) {
    const byte = left & 127;
    left >>= 7;
    const isLast = (left === 0 && (byte & 64) === 0) || (left === -1 && (byte & 64) !== 0);
    bytes.push(isLast ? byte : byte | 128);
    if (isLast) return bytes;
  }
}
