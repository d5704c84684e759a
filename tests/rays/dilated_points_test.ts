import { assert, assertEquals } from "@std/assert";
import { voxelsAlongRays } from "../../lib/rays/mod.ts";
import {
  type Context,
  dilatedGrid,
  type GridBatch,
  gridFromPoints,
  jaggedFromList,
  type Real,
  segmentsAlongRays,
} from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { randomSource, voxelOf } from "../grid/_oracle.ts";
import { fuse, intervalsPerRay, RayScene, voxelsPerRay } from "./_lists.ts";
import type { Vector } from "./_oracle.ts";
import type { Lines } from "./_trace.ts";

/** Points in a cube from 0 to its side. */
function pointsIn(random: () => number, count: number, side: number): Vector[] {
  return Array.from({ length: count }, () => [random() * side, random() * side, random() * side]);
}

/** Grids of the voxels of points and of those around them. */
function aroundPoints(
  context: Context,
  lists: readonly (readonly Vector[])[],
  voxelSize: number,
): GridBatch {
  const flat = lists.map((points) => new Float64Array(points.flat()));
  using points = jaggedFromList(flat, { context, dtype: "f64", shape: [3] });
  using grid = gridFromPoints(points, { voxelSize });
  return dilatedGrid(grid);
}

/** Rays from one place through the first hundred points of each list, as numbers of an element type. */
function rayThrough(
  context: Context,
  lists: readonly (readonly Vector[])[],
  from: number,
  dtype: Real,
): { readonly lines: Lines; readonly rays: RayScene<Real> } {
  const round = dtype === "f64" ? Number : Math.fround;
  const lines = lists.map((points) =>
    points.slice(0, 100).map(([x, y, z]): Lines[number] => [
      [from, from, from],
      [round(x - from), round(y - from), round(z - from)],
    ])
  );
  const grids = lists.map(() => ({ voxels: [], size: [1, 1, 1], origin: [0, 0, 0] } as const));
  return { lines: lines.flat(), rays: new RayScene<Real>(context, grids, lines, dtype) };
}

for (const dtype of ["f32", "f64"] as const) {
  eachBackend(
    `voxelsAlongRays() follows ${dtype} rays through ten thousand points in order`,
    (context) => {
      const lists = [pointsIn(randomSource(17), 10_000, 1)];
      const size = 0.01;
      const eps = 1e-5;
      using grid = aroundPoints(context, lists, size);
      const { lines, rays } = rayThrough(context, lists, -1, dtype);
      using around = rays;
      using met = voxelsAlongRays(grid, around.origins, around.directions, { eps });
      const voxels = voxelsPerRay(met.voxels);
      let contiguous = 0;
      intervalsPerRay(met.times).forEach((times, ray) => {
        const [from, along] = lines[ray] ?? [[NaN, NaN, NaN], []];
        // The point itself is at time 1.
        assert(
          times.some(([enter, exit]) => enter <= 1 && exit >= 1),
          `ray ${ray} misses its point`,
        );
        times.forEach(([enter, exit], n) => {
          assert(enter < exit, `${enter} to ${exit}`);
          const middle = (enter + exit) / 2;
          const voxel = voxels[ray]?.[n] ?? [];
          const at = from.map((start, axis) =>
            voxelOf(start + middle * (along[axis] ?? NaN), size, 0)
          );
          assertEquals(at, [...voxel]);
          const [before, last] = [times[n - 1], voxels[ray]?.[n - 1]];
          if (before === undefined || last === undefined) return;
          assert(enter > before[0] && exit > before[1], "times do not rise");
          const steps = last.map((value, axis) => Math.abs(value - (voxel[axis] ?? NaN)));
          assert(Math.max(...steps) >= 1, `${voxel} comes twice`);
          assert(enter >= before[1], "stays overlap");
          if (steps.reduce((sum, step) => sum + step) > 1) return;
          assertEquals(enter, before[1], "voxels that share a face are a time apart");
          contiguous++;
        });
      });
      assert(contiguous > 1000, `${contiguous} contiguous voxels`);
    },
  );
}

eachBackend("segmentsAlongRays() is the union of the stays in tiny voxels of points", (context) => {
  const random = randomSource(18);
  // A quarter of all voxels around the first points are active; the others are far apart.
  const lists = [pointsIn(random, 10_000, 0.01), [], pointsIn(random, 10_000, 1)];
  using grid = aroundPoints(context, lists, 1e-4);
  using around = rayThrough(context, lists, -0.01, "f64").rays;
  const { origins, directions } = around;
  using met = voxelsAlongRays(grid, origins, directions);
  const unions = intervalsPerRay(met.times).map(fuse);
  assert(unions.every((list) => list.length > 0) && unions.some((list) => list.length > 4));
  assert(unions.flat().length < met.voxels.data.length / 6);
  for (const eps of [0, 1e-5, 3e-3]) {
    using segments = segmentsAlongRays(grid, origins, directions, { eps });
    assertEquals([...segments.outerOffsets ?? []], [0n, 100n, 100n, 200n]);
    const found = intervalsPerRay(segments);
    assertEquals(found, unions.map((list) => list.filter(([begin, end]) => end - begin >= eps)));
    for (const list of found) {
      list.forEach(([begin, end], n) => {
        assert(end - begin >= eps && end > begin);
        assert(n === 0 || (list[n - 1]?.[1] ?? NaN) <= begin, "segments overlap");
      });
    }
  }
});
