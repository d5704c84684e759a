/**
 * Points that move up to inner nodes, leaf by leaf.
 *
 * @module
 */

/**
 * Which point of a cell moves up.
 *
 * - `central`: the one nearest to the cell's center, which keeps points apart
 * - `random`: one selected by a hash of the seed and its position
 *
 * @category Level of detail
 */
export type LodCellPick = "central" | "random";

/** A leaf, and the nodes above it from the root on. */
export interface ClimberLeaf {
  /** Nodes from the root to the leaf. */
  readonly path: readonly number[];
  /** Row of its first point. */
  readonly first: number;
  /** Its points. */
  readonly count: number;
}

/** Options of the moves of points. */
export interface ClimberOptions {
  /** Bits of coordinates, which count from the cube's corner. */
  readonly bits: number;
  /** Cells of an inner node along each axis. */
  readonly gridSize: number;
  /** Which point of a cell moves up. */
  readonly pick: LodCellPick;
  /** 32 bits that random picks go by. */
  readonly seed: number;
  /** Is told the node that owns a point, once for each. */
  readonly own: (row: number, node: number) => void;
}

const MOST_LEVELS = 40;

/** Rows of points that wait for those of later leaves. */
export const WAITING_ROWS: number = MOST_LEVELS + 1;

/**
 * Walks through points in Morton order. For each level there is one cell at a time, and the best point of it so far;
 * when a cell ends, its best point goes on to the cell above.
 */
export class Climber {
  readonly #own: (row: number, node: number) => void;
  readonly #isRandom: boolean;
  readonly #seed: number;
  /** Bits of the cells of level 0. */
  readonly #top: number;
  /** The best point of each level's cell, or -1, and what makes it so: the greatest wins. */
  readonly #best: Int32Array = new Int32Array(MOST_LEVELS).fill(-1);
  readonly #worth: Float64Array = new Float64Array(MOST_LEVELS);
  #path: readonly number[] = [];
  #last = -1;

  #places: Uint32Array = new Uint32Array(0);

  /** Begins before the first point. */
  constructor({ bits, gridSize, pick, seed, own }: ClimberOptions) {
    this.#own = own;
    this.#isRandom = pick === "random";
    this.#seed = seed;
    this.#top = bits - Math.log2(gridSize);
  }

  /** Takes the points of the next leaf; `places` has those of the points that wait, too. */
  climb(places: Uint32Array, { path, first, count }: ClimberLeaf): void {
    this.#places = places;
    const above = path.length - 2;
    for (let row = first; row < first + count; row++) {
      const shared = this.#sharedLevels(row);
      for (let level = this.#path.length - 2; level >= shared; level--) this.#endCell(level);
      this.#path = path;
      this.#last = row;
      if (above < 0) this.#own(row, path[0] ?? 0);
      else this.#offer(row, above);
    }
  }

  /** Gives the points that wait to their nodes. */
  finish(): void {
    for (let level = this.#path.length - 2; level >= 0; level--) this.#endCell(level);
  }

  /**
   * Renumbers the points that wait, so that the others can be forgotten.
   *
   * @param move Is told each row and its new number, below {@linkcode WAITING_ROWS}.
   */
  rebase(move: (row: number, to: number) => void): void {
    for (let level = 0; level < this.#best.length; level++) {
      const row = this.#best[level] ?? -1;
      if (row < 0) continue;
      move(row, level);
      this.#best[level] = level;
    }
    if (this.#last < 0) return;
    move(this.#last, this.#best.length);
    this.#last = this.#best.length;
  }

  /** From which level on a point is not in the cell of the one before. */
  #sharedLevels(row: number): number {
    if (this.#last < 0) return 0;
    const places = this.#places;
    const a = row * 3;
    const b = this.#last * 3;
    const changed = ((places[a] ?? 0) ^ (places[b] ?? 0)) |
      ((places[a + 1] ?? 0) ^ (places[b + 1] ?? 0)) |
      ((places[a + 2] ?? 0) ^ (places[b + 2] ?? 0));
    // The highest bit that changed is in the cells of all levels whose cells have fewer bits.
    return Math.max(0, this.#top + 1 - (32 - Math.clz32(changed)));
  }

  /** Puts a point forward for the cell of a level; the one that is not taken stays a level deeper. */
  #offer(row: number, level: number): void {
    const worth = this.#isRandom ? this.#hash(row) : this.#nearness(row, level);
    const rival = this.#best[level] ?? -1;
    if (rival >= 0 && !(worth > (this.#worth[level] ?? 0))) {
      this.#own(row, this.#path[level + 1] ?? 0);
      return;
    }
    if (rival >= 0) this.#own(rival, this.#path[level + 1] ?? 0);
    this.#best[level] = row;
    this.#worth[level] = worth;
  }

  #endCell(level: number): void {
    const row = this.#best[level] ?? -1;
    if (row < 0) return;
    this.#best[level] = -1;
    if (level === 0) this.#own(row, this.#path[0] ?? 0);
    else this.#offer(row, level - 1);
  }

  /** Distance of a point to the center of its cell, in half units; 0 is the nearest. */
  #nearness(row: number, level: number): number {
    const places = this.#places;
    const size = 2 ** (this.#top - level);
    const mask = size - 1;
    const x = (((places[row * 3] ?? 0) & mask) >>> 0) * 2 - mask;
    const y = (((places[row * 3 + 1] ?? 0) & mask) >>> 0) * 2 - mask;
    const z = (((places[row * 3 + 2] ?? 0) & mask) >>> 0) * 2 - mask;
    return -(x * x + y * y + z * z);
  }

  #hash(row: number): number {
    let word = this.#seed;
    for (let axis = 0; axis < 3; axis++) {
      word = Math.imul(word ^ (this.#places[row * 3 + axis] ?? 0), 0x9e3779b1);
      word = Math.imul(word ^ (word >>> 15), 0x85ebca6b);
      word ^= word >>> 13;
    }
    return word >>> 0;
  }
}
