/**
 * Cameras before level-of-detail trees.
 *
 * @module
 */

import type { SelectLodNodesRequest } from "../../ffi/_generated/native.ts";
import { LodCamera as Place } from "../../ffi/_generated/symbols.ts";
import { type Camera, matricesOf } from "../core/camera.ts";
import { checkNumbers, checkParts, refuse } from "../../ffi/base/checks.ts";
import { wholeNumber } from "../../ffi/base/numbers.ts";

/** The arguments by which native calls know a camera. */
export type CameraRequest = Pick<SelectLodNodesRequest, "camera" | "width" | "height">;

const MOST_PIXELS = 2 ** 16;
const MOST_POINT_SIZE = 64;
const MATRIX_LENGTH = Place.CAMERA_COUNT - Place.PROJECTION;

/**
 * Checks the form of a camera; what its numbers are is checked where they are used.
 *
 * @throws {RangeError} If a matrix does not have 16 numbers, or if the picture has no pixels or too many.
 */
export function cameraRequest(operator: string, camera: Camera): CameraRequest {
  checkParts({ operator, name: "camera" }, camera);
  const numbers = new Float64Array(Place.CAMERA_COUNT);
  const { modelView, projection, width, height } = matricesOf(operator, camera);
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
