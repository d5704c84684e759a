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
  type MarchIsoSurfaceOptions,
  type MarchOptions,
  marchTransparent,
  type TransferFunction,
  type VolumePicture,
  type VoxelType,
} from "../../../index/mod.ts";
import type { Tile } from "../camera.ts";
import type { SeenSamples } from "../file.ts";
import { cameraRays, vectorCamera } from "../look.ts";
import type { DrawOptions, SeenValues, VolumeScene } from "./scene.ts";
import { backgroundColor, shownAs, toSrgb } from "../shading.ts";
import { paintPicture } from "../tiles.ts";
import { transfer } from "./transfer.ts";
import type { VolumeView } from "./upright.ts";
import type { LoadedVolume } from "../../input/volume_file.ts";

/** Options of drawing a volume in bricks. */
export interface BrickRequest {
  readonly mode: "iso" | "transparent";
  /** Distance of samples along a ray in diagonals of a voxel. */
  readonly step: number;
}

const WHITE = [1, 1, 1] as const;
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
  const draw = (
    options: MarchOptions,
    light: Triple,
    surface: Pick<MarchIsoSurfaceOptions, "color" | "depths">,
  ): VolumePicture =>
    request.mode === "iso"
      ? marchIsoSurface(bricks, { ...options, ...surface, isoLevel: levels.isoLevel, light })
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
      const { background, colorOfHeight } = canvas;
      const parts = { mostSamples: MOST_RAYS, dither: true, background };
      // A white surface shows its light alone, by which colors are multiplied.
      const surface = colorOfHeight === undefined ? {} : { color: WHITE, depths: true };
      const pixels = paintPicture(canvas, parts, (tile) => {
        const options = { ...tileOptions(view, tile, spacing), spacing, stepSize: step };
        using picture = draw(options, view.light, surface);
        rays += options.width * options.height;
        const image = picture.image.readSync();
        const depths = picture.depths?.readSync();
        return samplesOf({ image, depths }, view, { ...request, background, colorOfHeight }, tile);
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
  // The middle of the rows is elsewhere where rays are parallel, and in another direction where they are not.
  const [shift, turn] = camera.isParallel === true ? [middle, 0] : [0, middle];
  return {
    camera: {
      ...vectorCamera(camera),
      // Sample (0, 0, 0) is half a voxel away from the corner at which the volume begins.
      eye: each((axis) => camera.eye[axis] + spacing[axis] / 2 + shift * camera.up[axis]),
      forward: each((axis) => camera.forward[axis] + turn * camera.up[axis]),
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

/** A tile as the device draws it, sample by sample. */
interface DrawnTile {
  /** Colors times opacity, and opacity, [rows, columns, 4]. */
  readonly image: Uint8Array;
  /** Lengths of rays up to the surface, [rows, columns], if they are asked for. */
  readonly depths: Float32Array | undefined;
}

/** Samples with linear colors, over the background unless there is none; those of one pixel together. */
function samplesOf(
  { image, depths }: DrawnTile,
  { camera, up }: VolumeView,
  { mode, background, colorOfHeight }:
    & BrickRequest
    & Pick<DrawOptions, "background" | "colorOfHeight">,
  tile: Tile,
): SeenSamples {
  const { width, samples } = tile;
  const { origins, directions } = cameraRays(camera, tile);
  const linear = new Float32Array(directions.length);
  const opacity = new Float32Array(directions.length / 3);
  const perPixel = samples * samples;
  for (let ray = 0; ray < opacity.length; ray++) {
    const pixel = Math.floor(ray / perPixel);
    const sample = ray % perPixel;
    const column = (pixel % width) * samples + sample % samples;
    const row = Math.floor(pixel / width) * samples + Math.floor(sample / samples);
    const from = (row * width * samples + column) * 4;
    const [x = 0, y = 0, z = 0] = directions.subarray(ray * 3, ray * 3 + 3);
    const own = opacity[ray] = (image[from + 3] ?? 0) / 255;
    const behind = backgroundColor(x * up[0] + y * up[1] + z * up[2]);
    const height = (axis: 0 | 1 | 2): number =>
      up[axis] * ((origins[ray * 3 + axis] ?? 0) +
        (depths?.[from / 4] ?? 0) * (directions[ray * 3 + axis] ?? 0));
    const tint = own === 0 ? undefined : colorOfHeight?.(height(0) + height(1) + height(2));
    for (const channel of [0, 1, 2] as const) {
      const color = (image[from + channel] ?? 0) / 255;
      const sky = background === "sky" ? (1 - own) * behind[channel] : 0;
      // Surfaces send out light; the colors of the map are as they are shown.
      if (mode === "iso") {
        linear[ray * 3 + channel] = color * (tint?.[channel] ?? 1) + sky;
      } else if (background === "sky") {
        const shown = own === 1 ? 0 : (1 - own) * toSrgb(behind[channel]) / 255;
        linear[ray * 3 + channel] = shownAs(Math.min(1, color + shown));
      } else if (own > 0) {
        linear[ray * 3 + channel] = own * shownAs(Math.min(1, color / own));
      }
    }
  }
  return { linear, opacity };
}
