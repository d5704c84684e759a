/**
 * Files that are there as a whole or not at all.
 *
 * @module
 */

import { basename, dirname, join } from "@std/path";
import type { OptionSpec } from "./args.ts";
import { Interruption } from "./interruption.ts";
import { STDOUT, writeToStdout } from "./output.ts";

/** The option of commands that write data: pictures are drawn again and again, data are kept. */
export const FORCE_OPTION: OptionSpec = { kind: "flag", help: "overwrite an existing file" };

/** Treatment of a file that is there, by {@linkcode writeWhole}. */
export interface WholeFileOptions {
  /**
   * Whether it has to be a new one.
   *
   * @default {false}
   */
  readonly createNew?: boolean;
}

/**
 * Writes a file. If that fails or is interrupted, a new file is taken away again, and one that was there is as it was,
 * unless nothing may be written beside it.
 *
 * @param path Where it goes.
 * @param bytes What it holds.
 * @param options Whether it has to be a new one.
 * @throws {Error} If it cannot be written.
 * @throws {Interrupted} If the process is told to end before the file is whole.
 */
export async function writeWhole(
  path: string,
  bytes: Uint8Array | ReadableStream<Uint8Array>,
  { createNew = false }: WholeFileOptions = {},
): Promise<void> {
  if (path === STDOUT) {
    for await (const part of bytes instanceof Uint8Array ? [bytes] : bytes) writeToStdout(part);
    return;
  }
  const there = await stat(path);
  // A target that is no file, as /dev/null, has nothing to keep.
  if (there !== undefined && (createNew || !there.isFile)) {
    return await Deno.writeFile(path, bytes, { createNew: createNew && there.isFile });
  }
  using interruption = new Interruption();
  const { signal } = interruption;
  // A stream ends in its middle. What is small is written first: Deno does not close what listens to a signal where writing
  // fails.
  const content = (): Uint8Array | ReadableStream<Uint8Array> => {
    if (bytes instanceof Uint8Array && bytes.length <= SLICE_BYTES) return bytes;
    const stream = bytes instanceof Uint8Array ? inSlices(bytes) : bytes;
    return stream.pipeThrough(new TransformStream<Uint8Array, Uint8Array>(), { signal });
  };
  if (there === undefined) return await writeWhereNothingIs(path, content, { createNew, signal });
  const target = await Deno.realPath(path);
  const part = join(dirname(target), `.${basename(target)}-${crypto.randomUUID()}.part`);
  try {
    await writeNew(part, content, { mode: 0o600, signal });
  } catch (error) {
    // The file may be written, but nothing beside it.
    if (!REFUSED.some((kind) => error instanceof kind)) throw error;
    await Deno.writeFile(path, content());
    return signal.throwIfAborted();
  }
  try {
    if (there.mode !== null) await Deno.chmod(part, there.mode & 0o7777);
    signal.throwIfAborted();
    await Deno.rename(part, target);
  } catch (error) {
    await Deno.remove(part);
    throw error;
  }
}

/** So much of an array is written before a signal is looked at. */
const SLICE_BYTES = 1 << 24;

function inSlices(bytes: Uint8Array): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream({
    pull(controller): void {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.subarray(at, at += SLICE_BYTES));
    },
  });
}

const REFUSED = [Deno.errors.PermissionDenied, Deno.errors.NotCapable];

async function writeWhereNothingIs(
  path: string,
  content: () => Uint8Array | ReadableStream<Uint8Array>,
  { createNew, signal }: { readonly createNew: boolean; readonly signal: AbortSignal },
): Promise<void> {
  try {
    await writeNew(path, content, { signal });
  } catch (error) {
    if (createNew || !(error instanceof Deno.errors.AlreadyExists)) throw error;
    await Deno.writeFile(path, content()); // where a link leads to nothing yet
    signal.throwIfAborted();
  }
}

async function writeNew(
  path: string,
  content: () => Uint8Array | ReadableStream<Uint8Array>,
  { mode, signal }: { readonly mode?: number; readonly signal: AbortSignal },
): Promise<void> {
  try {
    await Deno.writeFile(path, content(), { createNew: true, ...mode !== undefined && { mode } });
    signal.throwIfAborted();
  } catch (error) {
    const isOurs = !(error instanceof Deno.errors.AlreadyExists);
    if (isOurs && await stat(path) !== undefined) await Deno.remove(path);
    throw error;
  }
}

async function stat(path: string): Promise<Deno.FileInfo | undefined> {
  try {
    return await Deno.stat(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}
