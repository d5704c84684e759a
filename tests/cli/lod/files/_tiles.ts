/**
 * 3D Tiles as tests read them: by offsets alone.
 *
 * @module
 */

/** A tile of a tileset. */
export interface Tile {
  readonly content: { readonly uri: string };
  readonly children?: readonly Tile[];
  readonly transform: readonly number[];
  readonly boundingVolume: { readonly box: readonly number[] };
  readonly geometricError: number;
}

/** Calls for a tile and all below it. */
export function visitTiles(tile: Tile, take: (tile: Tile) => void): void {
  take(tile);
  for (const child of tile.children ?? []) visitTiles(child, take);
}

/** The places of the points of a file in binary glTF. */
export function placesIn(file: string | Uint8Array<ArrayBuffer>): number[][] {
  const bytes = typeof file === "string" ? Deno.readFileSync(file) : file;
  const view = new DataView(bytes.buffer);
  const length = view.getUint32(12, true);
  const gltf = JSON.parse(new TextDecoder().decode(bytes.subarray(20, 20 + length)));
  const { count } = gltf.accessors[0];
  const start = 28 + length;
  return Array.from(
    { length: count },
    (_, n) => [0, 1, 2].map((axis) => view.getFloat32(start + 12 * n + 4 * axis, true)),
  );
}
