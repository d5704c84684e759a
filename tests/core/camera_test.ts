import {
  type Camera,
  cameraIntrinsics,
  cameraLookAt,
  cameraMatrices,
  cameraVectors,
  type MatrixCamera,
  type PinholeCamera,
  type VectorCamera,
} from "../../lib/core/mod.ts";
import { assert, assertEquals, assertStrictEquals, assertThrows } from "@std/assert";
import type { Triple } from "../../mod.ts";
import { assertClose } from "../_compare.ts";

const SIZE = { width: 5, height: 3 };

/** Turned, shifted from the middle, sheared, and with rays of another length than 1. */
const PINHOLE: PinholeCamera = {
  intrinsics: [4, 0.25, 1.75, 0, 3, 1.125, 0, 0, 1],
  pose: [0.6, 0, 0.8, 7, 0.8, 0, -0.6, 8, 0, 1, 0, 9, 0, 0, 0, 1],
};

const VECTORS: VectorCamera = {
  eye: [1, 2, 3],
  forward: [0.5, 3, 0.25],
  right: [2, 0.5, 0],
  up: [0.25, -0.25, 1.5],
};

/** Where a ray through a pixel begins and goes, by the definition of each form. */
function rayOf(camera: Camera, column: number, line: number): readonly [Triple, Triple] {
  if ("intrinsics" in camera) {
    const [fx = NaN, skew = NaN, cx = NaN, , fy = NaN, cy = NaN] = Array.from(camera.intrinsics);
    const y = (line - cy) / fy;
    const local = [(column - cx - skew * y) / fx, y, 1];
    const at = (row: number, n: number): number => camera.pose[row * 4 + n] ?? NaN;
    const turn = (row: number): number => local.reduce((all, one, n) => all + at(row, n) * one, 0);
    return [[at(0, 3), at(1, 3), at(2, 3)], [turn(0), turn(1), turn(2)]];
  }
  if (!("eye" in camera)) throw new TypeError("matrices are asked by places");
  const s = (2 * column + 1) / SIZE.width - 1;
  const t = 1 - (2 * line + 1) / SIZE.height;
  const { eye, forward, right, up } = camera;
  const mixed = (on: Triple): Triple => [
    on[0] + s * right[0] + t * up[0],
    on[1] + s * right[1] + t * up[1],
    on[2] + s * right[2] + t * up[2],
  ];
  return camera.projection === "parallel" ? [mixed(eye), forward] : [eye, mixed(forward)];
}

/** The pixel of a place by matrices, in numbers of columns and lines. */
function pixelOf({ modelView, projection, width, height }: MatrixCamera, place: Triple): number[] {
  const apply = (matrix: ArrayLike<number>, vector: readonly number[]): number[] =>
    [0, 1, 2, 3].map((row) =>
      vector.reduce((all, one, column) => all + (matrix[column * 4 + row] ?? NaN) * one, 0)
    );
  const [x = NaN, y = NaN, , w = NaN] = apply(projection, apply(modelView, [...place, 1]));
  assert(w > 0, "in front of the camera");
  return [(x / w + 1) * width / 2 - 0.5, (1 - y / w) * height / 2 - 0.5];
}

function unit([x, y, z]: Triple): number[] {
  const length = Math.hypot(x, y, z);
  return [x / length, y / length, z / length];
}

const PIXELS = [[0, 0], [4, 0], [0, 2], [4, 2], [2, 1], [1.25, 0.5]] as const;

Deno.test("cameras keep their own form as it is", () => {
  const matrices = cameraLookAt({ eye: [0, 1, 2], target: [3, 4, 6], ...SIZE });
  assertStrictEquals(cameraMatrices(matrices), matrices);
  assertStrictEquals(cameraVectors(VECTORS), VECTORS);
  assertStrictEquals(cameraIntrinsics(PINHOLE), PINHOLE);
});

Deno.test("vectors and intrinsics give the same rays", () => {
  const forms: readonly (readonly [Camera, Camera])[] = [
    [PINHOLE, cameraVectors(PINHOLE, SIZE)],
    [VECTORS, cameraIntrinsics(VECTORS, SIZE)],
    [PINHOLE, cameraIntrinsics(cameraVectors(PINHOLE, SIZE))],
  ];
  for (const [from, to] of forms) {
    for (const [column, line] of PIXELS) {
      const [[a, along], [b, way]] = [rayOf(from, column, line), rayOf(to, column, line)];
      assertClose([...b, ...unit(way)], [...a, ...unit(along)], { absolute: 1e-12 });
    }
  }
  const again = cameraIntrinsics(cameraVectors(PINHOLE, SIZE));
  assertClose(Array.from(again.intrinsics), Array.from(PINHOLE.intrinsics), { absolute: 1e-12 });
  assertClose(Array.from(again.pose), Array.from(PINHOLE.pose), { absolute: 1e-12 });
});

Deno.test("cameraMatrices() puts places along a ray on its pixel", () => {
  const parallel: VectorCamera = { ...VECTORS, projection: "parallel" };
  for (const camera of [PINHOLE, VECTORS, parallel]) {
    const matrices = cameraMatrices(camera, SIZE);
    for (const [column, line] of PIXELS) {
      const [origin, along] = rayOf(camera, column, line);
      for (const time of [0.5, 1, 40]) {
        const place = origin.map((from, axis) => from + time * (along[axis] ?? NaN));
        assertClose(pixelOf(matrices, place as [number, number, number]), [column, line], {
          absolute: 1e-9,
        });
      }
    }
  }
});

Deno.test("cameraVectors() gives the rays of matrices", () => {
  const look = cameraLookAt({ eye: [0, 1, 2], target: [3, 4, 6], ...SIZE });
  const parallel = cameraMatrices({ ...VECTORS, projection: "parallel" }, SIZE);
  for (const matrices of [look, cameraMatrices(PINHOLE, SIZE), parallel]) {
    const vectors = cameraVectors(matrices);
    assertEquals([vectors.width, vectors.height], [5, 3]);
    for (const [column, line] of PIXELS) {
      const [origin, along] = rayOf(vectors, column, line);
      const place = origin.map((from, axis) => from + 2 * (along[axis] ?? NaN));
      assertClose(pixelOf(matrices, place as [number, number, number]), [column, line], {
        absolute: 1e-9,
      });
    }
  }
  assertClose([...cameraVectors(look).eye], [0, 1, 2], { absolute: 1e-12 });
});

Deno.test("conversions of cameras refuse what has no such form", () => {
  const cases: readonly (readonly [string, () => unknown])[] = [
    [
      "cameraIntrinsics: parallel rays meet in no pinhole",
      () => cameraIntrinsics({ ...VECTORS, projection: "parallel" }, SIZE),
    ],
    [
      "cameraIntrinsics: right, up and forward span no image, or a mirror image",
      () => cameraIntrinsics({ ...VECTORS, right: [-2, -0.5, 0] }, SIZE),
    ],
    [
      "cameraMatrices: right, up and forward span no image, or a mirror image",
      () => cameraMatrices({ ...VECTORS, up: [0, 0, 0] }, SIZE),
    ],
    ["cameraVectors: width is undefined, pixels expected", () => cameraVectors(PINHOLE)],
    [
      "cameraVectors: the intrinsics are singular",
      () => cameraVectors({ ...PINHOLE, intrinsics: new Float64Array(9) }, SIZE),
    ],
    [
      "cameraVectors: the projection is neither that of a perspective nor parallel",
      () => cameraVectors({ modelView: [], projection: [], ...SIZE }),
    ],
    ["cameraVectors: the matrices are singular", () => {
      const { projection } = cameraLookAt({ eye: [0, 1, 2], target: [3, 4, 6], ...SIZE });
      return cameraVectors({ modelView: new Float64Array(16), projection, ...SIZE });
    }],
  ];
  for (const [message, call] of cases) {
    assertEquals(assertThrows(call, RangeError).message, `Cannot run ${message}`);
  }
});
