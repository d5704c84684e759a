/**
 * Bytes of what commands read: files, and stdin under the name "-".
 *
 * @module
 */

import type { ByteSource } from "../../io/mod.ts";
import { basename, dirname } from "@std/path";
import { PIPE } from "../shared/args.ts";
import { didYouMean } from "../shared/similar.ts";

/** Facts about a file before it is read. */
export type InputFacts = Pick<Deno.FileInfo, "isDirectory" | "isFile" | "size">;

/** All of stdin, which can be read once. */
let piped: Promise<Uint8Array<ArrayBuffer>> | undefined;

function readPipe(): Promise<Uint8Array<ArrayBuffer>> {
  return piped ??= new Response(Deno.stdin.readable).bytes();
}

/** Reads a file, or all of stdin. */
export async function readInput(path: string): Promise<Uint8Array<ArrayBuffer>> {
  return path === PIPE ? await readPipe() : await Deno.readFile(path);
}

/**
 * Finds a file or a folder.
 *
 * @throws {Error} If there is none.
 */
export async function statInput(path: string): Promise<InputFacts> {
  if (path === PIPE) return { isDirectory: false, isFile: true, size: (await readPipe()).length };
  try {
    return await Deno.stat(path);
  } catch (error) {
    const isAbsent = error instanceof Deno.errors.NotFound ||
      error instanceof Deno.errors.NotADirectory;
    if (!isAbsent) throw error;
    const meant = didYouMean(basename(path), await namesBeside(path));
    throw new Error(`Cannot read "${path}": there is no such file or folder${meant}`, {
      cause: error,
    });
  }
}

/** Names in the folder of a file; none where that is not there or may not be read. */
async function namesBeside(path: string): Promise<string[]> {
  try {
    return (await Array.fromAsync(Deno.readDir(dirname(path)))).map(({ name }) => name);
  } catch {
    return [];
  }
}

/** Opens a file of which parts are read. */
export async function openInput(path: string): Promise<ByteSource & Disposable> {
  if (path === PIPE) {
    const bytes = await readPipe();
    return {
      size: bytes.length,
      read: (offset, length) => Promise.resolve(bytes.slice(offset, offset + length)),
      [Symbol.dispose]: () => {},
    };
  }
  const file = await Deno.open(path);
  const { size } = await file.stat();
  return {
    size,
    async read(offset, length): Promise<Uint8Array> {
      const bytes = new Uint8Array(length);
      await file.seek(offset, Deno.SeekMode.Start);
      for (let held = 0; held < length;) {
        const now = await file.read(bytes.subarray(held));
        if (now === null) return bytes.subarray(0, held);
        held += now;
      }
      return bytes;
    },
    [Symbol.dispose]: () => file.close(),
  };
}
