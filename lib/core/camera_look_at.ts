/**
 * Cameras that look at a point.
 *
 * @module
 */

import type { MatrixCamera } from "./camera.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import { refuse } from "../../ffi/base/checks.ts";
import type { Triple } from "../../ffi/base/numbers.ts";
import { describeValue } from "../../ffi/base/words.ts";

/** Bound of the rounding error of the product of directions along one line. */
const LEAST_SPAN = 1e-12;

/**
 * Options for {@linkcode cameraLookAt}.
 *
 * @category Cameras
 */
export interface CameraLookAtOptions {
  /** The center of projection. */
  readonly eye: Triple;
  /** The point at the center of the image. */
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

const NAMES = optionNames<CameraLookAtOptions>({
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
 * @category Cameras
 *
 * @example What is in the middle
 * ```ts
 * import { cameraLookAt } from "@denovdb/denovdb/core";
 * import { assertEquals } from "@std/assert";
 *
 * const { modelView } = cameraLookAt({ eye: [0, -5, 0], target: [0, 0, 0], width: 4, height: 3 });
 * // The origin lies 5 in front of the camera, which looks along -z.
 * assertEquals(modelView.slice(12), [0, 0, -5, 1]);
 * ```
 */
export function cameraLookAt(
  options: CameraLookAtOptions,
): MatrixCamera & {
  readonly modelView: readonly number[];
  readonly projection: readonly number[];
} {
  const operator = "cameraLookAt";
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
    refuse(
      operator,
      `no camera at ${eye} looks at ${target} with ${up} upwards: another target, and another ` +
        "direction than up expected",
    );
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
  throw new TypeError(`Cannot run cameraLookAt: ${name} is ${given}, three numbers expected`);
}

/** NaN where there is no direction, or hardly one. */
function unit([x, y, z]: Triple): Triple {
  const length = Math.hypot(x, y, z);
  return length > LEAST_SPAN ? [x / length, y / length, z / length] : [NaN, NaN, NaN];
}

function cross(a: Triple, b: Triple): Triple {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}
