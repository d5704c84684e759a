/**
 * Points that keep apart, shared out among nodes that wait on disk.
 *
 * @module
 */

import { type Context, tensor } from "../../../core/mod.ts";
import { gatherExtras } from "../../../lod/_samples.ts";
import { type LodStreamFrame, lodThin, THIN_REACH } from "../../../lod/mod.ts";
import { octantPath } from "./nodes.ts";

/** Points in the order of the tree. */
export interface WaitingPoints {
  /** Units from the cube's corner, [n, 3]. */
  readonly places: Uint32Array<ArrayBuffer>;
  /** Red, green, blue, alpha, [n, 4]. */
  readonly colors: Uint8Array<ArrayBuffer>;
  /** Further attributes, as many bytes for each. */
  readonly extras: Uint8Array<ArrayBuffer>;
}

/** A store of points under names. */
export interface PointStore {
  /** Appends to what a name has. */
  append(name: string, points: WaitingPoints): Promise<void>;
  /** Reads what a name has. */
  read(name: string): Promise<WaitingPoints>;
  /** Deletes a name. */
  remove(name: string): Promise<void>;
}

/** A tree whose points are shared out. */
export interface ApartOptions {
  /** Context to work in. */
  readonly context: Context;
  /** Device bytes to use at most. */
  readonly memoryLimit: number;
  /** Place of the tree. */
  readonly frame: LodStreamFrame;
  /** Kinds of nodes, by the octants that lead to them; points of leaves wait under these names. */
  readonly kinds: ReadonlyMap<string, "inner" | "leaf">;
  /** Store of waiting points. */
  readonly store: PointStore;
  /** Name for the points that a node owns in the end. */
  readonly ownName: (node: string) => string;
  /** Called with the share of nodes that is done. */
  readonly onProgress: (done: number) => Promise<void>;
}

/** A box of units; the ends are not in it. */
type Box = readonly (readonly [low: number, end: number])[];

/** Device bytes of a point, where each has a cell and a brick of cells of its own. */
const POINT_BYTES = 600;
/** Device bytes that a choice takes however few points there are. */
const LEAST_BYTES = 64 * 1024;

/**
 * Lets points move up as `poisson` of `lodPicks` does: level by level, node by node, as many as fit a device at once
 * together with those around them that their choice depends on.
 *
 * @throws {RangeError} If one cell and what is around it have more points than fit.
 */
export async function sharePointsApart(options: ApartOptions): Promise<void> {
  const { kinds, store, ownName, onProgress } = options;
  const names = [...kinds.keys()].sort();
  const total = names.filter((name) => kinds.get(name) === "inner").length;
  const deepest = names.reduce((depth, name) => Math.max(depth, name.length - 1), 0);
  let done = 0;
  for (let level = deepest - 1; level >= 0; level--) {
    const thinning = new Thinning(options, level);
    for (const node of names) {
      if (node.length - 1 !== level || kinds.get(node) !== "inner") continue;
      await onProgress(done++ / total);
      await thinning.share(node);
    }
    // Others need to know what may move up until all have chosen.
    for (const child of names.filter((name) => name.length - 2 === level)) {
      await store.remove(waitingName(kinds, child));
    }
  }
  const root = await store.read(waitingName(kinds, "r"));
  await store.append(ownName("r"), root);
  await store.remove(waitingName(kinds, "r"));
}

/** Name of the points of a node that may move up: all of a leaf's, or those that moved up to it. */
function waitingName(kinds: ApartOptions["kinds"], node: string): string {
  return kinds.get(node) === "leaf" ? node : `up ${node}`;
}

/** Chooses which points of the nodes of a level move up to one above. */
class Thinning {
  readonly #options: ApartOptions;
  readonly #level: number;
  readonly #cellBits: number;
  readonly #room: number;

  constructor(options: ApartOptions, level: number) {
    const { frame, memoryLimit } = options;
    this.#options = options;
    this.#level = level;
    this.#cellBits = frame.cube.bits - Math.log2(frame.gridSize) - level;
    this.#room = Math.floor((memoryLimit - LEAST_BYTES) / POINT_BYTES);
  }

  /** Lets points move up to a node. */
  async share(node: string): Promise<void> {
    const { kinds, store, ownName } = this.#options;
    const box = this.#boxOf(node);
    const near = this.#grow(box);
    const parts: Uint32Array[] = [];
    const own: {
      readonly child: string;
      readonly points: WaitingPoints;
      readonly first: number;
    }[] = [];
    let count = 0;
    for (const child of this.#childrenIn(near)) {
      const points = await store.read(waitingName(kinds, child));
      const isOwn = child.startsWith(node);
      if (isOwn) own.push({ child, points, first: count });
      const { places } = points;
      const part = isOwn ? places : takePlaces(places, rowsIn(places, near));
      parts.push(part);
      count += part.length / 3;
    }
    const places = new Uint32Array(count * 3);
    let at = 0;
    for (const part of parts) {
      places.set(part, at);
      at += part.length;
    }
    const chosen = new Uint8Array(count);
    this.#choose(places, chosen, box);
    for (const { child, points, first } of own) {
      const [left, up]: [number[], number[]] = [[], []];
      for (let n = 0; n < points.places.length / 3; n++) {
        (chosen[first + n] === 1 ? up : left).push(n);
      }
      await store.append(waitingName(kinds, node), takeRows(points, up));
      await store.append(ownName(child), takeRows(points, left));
    }
  }

  /** Nodes of the level below that lie in a box, at least in part, in Morton order. */
  #childrenIn(box: Box): string[] {
    const { frame, kinds } = this.#options;
    const level = this.#level + 1;
    const edge = 2 ** (frame.cube.bits - level);
    const [xs = [], ys = [], zs = []] = box.map(([low, end]) => {
      const first = Math.max(0, Math.floor(low / edge));
      const stop = Math.min(2 ** level, Math.ceil(end / edge));
      return Array.from({ length: stop - first }, (_, n) => first + n);
    });
    const paths = xs.flatMap((x) => ys.flatMap((y) => zs.map((z) => octantPath(level, [x, y, z]))));
    // Names of one level sort as their Morton codes.
    return paths.filter((path) => kinds.has(path)).sort();
  }

  /** Marks the points of a box that are chosen; `places` has those around it, too. */
  #choose(places: Uint32Array, chosen: Uint8Array, box: Box, among?: readonly number[]): void {
    const rows = rowsIn(places, this.#grow(box), among);
    if (rows.length > this.#room) {
      for (const half of this.#split(box, rows.length)) this.#choose(places, chosen, half, rows);
      return;
    }
    const { context, frame } = this.#options;
    const near = takePlaces(places, rows);
    const shape = [rows.length, 3];
    using points = tensor(new Int32Array(near.buffer), { context, shape });
    using flags = lodThin(points, { bits: frame.cube.bits, cellBits: this.#cellBits });
    const found = flags.readSync();
    for (const n of rowsIn(near, box)) chosen[rows[n] ?? 0] = found[n] ?? 0;
  }

  /** Halves a box where that takes most off what is around it. */
  #split(box: Box, count: number): readonly [Box, Box] {
    const size = 2 ** this.#cellBits;
    const gains = box.map(([low, end], axis) =>
      end - low > size ? (end - low) / (THIN_REACH[axis] ?? 1) : 0
    );
    const axis = gains.indexOf(Math.max(...gains));
    const [low = 0, end = 0] = box[axis] ?? [];
    if (end - low <= size) {
      throw new RangeError(
        `Cannot pick points: one cell and what is around it have ${count} points, ` +
          `the memory limit is enough for ${Math.max(0, this.#room)}`,
      );
    }
    const middle = low + Math.floor((end - low) / size / 2) * size;
    return [box.with(axis, [low, middle]), box.with(axis, [middle, end])];
  }

  /** The box of a node. */
  #boxOf(node: string): Box {
    const edge = 2 ** (this.#options.frame.cube.bits - this.#level);
    return [2, 1, 0].map((place) => {
      const digits = Array.from(node.slice(1), (octant) => Number(octant) >> place & 1);
      const cell = digits.reduce((sum, digit) => sum * 2 + digit, 0);
      return [cell * edge, (cell + 1) * edge];
    });
  }

  /** A box with what its choices depend on. */
  #grow(box: Box): Box {
    const size = 2 ** this.#cellBits;
    return box.map(([low, end], axis) => {
      const margin = (THIN_REACH[axis] ?? 0) * size;
      return [low - margin, end + margin];
    });
  }
}

/** Rows of places that lie in a box, in their order, of all or of some. */
function rowsIn(places: Uint32Array, [x, y, z]: Box, among?: readonly number[]): number[] {
  const rows: number[] = [];
  const [[lowX, endX], [lowY, endY], [lowZ, endZ]] = [x ?? NOWHERE, y ?? NOWHERE, z ?? NOWHERE];
  const count = among?.length ?? places.length / 3;
  for (let n = 0; n < count; n++) {
    const row = among?.[n] ?? n;
    const [px = 0, py = 0, pz = 0] = [places[row * 3], places[row * 3 + 1], places[row * 3 + 2]];
    if (px < lowX || px >= endX || py < lowY || py >= endY || pz < lowZ || pz >= endZ) continue;
    rows.push(row);
  }
  return rows;
}

const NOWHERE = [0, 0] as const;

function takePlaces(places: Uint32Array, rows: readonly number[]): Uint32Array<ArrayBuffer> {
  const taken = new Uint32Array(rows.length * 3);
  for (let n = 0; n < rows.length; n++) {
    const row = rows[n] ?? 0;
    taken[n * 3] = places[row * 3] ?? 0;
    taken[n * 3 + 1] = places[row * 3 + 1] ?? 0;
    taken[n * 3 + 2] = places[row * 3 + 2] ?? 0;
  }
  return taken;
}

function takeRows(
  { places, colors, extras }: WaitingPoints,
  rows: readonly number[],
): WaitingPoints {
  const words = new Uint32Array(colors.buffer, colors.byteOffset, colors.length / 4);
  const taken = Uint32Array.from(rows, (row) => words[row] ?? 0);
  const width = words.length === 0 ? 0 : extras.length / words.length;
  const extra = gatherExtras(extras, rows, width);
  const moved = takePlaces(places, rows);
  return { places: moved, colors: new Uint8Array(taken.buffer), extras: extra };
}
