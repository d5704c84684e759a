import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import fc from "fast-check";
import { cameraMatrices } from "../../../lib/core/mod.ts";
import {
  type Camera,
  cameraDirections,
  orbitCamera,
  skyDirection,
  type Vector,
} from "../../../lib/cli/picture/camera.ts";
import { vectorCamera } from "../../../lib/cli/picture/look.ts";

function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/** Projects a world point to image coordinates, -1 to 1 along both axes. */
function project(camera: Camera, point: Vector): [number, number] {
  const offset: Vector = [
    point[0] - camera.eye[0],
    point[1] - camera.eye[1],
    point[2] - camera.eye[2],
  ];
  const depth = dot(offset, camera.forward);
  assert(depth > 0, "a corner lies behind the camera");
  return [
    dot(offset, camera.right) / dot(camera.right, camera.right) / depth,
    dot(offset, camera.up) / dot(camera.up, camera.up) / depth,
  ];
}

/** An axis-aligned box. */
interface Box {
  readonly min: Vector;
  readonly max: Vector;
}

function corners(box: Box): Vector[] {
  return [0, 1, 2, 3, 4, 5, 6, 7].map((n): Vector => [
    (n & 1) === 0 ? box.min[0] : box.max[0],
    (n & 2) === 0 ? box.min[1] : box.max[1],
    (n & 4) === 0 ? box.min[2] : box.max[2],
  ]);
}

const CUBE = corners({ min: [-1, -1, -1], max: [1, 1, 1] }).flat();

Deno.test("orbitCamera() stands where azimuth and elevation say", () => {
  const camera = orbitCamera(CUBE, {
    azimuth: 90,
    elevation: 0,
    zoom: 1,
    fieldOfView: 90,
    aspect: 1,
  });
  assertAlmostEquals(camera.eye[0], 0, 1e-12);
  assertAlmostEquals(camera.eye[2], 0, 1e-12);
  // The near face fills the image: half its side at distance 1, so the eye is 2 from the center.
  assertAlmostEquals(camera.eye[1], 2, 1e-12);
  assertAlmostEquals(camera.right[0], -1, 1e-12);
  assertAlmostEquals(camera.up[2], 1, 1e-12);
});

Deno.test("orbitCamera() frames every corner of any box, and fills the image with a full one", () => {
  const size = fc.double({ min: 0, max: 100, noNaN: true });
  const options = fc.record({
    azimuth: fc.double({ min: -360, max: 360, noNaN: true }),
    elevation: fc.double({ min: -85, max: 85, noNaN: true }),
    aspect: fc.double({ min: 0.3, max: 3, noNaN: true }),
    fieldOfView: fc.double({ min: 10, max: 90, noNaN: true }),
  });
  fc.assert(fc.property(fc.tuple(size, size, size), options, (sides, view) => {
    const longest = Math.max(...sides);
    fc.pre(longest > 1e-3);
    const box: Box = { min: [10, -20, 5], max: [10 + sides[0], -20 + sides[1], 5 + sides[2]] };
    const camera = orbitCamera(corners(box).flat(), { ...view, zoom: 1 });
    const places = corners(box).map((corner) => project(camera, corner));
    const reach = places.flat().map(Math.abs);
    for (const axis of [0, 1] as const) {
      const along = places.map((place) => place[axis]);
      assertAlmostEquals(Math.max(...along), -Math.min(...along), 1e-6, "off the center");
    }
    assert(Math.max(...reach) <= 1 + 1e-6, `a corner is at ${Math.max(...reach)}`);
    if (Math.min(...sides) < 0.2 * longest) return;
    assert(Math.max(...reach) >= 1 - 1e-6, `the box fills ${Math.max(...reach)} only`);
  }));
});

Deno.test("orbitCamera() looks at one point, too", () => {
  const view = { azimuth: 30, elevation: 20, fieldOfView: 30, aspect: 1.5, zoom: 1 };
  const camera = orbitCamera([5, 6, 7], view);
  assertEquals(project(camera, [5, 6, 7]).map((place) => Math.abs(place) < 1e-6), [true, true]);
});

Deno.test("orbitCamera() comes nearer with zoom", () => {
  const view = { azimuth: 30, elevation: 20, fieldOfView: 30, aspect: 1.5 };
  const far = orbitCamera(CUBE, { ...view, zoom: 1 });
  const near = orbitCamera(CUBE, { ...view, zoom: 2 });
  assertAlmostEquals(far.distance, 2 * near.distance, 1e-9);
});

/** A camera at the origin that looks along +y. */
const NORTH: Camera = {
  eye: [0, 0, 0],
  forward: [0, 1, 0],
  right: [1, 0, 0],
  up: [0, 0, 1],
  distance: 1,
};

Deno.test("cameraDirections() covers the image from top left to bottom right", () => {
  const camera: Camera = { ...NORTH, right: [2, 0, 0] };
  const image = { width: 2, height: 2, samples: 1 };
  const all = cameraDirections(camera, { ...image, firstRow: 0, rows: 2 });
  const signs = Array.from(all, Math.sign);
  assertEquals(signs, [-1, 1, 1, 1, 1, 1, -1, 1, -1, 1, 1, -1]);
  const second = cameraDirections(camera, { ...image, firstRow: 1, rows: 1 });
  assertEquals([...second], [...all.subarray(6)]);
  for (let at = 0; at < all.length; at += 3) {
    assertAlmostEquals(Math.hypot(...all.subarray(at, at + 3)), 1, 1e-6);
  }
});

Deno.test("cameraDirections() spreads samples evenly inside their pixel", () => {
  const fine = cameraDirections(NORTH, { width: 4, height: 4, firstRow: 0, rows: 4, samples: 1 });
  const sampled = cameraDirections(NORTH, {
    width: 2,
    height: 2,
    firstRow: 0,
    rows: 2,
    samples: 2,
  });
  // 2 x 2 samples of 2 x 2 pixels lie where the pixels of 4 x 4 lie, in another order.
  const set = (directions: Float32Array): Set<string> => {
    const keys = new Set<string>();
    for (let at = 0; at < directions.length; at += 3) {
      keys.add(directions.subarray(at, at + 3).join(","));
    }
    return keys;
  };
  assertEquals(set(sampled), set(fine));
});

Deno.test("skyDirection() points up at 90 degrees and along +y at azimuth 90", () => {
  assertAlmostEquals(skyDirection(17, 90)[2], 1, 1e-12);
  assertAlmostEquals(skyDirection(90, 0)[1], 1, 1e-12);
});

Deno.test("vectorCamera() projects points to where the camera sees them", () => {
  const points = [0, 0, 0, 4, 1, 0, 1, 5, 2, -3, 2, 6];
  const view = { azimuth: 40, elevation: -20, zoom: 1.5, fieldOfView: 50, aspect: 1.6 };
  const camera = orbitCamera(points, view);
  const matrices = cameraMatrices(vectorCamera(camera), { width: 16, height: 10 });
  assertEquals([matrices.width, matrices.height], [16, 10]);
  const times = (matrix: ArrayLike<number>, vector: readonly number[]): number[] =>
    [0, 1, 2, 3].map((row) =>
      vector.reduce((sum, value, column) => sum + value * (matrix[4 * column + row] ?? NaN), 0)
    );
  for (let at = 0; at < points.length; at += 3) {
    const point: Vector = [points[at] ?? NaN, points[at + 1] ?? NaN, points[at + 2] ?? NaN];
    const seen = times(matrices.modelView, [...point, 1]);
    const [x = NaN, y = NaN, z = NaN, w = NaN] = times(matrices.projection, seen);
    const [u, v] = project(camera, point);
    assertAlmostEquals(x / w, u, 1e-12);
    assertAlmostEquals(y / w, v, 1e-12);
    // The middle of the depth is where the camera is aimed at, between near and far.
    assert(z / w > -1 && z / w < 1, `depth ${z / w}`);
    assertAlmostEquals(w, -(seen[2] ?? NaN), 1e-12);
  }
});
