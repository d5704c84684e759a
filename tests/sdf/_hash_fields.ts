/**
 * A hash of what operators on distance fields compute; as a program it prints that of the device in DENOVDB_DEVICE.
 *
 * @module
 */

import { gridFromZeroVoxels } from "../../lib/grid/mod.ts";
import { closeTsdf, integrateTsdfBackward, retopologizeSdf } from "../../lib/sdf/mod.ts";
import {
  type Context,
  emptyTensor,
  fullTensor,
  integrateTsdf,
  openContext,
  scope,
  tensor,
} from "../../mod.ts";
import { camerasAround, randomDepth } from "./_scenes.ts";

/** Fuses images that look random and goes back, makes a band of the result, and hashes the bytes of all (FNV-1a). */
export function hashFields(context: Context): string {
  const [count, height, width] = [3, 40, 50];
  let hash = 0x811c9dc5;
  const add = ({ buffer }: Float32Array): void => {
    for (const byte of new Uint8Array(buffer)) hash = Math.imul(hash ^ byte, 0x01000193);
  };
  scope((own) => {
    const nothing = own(emptyTensor([0], { context, dtype: "f32" }));
    const grid = own(gridFromZeroVoxels({ context, voxelSize: [[0.05, 0.07, 0.06]] }));
    const numbers = randomDepth(count * height * width, 5, 3);
    const depth = own(tensor(numbers, { context, shape: [count, height, width] }));
    const weights = own(fullTensor([count, height, width], 1, { context, dtype: "f32" }));
    const cameras = camerasAround(count, 2, [width, height]);
    const range = { halfWidth: 0.15, maxDepth: 3 };
    const state = { grid, tsdf: nothing, weights: nothing };
    const volume = own(integrateTsdf(state, { depth, cameras }, range));
    const band = own(retopologizeSdf(volume.grid, volume.tsdf, { steps: 3, smooth: 1 }));
    const options = { ...range, background: "empty" } as const;
    const closed = own(closeTsdf(volume, { depth, cameras }, options));
    // Each pixel is asked by several voxels, and what they give differs.
    const gradients = { tsdf: volume.tsdf };
    const back = own(
      integrateTsdfBackward(state, { depth, cameras, weights }, volume, gradients, range),
    );
    const parts = [volume.tsdf, volume.weights, band.field, closed, back.depth, back.imageWeights];
    for (const part of parts) add(part?.readSync() as Float32Array);
  });
  return (hash >>> 0).toString(16);
}

if (import.meta.main) {
  using context = openContext();
  await Deno.stdout.write(new TextEncoder().encode(hashFields(context)));
}
