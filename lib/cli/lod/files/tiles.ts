/**
 * Level-of-detail trees as 3D Tiles.
 *
 * @module
 */

import type { Triple } from "../../../io/mod.ts";
import { encodePointTile, encodeTileset, type TilesetTile } from "../../../io/tiles/tileset.ts";
import { type LodContent, type LodFrame, type LodWriter, octantPath } from "./nodes.ts";

/** Where a node lies in its tree. */
export type LodPlace = Pick<LodContent, "level" | "cell" | "kind">;

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
    const tile = tileOf(node, this.#frame);
    await Deno.writeFile(`${this.#folder}/tiles/${path}.glb`, tile);
    this.#seen.set(path, { level, cell, kind });
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

/** A node's points as a tile, in coordinates from its least corner. */
export function tileOf(
  { level, cell, kind, coordinates, colors, intensities, classifications }: LodContent,
  { edge, bits, gridSize }: LodFrame,
): Uint8Array<ArrayBuffer> {
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
  return encodePointTile({
    positions,
    colors,
    ...(intensities && { intensities }),
    ...(classifications && { classifications }),
  });
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
    const { level, cell, kind } = nodes.get(path) ??
      { level: 0, cell: [0, 0, 0] as Triple, kind: "leaf" as const };
    const { min, gridSize } = frame;
    const edge = frame.edge / 2 ** level;
    const octants = [0, 1, 2, 3, 4, 5, 6, 7].map((octant) => `${path}${octant}`);
    return {
      min: [min[0] + cell[0] * edge, min[1] + cell[1] * edge, min[2] + cell[2] * edge],
      edge,
      geometricError: kind === "leaf" ? 0 : edge / gridSize,
      uri: `tiles/${path}.glb`,
      children: octants.filter((child) => nodes.has(child)).map(describe),
    };
  };
  const { colorSource } = frame;
  return encodeTileset(describe("r"), colorSource === "height" ? { extras: { colorSource } } : {});
}
