import { assert, assertEquals } from "@std/assert";
import { raysIntersectVoxels, voxelsAlongRays } from "../../lib/rays/mod.ts";
import { gridFromIjk, segmentsAlongRays, tensor } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { type Ijk, randomIjk, randomSource } from "../grid/_oracle.ts";
import { exactLines, meetings, randomLines, RayScene, scene } from "./_lists.ts";
import { asRay, type Lines, type Range, voxelList } from "./_trace.ts";

eachBackend(
  "raysIntersectVoxels() says what brute force says where crossings are exact",
  (context) => {
    const random = randomSource(31);
    const grid = voxelList(randomIjk(random, 120, -9, 9), [0.5, 2, 1], [0.25, -1, 8]);
    const lines = exactLines(random, 600, grid);
    using rays = scene(context, [grid], [lines]);
    const ranges: readonly Range[] = [{}, { tMin: -3.25, tMax: 4.5 }, { tMin: 2 }];
    for (const range of ranges) {
      for (const eps of [0, 0.25, 1]) {
        using met = raysIntersectVoxels(rays.grid, rays.origins, rays.directions, {
          ...range,
          eps,
        });
        const expected = lines.map((line) =>
          meetings(asRay(line, range), grid).some(({ enter, exit }) => exit - enter >= eps) ? 1 : 0
        );
        assert(expected.includes(0) && expected.includes(1));
        assertEquals([...met.data.readSync()], expected);
      }
    }
  },
);

eachBackend("raysIntersectVoxels() answers in lists where rays are in lists", (context) => {
  const random = randomSource(32);
  const grids = [
    voxelList(randomIjk(random, 60, -5, 5), [0.3, 0.1, 0.7]),
    voxelList([]),
    voxelList([[0, 0, 0]]),
  ];
  const lists = [
    randomLines(random, 80, [2, 1, 4], [0, 0, 0]),
    randomLines(random, 5, [2, 1, 4], [0, 0, 0]),
    [],
  ];
  using rays = scene(context, grids, lists);
  using met = raysIntersectVoxels(rays.grid, rays.origins, rays.directions);
  using voxels = voxelsAlongRays(rays.grid, rays.origins, rays.directions);
  assertEquals(met.lshape, [80, 5, 0]);
  assertEquals(met.dtype, "bool");
  const counts = voxels.voxels.lshape.flat();
  assertEquals([...met.data.readSync()], counts.map((count) => count > 0 ? 1 : 0));
  assert(counts.some((count) => count > 0));
});

/** A cube of voxels. */
function cube(side: number): Ijk[] {
  const voxels: Ijk[] = [];
  for (let i = 0; i < side; i++) {
    for (let j = 0; j < side; j++) for (let k = 0; k < side; k++) voxels.push([i, j, k]);
  }
  return voxels;
}

for (const dtype of ["f16", "f32", "f64"] as const) {
  for (
    const [name, pattern] of [["in turns", "1010101010"], ["in halves", "1111100000"]] as const
  ) {
    eachBackend(
      `raysIntersectVoxels() and its kin see ten ${dtype} rays ${name} hit and miss`,
      (context) => {
        const grid = voxelList(cube(32), [0.1, 0.1, 0.1]);
        const lines: Lines = [...pattern].map((hit) => [[100, 0, 0], [hit === "1" ? -1 : 1, 0, 0]]);
        using rays = new RayScene(context, [grid, grid], [lines, lines], dtype);
        const { origins, directions } = rays;
        using met = raysIntersectVoxels(rays.grid, origins, directions);
        using voxels = voxelsAlongRays(rays.grid, origins, directions, { maxVoxels: 1 });
        using segments = segmentsAlongRays(rays.grid, origins, directions, { maxSegments: 1 });
        const expected = [...pattern].map(Number);
        assertEquals(voxels.voxels.lshape, [expected, expected]);
        assertEquals(segments.lshape, [expected, expected]);
        assertEquals(met.lshape, [10, 10]);
        assertEquals([...met.data.readSync()], [...expected, ...expected]);
      },
    );
  }
}

eachBackend(
  "raysIntersectVoxels() takes a tensor, no rays, and rays that are not rays",
  (context) => {
    using ijk = tensor(new Int32Array(3), { context, shape: [1, 3] });
    using grid = gridFromIjk(ijk);
    using origins = tensor([-1, 0, 0, 0, 0, 0, NaN, 0, 0, 0, 0, 0], { context, shape: [4, 3] });
    using along = tensor([1, 0, 0, 0, 0, 0, 1, 0, 0, 1, Infinity, 0], { context, shape: [4, 3] });
    using met = raysIntersectVoxels(grid, origins, along);
    assertEquals(met.shape, [4]);
    assertEquals([...met.readSync()], [1, 0, 0, 0]);
    using none = tensor([], { context, shape: [0, 3] });
    using nothing = raysIntersectVoxels(grid, none, none);
    assertEquals(nothing.shape, [0]);
  },
);
