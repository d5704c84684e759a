/**
 * A hash of what points and voxels give each other trilinearly; as a program it prints that of the device in
 * DENOVDB_DEVICE.
 *
 * @module
 */

import { sampleTrilinearBackward, sampleTrilinearWithGrad } from "../../lib/sample/mod.ts";
import {
  type Context,
  type Float,
  gridFromIjk,
  jagged,
  openContext,
  type Real,
  sampleTrilinear,
  scope,
  tensor,
} from "../../mod.ts";
import { Random } from "../_arrays.ts";

const [VOXELS, POINTS] = [900, 700];
const KINDS: readonly (readonly [values: Float, points: Real, channels: readonly number[]])[] = [
  ["f32", "f32", [1, 2, 4, 5, 8, 16, 32, 40, 64]],
  ["f16", "f16", [1, 8, 72]],
  ["bf16", "f32", [3, 32]],
  ["f64", "f64", [1, 2, 6, 64]],
];

/** Samples numbers around 100 in two grids, carries gradients back, and hashes the bytes of all (FNV-1a). */
export function hashSamples(context: Context): string {
  let hash = 0x811c9dc5;
  const add = ({ buffer }: { readonly buffer: ArrayBuffer }): void => {
    for (const byte of new Uint8Array(buffer)) hash = Math.imul(hash ^ byte, 0x01000193);
  };
  const random = new Random(4);
  const flat = random.integers(VOXELS * 3, -9, 9);
  const places = random.floats(POINTS * 3, -10, 10);
  for (const [dtype, pointType, list] of KINDS) {
    for (const channels of list) {
      scope((own) => {
        const ijk = own(tensor(flat, { context, shape: [VOXELS, 3] }));
        const coordinates = own(jagged(ijk, { offsets: [0, 500, VOXELS] }));
        const grid = own(gridFromIjk(coordinates, { voxelSize: [[1, 1, 1], [0.7, 0.9, 1.1]] }));
        const world = own(tensor(places, { context, dtype: pointType, shape: [POINTS, 3] }));
        const points = own(jagged(world, { offsets: [0, 300, POINTS] }));
        const draw = (rows: number, least: number, most: number) =>
          own(tensor(random.floats(rows * channels, least, most), {
            context,
            dtype,
            shape: [rows, channels],
          }));
        const values = draw(grid.numVoxels, 99, 101);
        const by = own(jagged(draw(POINTS, -1, 1), { offsets: points.offsets }));
        const both = own(sampleTrilinearWithGrad(grid, points, values));
        const back = own(sampleTrilinearBackward(grid, points, values, by));
        const samples = own(sampleTrilinear(grid, points, values));
        for (const part of [samples, both.samples, both.gradients, back.points]) {
          add(part.data.readSync());
        }
        add(back.features.readSync());
      });
    }
  }
  return (hash >>> 0).toString(16);
}

if (import.meta.main) {
  using context = openContext();
  await Deno.stdout.write(new TextEncoder().encode(hashSamples(context)));
}
