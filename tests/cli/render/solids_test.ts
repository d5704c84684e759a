import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import fc from "fast-check";
import { bandOf, FIELDS, solidOf } from "../../../lib/cli/render/solids.ts";

for (const name of FIELDS) {
  Deno.test(`bandOf() lists the voxels within three of a ${name} and no others`, () => {
    const voxelSize = 2 / 21;
    const solid = solidOf(name, voxelSize);
    const expected = new Map<string, number>();
    for (let i = -20; i < 20; i++) {
      for (let j = -20; j < 20; j++) {
        for (let k = -20; k < 20; k++) {
          const [x, y, z] = [i, j, k].map((one) => (one + 0.5) * voxelSize) as [
            number,
            number,
            number,
          ];
          const value = solid.distance(x, y, z);
          if (Math.abs(value) <= 3 * voxelSize) expected.set(`${i},${j},${k}`, Math.fround(value));
        }
      }
    }
    const { ijk, values } = bandOf(solid, voxelSize);
    const found = new Map<string, number>();
    values.forEach((value, n) => found.set(ijk.subarray(n * 3, n * 3 + 3).join(), value));
    assertEquals(found.size, values.length, "a voxel is listed twice");
    assertEquals(found, expected);
    assert(values.some((value) => value < 0) && values.some((value) => value > 0));
  });

  Deno.test(`solidOf() of a ${name} bounds its distances from below`, () => {
    const solid = solidOf(name, 2 / 64);
    const coordinate = fc.double({ min: -1.3, max: 1.3, noNaN: true });
    const share = fc.double({ min: -1, max: 1, noNaN: true });
    const place = fc.tuple(coordinate, coordinate, coordinate);
    const step = fc.tuple(share, share, share);
    const size = fc.double({ min: 0, max: 0.4, noNaN: true });
    fc.assert(fc.property(place, step, size, ([x, y, z], [u, v, w], radius) => {
      const least = solid.leastWithin(radius, x, y, z);
      const [a, b, c] = [u, v, w].map((one) => one * radius / Math.sqrt(3));
      const value = solid.distance(x + (a ?? 0), y + (b ?? 0), z + (c ?? 0));
      assert(Math.abs(value) >= least - 1e-12, `${value} is nearer than ${least}`);
    }));
  });
}

Deno.test("bandOf() grows with as many voxels as there are", () => {
  const voxelSize = 2 / 96;
  const { ijk, values } = bandOf(solidOf("sphere", voxelSize), voxelSize);
  // A shell of radius 48 that is six thick: 4 pi 48^2 * 6 and a little for its curvature.
  assertEquals(ijk.length, values.length * 3);
  assert(Math.abs(values.length / (4 * Math.PI * (48 * 48 * 6 + 18)) - 1) < 0.01);
  assert(values.length > 1 << 16);
});

Deno.test("solidOf() measures the sphere of radius 1", () => {
  const { distance } = solidOf("sphere", 0.1);
  assertEquals(distance(0, 0, 0), -1);
  assertEquals(distance(0, 3, 4), 4);
});

Deno.test("solidOf() gives the gyroid a wall of even thickness in two colors", () => {
  const { distance, color } = solidOf("gyroid", 1 / 128);
  const half = -distance(0, 0, 0);
  assert(half > 0.02 && half < 0.06, `the wall is ${2 * half} thick`);
  // Along the diagonal the wall is crossed at right angles.
  for (const way of [0.01, 0.03, 0.05]) {
    const one = way / Math.sqrt(3);
    assertAlmostEquals(distance(one, one, one), way - half, 2e-3);
    assertAlmostEquals(distance(-one, -one, -one), way - half, 2e-3);
  }
  const side = half / Math.sqrt(3);
  const [front, back, middle] = [
    color(side, side, side),
    color(-side, -side, -side),
    color(0, 0, 0),
  ];
  assert(front[0] > front[2] && back[0] < back[2], `${front} and ${back}`);
  assert(middle[0] !== front[0] && middle[0] !== back[0]);
  // Coarse voxels make it thicker, so that there is a voxel inside.
  assertAlmostEquals(solidOf("gyroid", 0.1).distance(0, 0, 0), -0.15, 1e-12);
});

Deno.test("solidOf() keeps the gyroid inside the ball", () => {
  const { distance } = solidOf("gyroid", 1 / 64);
  const coordinate = fc.double({ min: -1.2, max: 1.2, noNaN: true });
  fc.assert(fc.property(coordinate, coordinate, coordinate, (x, y, z) => {
    assert(distance(x, y, z) >= Math.hypot(x, y, z) - 1 - 1e-12);
  }));
});
