/**
 * How well classes are told.
 *
 * @module
 */

/** Shares of what is told right. */
export interface Quality {
  /** Share of all points, or voxels. */
  readonly accuracy: number;
  /** Of those that are of a class or told to be, the share that is both; null for a class that is neither. */
  readonly overlaps: readonly (number | null)[];
  /** The mean of these: mIoU. */
  readonly meanOverlap: number;
}

/** Counts what is told. */
export class Tally {
  readonly #both: number[];
  readonly #told: number[];
  readonly #are: number[];

  /** Begins with nothing. */
  constructor(classes: number) {
    [this.#both, this.#told, this.#are] = [0, 0, 0].map(() => Array<number>(classes).fill(0)) as [
      number[],
      number[],
      number[],
    ];
  }

  /** Counts one: what it is told to be, and what it is; those of no class do not count. */
  add(told: number, is: number): void {
    if (is >= this.#are.length) return;
    this.#are[is] = (this.#are[is] ?? 0) + 1;
    this.#told[told] = (this.#told[told] ?? 0) + 1;
    if (told === is) this.#both[is] = (this.#both[is] ?? 0) + 1;
  }

  /** What has been found, if anything was counted. */
  quality(): Quality | undefined {
    const all = this.#are.reduce((sum, one) => sum + one, 0);
    if (all === 0) return undefined;
    const overlaps = this.#both.map((both, place) => {
      const either = (this.#told[place] ?? 0) + (this.#are[place] ?? 0) - both;
      return either === 0 ? null : both / either;
    });
    const known = overlaps.filter((one) => one !== null);
    return {
      accuracy: this.#both.reduce((sum, one) => sum + one, 0) / all,
      overlaps,
      meanOverlap: known.reduce((sum, one) => sum + one, 0) / known.length,
    };
  }
}
