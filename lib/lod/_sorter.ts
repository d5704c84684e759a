/**
 * Clouds sorted into cells of their trees, part by part.
 *
 * @module
 */

import { tensor, type Triple } from "../core/mod.ts";
import { refuse } from "../../ffi/base/checks.ts";
import { type Bucket, keyOf, type LodStore, packSamples, SAMPLE_WORDS } from "./base/buckets.ts";
import { buildLod, type LodBox } from "./build.ts";
import { extrasName, gatherExtras, rowsOf, unpackSamples } from "./_samples.ts";
import { lodPoints } from "./points.ts";
import type { LodChunk, LodSource, LodStreamFrame, StreamLodOptions } from "./stream.ts";

const OPERATOR = "streamLod";
/** Levels of the cells that points are sorted into at once. */
const STEP = 3;

/** Room for points, and a check of the number of points that have come, which refuses too many before they are sorted. */
interface SorterOptions extends StreamLodOptions {
  readonly room: number;
  readonly admit: (points: number) => void;
}

/** Sorts a cloud into cells that fit. */
export class Sorter {
  readonly #source: LodSource;
  readonly #store: LodStore;
  readonly #options: SorterOptions;
  readonly #buckets = new Map<string, Bucket>();
  #deepest = 0;
  #frame: LodStreamFrame | undefined;

  constructor(
    source: LodSource,
    store: LodStore,
    options: SorterOptions,
  ) {
    this.#source = source;
    this.#store = store;
    this.#options = options;
  }

  /** The cells that have points. */
  get buckets(): Bucket[] {
    return [...this.#buckets.values()];
  }

  /** The level that is not split any more. */
  get deepest(): number {
    return this.#deepest;
  }

  async sort(): Promise<LodStreamFrame> {
    const box = this.#options.box ?? await findBox(this.#source);
    let own: LodBox = box;
    let count = 0;
    for await (const chunk of this.#source.chunks()) {
      this.#options.admit(count += Math.floor(chunk.points.length / 3));
      this.#frame ??= this.#begin(chunk, box);
      own = { ...box, edge: this.#frame.cube.edge };
      await this.#sortChunk(chunk, own, Math.min(STEP, this.#deepest));
    }
    this.#frame ??= this.#begin({ points: new Float32Array() }, box);
    await this.#splitLarge();
    return this.#frame;
  }

  /** A tree of nothing in the box has the cube of all points. */
  #begin({ points }: LodChunk, box: LodBox): LodStreamFrame {
    const { context, gridSize, bits, maxDepth } = this.#options;
    const none = points.slice(0, 0) as typeof points;
    using nothing = tensor(none as Float64Array<ArrayBuffer>, { context, shape: [0, 3] });
    const sizes = {
      ...(gridSize === undefined ? {} : { gridSize }),
      ...(bits === undefined ? {} : { bits }),
    };
    using tree = buildLod(nothing, undefined, {
      ...sizes,
      box,
      ...(maxDepth === undefined ? {} : { maxDepth }),
    });
    this.#deepest = maxDepth ?? tree.cube.bits - Math.log2(tree.gridSize) + 1;
    return { cube: tree.cube, gridSize: tree.gridSize };
  }

  async #sortChunk(chunk: LodChunk, box: LodBox, level: number): Promise<void> {
    const { points, colors, extras } = chunk;
    const { extraBytes = 0 } = this.#options;
    const count = points.length / 3;
    if (!Number.isInteger(count) || (colors !== undefined && colors.length !== count * 4)) {
      refuse(
        OPERATOR,
        `a chunk has ${points.length} coordinates and ${colors?.length} bytes of colors`,
      );
    }
    if ((extras?.length ?? 0) !== count * extraBytes) {
      refuse(
        OPERATOR,
        `a chunk of ${count} points has ${
          extras?.length ?? 0
        } extra bytes, ${extraBytes} for each expected`,
      );
    }
    const rows = Math.max(1, this.#options.room);
    for (let first = 0; first < count; first += rows) {
      const end = Math.min(count, first + rows);
      await this.#sortPart(
        {
          points: points.slice(first * 3, end * 3),
          ...(colors === undefined ? {} : { colors: colors.slice(first * 4, end * 4) }),
          ...(extras && { extras: extras.subarray(first * extraBytes, end * extraBytes) }),
        },
        box,
        level,
      );
    }
  }

  /** Lets a tree that ends at a level sort points. */
  async #sortPart({ points, colors, extras }: LodChunk, box: LodBox, level: number): Promise<void> {
    const { context, extraBytes = 0 } = this.#options;
    const { gridSize, cube } = this.#frame ?? refuse(OPERATOR, "there is no frame");
    const shape = [points.length / 3, 3];
    using places = tensor(points as Float64Array<ArrayBuffer>, { context, shape });
    using rgba = colors === undefined
      ? undefined
      : tensor(colors as Uint8Array<ArrayBuffer>, { context, shape: [points.length / 3, 4] });
    using tree = buildLod(places, rgba, {
      box,
      gridSize,
      pointsPerLeaf: 1,
      maxDepth: level,
      strategy: "none",
      keepRows: extraBytes > 0,
      ...(points instanceof Int32Array ? {} : { bits: cube.bits }),
    });
    const low = tree.isWhole ? tree.cube.min : [0, 0, 0];
    using columns = lodPoints(tree);
    const words = new Uint32Array(columns.coordinates.readSync().buffer);
    for (let at = 0; at < words.length; at++) words[at] = (words[at] ?? 0) - (low[at % 3] ?? 0);
    const bytes = columns.colors.readSync();
    const count = words.length / 3;
    const others = extras === undefined || extraBytes === 0
      ? new Uint8Array()
      : gatherExtras(extras, rowsOf(tree, { first: 0, count }), extraBytes);
    for (const node of tree.nodes()) {
      if (node.kind === "inner") continue;
      const [first, end] = [node.firstPoint, node.firstPoint + node.pointCount];
      const samples = packSamples(
        words.subarray(first * 3, end * 3),
        bytes.slice(first * 4, end * 4),
      );
      const own = others.slice(first * extraBytes, end * extraBytes);
      await this.#append(node.level, node.cell, samples, own);
    }
  }

  async #append(
    level: number,
    cell: Triple,
    samples: Uint8Array<ArrayBuffer>,
    extras: Uint8Array<ArrayBuffer>,
  ): Promise<void> {
    const name = keyOf(level, cell);
    const bucket = this.#buckets.get(name) ?? { level, cell, name, count: 0, isInner: false };
    bucket.count += samples.length / 4 / SAMPLE_WORDS;
    this.#buckets.set(name, bucket);
    await this.#store.append(name, samples);
    if (extras.length > 0) await this.#store.append(extrasName(name), extras);
  }

  /** Sorts cells with too many points into smaller ones. */
  async #splitLarge(): Promise<void> {
    const { room } = this.#options;
    const { cube } = this.#frame ?? refuse(OPERATOR, "there is no frame");
    const low = cube.bits === 32 ? -(2 ** 31) : 0;
    const high = low + 2 ** cube.bits - 1;
    const box: LodBox = { min: [low, low, low], max: [high, high, high], edge: 2 ** cube.bits };
    for (;;) {
      const large = this.buckets.find(({ count }) => count > room);
      if (large === undefined) return;
      if (large.level >= this.#deepest) {
        refuse(
          OPERATOR,
          `${large.count} points lie in one cell of the last level, the memory limit is enough for ${room}`,
        );
      }
      const { places: points, colors } = unpackSamples(await this.#store.read(large.name), low);
      const extras = await this.#store.read(extrasName(large.name));
      await this.#store.remove(large.name);
      await this.#store.remove(extrasName(large.name));
      this.#buckets.delete(large.name);
      const chunk = { points, colors, extras };
      await this.#sortChunk(chunk, box, Math.min(large.level + STEP, this.#deepest));
    }
  }
}

/** The box of all points, which have to be finite. */
async function findBox(source: LodSource): Promise<LodBox> {
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  let [bad, count] = [0, 0];
  for await (const { points } of source.chunks()) {
    for (let at = 0; at + 2 < points.length; at += 3) {
      count++;
      const sum = (points[at] ?? NaN) + (points[at + 1] ?? NaN) + (points[at + 2] ?? NaN);
      if (!Number.isFinite(sum)) bad++;
      for (let axis = 0; axis < 3; axis++) {
        const value = points[at + axis] ?? NaN;
        if (value < (min[axis] ?? 0)) min[axis] = value;
        if (value > (max[axis] ?? 0)) max[axis] = value;
      }
    }
  }
  if (bad > 0) refuse(OPERATOR, `of ${count} points ${bad} are not finite`);
  const triple = ([x = 0, y = 0, z = 0]: number[]): Triple => [x, y, z];
  return count === 0 ? { min: [0, 0, 0], max: [0, 0, 0] } : { min: triple(min), max: triple(max) };
}
