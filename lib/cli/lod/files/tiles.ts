/**
 * Level-of-detail trees as 3D Tiles.
 *
 * @module
 */

import type { Triple } from "../../../io/mod.ts";
import type { PointBounds } from "../../../io/cloud.ts";
import { earthMatrix } from "../../input/earth.ts";
import { encodePointTile, encodeTileset, type TilesetTile } from "../../../io/tiles/tileset.ts";
import { type LodContent, type LodFrame, type LodWriter, octantPath } from "./nodes.ts";

/** Place of a node in its tree. */
export interface LodPlace extends Pick<LodContent, "level" | "cell" | "kind"> {
  /**
   * The box around its points or voxels, from its least corner.
   *
   * @default {undefined} The whole cube.
   */
  readonly box?: PointBounds;
}

/** Writes each node to a file of its own, and `tileset.json` in the end. */
export class TileWriter implements LodWriter {
  readonly #folder: string;
  readonly #frame: LodFrame;
  readonly #seen = new Map<string, LodPlace>();
  #written = 0;

  /** Writes to a folder that is there. */
  constructor(folder: string, frame: LodFrame) {
    this.#folder = folder;
    this.#frame = frame;
    Deno.mkdirSync(`${folder}/tiles`);
  }

  /** Writes a node's points, in coordinates from its least corner. */
  async write(node: LodContent): Promise<void> {
    const { level, cell, kind } = node;
    const path = octantPath(level, cell);
    const { tile, box } = tileOf(node, this.#frame);
    await Deno.writeFile(`${this.#folder}/tiles/${path}.glb`, tile);
    this.#seen.set(path, { level, cell, kind, box });
    this.#written += tile.length;
  }

  /** Writes which tiles there are. */
  async finish(): Promise<number> {
    const text = describeTiles(this.#seen, this.#frame);
    await Deno.writeTextFile(`${this.#folder}/tileset.json`, text);
    return this.#written + text.length;
  }

  /** There is nothing to give up. */
  [Symbol.dispose](): void {}
}

/** A node's points as a tile and the box around them, in coordinates from its least corner. */
export function tileOf(
  { level, cell, kind, coordinates, colors, intensities, classifications }: LodContent,
  { edge, bits, gridSize }: LodFrame,
): { readonly tile: Uint8Array<ArrayBuffer>; readonly box: PointBounds } {
  const isLeaf = kind === "leaf";
  const units = 2 ** (bits - level);
  const unit = isLeaf ? edge / 2 ** bits : edge / 2 ** level / gridSize;
  const positions = new Float32Array(coordinates.length);
  for (let axis = 0; axis < 3; axis++) {
    const corner = isLeaf ? (cell[axis] ?? 0) * units : 0;
    for (let at = axis; at < positions.length; at += 3) {
      positions[at] = ((coordinates[at] ?? 0) - corner + 0.5) * unit;
    }
  }
  const tile = encodePointTile({
    positions,
    colors,
    ...(intensities && { intensities }),
    ...(classifications && { classifications }),
  });
  return { tile, box: boxAround(positions, edge / 2 ** bits / 2) };
}

/** The box around points, each of which takes some room: no side is 0. */
function boxAround(positions: Float32Array, room: number): PointBounds {
  const [min, max] = [[Infinity, Infinity, Infinity], [-Infinity, -Infinity, -Infinity]];
  for (let at = 0; at < positions.length; at++) {
    const [axis, value] = [at % 3, positions[at] ?? 0];
    min[axis] = Math.min(min[axis] ?? value, value);
    max[axis] = Math.max(max[axis] ?? value, value);
  }
  return {
    min: triple((axis) => (min[axis] ?? 0) - room),
    max: triple((axis) => (max[axis] ?? 0) + room),
  };
}

function triple(of: (axis: 0 | 1 | 2) => number): Triple {
  return [of(0), of(1), of(2)];
}

/**
 * Says which tiles there are.
 *
 * @param nodes Nodes by the paths of their octants; the root is "r".
 * @param frame Where the tree lies.
 * @returns The text of `tileset.json`.
 */
export function describeTiles(nodes: ReadonlyMap<string, LodPlace>, frame: LodFrame): string {
  const describe = (path: string): TilesetTile => {
    const { level, cell, kind, box } = nodes.get(path) ??
      { level: 0, cell: [0, 0, 0] as Triple, kind: "leaf" as const };
    const { gridSize } = frame;
    const edge = frame.edge / 2 ** level;
    const min = triple((axis) => frame.min[axis] + cell[axis] * edge);
    const octants = [0, 1, 2, 3, 4, 5, 6, 7].map((octant) => `${path}${octant}`);
    const children = octants.filter((child) => nodes.has(child)).map(describe);
    const own = box && {
      min: triple((axis) => min[axis] + box.min[axis]),
      max: triple((axis) => min[axis] + box.max[axis]),
    };
    return {
      min,
      edge,
      // A box holds those of the children, whose points reach beyond the middles of voxels.
      ...(own && { box: children.reduce((all, child) => around(all, child.box), own) }),
      geometricError: kind === "leaf" ? 0 : edge / gridSize,
      uri: `tiles/${path}.glb`,
      children,
    };
  };
  const root = describe("r");
  const { colorSource, crs, projection } = frame;
  const { min, max } = root.box ?? { min: root.min, max: root.min };
  const earth = crs && earthMatrix(crs, triple((axis) => (min[axis] + max[axis]) / 2));
  const extras = {
    ...(colorSource === "height" ? { colorSource } : {}),
    // Who wants the coordinates of the files again takes the transform of the root off and adds this.
    ...(earth === undefined ? {} : { origin: frame.min }),
    ...(projection === undefined ? {} : { projection }),
  };
  return encodeTileset(root, {
    ...(Object.keys(extras).length === 0 ? {} : { extras }),
    ...(earth === undefined ? {} : { transform: earth }),
  });
}

function around(a: PointBounds, b: PointBounds = a): PointBounds {
  return {
    min: triple((axis) => Math.min(a.min[axis], b.min[axis])),
    max: triple((axis) => Math.max(a.max[axis], b.max[axis])),
  };
}
