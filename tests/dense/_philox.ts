/**
 * Philox4x32-10 by its definition, in whole numbers of any size.
 *
 * @module
 */

const WORD = 0xffffffffn;

/** The four words of a block. */
export function philox(seed: bigint, stream: bigint, block: bigint): readonly number[] {
  let [a, b, c, d] = [block & WORD, block >> 32n, stream & WORD, stream >> 32n];
  let [low, high] = [seed & WORD, seed >> 32n];
  for (let round = 0; round < 10; round++) {
    const first = 0xd2511f53n * a;
    const second = 0xcd9e8d57n * c;
    [a, b, c, d] = [
      (second >> 32n) ^ b ^ low,
      second & WORD,
      (first >> 32n) ^ d ^ high,
      first & WORD,
    ];
    low = (low + 0x9e3779b9n) & WORD;
    high = (high + 0xbb67ae85n) & WORD;
  }
  return [a, b, c, d].map(Number);
}
