/**
 * Cameras: the three forms in which views are given, and conversions between them.
 *
 * @module
 */

import { checkNumbers, checkParts, refuse, refuseKind } from "../../ffi/base/checks.ts";
import { describeValue } from "../../ffi/base/words.ts";
import type { Triple } from "../../ffi/base/numbers.ts";

/**
 * The size of an image in pixels.
 *
 * @category Cameras
 */
export interface ImageSize {
  /** Image width in pixels. */
  readonly width: number;
  /** Image height in pixels. */
  readonly height: number;
}

/**
 * A camera by the matrices of OpenGL and WebGL, with the size of its image.
 *
 * @category Cameras
 */
export interface MatrixCamera extends ImageSize {
  /**
   * From world space to camera space, which looks along -z with y upwards: 16 numbers, column-major. The first three
   * numbers of the last column are the position of the world's origin.
   */
  readonly modelView: ArrayLike<number>;
  /** From camera space to clip space: 16 numbers, column-major. Near and far planes do not clip. */
  readonly projection: ArrayLike<number>;
}

/**
 * A camera by vectors from its eye.
 *
 * @category Cameras
 */
export interface VectorCamera extends Partial<ImageSize> {
  /** The center of projection or, for parallel rays, of the image. */
  readonly eye: Triple;
  /** Direction through the center of the image. */
  readonly forward: Triple;
  /** Vector from the center of the image to its right border, in the plane at `forward` from the eye. */
  readonly right: Triple;
  /** Vector from the center of the image to its upper border, in the plane at `forward` from the eye. */
  readonly up: Triple;
  /**
   * Whether rays start at the eye and diverge, or are parallel to `forward`.
   *
   * @default {"perspective"}
   */
  readonly projection?: "perspective" | "parallel";
}

/**
 * A pinhole camera by its intrinsics and its pose.
 *
 * @category Cameras
 */
export interface PinholeCamera extends Partial<ImageSize> {
  /**
   * From camera space to pixels, 3 by 3, row-major: `[fx, skew, cx, 0, fy, cy, 0, 0, 1]`. Integer coordinates are pixel
   * centers; (0, 0) is the center of the first pixel.
   */
  readonly intrinsics: ArrayLike<number>;
  /** From camera space to world space, 4 by 4, row-major; the camera looks along its +z axis. */
  readonly pose: ArrayLike<number>;
}

/**
 * A camera in any of its forms. Every function that takes a camera takes all of them: its own form as it is, bit for
 * bit, the others converted in double precision.
 *
 * @category Cameras
 */
export type Camera = MatrixCamera | VectorCamera | PinholeCamera;

/**
 * Gives a camera by its matrices.
 *
 * The near plane of a converted camera is at a thousandth of the length of `forward`, and there is no far plane.
 *
 * @param camera The camera.
 * @param size The size of the image, where the camera does not say it.
 * @returns The camera itself if it has this form.
 * @throws {RangeError} If its vectors or intrinsics span no image, or if no size is known.
 * @determinism Made on the host in double precision.
 * @category Cameras
 *
 * @example A camera that looks along y
 * ```ts
 * import { cameraMatrices } from "@denovdb/denovdb/core";
 * import { assertEquals } from "@std/assert";
 *
 * const camera = { eye: [0, -5, 0], forward: [0, 1, 0], right: [1, 0, 0], up: [0, 0, 1] } as const;
 * const { modelView } = cameraMatrices(camera, { width: 4, height: 4 });
 * // The origin lies 5 in front of the camera, which looks along -z.
 * assertEquals(Array.from(modelView).slice(12), [0, 0, -5, 1]);
 * ```
 */
export function cameraMatrices(camera: Camera, size?: ImageSize): MatrixCamera {
  return matricesOf("cameraMatrices", camera, size);
}

/** Matrices of a camera, for the function that was called. */
export function matricesOf(operator: string, camera: Camera, size?: ImageSize): MatrixCamera {
  if (!isForeign(operator, camera, "modelView")) return camera as MatrixCamera;
  const { pixels, eye, forward, right, up, projection } = viewOf(operator, camera, size);
  const { x, y, z, first, second, third } = triangular(operator, right, up, negated(forward));
  const [[r], [across, u], [f, g, h]] = [first, second, third];
  const column = (axis: 0 | 1 | 2): number[] => [x[axis], y[axis], z[axis], 0];
  // Along one ray, clip coordinates are `forward + s right + t up` solved for s and t.
  const near = projection === "parallel" ? h : 1;
  const scale = h / near;
  const shear = g / u / near;
  return {
    modelView: [
      ...column(0),
      ...column(1),
      ...column(2),
      ...[x, y, z].map((axis) => 0 - dot(axis, eye)),
      1,
    ],
    projection: [
      ...[scale / r, 0, 0, 0],
      ...[0 - scale * across / (r * u), scale / u, 0, 0],
      ...[
        (across * shear - f / near) / r,
        0 - shear,
        0 - 1 / near,
        projection === "parallel" ? 0 : -1,
      ],
      ...[0, 0, projection === "parallel" ? 0 : -h / 500, projection === "parallel" ? 1 : 0],
    ],
    ...pixels,
  };
}

/**
 * Gives a camera by vectors from its eye.
 *
 * @param camera The camera.
 * @param size The size of the image, where the camera does not say it.
 * @returns The camera itself if it has this form.
 * @throws {RangeError} If its matrices are singular or neither perspective nor parallel, or if no size is known.
 * @determinism Made on the host in double precision.
 * @category Cameras
 *
 * @example A pinhole camera with a right angle of view
 * ```ts
 * import { cameraVectors } from "@denovdb/denovdb/core";
 * import { assertEquals } from "@std/assert";
 *
 * const pose = [1, 0, 0, 7, 0, 1, 0, 8, 0, 0, 1, 9, 0, 0, 0, 1];
 * const camera = { intrinsics: [2, 0, 1.5, 0, 2, 1.5, 0, 0, 1], pose };
 * const { eye, forward, right } = cameraVectors(camera, { width: 4, height: 4 });
 * assertEquals([eye, forward, right], [[7, 8, 9], [0, 0, 1], [1, 0, 0]]);
 * ```
 */
export function cameraVectors(camera: Camera, size?: ImageSize): VectorCamera {
  return vectorsOf("cameraVectors", camera, size);
}

/**
 * Gives a camera by its intrinsics and its pose.
 *
 * @param camera The camera.
 * @param size The size of the image, where the camera does not say it.
 * @returns The camera itself if it has this form.
 * @throws {RangeError} If its rays are parallel, if it shows a mirror image or none, or if no size is known.
 * @determinism Made on the host in double precision.
 * @category Cameras
 *
 * @example The pixel at the center
 * ```ts
 * import { cameraIntrinsics, cameraLookAt } from "@denovdb/denovdb/core";
 * import { assertAlmostEquals } from "@std/assert";
 *
 * const camera = cameraLookAt({ eye: [0, -5, 0], target: [0, 0, 0], width: 4, height: 3 });
 * const { intrinsics, pose } = cameraIntrinsics(camera);
 * assertAlmostEquals(intrinsics[2] ?? NaN, 1.5);
 * assertAlmostEquals(pose[7] ?? NaN, -5);
 * ```
 */
export function cameraIntrinsics(camera: Camera, size?: ImageSize): PinholeCamera {
  return intrinsicsOf("cameraIntrinsics", camera, size);
}

/** Intrinsics and pose of a camera, for the function that was called. */
export function intrinsicsOf(operator: string, camera: Camera, size?: ImageSize): PinholeCamera {
  if (!isForeign(operator, camera, "intrinsics")) return camera as PinholeCamera;
  const { pixels, eye, forward, right, up, projection } = viewOf(operator, camera, size);
  if (projection === "parallel") refuse(operator, "parallel rays meet in no pinhole");
  const { width, height } = pixels;
  const corner = sum(forward, scaled(right, 1 / width - 1), scaled(up, 1 - 1 / height));
  const columns = [scaled(right, 2 / width), scaled(up, -2 / height), corner] as const;
  const { x, y, z, first: [a], second: [b, c], third } = triangular(operator, ...columns);
  const [d, e] = [third[0] / third[2], third[1] / third[2]];
  // The inverse of the triangle [a, b, d; 0, c, e; 0, 0, 1], whose first columns are per unit of depth.
  const [fx, fy] = [third[2] / a, third[2] / c];
  const skew = 0 - b * fy / a;
  return {
    intrinsics: [fx, skew, 0 - fx * d - skew * e, 0, fy, 0 - fy * e, 0, 0, 1],
    pose: [...row(0), ...row(1), ...row(2), 0, 0, 0, 1],
    ...pixels,
  };

  function row(axis: 0 | 1 | 2): number[] {
    return [x[axis], y[axis], z[axis], eye[axis]];
  }
}

/**
 * Whether a camera has another form than the one that a property stands for; what its own parts are is checked where
 * they are used.
 *
 * @throws {TypeError} If it has none of the forms.
 */
function isForeign(
  operator: string,
  camera: Camera,
  own: "modelView" | "eye" | "intrinsics",
): boolean {
  checkParts({ operator, name: "camera" }, camera);
  if (own in camera) return false;
  if ("modelView" in camera || "eye" in camera || "intrinsics" in camera) return true;
  refuseKind({ operator, name: "camera" }, camera, "one by matrices, vectors or intrinsics");
}

/** The vectors and the pixels of a camera of another form. */
function viewOf(
  operator: string,
  camera: Camera,
  size?: ImageSize,
): VectorCamera & { readonly pixels: ImageSize } {
  const pixels = sizeOf(operator, camera, size);
  const vectors = vectorsOf(operator, camera, pixels);
  for (const name of ["eye", "forward", "right", "up"] as const) {
    checkNumbers({ operator, name }, vectors[name]);
  }
  return { ...vectors, pixels };
}

function sizeOf(operator: string, camera: Partial<ImageSize>, size?: ImageSize): ImageSize {
  const { width = size?.width, height = size?.height } = camera;
  for (const [name, pixels] of Object.entries({ width, height })) {
    if (!(Number.isFinite(pixels) && (pixels ?? 0) > 0)) {
      refuse(operator, `${name} is ${describeValue(pixels)}, pixels expected`);
    }
  }
  return { width: width ?? NaN, height: height ?? NaN };
}

/** Vectors from the eye of a camera, for the function that was called. */
export function vectorsOf(operator: string, camera: Camera, size?: ImageSize): VectorCamera {
  if (!isForeign(operator, camera, "eye")) return camera as VectorCamera;
  if ("intrinsics" in camera) {
    return vectorsOfPinhole(operator, camera, sizeOf(operator, camera, size));
  }
  const { modelView, projection, width, height } = camera as MatrixCamera;
  checkNumbers({ operator, name: "modelView" }, modelView);
  checkNumbers({ operator, name: "projection" }, projection);
  const at = (matrix: ArrayLike<number>, row: number, column: number): number =>
    matrix[column * 4 + row] ?? NaN;
  const p = (row: number, column: number): number => at(projection, row, column);
  const parallel = p(3, 2) === 0 && p(3, 3) === 1;
  if (!parallel && !(p(3, 2) === -1 && p(3, 3) === 0)) {
    refuse(operator, "the projection is neither that of a perspective nor parallel");
  }
  const area = p(0, 0) * p(1, 1) - p(0, 1) * p(1, 0);
  /** Position of clip coordinates in camera space, at z = 0 if parallel, or else at z = -1. */
  const solve = (s: number, t: number): Triple => [
    (p(1, 1) * s - p(0, 1) * t) / area,
    (p(0, 0) * t - p(1, 0) * s) / area,
    0,
  ];
  const axes = [0, 1, 2].map((column): Triple => [
    at(modelView, 0, column),
    at(modelView, 1, column),
    at(modelView, 2, column),
  ]) as [Triple, Triple, Triple];
  const toWorld = inverse(axes);
  const turn = (v: Triple): Triple => transform(toWorld, v);
  const [sx, sy] = solve(p(0, 2), p(1, 2));
  const [ox, oy] = parallel ? solve(-p(0, 3), -p(1, 3)) : [0, 0];
  const origin: Triple = [at(modelView, 0, 3), at(modelView, 1, 3), at(modelView, 2, 3)];
  const vectors = {
    eye: turn([ox - origin[0], oy - origin[1], 0 - origin[2]]),
    forward: turn([sx, sy, -1]),
    right: turn(solve(1, 0)),
    up: turn(solve(0, 1)),
  };
  if (!Object.values(vectors).flat().every(Number.isFinite)) {
    refuse(operator, "the matrices are singular");
  }
  return { ...vectors, projection: parallel ? "parallel" : "perspective", width, height };
}

function vectorsOfPinhole(
  operator: string,
  { intrinsics, pose }: PinholeCamera,
  { width, height }: ImageSize,
): VectorCamera {
  checkNumbers({ operator, name: "intrinsics" }, intrinsics);
  checkNumbers({ operator, name: "pose" }, pose);
  const [fx = NaN, skew = NaN, cx = NaN, , fy = NaN, cy = NaN] = Array.from(intrinsics);
  const turn = ([a, b, c]: Triple): Triple => {
    const along = (axis: number): number =>
      (pose[axis * 4] ?? NaN) * a + (pose[axis * 4 + 1] ?? NaN) * b +
      (pose[axis * 4 + 2] ?? NaN) * c;
    return [along(0), along(1), along(2)];
  };
  const place = (u: number, v: number): Triple => {
    const y = (v - cy) / fy;
    return [(u - cx - skew * y) / fx, y, 1];
  };
  const middle = place((width - 1) / 2, (height - 1) / 2);
  const vectors = {
    eye: [pose[3] ?? NaN, pose[7] ?? NaN, pose[11] ?? NaN] as const,
    forward: turn(middle),
    right: turn([width / 2 / fx, 0, 0]),
    up: turn([skew * height / 2 / fy / fx, -height / 2 / fy, 0]),
  };
  if (!Object.values(vectors).flat().every(Number.isFinite)) {
    refuse(operator, "the intrinsics are singular");
  }
  return { ...vectors, width, height };
}

/** Perpendicular unit axes, and three vectors in them, of which the first is along x and the second in the plane of x and y. */
interface Triangular {
  readonly x: Triple;
  readonly y: Triple;
  readonly z: Triple;
  readonly first: readonly [number];
  readonly second: readonly [number, number];
  readonly third: Triple;
}

function triangular(operator: string, a: Triple, b: Triple, c: Triple): Triangular {
  const x = scaled(a, 1 / Math.hypot(...a));
  const across = dot(b, x);
  const rest = sum(b, scaled(x, -across));
  const y = scaled(rest, 1 / Math.hypot(...rest));
  const z: Triple = [
    x[1] * y[2] - x[2] * y[1],
    x[2] * y[0] - x[0] * y[2],
    x[0] * y[1] - x[1] * y[0],
  ];
  const third: Triple = [dot(c, x), dot(c, y), dot(c, z)];
  if (!(third[2] > 0 && Number.isFinite(third[2]))) {
    refuse(operator, "right, up and forward span no image, or a mirror image");
  }
  return { x, y, z, first: [dot(a, x)], second: [across, dot(b, y)], third };
}

/** The inverse of a matrix of columns, in columns. */
function inverse([a, b, c]: readonly [Triple, Triple, Triple]): [Triple, Triple, Triple] {
  const cross = (u: Triple, v: Triple): Triple => [
    u[1] * v[2] - u[2] * v[1],
    u[2] * v[0] - u[0] * v[2],
    u[0] * v[1] - u[1] * v[0],
  ];
  const [bc, ca, ab] = [cross(b, c), cross(c, a), cross(a, b)];
  const volume = dot(a, bc);
  const column = (axis: 0 | 1 | 2): Triple => [
    bc[axis] / volume,
    ca[axis] / volume,
    ab[axis] / volume,
  ];
  return [column(0), column(1), column(2)];
}

function transform([a, b, c]: readonly [Triple, Triple, Triple], v: Triple): Triple {
  return sum(scaled(a, v[0]), scaled(b, v[1]), scaled(c, v[2]));
}

function dot(a: Triple, b: Triple): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function scaled([x, y, z]: Triple, factor: number): Triple {
  return [x * factor, y * factor, z * factor];
}

function negated([x, y, z]: Triple): Triple {
  return [0 - x, 0 - y, 0 - z];
}

function sum(...vectors: readonly Triple[]): Triple {
  const along = (axis: 0 | 1 | 2): number => vectors.reduce((all, v) => all + v[axis], 0);
  return [along(0), along(1), along(2)];
}
