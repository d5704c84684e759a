/**
 * Potree 2 from trees that are handed on node by node.
 *
 * @module
 */

import {
  encodePotreeHierarchy,
  encodePotreeMetadata,
  encodePotreeNode,
  type PotreeCloud,
  type PotreeEncoding,
  type PotreeNode,
  type Triple,
} from "../io/mod.ts";
import { type LodCellPick, LodPicker, type LodStore, type LodStreamFrame } from "../lod/mod.ts";
import {
  type LodContent,
  type LodFrame,
  type LodWriter,
  octantPath,
  writeAll,
} from "./lod_nodes.ts";

/** How to write. */
export interface PotreeWriterOptions {
  /** Name of the cloud. */
  readonly name: string;
  /** Which points move up. */
  readonly pick: LodCellPick;
  /** How points are stored. */
  readonly encoding: PotreeEncoding;
  /** Where points wait. */
  readonly store: LodStore;
  /** The tree as it was handed on, in units of its points. */
  readonly own: LodStreamFrame;
  /** Where integers of the input lie, if it has integers: length of their unit, and place of 0. */
  readonly integers: { readonly unit: number; readonly origin: Triple } | undefined;
}

/** Lets leaves wait until all are there, then shares their points out among all nodes. */
export class PotreeWriter implements LodWriter {
  readonly #folder: string;
  readonly #frame: LodFrame;
  readonly #options: PotreeWriterOptions;
  readonly #seen = new Map<string, "inner" | "leaf">();
  readonly #least: number[] = new Array<number>(6).fill(Infinity);
  readonly #most: number[] = new Array<number>(6).fill(-Infinity);
  #points = 0;

  /** Writes to a folder that is there. */
  constructor(folder: string, frame: LodFrame, options: PotreeWriterOptions) {
    this.#folder = folder;
    this.#frame = frame;
    this.#options = options;
  }

  /** Takes a node; inner ones own what moves up. */
  async write({ level, cell, kind, coordinates, colors }: LodContent): Promise<void> {
    const path = octantPath(level, cell);
    this.#seen.set(path, kind);
    if (kind === "inner") return;
    this.#points += colors.length / 4;
    await this.#append(path, coordinates, colors);
  }

  /** Shares points out and writes all files. */
  async finish(): Promise<number> {
    const names = [...this.#seen.keys()].sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
    const numbers = new Map(names.map((name, index) => [name, index]));
    await this.#share(names, numbers);
    using file = await Deno.open(`${this.#folder}/octree.bin`, { write: true, createNew: true });
    const nodes: PotreeNode[] = [];
    let byteOffset = 0;
    for (const [index, name] of names.entries()) {
      const { places, colors } = await this.#take(ownName(index));
      const points = colors.length / 4;
      const part = points === 0 ? new Uint8Array() : this.#encode(places, colors);
      writeAll(file, part);
      const children = [0, 1, 2, 3, 4, 5, 6, 7].filter((octant) => numbers.has(`${name}${octant}`));
      nodes.push({
        level: name.length - 1,
        children: children.reduce((mask, octant) => mask | 1 << octant, 0),
        firstChild: numbers.get(`${name}${children[0]}`) ?? 0,
        points,
        byteOffset,
        byteSize: part.length,
      });
      byteOffset += part.length;
    }
    const hierarchy = encodePotreeHierarchy(nodes);
    const { name, encoding } = this.#options;
    const { min, edge, gridSize } = this.#frame;
    const about = { name, min, edge, encoding, hierarchy, points: this.#points };
    const text = encodePotreeMetadata(this.#extremes(), { ...about, spacing: edge / gridSize });
    await Deno.writeFile(`${this.#folder}/hierarchy.bin`, hierarchy.bytes);
    await Deno.writeTextFile(`${this.#folder}/metadata.json`, text);
    return byteOffset + hierarchy.bytes.length + text.length;
  }

  /** There is nothing to give up. */
  [Symbol.dispose](): void {}

  /** Gives every point to its node, leaf by leaf in Morton order. */
  async #share(names: readonly string[], numbers: ReadonlyMap<string, number>): Promise<void> {
    const { pick, own: frame } = this.#options;
    const given: (readonly [number, Uint32Array<ArrayBuffer>, Uint8Array<ArrayBuffer>])[] = [];
    const picker = new LodPicker({
      frame,
      pick,
      own: (node, ...own) => void given.push([node, ...own]),
    });
    const flush = async (): Promise<void> => {
      for (const [node, ...own] of given.splice(0)) await this.#append(ownName(node), ...own);
    };
    // Names of leaves sort as their Morton codes, as none begins with another.
    for (const name of names.filter((name) => this.#seen.get(name) === "leaf").sort()) {
      const path = Array.from(name, (_, n) => numbers.get(name.slice(0, n + 1)) ?? 0);
      const { places, colors } = await this.#take(name);
      picker.take(path, places, colors);
      await flush();
    }
    picker.finish();
    await flush();
  }

  async #append(
    name: string,
    places: Uint32Array<ArrayBuffer>,
    colors: Uint8Array<ArrayBuffer>,
  ): Promise<void> {
    const { buffer, byteOffset, byteLength } = places;
    const { store } = this.#options;
    await store.append(`${name} places`, new Uint8Array(buffer, byteOffset, byteLength));
    await store.append(`${name} colors`, colors);
  }

  /** Reads what was appended, and forgets it. */
  async #take(
    name: string,
  ): Promise<
    Record<"places", Uint32Array<ArrayBuffer>> & Record<"colors", Uint8Array<ArrayBuffer>>
  > {
    const { store } = this.#options;
    const places = new Uint32Array((await store.read(`${name} places`)).buffer);
    const colors = await store.read(`${name} colors`);
    await store.remove(`${name} places`);
    await store.remove(`${name} colors`);
    return { places, colors };
  }

  #encode(places: Uint32Array, colors: Uint8Array): Uint8Array<ArrayBuffer> {
    const low = this.#low();
    const coordinates = Int32Array.from(places, (value, at) => value + (low[at % 3] ?? 0));
    const rgb = Uint16Array.from(places, (_, at) => colors[Math.floor(at / 3) * 4 + at % 3] ?? 0);
    for (let at = 0; at < places.length; at++) {
      this.#widen(at % 3, coordinates[at] ?? 0);
      this.#widen(3 + at % 3, rgb[at] ?? 0);
    }
    const rows = Uint32Array.from({ length: places.length / 3 }, (_, row) => row);
    return encodePotreeNode(this.#describe(coordinates, rgb), rows, this.#options.encoding);
  }

  #widen(at: number, value: number): void {
    this.#least[at] = Math.min(this.#least[at] ?? value, value);
    this.#most[at] = Math.max(this.#most[at] ?? value, value);
  }

  /** Integers stay as they were, unless their codes are written, which know no sign. */
  #low(): readonly number[] {
    const { integers, encoding, own } = this.#options;
    return integers !== undefined && encoding === "default" ? own.cube.min : [0, 0, 0];
  }

  #describe(coordinates: Int32Array, rgb: Uint16Array): PotreeCloud {
    const { integers, encoding } = this.#options;
    const { min, edge, bits } = this.#frame;
    const unit = integers?.unit ?? edge / 2 ** bits;
    const isPlain = integers !== undefined && encoding === "default";
    return {
      coordinates,
      scale: [unit, unit, unit],
      offset: isPlain ? integers.origin : min,
      attributes: [{ name: "rgb", values: rgb, width: 3 }],
    };
  }

  /** A cloud of two points that has the least and greatest values of all. */
  #extremes(): PotreeCloud {
    const both = [this.#least, this.#most];
    return this.#describe(
      Int32Array.from(both.flatMap((values) => values.slice(0, 3))),
      Uint16Array.from(both.flatMap((values) => values.slice(3))),
    );
  }
}

function ownName(index: number): string {
  return `own ${index}`;
}
