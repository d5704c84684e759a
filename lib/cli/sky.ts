/**
 * How much of the sky a place on a surface sees.
 *
 * @module
 */

import type { GridBatch } from "../core/mod.ts";
import type { Tile, Vector } from "./camera.ts";
import { castRays, type Floats } from "./cast.ts";
import { faceNormal } from "./shading.ts";

/** How far sky rays look, in voxels. */
const SKY_REACH = 24;

/** The voxels that hide the sky. */
export interface Occluders {
  /** A batch of one grid. */
  readonly grid: GridBatch;
  /** Edge length of a voxel in world units. */
  readonly voxelSize: number;
}

/**
 * Finds the share of the half space above each face that is open.
 *
 * @param occluders What may be in the way; borrowed.
 * @param lit The samples that hit something.
 * @param starts Where their secondary rays start, [lit, 3].
 * @param faces The face that each sample of the tile hit.
 * @param quality The tile, and the number of rays per sample.
 * @returns 0 for none to 1 for all, [lit].
 */
export function skyVisibility(
  occluders: Occluders,
  lit: readonly number[],
  starts: Floats,
  faces: Uint8Array,
  { tile, skyRays }: { tile: Tile; skyRays: number },
): Float32Array {
  if (skyRays === 0) return new Float32Array(lit.length).fill(1);
  const origins = new Float32Array(lit.length * skyRays * 3);
  const directions = new Float32Array(origins.length);
  const perPixel = tile.samples * tile.samples;
  const firstPixel = tile.firstRow * tile.width;
  lit.forEach((sample, n) => {
    const pixel = firstPixel + Math.floor(sample / perPixel);
    const normal = faceNormal(faces[sample] ?? 6);
    for (let ray = 0; ray < skyRays; ray++) {
      const at = (n * skyRays + ray) * 3;
      for (let axis = 0; axis < 3; axis++) origins[at + axis] = starts[n * 3 + axis] ?? 0;
      writeSkyRay(directions, at, normal, pixel, (sample % perPixel) * skyRays + ray);
    }
  });
  const reach = SKY_REACH * occluders.voxelSize;
  const hits = castRays(occluders.grid, origins, directions, reach);
  return Float32Array.from(lit, (_, n) => {
    let open = 0;
    for (let ray = n * skyRays; ray < (n + 1) * skyRays; ray++) {
      // A near voxel hides the sky; one at the end of the reach hardly does.
      const time = hits.times[ray] ?? -1;
      open += time < 0 ? 1 : Math.sqrt(time / reach) * 0.85;
    }
    return open / skyRays;
  });
}

/**
 * Writes a direction above a face, cosine-distributed: an R2 sequence (Roberts 2018) per pixel, turned by a hash of the
 * pixel so that neighbours do not repeat each other's error.
 */
function writeSkyRay(out: Floats, at: number, normal: Vector, pixel: number, index: number): void {
  const a = (hash(pixel) + index * 0.7548776662466927) % 1;
  const b = (hash(pixel ^ 0x5bd1e995) + index * 0.5698402909980532) % 1;
  const radius = Math.sqrt(a);
  const height = Math.sqrt(1 - a);
  const axis = normal[0] !== 0 ? 0 : normal[1] !== 0 ? 1 : 2;
  out[at + axis] = height * normal[axis];
  out[at + (axis + 1) % 3] = radius * Math.cos(2 * Math.PI * b);
  out[at + (axis + 2) % 3] = radius * Math.sin(2 * Math.PI * b);
}

/** A number in [0, 1) that looks random (the finalizer of splitmix32). */
function hash(value: number): number {
  let z = (value + 0x9e3779b9) | 0;
  z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
  z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
  return ((z ^ (z >>> 15)) >>> 0) / 2 ** 32;
}
