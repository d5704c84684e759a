/**
 * Cameras before level-of-detail trees.
 *
 * @module
 */

import { LodCamera as Place } from "../../ffi/_generated/symbols.ts";
import { refuse } from "../core/checks.ts";
import { wholeNumber } from "../core/triples.ts";

/** Where a tree is seen from, by the matrices of OpenGL and WebGL, and how large the picture is. */
export interface LodCamera {
  /**
   * From the world to the camera, which looks along -z with y upwards: 16 numbers, column after column. The first three
   * numbers of the last column are where the world's origin lies.
   */
  readonly modelView: ArrayLike<number>;
  /** From the camera to clip space: 16 numbers, column after column. Near and far planes cut nothing off. */
  readonly projection: ArrayLike<number>;
  /** Pixels from left to right, 1 to 65536. */
  readonly width: number;
  /** Pixels from top to bottom, 1 to 65536. */
  readonly height: number;
}

/** The arguments by which native functions know a camera. */
export type CameraArguments = readonly [
  camera: Float64Array<ArrayBuffer>,
  width: number,
  height: number,
];

const MOST_PIXELS = 2 ** 16;
const MOST_POINT_SIZE = 64;
const MATRIX_LENGTH = Place.CAMERA_COUNT - Place.PROJECTION;

/**
 * Checks the form of a camera; what its numbers are is checked where they are used.
 *
 * @throws {RangeError} If a matrix does not have 16 numbers, or if the picture has no pixels or too many.
 */
export function cameraArguments(operator: string, camera: LodCamera): CameraArguments {
  const numbers = new Float64Array(Place.CAMERA_COUNT);
  const { modelView, projection, width, height } = camera;
  for (const [name, matrix] of Object.entries({ modelView, projection })) {
    if (matrix.length === MATRIX_LENGTH) continue;
    refuse(operator, `${name} has ${matrix.length} numbers, ${MATRIX_LENGTH} expected`);
  }
  numbers.set(modelView, Place.MODEL_VIEW);
  numbers.set(projection, Place.PROJECTION);
  const pixels = { least: 1, most: MOST_PIXELS };
  return [
    numbers,
    wholeNumber({ operator, name: "width" }, width, pixels),
    wholeNumber({ operator, name: "height" }, height, pixels),
  ];
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
