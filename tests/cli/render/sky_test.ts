import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import type { Vector } from "../../../lib/cli/picture/camera.ts";
import { skyVisibility, writeLightRay } from "../../../lib/cli/render/sky.ts";

const TILE = { width: 4, height: 4, firstRow: 1, rows: 1, samples: 1 } as const;

function unit(x: number, y: number, z: number): Vector {
  const length = Math.hypot(x, y, z);
  return [x / length, y / length, z / length];
}

function along(vector: Vector, values: Float32Array, at: number): number {
  return vector.reduce((sum, one, axis) => sum + one * (values[at + axis] ?? 0), 0);
}

for (
  const normal of [
    ...[[0, 0, 1], [0, 0, -1], [0, 1, 0], [0, -1, 0], [1, 0, 0], [-1, 0, 0]],
    ...[[1, 2, 3], [-3, 1, 2], [2, -3, -1], [1, 1, 1], [-1, -1, -1]],
  ].map(([x = 0, y = 0, z = 0]) => unit(x, y, z))
) {
  Deno.test(`skyVisibility() looks above a surface that faces (${normal.map((one) => one.toFixed(2))})`, () => {
    const skyRays = 4096;
    let seen = new Float32Array();
    const starts = Float32Array.of(1, 2, 3);
    const open = skyVisibility(starts, {
      tile: TILE,
      samples: [2],
      skyRays,
      reach: 5,
      normal: () => normal,
      cast: (origins, directions, reach) => {
        assertEquals([...origins.subarray(-3), reach], [1, 2, 3, 5]);
        seen = directions;
        return new Float32Array(skyRays).fill(-1);
      },
    });
    assertEquals([...open], [1]);
    assertEquals(seen.length, skyRays * 3);
    const mean = [0, 0, 0];
    let cosines = 0;
    for (let at = 0; at < seen.length; at += 3) {
      const length = Math.hypot(seen[at] ?? 0, seen[at + 1] ?? 0, seen[at + 2] ?? 0);
      assertAlmostEquals(length, 1, 1e-6);
      const cosine = along(normal, seen, at);
      assert(cosine >= -1e-6);
      cosines += cosine / skyRays;
      for (let axis = 0; axis < 3; axis++) {
        mean[axis] = (mean[axis] ?? 0) + (seen[at + axis] ?? 0) / skyRays;
      }
    }
    // The mean cosine of cosine-distributed directions is 2/3, and no side is preferred.
    assertAlmostEquals(cosines, 2 / 3, 0.01);
    normal.forEach((one, axis) => assertAlmostEquals(mean[axis] ?? 0, one * 2 / 3, 0.01));
  });
}

Deno.test("skyVisibility() darkens places by what is near", () => {
  const options = {
    tile: TILE,
    samples: [0, 1, 2],
    skyRays: 2,
    reach: 4,
    normal: (): Vector => [0, 0, 1],
    // Nothing, something at a quarter of the reach and nothing, and something that touches.
    cast: () => [-1, -1, 1, -1, 0, 0],
  };
  const open = skyVisibility(new Float32Array(9), options);
  assertEquals([...open], [1, Math.fround((0.5 * 0.85 + 1) / 2), 0]);
  assertEquals([...skyVisibility(new Float32Array(9), { ...options, skyRays: 0 })], [1, 1, 1]);
  assertEquals(skyVisibility(new Float32Array(), { ...options, samples: [] }).length, 0);
});

Deno.test("writeLightRay() points to all of a round light and nowhere else", () => {
  const light = unit(1, -2, 2);
  const out = new Float32Array(3);
  let [sum, farthest] = [0, 0];
  for (let index = 0; index < 1000; index++) {
    writeLightRay(out, 0, { light, radius: 0.1 }, { pixel: 7, index });
    assertAlmostEquals(along(light, out, 0), 1, 1e-6);
    const off = Math.hypot(...light.map((one, axis) => (out[axis] ?? 0) - one));
    farthest = Math.max(farthest, off);
    sum += off;
  }
  assert(farthest <= 0.1 + 1e-6 && farthest > 0.098);
  assertAlmostEquals(sum / 1000, 0.1 * 2 / 3, 1e-3);
});
