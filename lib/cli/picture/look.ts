/**
 * Cameras that stand where the user says, and cameras whose rays are parallel.
 *
 * @module
 */

import {
  type Camera,
  cameraDirections,
  orbitCamera,
  type OrbitOptions,
  type Tile,
  type Vector,
} from "./camera.ts";
import type { VectorCamera } from "../../core/mod.ts";
import { type Floats, repeat } from "./cast.ts";

/** A camera; where rays are parallel, `right` and `up` are half the picture in the world. */
export interface ViewCamera extends Camera {
  /** Whether all rays have one direction. */
  readonly isParallel: boolean;
}

/** Options of a camera that looks at points: from a place, towards one, or around their middle. */
export interface LookOptions extends OrbitOptions {
  /** Position of the camera. */
  readonly eye?: Vector | undefined;
  /** Place in the middle of the picture. */
  readonly target?: Vector | undefined;
  /** Whether rays are parallel. */
  readonly isParallel: boolean;
}

/**
 * Places a camera.
 *
 * @param points What to look at, [n, 3] with n > 0, in the coordinates of the places.
 * @param options Where the camera stands, and its lens.
 * @throws {RangeError} If the eye is at the target.
 */
export function lookCamera(points: Float32Array, options: LookOptions): ViewCamera {
  const { eye, target, zoom, fieldOfView, aspect, isParallel } = options;
  const orbit = orbitCamera(points, { ...options, zoom: 1 });
  const steep = Math.tan(fieldOfView * Math.PI / 360);
  const middle = target ?? along(orbit.eye, orbit.forward, orbit.distance);
  const distance = eye === undefined
    ? orbit.distance / (isParallel ? 1 : zoom)
    : lengthOf(eye, middle);
  if (!(distance > 0)) throw new RangeError("Cannot render: --eye and --target are one place");
  const forward = eye === undefined ? orbit.forward : unit(eye, middle);
  const place = eye ?? along(middle, forward, -distance);
  // The camera stands upright; looking straight down, north is at the top.
  const flat = Math.hypot(forward[0], forward[1]);
  const side: Vector = flat < 1e-9 ? [1, 0, 0] : [forward[1] / flat, -forward[0] / flat, 0];
  const top = cross(side, forward);
  // A camera that was not placed has all points before it.
  const back = isParallel && eye === undefined
    ? along(place, forward, -farthest(points, middle))
    : place;
  const half = isParallel || eye !== undefined ? steep / zoom : steep;
  const reach = isParallel ? half * distance : half;
  return {
    eye: back,
    forward,
    right: scale(side, reach * aspect),
    up: scale(top, reach),
    distance: lengthOf(back, middle),
    isParallel,
  };
}

/** A camera of either kind. */
export type AnyCamera = Camera & Partial<ViewCamera>;

/** The camera as the library's functions take it. */
export function vectorCamera({ eye, forward, right, up, isParallel }: AnyCamera): VectorCamera {
  const projection = isParallel === true ? "parallel" : "perspective";
  return { eye, forward, right, up, projection };
}

/** Origins of the rays of a tile, [rays, 3], in the order of their directions. */
export interface CameraRays {
  readonly origins: Floats;
  readonly directions: Floats;
}

/** The rays of a tile: pixel after pixel, the samples of one pixel together. */
export function cameraRays(camera: AnyCamera, tile: Tile): CameraRays {
  if (camera.isParallel !== true) {
    const directions = cameraDirections(camera, tile);
    return { directions, origins: repeat(camera.eye, directions.length / 3) };
  }
  const { width, height, firstRow, rows, samples } = tile;
  const origins = new Float32Array(rows * width * samples * samples * 3);
  let at = 0;
  for (let row = firstRow; row < firstRow + rows; row++) {
    for (let column = 0; column < width; column++) {
      for (let sample = 0; sample < samples * samples; sample++) {
        const u = 2 * (column + (sample % samples + 0.5) / samples) / width - 1;
        const v = 1 - 2 * (row + (Math.floor(sample / samples) + 0.5) / samples) / height;
        for (const axis of [0, 1, 2] as const) {
          origins[at++] = camera.eye[axis] + u * camera.right[axis] + v * camera.up[axis];
        }
      }
    }
  }
  return { origins, directions: repeat(camera.forward, origins.length / 3) };
}

/** Distance of the farthest point from a place. */
function farthest(points: Float32Array, [x, y, z]: Vector): number {
  let most = 0;
  for (let at = 0; at + 2 < points.length; at += 3) {
    const [a = 0, b = 0, c = 0] = points.subarray(at, at + 3);
    most = Math.max(most, Math.hypot(a - x, b - y, c - z));
  }
  return most * 1.01;
}

function along(from: Vector, direction: Vector, distance: number): Vector {
  const [x, y, z] = scale(direction, distance);
  return [from[0] + x, from[1] + y, from[2] + z];
}

function lengthOf(a: Vector, b: Vector): number {
  return Math.hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2]);
}

function unit(from: Vector, to: Vector): Vector {
  const length = lengthOf(from, to);
  return [(to[0] - from[0]) / length, (to[1] - from[1]) / length, (to[2] - from[2]) / length];
}

function cross([ax, ay, az]: Vector, [bx, by, bz]: Vector): Vector {
  return [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
}

function scale([x, y, z]: Vector, factor: number): Vector {
  return [x * factor, y * factor, z * factor];
}
