/**
 * Some levels of a tree, built cell by cell from points and from the voxels of the level below.
 *
 * @module
 */

import { type Context, tensor } from "../core/mod.ts";
import { refuse } from "../../ffi/base/checks.ts";
import {
  type Bucket,
  cellAbove,
  groupBuckets,
  keyOf,
  knownNode,
  type LodStore,
  packSamples,
  SAMPLE_WORDS,
  sortKnown,
} from "./base/buckets.ts";
import type { LodCube, LodNode, LodTree } from "./base/tree.ts";
import { type BuildLodOptions, buildLodPart, type LodStrategy } from "./build.ts";
import {
  extrasName,
  gatherExtras,
  joinSamples,
  rowsOf,
  type Samples,
  SUMS,
  talliesName,
  unpackSamples,
} from "./_samples.ts";
import { type NodeSamples, sumVoxels } from "./_voxel_sums.ts";
import { lodPoints } from "./points.ts";
import type { LodStreamNode, LodTally } from "./stream.ts";
import { lodVoxels } from "./voxels.ts";

/** Properties of all bands of a tree. */
export interface BandTask {
  readonly context: Context;
  readonly cube: LodCube;
  readonly gridSize: number;
  readonly pointsPerLeaf: number;
  readonly strategy: LodStrategy;
  readonly seed: number | bigint;
  /** Samples of a part. */
  readonly most: number;
  /** Samples that the device has room for. */
  readonly room: number;
  /** Bytes that go along with a point. */
  readonly extraBytes: number;
  /** Sums for voxels. */
  readonly tally: LodTally | undefined;
  readonly store: LodStore;
  /** Takes finished nodes. */
  readonly emit: (node: LodStreamNode) => Promise<void>;
}

/** Which levels: nodes from `root` on and above `graft`, whose inner nodes are there as voxels. */
export interface BandLevels {
  readonly root: number;
  readonly graft: number;
}

/** Name of the sums of a bucket. */
export function sumsName(name: string): string {
  return `${name} sums`;
}

/** Builds the levels of one band. */
export class Band {
  readonly #task: BandTask;
  readonly #levels: BandLevels;
  readonly #buckets: readonly Bucket[];
  readonly #known: BigInt64Array<ArrayBuffer>;
  readonly #grafts: ReadonlySet<string>;
  readonly #up: Bucket[] = [];
  readonly #hasSums: boolean;
  /** Number that is added to places so that they are signed. */
  readonly #low: number;

  /** Takes the buckets of a band. Where nodes look across borders, `inner` has all inner nodes of its levels. */
  constructor(
    task: BandTask,
    levels: BandLevels,
    buckets: readonly Bucket[],
    inner: readonly BigInt64Array[],
  ) {
    this.#task = task;
    this.#levels = levels;
    this.#buckets = buckets;
    const grafts = buckets.filter(({ isInner }) => isInner);
    this.#grafts = new Set(grafts.map(({ level, cell }) => keyOf(level, cell)));
    this.#known = sortKnown([
      ...inner,
      ...grafts.map(({ level, cell }) => knownNode(level, cell, 1)),
    ]);
    this.#hasSums = task.strategy === "pointMean" && grafts.length > 0;
    this.#low = task.cube.bits === 32 ? -(2 ** 31) : 0;
  }

  /** Finds the inner nodes of the band, without voxels. */
  async findInner(): Promise<BigInt64Array[]> {
    const inner: BigInt64Array[] = [];
    for (const group of this.#groups()) {
      using tree = this.#build(await this.#read(group), "none");
      for (const node of tree.nodes()) {
        const isOwn = node.kind === "inner" && node.level >= this.#levels.root;
        if (isOwn) inner.push(knownNode(node.level, node.cell, 0));
      }
    }
    return inner;
  }

  /** Builds all nodes, hands them on, and returns what the band above is made of. */
  async build(): Promise<Bucket[]> {
    for (const group of this.#groups()) await this.#buildGroup(group);
    if (this.#looksAcross) await this.#forget(this.#buckets);
    return this.#up;
  }

  get #looksAcross(): boolean {
    return this.#task.strategy === "weightedAcross" && this.#levels.root > 0;
  }

  async #forget(buckets: readonly Bucket[]): Promise<void> {
    const { store } = this.#task;
    for (const { name } of buckets) {
      await store.remove(name);
      await store.remove(sumsName(name));
      await store.remove(extrasName(name));
      await store.remove(talliesName(name));
    }
  }

  #groups(): Bucket[][] {
    const { most, cube } = this.#task;
    return groupBuckets(this.#buckets, { root: this.#levels.root, most, bits: cube.bits });
  }

  async #buildGroup(group: readonly Bucket[]): Promise<void> {
    const { strategy, room } = this.#task;
    const { root } = this.#levels;
    let samples = await this.#read(group);
    const own = this.#looksAcross ? this.#rootsOf(group) : undefined;
    if (own !== undefined) samples = joinSamples([samples, ...await this.#readAround(group, own)]);
    if (samples.colors.length / 4 > room) {
      refuse(
        "streamLod",
        `a part and what is around it have ${samples.colors.length / 4} samples, ` +
          `the memory limit is enough for ${room}`,
      );
    }
    using tree = this.#build(samples, strategy);
    for (const node of tree.nodes()) {
      if (node.level < root) continue;
      const home = keyOf(root, cellAbove(node.cell, node.level - root));
      if (own !== undefined && !own.has(home)) continue;
      await this.#take(tree, node, samples);
    }
    if (!this.#looksAcross) await this.#forget(group);
  }

  async #take(tree: LodTree, node: LodNode, samples: Samples): Promise<void> {
    const { emit } = this.#task;
    const { root } = this.#levels;
    const { level, cell, kind } = node;
    if (kind === "inner") {
      const { coordinates, colors } = this.#voxelsOf(tree, node);
      const tallies = this.#talliesOf(tree, node, samples);
      const extras = new Uint8Array();
      await emit({ level, cell, kind, coordinates, colors, extras, tallies });
      if (level === root && root > 0) await this.#passVoxels(tree, node, { ...samples, tallies });
      return;
    }
    if (this.#grafts.has(keyOf(level, cell))) return;
    const { coordinates, colors } = this.#pointsOf(tree, node);
    const { extraBytes } = this.#task;
    const extras = extraBytes > 0
      ? gatherExtras(samples.extras, rowsOf(tree, rangeOf(node)), extraBytes)
      : new Uint8Array();
    if (level > root || root === 0) {
      const tallies = new Float64Array();
      await emit({ level, cell, kind, coordinates, colors, extras, tallies });
    } else await this.#pass(node, packSamples(coordinates, colors), { extras });
  }

  /** Gives samples of a root to the band above. */
  async #pass(
    { level, cell, kind }: LodNode,
    bytes: Uint8Array<ArrayBuffer>,
    { sums, extras, tallies }: {
      readonly sums?: BigInt64Array<ArrayBuffer> | undefined;
      readonly extras?: Uint8Array<ArrayBuffer>;
      readonly tallies?: Float64Array<ArrayBuffer>;
    },
  ): Promise<void> {
    const name = `up ${keyOf(level, cell)}`;
    const count = bytes.length / 4 / SAMPLE_WORDS;
    const { store } = this.#task;
    await store.append(name, bytes);
    if (sums !== undefined) await store.append(sumsName(name), new Uint8Array(sums.buffer));
    if (extras !== undefined) await store.append(extrasName(name), extras);
    if (tallies !== undefined && tallies.length > 0) {
      await store.append(talliesName(name), new Uint8Array(tallies.buffer));
    }
    this.#up.push({ level, cell, name, count, isInner: kind === "inner" });
  }

  async #passVoxels(tree: LodTree, node: LodNode, samples: Samples): Promise<void> {
    const { cube, gridSize, strategy } = this.#task;
    const unit = 2 ** (cube.bits - node.level) / gridSize;
    // Without voxels one stands for the node.
    const { coordinates, colors } = node.voxelCount > 0
      ? this.#voxelsOf(tree, node)
      : { coordinates: new Uint32Array(3), colors: new Uint8Array(4) };
    const places = coordinates.map((value, at) =>
      (value + (node.cell[at % 3] ?? 0) * gridSize) * unit
    );
    const sums = strategy === "pointMean" ? this.#sumsOf(tree, node, samples) : undefined;
    const { tally } = this.#task;
    const tallies = node.voxelCount > 0 || tally === undefined
      ? samples.tallies
      : new Float64Array(tally.width);
    await this.#pass(node, packSamples(places, colors), { sums, tallies });
  }

  /** Sums of colors over the samples of each voxel of a root. */
  #sumsOf(tree: LodTree, node: LodNode, samples: Samples): BigInt64Array<ArrayBuffer> {
    const { colors, ...own } = this.#samplesOf(tree, node);
    const { sums: given } = samples;
    const rows = given === undefined ? undefined : rowsOf(tree, rangeOf(node));
    const totals = sumVoxels(own, SUMS, (n, sums, at) => {
      for (let k = 0; k < SUMS; k++) {
        const one = given === undefined
          ? k === 4 ? 1 : colors[n * 4 + k] ?? 0
          : Number(given[(rows?.[n] ?? 0) * SUMS + k]);
        sums[at + k] = (sums[at + k] ?? 0) + one;
      }
    });
    return BigInt64Array.from(totals, BigInt);
  }

  /** Sums of what is told of points over the samples of each voxel of a node. */
  #talliesOf(tree: LodTree, node: LodNode, { tallies }: Samples): Float64Array<ArrayBuffer> {
    const { width = 0 } = this.#task.tally ?? {};
    if (width === 0) return new Float64Array();
    const rows = rowsOf(tree, rangeOf(node));
    return sumVoxels(this.#samplesOf(tree, node), width, (n, sums, at) => {
      const from = (rows[n] ?? 0) * width;
      for (let k = 0; k < width; k++) sums[at + k] = (sums[at + k] ?? 0) + (tallies[from + k] ?? 0);
    });
  }

  #samplesOf(tree: LodTree, node: LodNode): NodeSamples & Pick<LodStreamNode, "colors"> {
    const { cube, gridSize } = this.#task;
    const shift = cube.bits - node.level - Math.log2(gridSize);
    return { ...this.#pointsOf(tree, node), shift, voxelCount: node.voxelCount };
  }

  #voxelsOf(tree: LodTree, node: LodNode): Pick<LodStreamNode, "coordinates" | "colors"> {
    using columns = lodVoxels(tree, { first: node.firstVoxel, count: node.voxelCount });
    const coordinates = new Uint32Array(columns.coordinates.readSync().buffer);
    return { coordinates, colors: columns.colors.readSync() };
  }

  #pointsOf(tree: LodTree, node: LodNode): Pick<LodStreamNode, "coordinates" | "colors"> {
    using columns = lodPoints(tree, rangeOf(node));
    const coordinates = new Uint32Array(columns.coordinates.readSync().buffer);
    for (let at = 0; at < coordinates.length; at++) {
      coordinates[at] = (coordinates[at] ?? 0) - this.#low;
    }
    return { coordinates, colors: columns.colors.readSync() };
  }

  #build({ places, colors, sums }: Samples, strategy: LodStrategy): LodTree {
    const { context, cube, gridSize, pointsPerLeaf, seed } = this.#task;
    const { root: rootLevel, graft } = this.#levels;
    const count = colors.length / 4;
    using points = tensor(places, { context, shape: [count, 3] });
    using rgba = tensor(colors, { context, shape: [count, 4] });
    const [low, edge] = [this.#low, 2 ** cube.bits];
    const high = low + edge - 1;
    const options: BuildLodOptions = {
      box: { min: [low, low, low], max: [high, high, high], edge },
      gridSize,
      pointsPerLeaf,
      strategy,
      seed,
      keepRows: sums !== undefined || this.#task.extraBytes > 0,
      maxDepth: graft,
    };
    const known = this.#known;
    if (sums === undefined) return buildLodPart(points, rgba, options, { rootLevel, known });
    using given = tensor(sums, { context, shape: [count, SUMS] });
    return buildLodPart(points, rgba, options, { rootLevel, known, sums: given });
  }

  /** The samples of buckets, one after the other. */
  async #read(group: readonly Bucket[]): Promise<Samples> {
    const parts: Samples[] = [];
    const { store, extraBytes } = this.#task;
    for (const { name, isInner, count } of group) {
      const { places, colors } = unpackSamples(await store.read(name), this.#low);
      const sums = this.#hasSums ? await this.#readSums(name, isInner, colors) : undefined;
      // Nothing goes along with voxels.
      const extras = isInner || extraBytes === 0
        ? new Uint8Array(count * extraBytes)
        : await store.read(extrasName(name));
      const tallies = this.#task.tally === undefined
        ? new Float64Array()
        : isInner
        ? new Float64Array((await store.read(talliesName(name))).buffer)
        : this.#task.tally.of(extras);
      parts.push({ places, colors, sums, extras, tallies });
    }
    return joinSamples(parts);
  }

  /** Points stand for themselves. */
  async #readSums(
    name: string,
    isInner: boolean,
    colors: Uint8Array,
  ): Promise<BigInt64Array<ArrayBuffer>> {
    if (isInner) return new BigInt64Array((await this.#task.store.read(sumsName(name))).buffer);
    const sums = new BigInt64Array(colors.length / 4 * SUMS);
    for (let at = 0; at < sums.length; at++) {
      const [row, channel] = [Math.floor(at / SUMS), at % SUMS];
      sums[at] = channel === 4 ? 1n : BigInt(colors[row * 4 + channel] ?? 0);
    }
    return sums;
  }

  /** Roots that a group has samples in, or may have. */
  #rootsOf(group: readonly Bucket[]): Set<string> {
    const { root } = this.#levels;
    return new Set(group.map(({ level, cell }) => keyOf(root, cellAbove(cell, level - root))));
  }

  /** Samples of other groups that lie within two voxels of the roots of one: what colors can depend on. */
  async #readAround(group: readonly Bucket[], own: ReadonlySet<string>): Promise<Samples[]> {
    const { cube, gridSize } = this.#task;
    const { root } = this.#levels;
    const size = 2 ** (cube.bits - root);
    const margin = 2 * size / gridSize;
    const around: Samples[] = [];
    const mine = new Set(group);
    for (const bucket of this.#buckets) {
      if (mine.has(bucket)) continue;
      const extent = 2 ** (cube.bits - bucket.level);
      const corner = bucket.cell.map((value) => value * extent);
      if (!isNear(corner, extent, { own, root, size, margin })) continue;
      const { places, colors, sums } = await this.#read([bucket]);
      const rows: number[] = [];
      for (let n = 0; n < colors.length / 4; n++) {
        const place = [0, 1, 2].map((axis) => ((places[n * 3 + axis] ?? 0) - this.#low) >>> 0);
        if (isNear(place, 1, { own, root, size, margin })) rows.push(n);
      }
      around.push({
        places: Int32Array.from(rows.flatMap((n) => [...places.subarray(n * 3, n * 3 + 3)])),
        colors: Uint8Array.from(rows.flatMap((n) => [...colors.subarray(n * 4, n * 4 + 4)])),
        sums,
        extras: new Uint8Array(rows.length * this.#task.extraBytes),
        tallies: new Float64Array(rows.length * (this.#task.tally?.width ?? 0)),
      });
    }
    return around;
  }
}

/** Whether a cube lies within a margin of one of some cells. */
function isNear(
  corner: readonly number[],
  extent: number,
  { own, root, size, margin }: {
    readonly own: ReadonlySet<string>;
    readonly root: number;
    readonly size: number;
    readonly margin: number;
  },
): boolean {
  const range = (axis: 0 | 1 | 2): number[] => {
    const low = Math.floor(((corner[axis] ?? 0) - margin) / size);
    const high = Math.floor(((corner[axis] ?? 0) + extent - 1 + margin) / size);
    return Array.from({ length: high - low + 1 }, (_, n) => low + n);
  };
  const [xs, ys, zs] = [range(0), range(1), range(2)];
  return xs.some((x) => ys.some((y) => zs.some((z) => own.has(keyOf(root, [x, y, z])))));
}

function rangeOf({ firstPoint, pointCount }: LodNode): { first: number; count: number } {
  return { first: firstPoint, count: pointCount };
}
