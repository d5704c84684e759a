/**
 * Rays for benchmarks: those of a camera, and rays from anywhere to anywhere, around the sphere of `surfaceInput`.
 *
 * @module
 */

import { type Context, type Tensor, tensor } from "../_api.ts";

/** Rays on the host and on the device. */
export interface RaySet {
  readonly name: string;
  readonly count: number;
  readonly from: Float32Array<ArrayBuffer>;
  readonly along: Float32Array<ArrayBuffer>;
  readonly origins: Tensor<"f32">;
  readonly directions: Tensor<"f32">;
}

/** Radius of the sphere, in voxels. */
export const RADIUS = 289.4;

/** Makes a camera at three radii that just holds the sphere, row after row, and rays between places around it. */
export function raySets(context: Context, side: number): readonly RaySet[] {
  const count = side * side;
  const shape = [count, 3];
  const set = (
    name: string,
    from: Float32Array<ArrayBuffer>,
    along: Float32Array<ArrayBuffer>,
  ): RaySet => ({
    name: `${count} ${name}`,
    count,
    from,
    along,
    origins: tensor(from, { context, shape }),
    directions: tensor(along, { context, shape }),
  });
  const eyes = new Float32Array(count * 3);
  const views = new Float32Array(count * 3);
  for (let n = 0; n < count; n++) {
    const [across, down] = [(n % side) / side - 0.5, Math.floor(n / side) / side - 0.5];
    eyes.set([870, 0, 0], n * 3);
    views.set([-1, across * 0.7, down * 0.7], n * 3);
  }
  // A sequence that fills the cube around the sphere evenly (Roberts 2018).
  const placesAt = (first: number): Float32Array<ArrayBuffer> =>
    Float32Array.from({ length: count * 3 }, (_, at) => {
      const step = [0.8191725134, 0.6710436067, 0.5497004779][at % 3] ?? 0;
      return ((first + Math.floor(at / 3)) * step % 1 - 0.5) * 600;
    });
  const from = placesAt(1);
  const along = placesAt(7919).map((value, at) => value - (from[at] ?? 0));
  return [set("camera rays", eyes, views), set("rays from anywhere", from, along)];
}

/** Whether times of rays lie on the sphere, as near as `most` voxels; 2 are the cell of a voxel. */
export function areOnSphere(
  { from, along }: RaySet,
  offsets: BigInt64Array,
  times: ArrayLike<number>,
  perElement: number,
  most = 2,
): boolean {
  for (let ray = 0; ray + 1 < offsets.length; ray++) {
    const end = Number(offsets[ray + 1]) * perElement;
    for (let at = Number(offsets[ray]) * perElement; at < end; at++) {
      const time = times[at] ?? NaN;
      const place = [0, 1, 2].map((axis) =>
        (from[ray * 3 + axis] ?? 0) + time * (along[ray * 3 + axis] ?? 0)
      );
      if (!(Math.abs(Math.hypot(...place) - RADIUS) <= most)) return false;
    }
  }
  return true;
}
