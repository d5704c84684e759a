/**
 * Potree 2 from trees that are handed on node by node.
 *
 * @module
 */

import type { Context } from "../../../core/mod.ts";
import {
  encodePotreeHierarchy,
  encodePotreeMetadata,
  encodePotreeNode,
  type PointAttribute,
  type PointValues,
  type PotreeCloud,
  type PotreeEncoding,
  type Triple,
} from "../../../io/mod.ts";
import { columnsOf } from "../../../io/potree/encode.ts";
import type { PotreeNode } from "../../../io/potree/hierarchy.ts";
import { type LodPick, LodPicker, type LodStore, type LodStreamFrame } from "../../../lod/mod.ts";
import { writeAll } from "../../shared/bytes.ts";
import type { ExtraLayout } from "../points/extras.ts";
import { sharePointsApart, type WaitingPoints } from "./apart.ts";
import { type LodContent, type LodFrame, type LodWriter, octantPath } from "./nodes.ts";

/** Options of writing. */
export interface PotreeWriterOptions {
  /** Name of the cloud. */
  readonly name: string;
  /** Context that chooses points which keep apart. */
  readonly context: Context;
  /** Device bytes to use at most. */
  readonly memoryLimit: number;
  /** Which points move up. */
  readonly pick: LodPick;
  /** Encoding of points. */
  readonly encoding: PotreeEncoding;
  /** Store of waiting points. */
  readonly store: LodStore;
  /** The tree as it was handed on, in units of its points. */
  readonly own: LodStreamFrame;
  /** Place of integers of the input, if it has integers: length of their unit, and place of 0. */
  readonly integers: { readonly unit: number; readonly origin: Triple } | undefined;
  /** Whether colors are written. */
  readonly isColored: boolean;
  /** Further attributes of points. */
  readonly extras: ExtraLayout;
  /** Called with the share that is done while points that keep apart are chosen. */
  readonly onPicked: (done: number) => Promise<void>;
}

/** Bytes of the number of a point in the order of the tree, behind what goes along with it. */
const NUMBER_BYTES = 8;

/** Lets leaves wait until all are there, then shares their points out among all nodes. */
export class PotreeWriter implements LodWriter {
  readonly #folder: string;
  readonly #frame: LodFrame;
  readonly #options: PotreeWriterOptions;
  readonly #seen = new Map<string, "inner" | "leaf">();
  readonly #extremes = new Map<string, { readonly least: number[]; readonly most: number[] }>();
  #points = 0;

  /** Writes to a folder that is there. */
  constructor(folder: string, frame: LodFrame, options: PotreeWriterOptions) {
    this.#folder = folder;
    this.#frame = frame;
    this.#options = options;
  }

  /** Takes a node; inner ones own what moves up. */
  async write(
    { level, cell, kind, coordinates, colors, extras = new Uint8Array() }: LodContent,
  ): Promise<void> {
    const path = octantPath(level, cell);
    this.#seen.set(path, kind);
    if (kind === "inner") return;
    this.#points += colors.length / 4;
    await this.#append(path, { places: coordinates, colors, extras });
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
      const own = this.#inOrder(await this.#take(ownName(index)));
      const points = own.colors.length / 4;
      const part = points === 0 ? new Uint8Array() : this.#encode(own);
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
    const { min, edge, gridSize, projection } = this.#frame;
    const system = projection === undefined ? {} : { projection };
    const about = { name, min, edge, encoding, hierarchy, points: this.#points, ...system };
    const text = encodePotreeMetadata(this.#cloudOfExtremes(), {
      ...about,
      spacing: edge / gridSize,
    });
    await Deno.writeFile(`${this.#folder}/hierarchy.bin`, hierarchy.bytes);
    await Deno.writeTextFile(`${this.#folder}/metadata.json`, text);
    return byteOffset + hierarchy.bytes.length + text.length;
  }

  /** There is nothing to give up. */
  [Symbol.dispose](): void {}

  /** Gives every point to its node, leaf by leaf in Morton order. */
  async #share(names: readonly string[], numbers: ReadonlyMap<string, number>): Promise<void> {
    const { pick, own: frame, onPicked } = this.#options;
    if (pick === "poisson") {
      return await sharePointsApart({
        ...this.#options,
        frame,
        kinds: this.#seen,
        store: {
          append: (name, points) => this.#append(name, points),
          read: (name) => this.#read(name),
          remove: (name) => this.#remove(name),
        },
        ownName: (node) => ownName(numbers.get(node) ?? 0),
        onProgress: onPicked,
      });
    }
    const given: (readonly [number, WaitingPoints])[] = [];
    const { bytes } = this.#options.extras;
    const picker = new LodPicker({
      frame,
      pick,
      extraBytes: bytes + NUMBER_BYTES,
      own: (node, places, colors, extras) => void given.push([node, { places, colors, extras }]),
    });
    const flush = async (): Promise<void> => {
      for (const [node, own] of given.splice(0)) await this.#append(ownName(node), own);
    };
    let first = 0;
    // Names of leaves sort as their Morton codes, as none begins with another.
    for (const name of names.filter((name) => this.#seen.get(name) === "leaf").sort()) {
      const path = Array.from(name, (_, n) => numbers.get(name.slice(0, n + 1)) ?? 0);
      const { places, colors, extras } = await this.#take(name);
      picker.take(path, places, colors, numberPoints(extras, { first, count: colors.length / 4 }));
      first += colors.length / 4;
      await flush();
    }
    picker.finish();
    await flush();
  }

  async #append(name: string, { places, colors, extras }: WaitingPoints): Promise<void> {
    const { buffer, byteOffset, byteLength } = places;
    const { store } = this.#options;
    await store.append(`${name} places`, new Uint8Array(buffer, byteOffset, byteLength));
    await store.append(`${name} colors`, colors);
    await store.append(`${name} extras`, extras);
  }

  /** Reads what was appended, and forgets it. */
  async #take(name: string): Promise<WaitingPoints> {
    const points = await this.#read(name);
    await this.#remove(name);
    return points;
  }

  async #read(name: string): Promise<WaitingPoints> {
    const { store } = this.#options;
    const places = new Uint32Array((await store.read(`${name} places`)).buffer);
    const colors = await store.read(`${name} colors`);
    const extras = await store.read(`${name} extras`);
    return { places, colors, extras };
  }

  async #remove(name: string): Promise<void> {
    for (const part of ["places", "colors", "extras"]) {
      await this.#options.store.remove(`${name} ${part}`);
    }
  }

  /** Points of a node as a tree has them; those of cells come as their places were taken by others. */
  #inOrder(points: WaitingPoints): WaitingPoints {
    if (this.#options.pick === "poisson") return points;
    const { places, colors, extras } = points;
    const { bytes } = this.#options.extras;
    const view = new DataView(extras.buffer, extras.byteOffset, extras.byteLength);
    const stride = bytes + NUMBER_BYTES;
    const numbers = Float64Array.from(
      { length: colors.length / 4 },
      (_, row) => view.getFloat64(row * stride + bytes),
    );
    const rows = Uint32Array.from(numbers.keys()).sort((a, b) =>
      (numbers[a] ?? 0) - (numbers[b] ?? 0)
    );
    const out = {
      places: new Uint32Array(places.length),
      colors: new Uint8Array(colors.length),
      extras: new Uint8Array(rows.length * bytes),
    };
    rows.forEach((row, n) => {
      out.places.set(places.subarray(row * 3, row * 3 + 3), n * 3);
      out.colors.set(colors.subarray(row * 4, row * 4 + 4), n * 4);
      out.extras.set(extras.subarray(row * stride, row * stride + bytes), n * bytes);
    });
    return out;
  }

  #encode({ places, colors, extras }: WaitingPoints): Uint8Array<ArrayBuffer> {
    const low = this.#low();
    const coordinates = Int32Array.from(places, (value, at) => value + (low[at % 3] ?? 0));
    const cloud = this.#describe(coordinates, this.#attributesOf(colors, extras));
    for (const column of columnsOf(cloud)) this.#widen(column);
    const rows = Uint32Array.from({ length: places.length / 3 }, (_, row) => row);
    return encodePotreeNode(cloud, rows, this.#options.encoding);
  }

  #attributesOf(colors: Uint8Array, extras: Uint8Array): PointAttribute[] {
    const { isColored, extras: layout } = this.#options;
    const count = colors.length / 4;
    const rgb = Uint16Array.from(
      { length: count * 3 },
      (_, at) => colors[Math.floor(at / 3) * 4 + at % 3] ?? 0,
    );
    const others = layout.unpack(extras);
    return isColored ? [{ name: "rgb", values: rgb, width: 3 }, ...others] : others;
  }

  #widen({ name, values, width }: PointAttribute): void {
    const { least, most } = this.#extremes.get(name) ??
      {
        least: new Array<number>(width).fill(Infinity),
        most: new Array<number>(width).fill(-Infinity),
      };
    this.#extremes.set(name, { least, most });
    for (let at = 0; at < values.length; at++) {
      const value = values[at] ?? 0;
      if (value < (least[at % width] ?? 0)) least[at % width] = value;
      if (value > (most[at % width] ?? 0)) most[at % width] = value;
    }
  }

  /** Integers stay as they were, unless their codes are written, which know no sign. */
  #low(): readonly number[] {
    const { integers, encoding, own } = this.#options;
    return integers !== undefined && encoding === "default" ? own.cube.min : [0, 0, 0];
  }

  #describe(coordinates: Int32Array, attributes: readonly PointAttribute[]): PotreeCloud {
    const { integers, encoding } = this.#options;
    const { min, edge, bits } = this.#frame;
    const unit = integers?.unit ?? edge / 2 ** bits;
    const isPlain = integers !== undefined && encoding === "default";
    return {
      coordinates,
      scale: [unit, unit, unit],
      offset: isPlain ? integers.origin : min,
      attributes,
    };
  }

  /** A cloud of two points that has the least and greatest values of all. */
  #cloudOfExtremes(): PotreeCloud {
    const both = (name: string): number[] => {
      const { least, most } = this.#extremes.get(name) ?? { least: [], most: [] };
      // Nothing is less than another where there is no number.
      const isNone = least.map((low, at) => low > (most[at] ?? 0));
      return [...least, ...most].map((value, at) => isNone[at % least.length] === true ? 0 : value);
    };
    const attributes = this.#attributesOf(new Uint8Array(), new Uint8Array());
    return this.#describe(
      Int32Array.from(both("position")),
      attributes.map(({ name, values, width }) => {
        const type = values.constructor as new (values: readonly number[]) => PointValues;
        return { name, values: new type(both(name)), width };
      }),
    );
  }
}

/** Puts numbers of points, which ascend, behind what goes along with them. */
function numberPoints(
  extras: Uint8Array,
  { first, count }: { readonly first: number; readonly count: number },
): Uint8Array<ArrayBuffer> {
  const bytes = count === 0 ? 0 : extras.length / count;
  const out = new Uint8Array(count * (bytes + NUMBER_BYTES));
  const view = new DataView(out.buffer);
  for (let n = 0; n < count; n++) {
    out.set(extras.subarray(n * bytes, (n + 1) * bytes), n * (bytes + NUMBER_BYTES));
    view.setFloat64(n * (bytes + NUMBER_BYTES) + bytes, first + n);
  }
  return out;
}

function ownName(index: number): string {
  return `own ${index}`;
}
