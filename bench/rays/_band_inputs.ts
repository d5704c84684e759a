/**
 * Inputs of the band protocol: narrow bands around spheres and scans, and seeded rays towards them.
 *
 * @module
 */

import { type Context, type Tensor, tensor } from "../../mod.ts";

/** Single-precision numbers. */
export type Floats = Float32Array<ArrayBuffer>;

/** A place or a direction. */
export type Vector = readonly [x: number, y: number, z: number];

/** Rays on the host and on the device. */
export interface Rays extends Disposable {
  readonly count: number;
  /** Where they start, [count, 3]. */
  readonly from: Floats;
  /** Unit directions, [count, 3]. */
  readonly along: Floats;
  readonly origins: Tensor<"f32">;
  readonly directions: Tensor<"f32">;
}

/** Puts rays between places on a device. */
export function raysBetween(
  context: Context,
  count: number,
  ends: (ray: number) => readonly [from: Vector, to: Vector],
): Rays {
  const from = new Float32Array(count * 3);
  const along = new Float32Array(count * 3);
  for (let ray = 0; ray < count; ray++) {
    const [start, end] = ends(ray);
    const way: Vector = [end[0] - start[0], end[1] - start[1], end[2] - start[2]];
    const length = Math.sqrt(way[0] * way[0] + way[1] * way[1] + way[2] * way[2]);
    for (const axis of [0, 1, 2] as const) {
      from[ray * 3 + axis] = start[axis];
      along[ray * 3 + axis] = way[axis] / length;
    }
  }
  const shape = [count, 3];
  const origins = tensor(from, { context, shape });
  const directions = tensor(along, { context, shape });
  const dispose = (): void => {
    origins.dispose();
    directions.dispose();
  };
  return { count, from, along, origins, directions, [Symbol.dispose]: dispose };
}

/** How far the camera's picture reaches, and where the camera stands, in radii. */
const CAMERA = { side: 2.4, eye: [0.3, 0.2, -4] } as const;

/**
 * Makes rays of a camera at (0.3 R, 0.2 R, -4 R) through the square of side 2.4 R around (0, 0, 0) in the plane z = 0.
 *
 * @param radius R.
 * @param side Pixels along each side of the square.
 */
export function cameraRays(context: Context, radius: number, side: number): Rays {
  const eye: Vector = [CAMERA.eye[0] * radius, CAMERA.eye[1] * radius, CAMERA.eye[2] * radius];
  const place = (pixel: number): number => ((pixel + 0.5) / side - 0.5) * CAMERA.side * radius;
  return raysBetween(
    context,
    side * side,
    (ray) => [eye, [place(ray % side), place(Math.floor(ray / side)), 0]],
  );
}

/** Makes rays from random places on the sphere of radius 2 R to random places on that of 0.9 R. */
export function randomRays(context: Context, radius: number, count: number): Rays {
  return raysBetween(
    context,
    count,
    (ray) => [placeOnSphere(2 * radius, ray, 0), placeOnSphere(0.9 * radius, ray, 2)],
  );
}

/** The box that rays are aimed at: its middle and half its edges. */
export interface AimBox {
  readonly middle: Vector;
  readonly half: Vector;
}

/**
 * Makes rays to random places of a box from random places on a sphere around it, whose radius is 1.5 of its diagonals.
 *
 * @param first Number of the first ray; others make other rays.
 */
export function raysIntoBox(
  context: Context,
  { middle, half }: AimBox,
  count: number,
  first: number,
): Rays {
  const radius = 1.5 * 2 * Math.hypot(...half);
  return raysBetween(context, count, (ray) => {
    const start = placeOnSphere(radius, first + ray, 0);
    const end = ([0, 1, 2] as const).map((axis) =>
      middle[axis] + (2 * random(first + ray, 2 + axis) - 1) * half[axis]
    );
    return [
      [middle[0] + start[0], middle[1] + start[1], middle[2] + start[2]],
      [end[0] ?? 0, end[1] ?? 0, end[2] ?? 0],
    ];
  });
}

function placeOnSphere(radius: number, ray: number, stream: number): Vector {
  const height = 2 * random(ray, stream) - 1;
  const angle = 2 * Math.PI * random(ray, stream + 1);
  const ring = Math.sqrt(1 - height * height);
  return [radius * ring * Math.cos(angle), radius * ring * Math.sin(angle), radius * height];
}

/** A number in [0, 1) that looks random (the finalizer of splitmix32, twice). */
function random(ray: number, stream: number): number {
  return mixBits(mixBits(ray * 8 + stream + 0x9e3779b9) + 0x2545f491) / 2 ** 32;
}

function mixBits(value: number): number {
  let z = value | 0;
  z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
  z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
  return (z ^ (z >>> 15)) >>> 0;
}

/** A mark, or none where it is not known or was taken under other conditions. */
export function markOf(
  comparable: boolean,
  marks: Readonly<Record<number, number>>,
  at: number,
): number {
  return comparable ? marks[at] ?? NaN : NaN;
}
