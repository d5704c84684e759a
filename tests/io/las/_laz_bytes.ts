/**
 * LAZ files of many chunks, put together from the start of a real chunk.
 *
 * The range coder here is written against the LASzip sources on its own, as a counterpart to the
 * decoder of the library.
 *
 * @module
 */

const TOP = 2 ** 32;

/** The adaptive alphabet of LASzip, as encoders keep it. */
class Alphabet {
  readonly #counts: number[];
  #total = 0;
  #cycle: number;
  #wait = 0;
  /** Start of each letter in units of 2^-15, and 2^15 at the end. */
  starts: number[] = [];

  constructor(letters: number) {
    this.#counts = Array(letters).fill(1);
    this.#cycle = letters;
    this.#spread();
    this.#cycle = Math.floor((letters + 6) / 2);
    this.#wait = this.#cycle;
  }

  count(letter: number): void {
    this.#counts[letter] = (this.#counts[letter] ?? 0) + 1;
    if (--this.#wait === 0) this.#spread();
  }

  #spread(): void {
    this.#total += this.#cycle;
    if (this.#total > 32768) throw new RangeError("Cannot encode so many letters");
    const scale = Math.floor(2 ** 31 / this.#total);
    let sum = 0;
    this.starts = this.#counts.map((count) => {
      const start = Math.floor(scale * sum / 65536);
      sum += count;
      return start;
    });
    this.#cycle = Math.min(Math.floor(this.#cycle * 1.25), 8 * (this.#counts.length + 6));
    this.#wait = this.#cycle;
  }
}

/** The range coder of LASzip. */
class Encoder {
  readonly bytes: number[] = [];
  #low = 0;
  #range = TOP - 1;
  readonly #correctors = new Map<number, Alphabet>();
  #zeros = 1;
  #bits = 2;
  #bitCycle = 4;
  #bitWait = 4;
  #zeroPart = 4096;

  /** Writes a correction, -2^31 to 2^31 - 1, in the way of LASzip's integer compressor. */
  correction(value: number, widths: Alphabet): void {
    let width = 0;
    for (let rest = value <= 0 ? -value : value - 1; rest > 0; rest = Math.floor(rest / 2)) width++;
    this.#letter(widths, width);
    if (width === 0) return this.#bit(value);
    const code = value < 0 ? value + 2 ** width - 1 : value - 1;
    const low = Math.max(0, width - 8);
    const corrector = this.#correctors.get(width) ?? new Alphabet(2 ** Math.min(width, 8));
    this.#correctors.set(width, corrector);
    this.#letter(corrector, Math.floor(code / 2 ** low));
    if (low > 0) this.#raw(code % 2 ** low, low);
  }

  finish(): number[] {
    const one = this.#range > 2 ** 25;
    this.#take(one ? 2 ** 24 : 2 ** 23, one ? 2 ** 23 : 2 ** 15);
    return [...this.bytes, 0, 0, ...(one ? [0] : [])];
  }

  #letter(alphabet: Alphabet, letter: number): void {
    const step = Math.floor(this.#range / 32768);
    const start = step * (alphabet.starts[letter] ?? 0);
    const next = alphabet.starts[letter + 1];
    this.#take(start, (next === undefined ? this.#range : step * next) - start);
    alphabet.count(letter);
  }

  #bit(bit: number): void {
    const split = this.#zeroPart * Math.floor(this.#range / 8192);
    if (bit === 0) this.#zeros++;
    this.#take(bit === 0 ? 0 : split, bit === 0 ? split : this.#range - split);
    if (--this.#bitWait > 0) return;
    this.#bits += this.#bitCycle;
    this.#zeroPart = Math.floor(Math.floor(2 ** 31 / this.#bits) * this.#zeros / 2 ** 18);
    this.#bitCycle = Math.min(64, Math.floor(this.#bitCycle * 1.25));
    this.#bitWait = this.#bitCycle;
  }

  #raw(value: number, bits: number): void {
    if (bits > 19) {
      this.#raw(value % 65536, 16);
      return this.#raw(Math.floor(value / 65536), bits - 16);
    }
    const step = Math.floor(this.#range / 2 ** bits);
    this.#take(step * value, step);
  }

  #take(start: number, range: number): void {
    this.#low += start;
    if (this.#low >= TOP) {
      this.#low -= TOP;
      let at = this.bytes.length - 1;
      while (this.bytes[at] === 255) this.bytes[at--] = 0;
      this.bytes[at] = (this.bytes[at] ?? 0) + 1;
    }
    this.#range = range;
    while (this.#range < 2 ** 24) {
      this.bytes.push(Math.floor(this.#low / 2 ** 24));
      this.#low = this.#low % 2 ** 24 * 256;
      this.#range *= 256;
    }
  }
}

/** A chunk: its first points and how many bytes of the model it takes. */
export interface ChunkBytes {
  readonly count: number;
  readonly length: number;
}

/** What {@linkcode chunkedLaz} makes. */
export interface ChunkedLaz {
  /** A LAZ file; every chunk starts like its first one. */
  readonly model: Uint8Array;
  /** Byte offset of the payload of its "laszip encoded" record. */
  readonly zip: number;
  readonly chunks: readonly ChunkBytes[];
  /** Points per chunk; chunks of varying size where absent. */
  readonly chunkPoints?: number;
}

/** Codes the table of chunks, behind its version and length. */
export function chunkTable(chunks: readonly ChunkBytes[], chunkPoints?: number): number[] {
  const encoder = new Encoder();
  const [counts, lengths] = [new Alphabet(33), new Alphabet(33)];
  let last: ChunkBytes = { count: 0, length: 0 };
  for (const chunk of chunks) {
    if (chunkPoints === undefined) encoder.correction(chunk.count - last.count, counts);
    encoder.correction(chunk.length - last.length, lengths);
    last = chunk;
  }
  return encoder.finish();
}

/** Makes a LAZ file with the given chunks. */
export function chunkedLaz({ model, zip, chunks, chunkPoints }: ChunkedLaz): Uint8Array {
  const first = new DataView(model.buffer, model.byteOffset).getUint32(96, true) + 8;
  const table = chunkTable(chunks, chunkPoints);
  const tableAt = chunks.reduce((sum, { length }) => sum + length, first);
  const bytes = new Uint8Array(tableAt + 8 + table.length);
  bytes.set(model.subarray(0, first));
  let at = first;
  for (const { length } of chunks) {
    bytes.set(model.subarray(first, first + length), at);
    at += length;
  }
  bytes.set(table, tableAt + 8);
  const view = new DataView(bytes.buffer);
  view.setUint32(107, chunks.reduce((sum, { count }) => sum + count, 0), true);
  view.setUint32(zip + 12, chunkPoints ?? 0xffffffff, true);
  view.setBigInt64(first - 8, BigInt(tableAt), true);
  view.setUint32(tableAt + 4, chunks.length, true);
  return bytes;
}
