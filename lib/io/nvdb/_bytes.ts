/**
 * The bytes of one NanoVDB grid, or of what comes before it in a file: numbers read with checks.
 *
 * @module
 */
import { FormatError } from "../base/errors.ts";

/** The name of the format in messages. */
const FORMAT = "NanoVDB";

/** Throws for a file that is wrong. */
export function failNvdb(problem: string, offset: number, cause?: unknown): never {
  throw new FormatError(FORMAT, problem, cause === undefined ? { offset } : { offset, cause });
}

/** Bytes with a place in a file. */
export class NvdbBytes {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  readonly #what: string;
  readonly #offset: number;
  readonly #packed: boolean;

  /**
   * Takes bytes, wherever they lie.
   *
   * @param bytes The bytes.
   * @param where What they are, for messages, their first byte in the file, and whether they were unpacked there.
   */
  constructor(
    bytes: Uint8Array,
    where: { readonly what: string; readonly offset: number; readonly packed: boolean },
  ) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#what = where.what;
    this.#offset = where.offset;
    this.#packed = where.packed;
  }

  /** Number of bytes. */
  get length(): number {
    return this.bytes.length;
  }

  /** Says what is wrong at one of the bytes, and what can be done where something can. */
  fail(problem: string, at: number, { advice }: { readonly advice?: string } = {}): never {
    const place = this.#packed ? ` at byte ${at} of the unpacked grid` : "";
    const end = advice === undefined ? "" : `; ${advice}`;
    failNvdb(`${this.#what}: ${problem}${place}${end}`, this.#offset + (this.#packed ? 0 : at));
  }

  /** Refuses a part that is not inside; sizes may be as wrong as they like. */
  need(what: string, at: number, length: number): void {
    if (at >= 0 && length >= 0 && at + length <= this.length) return;
    this.fail(
      `${what} has bytes ${at} to ${at + length}, there are ${this.length}`,
      Math.min(Math.max(at, 0), this.length),
    );
  }

  u8(at: number): number {
    return this.view.getUint8(at);
  }

  u32(at: number): number {
    return this.view.getUint32(at, true);
  }

  i32(at: number): number {
    return this.view.getInt32(at, true);
  }

  f64(at: number): number {
    return this.view.getFloat64(at, true);
  }

  /** A whole number of 64 bits with a sign, as a double: exact where it matters, large where it is wrong. */
  i64(at: number): number {
    return this.view.getUint32(at, true) + this.view.getInt32(at + 4, true) * 2 ** 32;
  }

  /** A whole number of 64 bits without sign, as a double. */
  u64(at: number): number {
    return this.view.getUint32(at, true) + this.view.getUint32(at + 4, true) * 2 ** 32;
  }

  /** Numbers of one kind, one behind the other. */
  f64s(at: number, count: number): number[] {
    return Array.from({ length: count }, (_, n) => this.f64(at + 8 * n));
  }

  i32s(at: number, count: number): number[] {
    return Array.from({ length: count }, (_, n) => this.i32(at + 4 * n));
  }

  u32s(at: number, count: number): number[] {
    return Array.from({ length: count }, (_, n) => this.u32(at + 4 * n));
  }

  /** UTF-8 text that ends at the first NUL, or with its field. */
  text(at: number, length: number): string {
    const field = this.bytes.subarray(at, at + length);
    const end = field.indexOf(0);
    return new TextDecoder().decode(end < 0 ? field : field.subarray(0, end));
  }
}
