/**
 * Volumes set upright before a camera, whichever of their axes points up.
 *
 * @module
 */

import type { ContentBox } from "../../input/volume_file.ts";
import type { VolumeAxes } from "../../input/turned.ts";
import { skyDirection, type Vector } from "../camera.ts";
import { type AnyCamera, lookCamera, type ViewCamera } from "../look.ts";

/** Leaves a little room around the picture's content. */
const MARGIN = 0.96;

/** The directions that may point up. */
export const UP_AXES = ["x", "y", "z", "-x", "-y", "-z"] as const;

/** Which axis of a file points up in the picture. */
export type UpAxis = typeof UP_AXES[number];

/** From where a volume is seen, along the axes of its samples; sample (0, 0, 0) is at (0, 0, 0). */
export interface VolumeView {
  readonly camera: AnyCamera;
  /** Unit direction of the light. */
  readonly light: Vector;
  /** Unit direction that points up in the picture. */
  readonly up: Vector;
  /** Largest distance at which rays may meet something. */
  readonly far: number;
}

/** View that the user wants; places are in the world. */
export interface ViewRequest {
  readonly up: UpAxis;
  readonly azimuth: number;
  readonly elevation: number;
  readonly eye?: Vector | undefined;
  readonly target?: Vector | undefined;
  readonly fieldOfView: number;
  readonly isParallel: boolean;
  readonly zoom: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Places a camera, so that a box of voxels fills the picture unless the user says where it stands.
 *
 * @throws {RangeError} If the axes of the volume span no space, so that no place in the world is one in it.
 */
export function viewOf(box: ContentBox, axes: VolumeAxes, request: ViewRequest): VolumeView {
  const turn = UPRIGHT[request.up];
  const corners = cornersOf(box, axes.spacing);
  const place = (at: Vector | undefined): Vector | undefined =>
    at === undefined ? undefined : turn.to(placeAmong(at, axes));
  const camera = lookCamera(Float32Array.from(corners.flatMap((one) => [...turn.to(one)])), {
    ...request,
    eye: place(request.eye),
    target: place(request.target),
    zoom: request.zoom * (request.eye === undefined ? MARGIN : 1),
    aspect: request.width / request.height,
  });
  const turned = turnedBack(camera, turn.back);
  return {
    camera: turned,
    light: turn.back(skyDirection(request.azimuth + 50, 50)),
    up: turn.back([0, 0, 1]),
    far: reachOf(turned, corners),
  };
}

/** A place of the world along the axes of samples. */
function placeAmong(place: Vector, { spacing, origin, directions: [x, y, z] }: VolumeAxes): Vector {
  const [yz, zx, xy] = [cross(y, z), cross(z, x), cross(x, y)];
  const volume = dot(x, yz);
  if (volume === 0) {
    throw new RangeError("Cannot place the camera: the axes of the volume span no space");
  }
  const offset: Vector = [place[0] - origin[0], place[1] - origin[1], place[2] - origin[2]];
  const along = (across: Vector, axis: 0 | 1 | 2): number =>
    dot(offset, across) / volume * spacing[axis];
  return [along(yz, 0), along(zx, 1), along(xy, 2)];
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

function turnedBack(camera: ViewCamera, turn: (vector: Vector) => Vector): ViewCamera {
  return {
    ...camera,
    eye: turn(camera.eye),
    forward: turn(camera.forward),
    right: turn(camera.right),
    up: turn(camera.up),
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

/** Length of rays that end behind the last corner. */
function reachOf({ eye, forward, isParallel }: ViewCamera, corners: readonly Vector[]): number {
  return Math.max(...corners.map((corner) => {
    const offset: Vector = [corner[0] - eye[0], corner[1] - eye[1], corner[2] - eye[2]];
    return isParallel ? dot(offset, forward) : Math.hypot(...offset);
  }));
}

function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function cross([ax, ay, az]: Vector, [bx, by, bz]: Vector): Vector {
  return [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
}
