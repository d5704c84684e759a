/**
 * Pictures of a grid: camera, shadow and sky rays, all cast by `firstActiveVoxel` on the grid's device.
 *
 * @module
 */

import type { GridBatch } from "../../core/mod.ts";
import type { Tile } from "../picture/camera.ts";
import { castRays, type Floats, type Hits, repeat } from "../picture/cast.ts";
import { type AnyCamera, type CameraRays, cameraRays } from "../picture/look.ts";
import {
  backgroundColor,
  type Color,
  faceNormal,
  type Light,
  lightFace,
  mix,
} from "../picture/shading.ts";
import { skyVisibility } from "./sky.ts";
import { type Background, type CanvasOptions, paintPicture } from "../picture/tiles.ts";
import type { SeenSamples } from "../picture/file.ts";

/** Content of the picture. */
export interface Scene {
  /** A batch of one grid. */
  readonly grid: GridBatch;
  /** Linear RGB of each voxel, [voxels, 3]. */
  readonly albedo: Float32Array;
  /** Edge length of a voxel in world units. */
  readonly voxelSize: number;
  /** Longest side of the scene in world units. */
  readonly extent: number;
  /** Camera that sees it. */
  readonly camera: AnyCamera;
  /** Light on it. */
  readonly light: Light;
}

/** Size and smoothness of the picture. */
export interface ImageOptions extends CanvasOptions {
  /** Rays per sample that look for the open sky; 0 leaves all places open. */
  readonly skyRays: number;
  /**
   * Background of the voxels: the sky, or nothing.
   *
   * @default {"sky"}
   */
  readonly background?: Background;
}

/** A finished picture. */
export interface Image {
  /** 8-bit sRGB, [height, width, 3], with opacity where there is no background, [height, width, 4]. */
  readonly pixels: Uint8Array<ArrayBuffer>;
  /** Rays cast for it. */
  readonly rays: number;
}

/** Most camera rays that are traced together; bounds host and device memory. */
const TILE_RAYS = 1 << 18;
/** Length of sky rays, in voxels. */
const SKY_REACH = 24;

/**
 * Draws a scene.
 *
 * @param scene The voxels, the camera and the light; borrowed.
 * @param options The picture's size and quality.
 * @returns The pixels and the number of rays.
 */
export function traceImage(scene: Scene, options: ImageOptions): Image {
  let rays = 0;
  const trace = (tile: Tile): TracedTile => {
    const traced = traceTile(scene, tile, options);
    rays += traced.rays;
    return traced;
  };
  const { background = "sky" } = options;
  const parts = { mostSamples: TILE_RAYS, dither: false, background };
  return { pixels: paintPicture(options, parts, trace), rays };
}

/** The samples of a tile, opaque where they show a voxel. */
interface TracedTile extends SeenSamples {
  readonly rays: number;
}

/** Traces the samples of a tile. */
function traceTile(
  scene: Scene,
  tile: Tile,
  { skyRays, background = "sky" }: Pick<ImageOptions, "skyRays" | "background">,
): TracedTile {
  const { origins, directions } = cameraRays(scene.camera, tile);
  const count = directions.length / 3;
  const first = castRays(scene.grid, origins, directions, Infinity);

  const lit: number[] = [];
  for (let sample = 0; sample < count; sample++) {
    if ((first.rows[sample] ?? -1n) >= 0n) lit.push(sample);
  }
  const starts = surfacePoints(scene, lit, { origins, directions }, first);
  const sun = sunVisibility(scene, lit, starts, first.faces);
  const sky = skyVisibility(starts, {
    tile,
    samples: lit,
    skyRays,
    reach: SKY_REACH * scene.voxelSize,
    normal: (n) => faceNormal(first.faces[lit[n] ?? 0] ?? 6),
    cast: (from, along, reach) => castRays(scene.grid, from, along, reach).times,
  });
  const linear = new Float32Array(count * 3);
  for (let sample = 0; sample < count && background === "sky"; sample++) {
    linear.set(backgroundColor(directions[sample * 3 + 2] ?? 0), sample * 3);
  }
  lit.forEach((sample, n) => {
    const row = Number(first.rows[sample] ?? 0n);
    const albedo: Color = [
      scene.albedo[row * 3] ?? 0,
      scene.albedo[row * 3 + 1] ?? 0,
      scene.albedo[row * 3 + 2] ?? 0,
    ];
    const visibility = { sun: sun[n] ?? 1, sky: sky[n] ?? 1 };
    const color = lightFace(albedo, faceNormal(first.faces[sample] ?? 6), scene.light, visibility);
    const time = first.times[sample] ?? 0;
    linear.set(background === "sky" ? haze(scene, color, time) : color, sample * 3);
  });
  const opacity = new Uint8Array(count);
  for (const sample of lit) opacity[sample] = 1;
  return { linear, opacity, rays: count + lit.length * (1 + skyRays) };
}

/** The points where secondary rays start: on the hit face, a little outside the voxel. */
function surfacePoints(
  scene: Scene,
  lit: readonly number[],
  { origins, directions }: CameraRays,
  hits: Hits,
): Floats {
  // Far enough from the face for the rounding of a float32 coordinate, near enough not to be seen.
  const offset = scene.voxelSize * 2e-3 + scene.extent * 4e-7;
  const points = new Float32Array(lit.length * 3);
  lit.forEach((sample, n) => {
    const time = hits.times[sample] ?? 0;
    const normal = faceNormal(hits.faces[sample] ?? 6);
    for (const axis of [0, 1, 2] as const) {
      const along = time * (directions[sample * 3 + axis] ?? 0);
      points[n * 3 + axis] = (origins[sample * 3 + axis] ?? 0) + along + offset * normal[axis];
    }
  });
  return points;
}

/** 1 where the sun shines, 0 in shadow. */
function sunVisibility(
  scene: Scene,
  lit: readonly number[],
  starts: Floats,
  faces: Uint8Array,
): Float32Array {
  const directions = repeat(scene.light.sun, lit.length);
  const shadows = castRays(scene.grid, starts, directions, Infinity);
  return Float32Array.from(lit, (sample, n) => {
    const normal = faceNormal(faces[sample] ?? 6);
    const { sun } = scene.light;
    const facing = normal[0] * sun[0] + normal[1] * sun[1] + normal[2] * sun[2];
    return facing > 0 && (shadows.rows[n] ?? -1n) < 0n ? 1 : 0;
  });
}

/** Lets far things fade a little into the air. */
function haze(scene: Scene, color: Color, time: number): Color {
  const depth = Math.max(0, time - scene.camera.distance + scene.extent / 2) / scene.extent;
  return mix(color, backgroundColor(0), 0.16 * (1 - Math.exp(-depth)));
}
