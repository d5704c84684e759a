/**
 * Rays from the host to a grid's device and back.
 *
 * @module
 */

import { type GridBatch, scope, type Tensor, tensor } from "../../core/mod.ts";
import {
  firstActiveVoxel,
  rayTrilinearIntersection,
  rayTrilinearIntersectionWithNormals,
} from "../../rays/mod.ts";
import type { Vector } from "./camera.ts";

/** The first voxels along rays, read back to the host. */
export interface Hits {
  readonly rows: BigInt64Array;
  readonly times: Float32Array;
  readonly faces: Uint8Array;
}

/** Single-precision numbers. */
export type Floats = Float32Array<ArrayBuffer>;

/**
 * Casts rays through a batch of one grid.
 *
 * @param grid Where the rays go; borrowed.
 * @param origins Where they start, [n, 3].
 * @param directions Where they go, [n, 3].
 * @param tMax Where they end, in units of their directions.
 */
export function castRays(grid: GridBatch, origins: Floats, directions: Floats, tMax: number): Hits {
  return scope((own) => {
    const { context } = grid;
    const shape = [origins.length / 3, 3];
    const hits = firstActiveVoxel(
      grid,
      own(tensor(origins, { context, shape })),
      own(tensor(directions, { context, shape })),
      { tMax },
    );
    own(hits.rows);
    own(hits.times);
    own(hits.faces);
    return {
      rows: hits.rows.readSync(),
      times: hits.times.readSync() as Float32Array,
      faces: hits.faces.readSync(),
    };
  });
}

/** A field on a batch of one grid. */
export interface CastField {
  readonly grid: GridBatch;
  /** A value for each voxel, above 0 outside, [voxels]. */
  readonly values: Tensor<"f32">;
}

/** Which part of rays counts, and what to find out. */
export interface SurfaceCast {
  /**
   * End of rays, in units of their directions.
   *
   * @default {Infinity}
   */
  readonly tMax?: number;
  /**
   * Whether to ask for normals.
   *
   * @default {false}
   */
  readonly normals?: boolean;
}

/** Crossings of rays with the surface of a field, read back to the host. */
export interface SurfaceHits {
  /** When, -1 for a miss, [n]. */
  readonly times: Float32Array;
  /** Unit vectors to where the field grows, 0 for a miss, [n, 3]; nothing where they are not asked for. */
  readonly normals: Float32Array;
}

/**
 * Casts rays towards the surface on which a field is 0.
 *
 * @param field Where the rays go; borrowed.
 * @param origins Where they start, [n, 3].
 * @param directions Where they go, [n, 3].
 * @param options Where they end, and what to find out.
 */
export function castOnSurface(
  { grid, values }: CastField,
  origins: Floats,
  directions: Floats,
  { tMax = Infinity, normals = false }: SurfaceCast = {},
): SurfaceHits {
  return scope((own) => {
    const { context } = grid;
    const shape = [origins.length / 3, 3];
    const from = own(tensor(origins, { context, shape }));
    const along = own(tensor(directions, { context, shape }));
    const options = { tMax };
    if (!normals) {
      const times = own(rayTrilinearIntersection(grid, from, along, values, options));
      return { times: times.readSync(), normals: new Float32Array() };
    }
    const met = rayTrilinearIntersectionWithNormals(grid, from, along, values, options);
    own(met.times);
    own(met.normals);
    return { times: met.times.readSync(), normals: met.normals.readSync() };
  });
}

/** Writes one vector out many times. */
export function repeat(vector: Vector, count: number): Floats {
  const all = new Float32Array(count * 3);
  for (let at = 0; at < all.length; at += 3) {
    all[at] = vector[0];
    all[at + 1] = vector[1];
    all[at + 2] = vector[2];
  }
  return all;
}
