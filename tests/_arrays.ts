/**
 * Numbers that look random and are the same in every run.
 *
 * @module
 */

/** A source of numbers that a seed determines. */
export class Random {
  #state: number;

  /** Starts at a seed. */
  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** A whole number in [0, 2^32): a Weyl sequence, mixed by the finalizer of MurmurHash3. */
  bits(): number {
    this.#state = (this.#state + 0x9e3779b9) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    return (mixed ^ (mixed >>> 16)) >>> 0;
  }

  /** A number in [least, most). */
  number(least = 0, most = 1): number {
    return least + (most - least) * (this.bits() / 2 ** 32);
  }

  /** A whole number in [least, most]. */
  integer(least: number, most: number): number {
    return Math.floor(this.number(least, most + 1));
  }

  /** Numbers in [least, most), rounded to binary32. */
  floats(length: number, least = 0, most = 1): Float32Array<ArrayBuffer> {
    return Float32Array.from({ length }, () => this.number(least, most));
  }

  /** Whole numbers in [least, most]. */
  integers(length: number, least: number, most: number): Int32Array<ArrayBuffer> {
    return Int32Array.from({ length }, () => this.integer(least, most));
  }

  /** Bytes. */
  bytes(length: number): Uint8Array<ArrayBuffer> {
    return Uint8Array.from({ length }, () => this.bits());
  }
}
