/**
 * Damaged files, for showing that readers refuse them politely.
 *
 * @module
 */
import { assert, assertInstanceOf } from "@std/assert";
import fc from "fast-check";
import { FormatError } from "../../lib/io/mod.ts";

type Read = (bytes: Uint8Array) => unknown;

/** Reads, and fails on any error that is no FormatError. Returns whether the bytes were read. */
export async function isRead(read: Read, bytes: Uint8Array): Promise<boolean> {
  try {
    await read(bytes);
    return true;
  } catch (error) {
    assertInstanceOf(error, FormatError);
    assert(!/undefined|\.$/.test(error.message), error.message);
    return false;
  }
}

/**
 * Cuts a file at each of the lengths, by default every one, and reads what is left.
 *
 * @returns The lengths at which it was still read.
 */
export async function readableCuts(
  read: Read,
  bytes: Uint8Array,
  lengths: Iterable<number> = Array(bytes.length).keys(),
): Promise<number[]> {
  const readable: number[] = [];
  // A copy of its own, so that reading beyond the cut cannot find the rest.
  for (const length of lengths) {
    if (await isRead(read, bytes.slice(0, length))) readable.push(length);
  }
  return readable;
}

/** Settings of {@linkcode corrupt}. */
export interface CorruptOptions {
  /** Number of damaged copies. */
  readonly runs?: number;
  /** Only bytes before this one are damaged. */
  readonly before?: number;
  /** Only bytes from this one on are damaged. */
  readonly from?: number;
}

/** Overwrites random bytes of a file and reads it: whatever happens, only FormatErrors are thrown. */
export async function corrupt(
  read: Read,
  bytes: Uint8Array,
  options: CorruptOptions = {},
): Promise<void> {
  const { runs = 300, from = 0, before = bytes.length } = options;
  const damage = fc.tuple(fc.integer({ min: from, max: before - 1 }), fc.nat(255));
  await fc.assert(
    fc.asyncProperty(fc.array(damage, { minLength: 1, maxLength: 6 }), async (changes) => {
      const copy = bytes.slice();
      for (const [at, byte] of changes) copy[at] = byte;
      await isRead(read, copy);
    }),
    { numRuns: runs },
  );
}
