/**
 * Rays from the host to a grid's device and back.
 *
 * @module
 */

import { type GridBatch, scope, tensor } from "../core/mod.ts";
import { firstActiveVoxel } from "../rays/mod.ts";
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
