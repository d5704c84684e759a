/**
 * Clouds for benchmarks: a scan laid out in tiles, as it is or shuffled, and a surface that is made up.
 *
 * @module
 */

import {
  cameraLookAt,
  type Context,
  emptyTensor,
  type LodTree,
  type MatrixCamera,
  type renderLodBlended,
  type renderLodNearest,
  type Tensor,
} from "../_api.ts";
import { readPointCloud } from "../../lib/io/mod.ts";
import { equalArrays } from "../_harness.ts";

/** Whole coordinates and colors of one tile, and how far apart tiles lie. */
export interface Tile {
  readonly name: string;
  readonly count: number;
  readonly places: Int32Array;
  readonly colors: Uint8Array;
  readonly step: readonly [number, number];
}

/** A cloud on a device, and the cube around it. */
export interface BenchCloud extends Disposable {
  readonly points: Tensor<"i32">;
  readonly colors: Tensor<"u8">;
  readonly count: number;
  readonly max: readonly [number, number, number];
  /** A power of two. */
  readonly edge: number;
}

/** How a cloud is made of a tile. */
export interface CloudOptions {
  /** Tiles an axis. */
  readonly tiles: number;
  /** Whether points come in the order of the scan, or in none. */
  readonly order: "scan" | "shuffled";
}

/** Reads a LAS file as a tile. */
export async function scanTile(path: string): Promise<Tile> {
  const cloud = await readPointCloud(await Deno.readFile(path), { name: path });
  const { lasIntegers, colors, count } = cloud;
  if (lasIntegers === undefined) throw new TypeError(`Cannot use ${path}: it is not LAS or LAZ`);
  const places = lasIntegers.coordinates.slice();
  const low = [0, 1, 2].map((axis) => extreme(places, axis, Math.min));
  for (let at = 0; at < places.length; at++) places[at] = (places[at] ?? 0) - (low[at % 3] ?? 0);
  const step = [extreme(places, 0, Math.max) + 1, extreme(places, 1, Math.max) + 1] as const;
  const name = path.replace(/^.*\//, "");
  return { name, count, places, colors: colors ?? new Uint8Array(count * 3).fill(255), step };
}

/** A hilly surface, scanned line by line. */
export function madeTile(count: number): Tile {
  const side = Math.ceil(Math.sqrt(count));
  const places = new Int32Array(count * 3);
  const colors = new Uint8Array(count * 3);
  for (let n = 0; n < count; n++) {
    const [x, y] = [n % side, Math.floor(n / side)];
    const height = Math.sin(x / 90) * 200 + Math.cos(y / 70) * 150 + Math.sin((x + y) / 11) * 20;
    places.set([x * 50 + y % 7, y * 50 + x % 5, Math.floor((height + 400) * 10)], n * 3);
    colors.set([x, y, n % 251], n * 3);
  }
  return { name: "hills", count, places, colors, step: [side * 50, side * 50] };
}

/** Lays tiles out on a device, a part at a time. */
export function layTiles(context: Context, tile: Tile, { tiles, order }: CloudOptions): BenchCloud {
  const count = tile.count * tiles ** 2;
  const points = emptyTensor([count, 3], { context, dtype: "i32" });
  const colors = emptyTensor([count, 4], { context, dtype: "u8" });
  const part = Math.min(count, 2 ** 22);
  const places = new Int32Array(part * 3);
  const bytes = new Uint8Array(part * 4);
  const shuffle = order === "shuffled" ? shuffler(count) : (n: number): number => n;
  for (let first = 0; first < count; first += part) {
    const length = Math.min(part, count - first);
    for (let n = 0; n < length; n++) putPoint(tile, tiles, shuffle(first + n), n, places, bytes);
    using pointRows = points.slice(first, first + length);
    using colorRows = colors.slice(first, first + length);
    pointRows.write(places.subarray(0, length * 3));
    colorRows.write(bytes.subarray(0, length * 4));
  }
  const high = extreme(tile.places, 2, Math.max);
  const max = [tile.step[0] * tiles - 1, tile.step[1] * tiles - 1, high] as const;
  const edge = 2 ** Math.ceil(Math.log2(Math.max(...max) + 1));
  return {
    points,
    colors,
    count,
    max,
    edge,
    [Symbol.dispose](): void {
      points.dispose();
      colors.dispose();
    },
  };
}

function putPoint(
  { count, places, colors, step }: Tile,
  tiles: number,
  from: number,
  to: number,
  outPlaces: Int32Array,
  outColors: Uint8Array,
): void {
  const tile = Math.floor(from / count);
  const row = (from - tile * count) * 3;
  const ty = Math.floor(tile / tiles);
  const at = to * 3;
  outPlaces[at] = (places[row] ?? 0) + (tile - ty * tiles) * step[0];
  outPlaces[at + 1] = (places[row + 1] ?? 0) + ty * step[1];
  outPlaces[at + 2] = places[row + 2] ?? 0;
  const byte = to * 4;
  outColors[byte] = colors[row] ?? 0;
  outColors[byte + 1] = colors[row + 1] ?? 0;
  outColors[byte + 2] = colors[row + 2] ?? 0;
  outColors[byte + 3] = 255;
}

/** A permutation of n numbers: four Feistel rounds on the least even number of bits, walked until below n. */
function shuffler(n: number): (at: number) => number {
  const half = Math.max(1, Math.ceil(Math.log2(Math.max(2, n)) / 2));
  const mask = 2 ** half - 1;
  const turn = (at: number): number => {
    let left = Math.floor(at / 2 ** half);
    let right = at & mask;
    for (let round = 1; round <= 4; round++) {
      let mixed = Math.imul(right ^ Math.imul(round, 0x9e3779b9), 0x85ebca6b);
      mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
      const next = left ^ ((mixed ^ (mixed >>> 16)) & mask);
      left = right;
      right = next;
    }
    return left * 2 ** half + right;
  };
  return (at) => {
    let place = turn(at);
    while (place >= n) place = turn(place);
    return place;
  };
}

function extreme(
  places: Int32Array,
  axis: number,
  choose: (a: number, b: number) => number,
): number {
  let found = places[axis] ?? 0;
  for (let at = axis; at < places.length; at += 3) found = choose(found, places[at] ?? 0);
  return found;
}

/** A camera low above a cloud, which looks along its diagonal: leaves in front, coarse nodes behind. */
export function lowCamera(
  { max: [x, y, z] }: BenchCloud,
  size: { readonly width: number; readonly height: number },
): MatrixCamera {
  const length = Math.hypot(x, y);
  return cameraLookAt({
    eye: [x * 0.02, y * 0.02, z + length * 0.05],
    target: [x * 0.22, y * 0.22, z],
    ...size,
  });
}

/** Where the scan lies that benchmarks use, below the folder of `DENOVDB_DATA`. */
export function scanPath(): string {
  const { pathname } = new URL("../../../shared/data", import.meta.url);
  const folder = Deno.env.get("DENOVDB_DATA") ?? decodeURIComponent(pathname);
  return `${folder}/las/autzen_stadium_crop.las`;
}

/** Whether a picture has depths exactly where it has colors, and is the same when drawn again. */
export function isRightPicture(
  draw: typeof renderLodNearest | typeof renderLodBlended,
  tree: LodTree,
  camera: MatrixCamera,
  minSize: number,
): boolean {
  using one = draw(tree, camera, { minSize, depths: true });
  using other = draw(tree, camera, { minSize });
  const image = one.image.readSync();
  const depths = one.depths?.readSync() ?? [];
  const fits = Array.from(
    depths,
    (depth, at) => (depth < Infinity) === (image[at * 4 + 3] === 255),
  );
  return fits.includes(true) && !fits.includes(false) && equalArrays(image, other.image.readSync());
}
