/**
 * Pictures of trees the slow way: every sample by itself, in the same single precision, into lists per pixel.
 *
 * @module
 */

import type { MatrixCamera } from "../../lib/core/mod.ts";
import { lodPoints, type LodSelection, type LodTree, lodVoxels } from "../../lib/lod/mod.ts";

/** What a pixel may show. */
export interface Splat {
  readonly depth: number;
  readonly rgb: readonly number[];
}

type Row = readonly [x: number, y: number, z: number, w: number];

/** A row of projection times model-view. */
export function clipRow({ modelView, projection }: MatrixCamera, row: number): Row {
  const at = (column: number): number => {
    let sum = 0;
    for (let k = 0; k < 4; k++) {
      sum += (projection[4 * k + row] ?? NaN) * (modelView[4 * column + k] ?? NaN);
    }
    return sum;
  };
  return [at(0), at(1), at(2), at(3)];
}

const f32 = Math.fround;

/** A row for whole coordinates that count in units from an origin. */
function localRow([x, y, z, w]: Row, origin: readonly number[], unit: number): Row {
  const [ox = NaN, oy = NaN, oz = NaN] = origin;
  return [f32(x * unit), f32(y * unit), f32(z * unit), f32(x * ox + y * oy + z * oz + w)];
}

function valueAt([a, b, c, d]: Row, [x, y, z]: readonly [number, number, number]): number {
  return f32(f32(f32(f32(a * x) + f32(b * y)) + f32(c * z)) + d);
}

/** The splats of each pixel, whatever is in front of what. */
export function paint(
  tree: LodTree,
  camera: MatrixCamera,
  { runs }: LodSelection,
  pointSize: number,
): Splat[][] {
  const { width, height } = camera;
  const pixels: Splat[][] = Array.from({ length: width * height }, () => []);
  const [x, y, w] = [clipRow(camera, 0), clipRow(camera, 1), clipRow(camera, 3)];
  const mix = (a: Row, sign: number, factor: number): Row => {
    const part = (axis: 0 | 1 | 2 | 3): number => factor * (a[axis] + sign * w[axis]);
    return [part(0), part(1), part(2), part(3)];
  };
  const view = camera.modelView;
  const depth: Row = [-(view[2] ?? NaN), -(view[6] ?? NaN), -(view[10] ?? NaN), -(view[14] ?? NaN)];
  const rows = [mix(x, 1, width / 2), mix(y, -1, height / -2), w, depth] as const;
  const isWhole = wholeTrees.has(tree);
  const table = runs.readSync();
  for (let run = 0; run < table.length; run += 3) {
    const node = tree.node(Number(table[run]));
    const range = { first: Number(table[run + 1]), count: Number(table[run + 2]) };
    const isLeaf = node.kind === "leaf";
    using columns = isLeaf ? lodPoints(tree, range) : lodVoxels(tree, range);
    const own = columns.coordinates.readSync();
    const places = isWhole && isLeaf ? own : new Uint32Array(own.buffer);
    const colors = columns.colors.readSync();
    const unit = isLeaf ? tree.cube.edge / 2 ** tree.cube.bits : node.edge / tree.gridSize;
    const origin = node.min.map((low) => low + unit * (isLeaf && isWhole ? 0 : 0.5));
    // Points of integers are told in the world, those of reals in the cube.
    const corner = node.min.map((low, axis) =>
      !isLeaf ? 0 : isWhole ? low : (node.cell[axis] ?? NaN) * 2 ** (tree.cube.bits - node.level)
    );
    const local = rows.map((row) => localRow(row, origin, unit));
    for (let n = 0; n < range.count; n++) {
      const at = [0, 1, 2].map((axis) =>
        f32((places[n * 3 + axis] ?? NaN) - (corner[axis] ?? NaN))
      );
      const [across = NaN, down = NaN, along = NaN, far = NaN] = local.map((row) =>
        valueAt(row, at as [number, number, number])
      );
      if (!(along > 0 && far > 0 && far < Infinity)) continue;
      const inverse = f32(1 / along);
      const left = Math.floor(f32(f32(across * inverse) - (pointSize - 1) / 2));
      const top = Math.floor(f32(f32(down * inverse) - (pointSize - 1) / 2));
      if (!Number.isFinite(left + top)) continue;
      const rgb = [...colors.subarray(n * 4, n * 4 + 3)];
      for (let v = Math.max(0, top); v < Math.min(height, top + pointSize); v++) {
        for (let u = Math.max(0, left); u < Math.min(width, left + pointSize); u++) {
          pixels[v * width + u]?.push({ depth: far, rgb });
        }
      }
    }
  }
  return pixels;
}

const wholeTrees = new WeakSet<LodTree>();

/** Notes that a tree was built from integers, which lie where they are and not in the middle of units. */
export function noteWhole(tree: LodTree): LodTree {
  wholeTrees.add(tree);
  return tree;
}

/** Bytes of a picture, and its depths. */
export interface Painted {
  readonly image: Uint8Array;
  readonly depths: Float32Array;
}

function painted(
  pixels: readonly Splat[][],
  background: readonly number[],
  color: (splats: readonly Splat[], least: number) => readonly number[],
): Painted {
  const image = new Uint8Array(pixels.length * 4);
  const depths = new Float32Array(pixels.length);
  pixels.forEach((splats, pixel) => {
    const least = splats.reduce((depth, splat) => Math.min(depth, splat.depth), Infinity);
    depths[pixel] = least;
    image.set(splats.length === 0 ? background : [...color(splats, least), 255], pixel * 4);
  });
  return { image, depths };
}

/** Keeps the nearest splats, of several the one that is less by blue, then green, then red. */
export function paintNearest(pixels: readonly Splat[][], background: readonly number[]): Painted {
  const key = ({ rgb: [red = 0, green = 0, blue = 0] }: Splat): number =>
    (blue * 256 + green) * 256 + red;
  return painted(pixels, background, (splats, least) => {
    const nearest = splats.filter(({ depth }) => depth === least);
    return nearest.reduce((a, b) => key(a) <= key(b) ? a : b).rgb;
  });
}

/** Averages splats that are hardly farther than the nearest. */
export function paintBlended(
  pixels: readonly Splat[][],
  background: readonly number[],
  tolerance: number,
): Painted {
  return painted(pixels, background, (splats, least) => {
    const reach = f32(least * f32(1 + tolerance));
    const near = splats.filter(({ depth }) => depth <= reach);
    return [0, 1, 2].map((channel) => {
      const sum = near.reduce((total, { rgb }) => total + (rgb[channel] ?? NaN), 0);
      return Math.floor((sum + Math.floor(near.length / 2)) / near.length);
    });
  });
}
