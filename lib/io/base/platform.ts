/**
 * Services that Deno and Node have and browsers lack: compression that does not wait, and checksums in native code.
 *
 * Nothing here is imported by a statement, as bundles for browsers would name a module that is not there.
 *
 * @module
 */
import type * as Stream from "node:stream";
import type * as Zlib from "node:zlib";
import { continueCrc32 } from "../../core/crc32.ts";

/** The modules that come with a platform. */
interface Modules {
  readonly "node:stream": typeof Stream;
  readonly "node:zlib": typeof Zlib;
}

/** A global object that may have such modules. */
interface Platform {
  readonly process?: { readonly getBuiltinModule?: (name: string) => unknown };
}

/** Finds a module of the platform; undefined in browsers. */
export function findModule<Name extends keyof Modules>(name: Name): Modules[Name] | undefined {
  const { process } = globalThis as Platform;
  return process?.getBuiltinModule?.(name) as Modules[Name] | undefined;
}

/**
 * The compression of the platform.
 *
 * @param task What it is for, such as "read dvlod".
 * @throws {Error} If the platform has none.
 */
export function zlibFor(task: string): typeof Zlib {
  const zlib = findModule("node:zlib");
  if (zlib !== undefined) return zlib;
  throw new Error(`Cannot ${task}: this platform has no node:zlib, Deno or Node.js expected`);
}

/** The CRC-32 of bytes, or of others with a given one before them. */
export function crc32(bytes: Uint8Array, before = 0): number {
  const zlib = findModule("node:zlib");
  return zlib === undefined ? ~continueCrc32(bytes, ~before) >>> 0 : zlib.crc32(bytes, before);
}
