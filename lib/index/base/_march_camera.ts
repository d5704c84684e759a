/**
 * Cameras before volumes: where rays begin and go, and how far apart their samples are.
 *
 * @module
 */

import type { MarchIsoSurfaceRequest } from "../../../ffi/_generated/native.ts";
import { describeValue } from "../../../ffi/base/words.ts";
import { type VectorCamera, vectorsOf } from "../../core/camera.ts";
import type { Triple } from "../../core/mod.ts";
import { refuseIndex } from "./errors.ts";
import type { MarchOptions } from "./march.ts";
import { chooseFrom } from "./voxels.ts";
import { checkNumbers, checkParts } from "../../../ffi/base/checks.ts";

/** The arguments by which native functions know a picture. */
export type PictureArguments = Pick<
  MarchIsoSurfaceRequest,
  "camera" | "spacing" | "width" | "height" | "stepSize" | "background"
>;

/** A picture, checked. */
export interface PictureFrame {
  readonly step: number;
  readonly spacing: Triple;
  readonly picture: PictureArguments;
}

const MOST_PIXELS = 2 ** 20;
const MOST_SAMPLES = 2 ** 31;
/** Bound of the rounding error of directions in one plane. */
const LEAST_SPAN = 1e-12;
const PROJECTIONS = { perspective: false, parallel: true } as const;

/** Checks what a picture of a volume of so many voxels is taken with. */
export function pictureOf(
  operator: string,
  options: MarchOptions,
  dims: readonly number[],
): PictureFrame {
  const { width, height, spacing = [1, 1, 1], background = [0, 0, 0, 0] } = options;
  checkVector(operator, "spacing", spacing);
  if (!spacing.every((edge) => edge > 0)) {
    refuseIndex("BAD_CAMERA", operator, `spacing is ${spacing.join(", ")}, above 0 expected`);
  }
  const step = Math.fround(options.stepSize ?? Math.hypot(...spacing) / 4);
  const sides = dims.map((extent, axis) => extent * (spacing[axis] ?? 1));
  checkStep(operator, step, Math.hypot(...sides));
  for (const [name, size] of Object.entries({ width, height })) {
    if (Number.isInteger(size) && size >= 1 && size <= MOST_PIXELS) continue;
    refuseIndex("BAD_CAMERA", operator, `${name} is ${size}, 1 to ${MOST_PIXELS} pixels expected`);
  }
  checkParts({ operator, name: "camera" }, options.camera);
  const camera = cameraNumbers(operator, vectorsOf(operator, options.camera, { width, height }));
  checkVector(operator, "background", background, 4);
  return {
    step,
    spacing,
    picture: {
      camera,
      spacing: Float64Array.from(spacing),
      width,
      height,
      stepSize: step,
      background: Float64Array.from(background),
    },
  };
}

/** The eye and its shifts, the direction and its shifts. */
function cameraNumbers(
  operator: string,
  { eye, forward, right, up, projection = "perspective" }: VectorCamera,
): Float64Array<ArrayBuffer> {
  for (const [name, vector] of Object.entries({ eye, forward, right, up })) {
    checkVector(operator, name, vector);
  }
  const span = spanned(right, up, forward);
  if (!(Math.abs(span) > LEAST_SPAN)) {
    refuseIndex(
      "BAD_CAMERA",
      operator,
      `right, up and forward are singular: of what they could span they do ${span}`,
    );
  }
  const none = [0, 0, 0] as const;
  const numbers = chooseFrom({ operator, name: "projection" }, PROJECTIONS, projection)
    ? [eye, right, up, forward, none, none]
    : [eye, none, none, forward, right, up];
  return Float64Array.from(numbers.flatMap((vector) => [...vector]));
}

function checkVector(operator: string, name: string, vector: readonly number[], length = 3): void {
  checkNumbers({ operator, name }, vector);
  if (vector.length === length && vector.every(Number.isFinite)) return;
  refuseIndex(
    "BAD_CAMERA",
    operator,
    `${name} is ${vector.join(", ")}, ${length} finite numbers expected`,
  );
}

function checkStep(operator: string, step: number, longest: number): void {
  if (!(Number.isFinite(step) && step > 0)) {
    refuseIndex(
      "BAD_CAMERA",
      operator,
      `stepSize is ${describeValue(step)}, a number above 0 expected`,
    );
  }
  if (longest / step <= MOST_SAMPLES) return;
  refuseIndex(
    "BAD_CAMERA",
    operator,
    `stepSize is ${step}, with which a ray has ${longest / step} samples, 2^31 at most`,
  );
}

/** The volume that directions span, as a share of what perpendicular ones of the same lengths would. */
function spanned(a: Triple, b: Triple, c: Triple): number {
  const volume = a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) +
    a[2] * (b[0] * c[1] - b[1] * c[0]);
  return volume / (Math.hypot(...a) * Math.hypot(...b) * Math.hypot(...c));
}
