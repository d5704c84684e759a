/**
 * Volumes in bricks, drawn by marching rays through them: as a surface, or as what light passes through.
 *
 * @module
 */

import { type Context, type Tensor, tensor, type Triple } from "../../../core/mod.ts";
import {
  type BrickStats,
  brickStats,
  type BrickVolume,
  brickVolume,
  marchIsoSurface,
  type MarchOptions,
  marchTransparent,
  type TransferFunction,
  type VolumePicture,
  type VoxelType,
} from "../../../index/mod.ts";
import { cameraDirections, type Tile } from "../camera.ts";
import type { SeenValues, VolumeScene } from "./scene.ts";
import { backgroundColor, fromSrgb, toSrgb } from "../shading.ts";
import { paintTiles } from "../tiles.ts";
import { transfer } from "./transfer.ts";
import type { VolumeView } from "./upright.ts";
import type { LoadedVolume } from "../../input/volume_file.ts";

/** How a volume in bricks is drawn. */
export interface BrickRequest {
  readonly mode: "iso" | "transparent";
  /** Distance of samples along a ray in diagonals of a voxel. */
  readonly step: number;
}

/** Most rays that are followed together. */
const MOST_RAYS = 1 << 20;
/** Entries of the color map. */
const ENTRIES = 1024;

/** Copies samples to a device, x fastest; the caller owns them. Types that it does not march through become others. */
export function uploadVoxels(
  context: Context,
  { values, dims: [x, y, z] }: LoadedVolume,
): Tensor<VoxelType> {
  const shape = [z, y, x];
  if (values instanceof Uint8Array) return tensor(values, { context, shape });
  if (values instanceof Uint16Array) return tensor(values, { context, shape, dtype: "u16" });
  if (values instanceof Int16Array) return tensor(values, { context, shape, dtype: "i16" });
  if (values instanceof Float32Array) return tensor(values, { context, shape });
  if (values instanceof Int8Array) {
    return tensor(new Int16Array(values), { context, shape, dtype: "i16" });
  }
  const floats = new Float32Array(values.length);
  for (let at = 0; at < floats.length; at++) floats[at] = Number(values[at]);
  return tensor(floats, { context, shape });
}

/** A threshold between voxels, and the least value above it that voxels of a type cannot have. */
export interface Levels {
  /** Bricks with voxels above it are kept. */
  readonly threshold: number;
  /** Above the threshold, and not above any voxel that is kept. */
  readonly isoLevel: number;
}

/** The threshold of voxels that keeps the same ones as one that they cannot be compared with. */
export function levelsOf(dtype: VoxelType, threshold: number): Levels {
  const least = LEAST[dtype];
  if (least === undefined) {
    const near = Math.fround(threshold);
    return { threshold: near, isoLevel: nextFloat(near) };
  }
  const whole = Math.floor(threshold);
  return { threshold: whole < least ? -Infinity : whole, isoLevel: whole + 0.5 };
}

/** The least numbers of whole types. */
const LEAST: Readonly<Partial<Record<VoxelType, number>>> = { u8: 0, u16: 0, i16: -32768 };

/** The next number of single precision. */
function nextFloat(value: number): number {
  if (value === 0) return 2 ** -149;
  const bits = new Int32Array(Float32Array.of(value).buffer);
  bits[0] = (bits[0] ?? 0) + (value > 0 ? 1 : -1);
  return new Float32Array(bits.buffer)[0] ?? value;
}

/** A volume in the bricks that take the fewest bytes, and what those of all sizes take. */
export function buildBricks(
  dense: Tensor<VoxelType>,
  threshold: number,
): { readonly stats: BrickStats; readonly volume: BrickVolume } {
  const options = { threshold, nan: "empty" } as const;
  const stats = brickStats(dense, options);
  return { stats, volume: brickVolume(dense, { ...options, brick: stats.best.edge }) };
}

/** Makes a scene of a volume whose x is fastest; the caller owns it. */
export function brickScene(
  context: Context,
  volume: LoadedVolume,
  { threshold, brightest }: SeenValues,
  request: BrickRequest,
): VolumeScene {
  using dense = uploadVoxels(context, volume);
  const levels = levelsOf(dense.dtype, threshold);
  const { stats: { best }, volume: bricks } = buildBricks(dense, levels.threshold);
  const spacing: Triple = volume.spacing;
  const step = request.step * Math.hypot(...spacing);
  const map = transferOf(levels.isoLevel, brightest);
  const draw = (options: MarchOptions, light: Triple): VolumePicture =>
    request.mode === "iso"
      ? marchIsoSurface(bricks, { ...options, isoLevel: levels.isoLevel, light })
      : marchTransparent(bricks, { ...options, transfer: map });
  return {
    parts: {
      brick: best.edge,
      bricks: best.bricks,
      filled: best.filled,
      indexBytes: best.indexBytes,
      brickBytes: bricks.byteLength,
      ratio: best.ratio,
    },
    draw: (view, canvas) => {
      let rays = 0;
      const pixels = paintTiles(canvas, { mostSamples: MOST_RAYS, dither: true }, (tile) => {
        const options = { ...tileOptions(view, tile, spacing), spacing, stepSize: step };
        using picture = draw(options, view.light);
        rays += options.width * options.height;
        return overBackground(picture.image.readSync(), view, request, tile);
      });
      return { pixels, rays };
    },
    [Symbol.dispose]: () => bricks.dispose(),
  };
}

/** The camera of some rows of a picture, with a ray for each sample. */
function tileOptions(
  { camera }: VolumeView,
  { width, height, firstRow, rows, samples }: Tile,
  spacing: Triple,
): Pick<MarchOptions, "camera" | "width" | "height"> {
  const middle = 1 - (2 * firstRow + rows) / height;
  const each = (make: (axis: 0 | 1 | 2) => number): Triple => [make(0), make(1), make(2)];
  return {
    camera: {
      // Sample (0, 0, 0) is half a voxel away from the corner at which the volume begins.
      eye: each((axis) => camera.eye[axis] + spacing[axis] / 2),
      forward: each((axis) => camera.forward[axis] + middle * camera.up[axis]),
      right: camera.right,
      up: each((axis) => camera.up[axis] * rows / height),
    },
    width: width * samples,
    height: rows * samples,
  };
}

/** From values to the colors of the map, as they are shown; clear at the threshold. */
export function transferOf(threshold: number, brightest: number): TransferFunction {
  const low = Math.fround(threshold);
  const least = Math.max(1e-6, Math.abs(low) * 1e-5); // of which single precision tells parts apart
  const high = Math.max(Math.min(brightest, 3e38), low + least);
  const table = new Float32Array(ENTRIES * 4);
  for (let entry = 0; entry < ENTRIES; entry++) {
    const { color, density } = transfer(entry / (ENTRIES - 1));
    // The densities of the map are for one voxel, the opacities of the table for a quarter of its diagonal.
    const opacity = 1 - Math.exp(-density * Math.sqrt(3) / 4);
    table.set([...color.map((one) => toSrgb(one) / 255), opacity], entry * 4);
  }
  return { low, high, table };
}

/** Lays samples over the background; returns linear colors, those of one pixel together. */
function overBackground(
  image: Uint8Array,
  { camera, up }: VolumeView,
  { mode }: BrickRequest,
  tile: Tile,
): Float32Array<ArrayBuffer> {
  const { width, samples } = tile;
  const directions = cameraDirections(camera, tile);
  const linear = new Float32Array(directions.length);
  const perPixel = samples * samples;
  for (let ray = 0; ray < directions.length / 3; ray++) {
    const pixel = Math.floor(ray / perPixel);
    const sample = ray % perPixel;
    const column = (pixel % width) * samples + sample % samples;
    const row = Math.floor(pixel / width) * samples + Math.floor(sample / samples);
    const from = (row * width * samples + column) * 4;
    const through = 1 - (image[from + 3] ?? 0) / 255;
    const [x = 0, y = 0, z = 0] = directions.subarray(ray * 3, ray * 3 + 3);
    const behind = backgroundColor(x * up[0] + y * up[1] + z * up[2]);
    for (const channel of [0, 1, 2] as const) {
      const color = (image[from + channel] ?? 0) / 255;
      // Surfaces send out light; the colors of the map are as they are shown.
      linear[ray * 3 + channel] = mode === "iso"
        ? color + through * behind[channel]
        : fromSrgb(color + (through === 0 ? 0 : through * toSrgb(behind[channel]) / 255));
    }
  }
  return linear;
}
