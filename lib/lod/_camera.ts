/**
 * Cameras before level-of-detail trees.
 *
 * @module
 */

import type { LodSelectRequest } from "../../ffi/_generated/native.ts";
import { describeValue } from "../../ffi/arguments.ts";
import { LodCamera as Place } from "../../ffi/_generated/symbols.ts";
import { checkOptions, optionNames, refuse } from "../core/checks.ts";
import { type Triple, wholeNumber } from "../core/triples.ts";
import { checkNumbers, checkParts } from "../core/operands.ts";

/**
 * A camera, by the matrices of OpenGL and WebGL, and the size of the image.
 *
 * @category Level of detail
 */
export interface LodCamera {
  /**
   * From world space to camera space, which looks along -z with y upwards: 16 numbers, column-major. The first three
   * numbers of the last column are the position of the world's origin.
   */
  readonly modelView: ArrayLike<number>;
  /** From camera space to clip space: 16 numbers, column-major. Near and far planes do not clip. */
  readonly projection: ArrayLike<number>;
  /** Image width in pixels, 1 to 65536. */
  readonly width: number;
  /** Image height in pixels, 1 to 65536. */
  readonly height: number;
}

/**
 * Options for {@linkcode perspectiveCamera}.
 *
 * @category Level of detail
 */
export interface PerspectiveCameraOptions {
  /** The centre of projection. */
  readonly eye: Triple;
  /** The point at the centre of the image. */
  readonly target: Triple;
  /**
   * Direction that points upwards in the image; its component along the line of sight is ignored.
   *
   * @default {[0, 0, 1]}
   */
  readonly up?: Triple;
  /**
   * Vertical field of view in degrees, above 0 and below 180.
   *
   * @default {60}
   */
  readonly fieldOfView?: number;
  /** Image width in pixels. */
  readonly width: number;
  /** Image height in pixels. */
  readonly height: number;
}

const NAMES = optionNames<PerspectiveCameraOptions>({
  eye: true,
  target: true,
  up: true,
  fieldOfView: true,
  width: true,
  height: true,
});

/**
 * Makes the matrices of a camera with square pixels that looks at a point.
 *
 * The near plane is at a thousandth of the distance from `eye` to `target`; there is no far plane.
 *
 * @param options Where the camera is, what it looks at, and its lens.
 * @returns The camera.
 * @throws {RangeError} If `eye` is at `target`, if `up` is along the line between them, if `fieldOfView` is out of range,
 * or if a number is not finite.
 * @determinism Made on the host in double precision, whatever draws by it.
 * @category Level of detail
 *
 * @example What is in the middle
 * ```ts
 * import { perspectiveCamera } from "@denovdb/denovdb/lod";
 * import { assertEquals } from "@std/assert";
 *
 * const { modelView } = perspectiveCamera({ eye: [0, -5, 0], target: [0, 0, 0], width: 4, height: 3 });
 * // The origin lies 5 in front of the camera, which looks along -z.
 * assertEquals(modelView.slice(12), [0, 0, -5, 1]);
 * ```
 */
export function perspectiveCamera(
  options: PerspectiveCameraOptions,
): LodCamera & { readonly modelView: readonly number[]; readonly projection: readonly number[] } {
  const operator = "perspectiveCamera";
  const { eye, target, up = [0, 0, 1], fieldOfView = 60, width, height } = checkOptions(
    operator,
    options,
    NAMES,
  );
  if (!(Number.isFinite(fieldOfView) && fieldOfView > 0 && fieldOfView < 180)) {
    refuse(
      operator,
      `fieldOfView is ${describeValue(fieldOfView)}, above 0 and below 180 degrees expected`,
    );
  }
  for (const [name, pixels] of Object.entries({ width, height })) {
    if (!Number.isFinite(pixels)) {
      refuse(operator, `${name} is ${describeValue(pixels)}, pixels expected`);
    }
  }
  for (const [name, vector] of Object.entries({ eye, target, up })) checkVector(name, vector);
  const offset = [eye[0] - target[0], eye[1] - target[1], eye[2] - target[2]] as const;
  const distance = Math.hypot(...offset);
  const back = unit(offset);
  const right = unit(cross(unit(up), back));
  const top = cross(back, right);
  const numbers = [...back, ...right, ...top, ...eye, distance];
  if (!numbers.every(Number.isFinite)) {
    refuse(operator, `no camera at ${eye} looks at ${target} with ${up} upwards`);
  }
  const scale = 1 / Math.tan(fieldOfView * Math.PI / 360);
  const column = (axis: 0 | 1 | 2): number[] => [right[axis], top[axis], back[axis], 0];
  const origin = [right, top, back].map((row) =>
    0 - row[0] * eye[0] - row[1] * eye[1] - row[2] * eye[2]
  );
  return {
    modelView: [...column(0), ...column(1), ...column(2), ...origin, 1],
    projection: [
      ...[scale * height / width, 0, 0, 0],
      ...[0, scale, 0, 0],
      ...[0, 0, -1, -1],
      ...[0, 0, -distance / 500, 0],
    ],
    width,
    height,
  };
}

function checkVector(name: string, vector: Triple): void {
  if (Array.isArray(vector) || ArrayBuffer.isView(vector)) return;
  const given = vector === undefined ? "missing" : describeValue(vector);
  throw new TypeError(`Cannot run perspectiveCamera: ${name} is ${given}, three numbers expected`);
}

/** NaN where there is no direction, or hardly one. */
function unit([x, y, z]: Triple): Triple {
  const length = Math.hypot(x, y, z);
  return length > LEAST_SPAN ? [x / length, y / length, z / length] : [NaN, NaN, NaN];
}

function cross(a: Triple, b: Triple): Triple {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

/** The arguments by which native calls know a camera. */
export type CameraRequest = Pick<LodSelectRequest, "camera" | "width" | "height">;

/** What rounding makes of the product of directions along one line is less. */
const LEAST_SPAN = 1e-12;
const MOST_PIXELS = 2 ** 16;
const MOST_POINT_SIZE = 64;
const MATRIX_LENGTH = Place.CAMERA_COUNT - Place.PROJECTION;

/**
 * Checks the form of a camera; what its numbers are is checked where they are used.
 *
 * @throws {RangeError} If a matrix does not have 16 numbers, or if the picture has no pixels or too many.
 */
export function cameraRequest(operator: string, camera: LodCamera): CameraRequest {
  checkParts({ operator, name: "camera" }, camera);
  const numbers = new Float64Array(Place.CAMERA_COUNT);
  const { modelView, projection, width, height } = camera;
  for (const [name, matrix] of Object.entries({ modelView, projection })) {
    checkNumbers({ operator, name }, matrix);
    if (matrix.length === MATRIX_LENGTH) continue;
    refuse(operator, `${name} has ${matrix.length} numbers, ${MATRIX_LENGTH} expected`);
  }
  numbers.set(modelView, Place.MODEL_VIEW);
  numbers.set(projection, Place.PROJECTION);
  const pixels = { least: 1, most: MOST_PIXELS };
  return {
    camera: numbers,
    width: wholeNumber({ operator, name: "width" }, width, pixels),
    height: wholeNumber({ operator, name: "height" }, height, pixels),
  };
}

/**
 * Checks the edge of the squares that stand for points.
 *
 * @throws {RangeError} If it is not a whole number from 1 to 64.
 */
export function checkPointSize(operator: string, pointSize: number): number {
  return wholeNumber({ operator, name: "pointSize" }, pointSize, {
    least: 1,
    most: MOST_POINT_SIZE,
  });
}
