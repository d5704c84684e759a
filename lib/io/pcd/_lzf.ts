/**
 * LZF, the compression of binary_compressed PCD files.
 *
 * @module
 */

/** Three bytes make at most 264: the longest repetition. */
const MOST_EXPANSION = 88;

/** The most bytes that so many compressed ones can give. */
export function mostLzf(compressed: number): number {
  return compressed * MOST_EXPANSION;
}

/**
 * Unpacks LZF data of a known length.
 *
 * A byte below 32 says that so many bytes and one more follow as they are. Any other byte repeats
 * earlier output: its upper three bits are the length less 2, or 7 and the rest in the next byte; its
 * lower five bits and a further byte are the distance less 1. Source: M. Lehmann, liblzf.
 *
 * @returns What is wrong and at which compressed byte; undefined if `output` is full at the end.
 */
export function unpackLzf(
  input: Uint8Array,
  output: Uint8Array,
): { readonly problem: string; readonly at: number } | undefined {
  let from = 0;
  let to = 0;
  while (from < input.length) {
    const at = from;
    const code = input[from++] ?? 0;
    if (code < 32) {
      const end = from + code + 1;
      if (end > input.length) return { problem: "a run of bytes is cut off", at };
      if (to + code + 1 > output.length) return { problem: "more is compressed than stated", at };
      while (from < end) output[to++] = input[from++] ?? 0;
      continue;
    }
    let length = (code >> 5) + 2;
    if (length === 9) length += input[from++] ?? 0;
    const distance = ((code & 31) << 8) + (input[from++] ?? 0) + 1;
    if (from > input.length) return { problem: "a repetition is cut off", at };
    if (distance > to) return { problem: `a repetition reaches ${distance} bytes back`, at };
    if (to + length > output.length) return { problem: "more is compressed than stated", at };
    for (const end = to + length; to < end; to++) output[to] = output[to - distance] ?? 0;
  }
  return to === output.length
    ? undefined
    : { problem: `${to} bytes are compressed, ${output.length} stated`, at: from };
}
