/**
 * A cloud with classes that a network learns to tell: scenes that are made up.
 *
 * @module
 */

import { makeScene } from "../../../examples/segmentation/scenes.ts";
import { encodeLas, encodePly, type PointCloud } from "../../../lib/io/mod.ts";

/** The class of each kind of voxel: those of LAS for ground, buildings, others, poles and trees. */
export const LABELS: readonly number[] = [2, 6, 64, 15, 5];

/** Points of scenes side by side, with their classes. */
export function town(first: number, scenes = 2): Pick<PointCloud, "positions" | "count"> & {
  readonly classifications: Uint8Array;
} {
  const positions: number[] = [];
  const labels: number[] = [];
  for (let nth = 0; nth < scenes; nth++) {
    const scene = makeScene(first + nth);
    for (const [at, label] of scene.labels.entries()) {
      const [x = 0, y = 0, z = 0] = scene.ijk.subarray(3 * at, 3 * at + 3);
      positions.push(1000 + x + 48 * nth + 0.25, 2000 + y + 0.25, 100 + z + 0.25);
      labels.push(LABELS[label] ?? 0);
    }
  }
  return {
    positions: Float64Array.from(positions),
    count: labels.length,
    classifications: Uint8Array.from(labels),
  };
}

/** Writes a LAS file of such points. */
export async function writeTown(path: string, first: number, scenes?: number): Promise<void> {
  const cloud = town(first, scenes);
  await Deno.writeFile(path, path.endsWith(".las") ? encodeLas(cloud) : encodePly(cloud));
}
