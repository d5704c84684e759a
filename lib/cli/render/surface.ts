/**
 * Pictures of a smooth surface: where rays cross level 0 of a field, lit from two sides and by an open sky, all rays
 * cast by `rayTrilinearIntersection` on the grid's device.
 *
 * @module
 */

import { type GridBatch, scope, type Tensor, tensor } from "../../core/mod.ts";
import { sampleTrilinear } from "../../sample/mod.ts";
import type { Tile, Vector } from "../picture/camera.ts";
import { castOnSurface, type Floats } from "../picture/cast.ts";
import type { SeenSamples } from "../picture/file.ts";
import { type AnyCamera, type CameraRays, cameraRays } from "../picture/look.ts";
import { backgroundColor, type Color, lightSurface, type Studio } from "../picture/shading.ts";
import { skyVisibility, writeLightRay } from "./sky.ts";
import { type Background, type CanvasOptions, paintPicture } from "../picture/tiles.ts";

/** Content of the picture. */
export interface SurfaceScene {
  /** A batch of one grid. */
  readonly grid: GridBatch;
  /** A value for each voxel, above 0 outside, [voxels]. */
  readonly values: Tensor<"f32">;
  /** Slopes of values from voxel to voxel, per world unit along x, y and z, [voxels, 3]. */
  readonly slopes: Tensor<"f32">;
  /** Edge length of a voxel in world units. */
  readonly voxelSize: number;
  /** Length of sky rays, in world units. */
  readonly reach: number;
  /** Linear RGB of a place on the surface, by its unit normal, too. */
  readonly color: (place: Vector, normal: Vector) => Color;
  /** Camera that sees it. */
  readonly camera: AnyCamera;
  /** Light on it. */
  readonly light: Studio;
}

/** Size and smoothness of the picture. */
export interface SurfaceOptions extends CanvasOptions {
  /** Rays per sample that look for the open sky; 0 leaves all places open. */
  readonly skyRays: number;
  /**
   * Background of the surface: the sky, or nothing.
   *
   * @default {"sky"}
   */
  readonly background?: Background;
}

/** A finished picture. */
export interface SurfaceImage {
  /** 8-bit sRGB, [height, width, 3], with opacity where there is no background, [height, width, 4]. */
  readonly pixels: Uint8Array<ArrayBuffer>;
  /** Rays cast for it. */
  readonly rays: number;
  /** Samples that see the surface. */
  readonly hits: number;
}

/** Most rays that are cast together, but for those of a single row of pixels; bounds host and device memory. */
const MOST_RAYS = 1 << 20;
/** Distance from the surface at which secondary rays start, in voxels. */
const OFFSET = 0.1;
/** Radius of the key light, seen from distance 1. */
const KEY_RADIUS = 0.02;

/**
 * Draws a surface.
 *
 * @param scene The field, the camera and the light; borrowed.
 * @param options The picture's size and quality.
 * @returns The pixels, and the numbers of rays and hits.
 */
export function traceSurface(scene: SurfaceScene, options: SurfaceOptions): SurfaceImage {
  const mostSamples = Math.floor(MOST_RAYS / Math.max(1, options.skyRays));
  let [rays, hits] = [0, 0];
  const { background = "sky" } = options;
  const pixels = paintPicture(options, { mostSamples, dither: true, background }, (tile) => {
    const traced = traceTile(scene, tile, { ...options, background });
    const { opacity, lit } = traced;
    rays += opacity.length + lit * (1 + options.skyRays);
    hits += lit;
    return traced;
  });
  return { pixels, rays, hits };
}

/** Traces the samples of a tile; returns them, opaque where they see the surface, and how many do. */
function traceTile(
  scene: SurfaceScene,
  tile: Tile,
  { skyRays, background }: Pick<SurfaceOptions, "skyRays" | "background">,
): SeenSamples & { readonly lit: number } {
  const rays = cameraRays(scene.camera, tile);
  const { directions } = rays;
  const count = directions.length / 3;
  const places = findPlaces(scene, rays);
  const { samples, points, normals, starts } = places;
  const normal = (n: number): Vector => vectorAt(normals, n);
  const key = keyVisibility(scene, places, tile);
  const sky = skyVisibility(starts, {
    tile,
    samples,
    skyRays,
    reach: scene.reach,
    normal,
    cast: (from, along, reach) => castOnSurface(scene, from, along, { tMax: reach }).times,
  });
  const linear = new Float32Array(count * 3);
  const opacity = new Uint8Array(count);
  for (let sample = 0; sample < count && background === "sky"; sample++) {
    linear.set(backgroundColor(directions[sample * 3 + 2] ?? 0), sample * 3);
  }
  samples.forEach((sample, n) => {
    opacity[sample] = 1;
    const albedo = scene.color(vectorAt(points, n), normal(n));
    const visibility = { sun: key[n] ?? 1, sky: sky[n] ?? 1 };
    const view = vectorAt(directions, sample);
    linear.set(
      lightSurface(albedo, { normal: normal(n), view }, scene.light, visibility),
      sample * 3,
    );
  });
  return { linear, opacity, lit: samples.length };
}

/** Places on the surface that samples see. */
interface Places {
  /** The samples that see it, [places]. */
  readonly samples: Uint32Array;
  /** Where, [places, 3]. */
  readonly points: Floats;
  /** Unit vectors away from the surface, [places, 3]. */
  readonly normals: Floats;
  /** Origins of further rays, a little above the surface, [places, 3]. */
  readonly starts: Floats;
}

function findPlaces(scene: SurfaceScene, { origins, directions }: CameraRays): Places {
  const { times, normals: all } = castOnSurface(scene, origins, directions, { normals: true });
  const samples = Uint32Array.from(times.keys()).filter((sample) => (times[sample] ?? -1) >= 0);
  const points = new Float32Array(samples.length * 3);
  const normals = new Float32Array(points.length);
  const starts = new Float32Array(points.length);
  samples.forEach((sample, n) => {
    for (const axis of [0, 1, 2] as const) {
      const normal = all[sample * 3 + axis] ?? 0;
      const along = (times[sample] ?? 0) * (directions[sample * 3 + axis] ?? 0);
      const place = (origins[sample * 3 + axis] ?? 0) + along;
      points[n * 3 + axis] = place;
      normals[n * 3 + axis] = normal;
      starts[n * 3 + axis] = place + OFFSET * scene.voxelSize * normal;
    }
  });
  smoothNormals(scene, points, normals);
  return { samples, points, normals, starts };
}

/**
 * Replaces normals, which have small steps where one cell of eight voxels ends and the next begins, by interpolated
 * slopes, which have none.
 */
function smoothNormals({ grid, slopes }: SurfaceScene, points: Floats, normals: Floats): void {
  const smooth = scope((own) => {
    const shape = [points.length / 3, 3];
    const places = own(tensor(points, { context: grid.context, shape }));
    return own(sampleTrilinear(grid, places, slopes)).readSync();
  });
  for (let at = 0; at < normals.length; at += 3) {
    const [x = 0, y = 0, z = 0] = smooth.subarray(at, at + 3);
    const length = Math.sqrt(x * x + y * y + z * z);
    if (length > 0) normals.set([x / length, y / length, z / length], at);
  }
}

/** 1 where the key light shines, 0 in shadow; near the ends of shadows some of a pixel's samples see the light. */
function keyVisibility(
  scene: SurfaceScene,
  { samples, normals, starts }: Places,
  tile: Tile,
): Float32Array {
  const light = scene.light.sun;
  const perPixel = tile.samples * tile.samples;
  const firstPixel = tile.firstRow * tile.width;
  const directions = new Float32Array(starts.length);
  samples.forEach((sample, n) => {
    writeLightRay(directions, n * 3, { light, radius: KEY_RADIUS }, {
      pixel: firstPixel + Math.floor(sample / perPixel),
      index: sample % perPixel,
    });
  });
  const { times } = castOnSurface(scene, starts, directions);
  return Float32Array.from(samples, (_, n) => {
    const [x, y, z] = vectorAt(normals, n);
    const facing = x * light[0] + y * light[1] + z * light[2];
    return facing > 0 && (times[n] ?? -1) < 0 ? 1 : 0;
  });
}

function vectorAt(values: Floats, n: number): Vector {
  return [values[n * 3] ?? 0, values[n * 3 + 1] ?? 0, values[n * 3 + 2] ?? 0];
}
