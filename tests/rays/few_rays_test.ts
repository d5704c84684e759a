/**
 * Few rays, which lanes of a GPU share between them, give the same bits as when they are some among many.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import {
  rayImplicitIntersection,
  raysIntersectVoxels,
  rayTrilinearIntersectionWithNormals,
  voxelRowsAlongRays,
} from "../../lib/rays/mod.ts";
import {
  firstActiveVoxel,
  gridFromIjk,
  segmentsAlongRays,
  tensor,
  uniformRaySamples,
} from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { perRay } from "./_lists.ts";

/** More rays than a GPU takes at once. */
const MANY = 140_000;

/** Fractions that fill [0, 1) evenly (Roberts 2018). */
function fraction(n: number, part: number): number {
  return (n * ([0.8191725134, 0.6710436067, 0.5497004779][part % 3] ?? 0) + part * 0.37) % 1;
}

/** Two bands of a sphere, and a plate with holes, all with values of changing sign. */
function scene(): { ijk: Int32Array<ArrayBuffer>; values: Float32Array<ArrayBuffer> } {
  const ijk: number[] = [];
  const values: number[] = [];
  for (let x = -20; x <= 20; x++) {
    for (let y = -20; y <= 20; y++) {
      for (let z = -20; z <= 20; z++) {
        const distance = Math.hypot(x, y, z) - 14;
        const far = Math.abs(distance) > 2 && Math.abs(distance + 8) > 1;
        const plate = x === 17 && (y * 7 + z * 3) % 5 !== 0;
        if (far && !plate) continue;
        ijk.push(x, y, z);
        values.push((x + y + z) % 11 === 0 ? NaN : plate ? y - z : distance);
      }
    }
  }
  return { ijk: Int32Array.from(ijk), values: Float32Array.from(values) };
}

/** Rays from a cube around the scene to places in it, some along an axis. */
function rays(
  first: number,
  count: number,
): { origins: Float32Array<ArrayBuffer>; directions: Float32Array<ArrayBuffer> } {
  const origins = new Float32Array(count * 3);
  const directions = new Float32Array(count * 3);
  for (let ray = 0; ray < count; ray++) {
    for (let axis = 0; axis < 3; axis++) {
      const from = (fraction(first + ray, axis) - 0.5) * 60;
      const to = (fraction(first + ray, axis + 3) - 0.5) * 30;
      origins[ray * 3 + axis] = from;
      directions[ray * 3 + axis] = (first + ray) % 5 === 0 && axis !== 1 ? 0 : to - from;
    }
  }
  return { origins, directions };
}

eachBackend("operators on rays give few rays the same bits as many", (context) => {
  const { ijk, values } = scene();
  using coords = tensor(ijk, { context, shape: [ijk.length / 3, 3] });
  using grid = gridFromIjk(coords);
  using field = tensor(values, { context });

  /** What all operators say of some rays, per ray. */
  const answers = (first: number, count: number): unknown[][] => {
    const { origins, directions } = rays(first, count);
    using from = tensor(origins, { context, shape: [count, 3] });
    using along = tensor(directions, { context, shape: [count, 3] });
    using hits = firstActiveVoxel(grid, from, along);
    using met = raysIntersectVoxels(grid, from, along);
    using voxels = voxelRowsAlongRays(grid, from, along);
    using some = voxelRowsAlongRays(grid, from, along, { maxVoxels: 3, eps: 0.01 });
    using segments = segmentsAlongRays(grid, from, along);
    using long = segmentsAlongRays(grid, from, along, { eps: 0.05 });
    using zero = tensor(new Float32Array(count), { context });
    using one = tensor(new Float32Array(count).fill(1), { context });
    using samples = uniformRaySamples(grid, from, along, zero, one, { stepSize: 0.01 });
    using chord = rayImplicitIntersection(grid, from, along, field);
    using root = rayTrilinearIntersectionWithNormals(grid, from, along, field);
    const normals = root.normals.readSync();
    const perAnswer: unknown[][] = [
      [...hits.rows.readSync()],
      [...hits.times.readSync()],
      [...hits.faces.readSync()],
      [...met.readSync()],
      perRay(voxels.voxels),
      perRay(voxels.times),
      perRay(some.voxels),
      perRay(segments),
      perRay(long),
      perRay(samples),
      [...chord.readSync()],
      [...root.times.readSync()],
      Array.from(
        { length: count },
        (_, ray) => [...normals.subarray(ray * 3, ray * 3 + 3)],
      ),
    ];
    return Array.from({ length: count }, (_, ray) => perAnswer.map((answer) => answer[ray]));
  };

  const some = 300;
  const many = answers(0, MANY);
  assert(many.filter(([row]) => row !== -1n).length > MANY / 4);
  for (const count of [1, 7, some]) {
    assertEquals(answers(0, count), many.slice(0, count), `${count} rays`);
  }
  assertEquals(answers(MANY - some, some), many.slice(-some));
});
