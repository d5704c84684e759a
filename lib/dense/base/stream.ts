/**
 * Streams of random words.
 *
 * @module
 */

import { seedWords } from "../../../ffi/base/numbers.ts";

/**
 * Which random words are used.
 *
 * @category Random numbers
 */
export interface StreamOptions {
  /** Seed; the same seed gives the same numbers. */
  readonly seed: number | bigint;
  /**
   * Number of the stream: another one for each layer and each step, for example that of a path by `streamOf` of
   * `@denovdb/denovdb/nn`.
   *
   * @default {0}
   */
  readonly stream?: number | bigint;
}

/** Seed and stream, as native functions take them. */
export interface StreamWords {
  readonly seedLow: number;
  readonly seedHigh: number;
  readonly streamLow: number;
  readonly streamHigh: number;
}

/** Checks seed and stream. */
export function streamWords(operator: string, { seed, stream = 0 }: StreamOptions): StreamWords {
  const [seedLow, seedHigh] = seedWords(operator, seed);
  const [streamLow, streamHigh] = seedWords(operator, stream, "stream");
  return { seedLow, seedHigh, streamLow, streamHigh };
}
