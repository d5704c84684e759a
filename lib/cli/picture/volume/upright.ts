/**
 * Volumes set upright before a camera, whichever of their axes points up.
 *
 * @module
 */

import type { ContentBox } from "../../input/volume_file.ts";
import { type Camera, orbitCamera, skyDirection, type Vector } from "../camera.ts";

/** Leaves a little room around the picture's content. */
const MARGIN = 0.96;

/** The directions that may point up. */
export const UP_AXES = ["x", "y", "z", "-x", "-y", "-z"] as const;

/** Which axis of a file points up in the picture. */
export type UpAxis = typeof UP_AXES[number];

/** From where a volume is seen, in the file's axes; sample (0, 0, 0) is at (0, 0, 0). */
export interface VolumeView {
  readonly camera: Camera;
  /** Unit direction of the light. */
  readonly light: Vector;
  /** Unit direction that points up in the picture. */
  readonly up: Vector;
  /** Distance from the camera beyond which there is nothing. */
  readonly far: number;
}

/** How the user wants to see it. */
export interface ViewRequest {
  readonly up: UpAxis;
  readonly azimuth: number;
  readonly elevation: number;
  readonly zoom: number;
  readonly width: number;
  readonly height: number;
}

/** Places a camera so that a box of voxels fills the picture. */
export function viewOf(box: ContentBox, spacing: Vector, request: ViewRequest): VolumeView {
  const turn = UPRIGHT[request.up];
  const corners = cornersOf(box, spacing);
  const camera = orbitCamera(corners.flatMap((corner) => [...turn.to(corner)]), {
    azimuth: request.azimuth,
    elevation: request.elevation,
    zoom: request.zoom * MARGIN,
    fieldOfView: 32,
    aspect: request.width / request.height,
  });
  return {
    camera: turned(camera, turn.back),
    light: turn.back(skyDirection(request.azimuth + 50, 50)),
    up: turn.back([0, 0, 1]),
    far: farthest(turn.back(camera.eye), corners),
  };
}

/** A turn of the file's axes so that one points up, and back. */
interface Turn {
  readonly to: (vector: Vector) => Vector;
  readonly back: (vector: Vector) => Vector;
}

/** Turns without mirroring: left stays left. */
const UPRIGHT: Readonly<Record<UpAxis, Turn>> = {
  x: { to: ([x, y, z]) => [y, z, x], back: ([x, y, z]) => [z, x, y] },
  y: { to: ([x, y, z]) => [z, x, y], back: ([x, y, z]) => [y, z, x] },
  z: { to: (vector) => vector, back: (vector) => vector },
  "-x": { to: ([x, y, z]) => [z, y, -x], back: ([x, y, z]) => [-z, y, x] },
  "-y": { to: ([x, y, z]) => [x, z, -y], back: ([x, y, z]) => [x, -z, y] },
  "-z": { to: ([x, y, z]) => [x, -y, -z], back: ([x, y, z]) => [x, -y, -z] },
};

function turned(camera: Camera, turn: (vector: Vector) => Vector): Camera {
  return {
    eye: turn(camera.eye),
    forward: turn(camera.forward),
    right: turn(camera.right),
    up: turn(camera.up),
    distance: camera.distance,
  };
}

/** The corners of the voxels of a box, the least first and the greatest last. */
function cornersOf({ low, high }: ContentBox, spacing: Vector): Vector[] {
  const place = (axis: 0 | 1 | 2, end: number): number =>
    (end === 0 ? low[axis] - 0.5 : high[axis] + 0.5) * spacing[axis];
  return Array.from(
    { length: 8 },
    (_, n): Vector => [place(0, n >> 2), place(1, n >> 1 & 1), place(2, n & 1)],
  );
}

/** Distance from a place to the farthest corner. */
function farthest(eye: Vector, corners: readonly Vector[]): number {
  return Math.max(...corners.map((corner) => distance(eye, corner)));
}

function distance(a: Vector, b: Vector): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}
