import { assert, assertEquals } from "@std/assert";
import { voxelsAlongRays } from "../../lib/rays/mod.ts";
import { gridFromIjk, segmentsAlongRays, tensor } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { type Ijk, randomIjk, randomSource } from "../grid/_oracle.ts";
import {
  exactLines,
  fuse,
  type Interval,
  intervalsPerRay,
  meetings,
  randomLines,
  scene,
} from "./_lists.ts";
import { asRay, type Lines, type Range, voxelList } from "./_trace.ts";

eachBackend("segmentsAlongRays() lists segments of rays worked out by hand", (context) => {
  const grid = voxelList([[0, 0, 0], [1, 0, 0], [2, 0, 0], [4, 0, 0], [3, 1, 0]]);
  const lines: Lines = [
    [[-2, 0, 0], [1, 0, 0]],
    [[6, 0, 0], [-2, -0, 0]],
    [[1, 0, 0], [1, 0, 0]], // from inside
    [[1, -1, 0], [1, 1, 0]], // through edges into (2, 0, 0) and (3, 1, 0)
    [[0, 5, 0], [1, 0, 0]],
    [[-1, 1, 0], [1, -1, 0]], // through (0, 0, 0) alone
  ];
  using rays = scene(context, [grid], [lines]);
  using segments = segmentsAlongRays(rays.grid, rays.origins, rays.directions);
  assertEquals(segments.dtype, "f64");
  assertEquals(segments.lshape, [[2, 2, 2, 1, 0, 1]]);
  assertEquals(intervalsPerRay(segments), [
    [[1.5, 4.5], [5.5, 6.5]],
    [[0.75, 1.25], [1.75, 3.25]],
    [[0, 1.5], [2.5, 3.5]],
    [[0.5, 2.5]],
    [],
    [[0.5, 1.5]],
  ]);
});

eachBackend(
  "segmentsAlongRays() equals brute force to the bit where crossings are exact",
  (context) => {
    const random = randomSource(21);
    const grid = voxelList(randomIjk(random, 3000, -9, 9), [0.5, 2, 1], [0.25, -1, 8]);
    const lines = exactLines(random, 400, grid);
    using rays = scene(context, [grid], [lines]);
    const ranges: readonly Range[] = [{}, { tMin: -3.25, tMax: 4.5 }, { tMin: 2 }];
    for (const range of ranges) {
      using segments = segmentsAlongRays(rays.grid, rays.origins, rays.directions, range);
      const expected = lines.map((line) =>
        fuse(meetings(asRay(line, range), grid).map(({ enter, exit }): Interval => [enter, exit]))
      );
      assert(expected.some((list) => list.length > 2));
      assertEquals(intervalsPerRay(segments), expected);
    }
  },
);

for (
  const [name, size] of [
    ["unit", [1, 1, 1]],
    ["uneven", [0.37, 1.9, 0.05]],
    ["tiny", [1e-6, 1e-6, 1e-6]],
    ["huge", [1e7, 1e7, 1e7]],
  ] as const
) {
  eachBackend(
    `segmentsAlongRays() is the union of the stays in voxels, ${name} voxels`,
    (context) => {
      const random = randomSource(22);
      const grids = [
        voxelList(randomIjk(random, 1500, -7, 7), size),
        voxelList([], size),
        voxelList(randomIjk(random, 400, -40, 40), size),
      ];
      const reach = [9 * size[0], 9 * size[1], 9 * size[2]] as const;
      const lists = [300, 10, 100].map((count) => randomLines(random, count, reach, [0, 0, 0]));
      using rays = scene(context, grids, lists);
      const { grid, origins, directions } = rays;
      using met = voxelsAlongRays(grid, origins, directions);
      using segments = segmentsAlongRays(grid, origins, directions);
      const unions = intervalsPerRay(met.times).map(fuse);
      assert(unions.filter((list) => list.length > 1).length > 100);
      assertEquals([...segments.outerOffsets ?? []], [0n, 300n, 310n, 410n]);
      assertEquals(intervalsPerRay(segments), unions);
      const eps = size[0] / 2;
      using long = segmentsAlongRays(grid, origins, directions, { eps });
      assertEquals(
        intervalsPerRay(long),
        unions.map((list) => list.filter(([begin, end]) => end - begin >= eps)),
      );
      using few = segmentsAlongRays(grid, origins, directions, { maxSegments: 2 });
      assertEquals(intervalsPerRay(few), unions.map((list) => list.slice(0, 2)));
    },
  );
}

eachBackend("segmentsAlongRays() lists however many segments a ray has", (context) => {
  // Every other voxel of a row along x, and one voxel above it.
  const grid = voxelList([...Array.from({ length: 90 }, (_, k): Ijk => [2 * k, 0, 0]), [7, 2, 0]]);
  const along = (y: number): Lines[number] => [[-1, y, 0], [1, 0, 0]];
  const row = (k: number): Interval => [2 * k + 0.5, 2 * k + 1.5];
  // Some that fit what is kept of a ray, or the room for few rays, and some that do not.
  for (const last of [0, 3, 20, 40, 89]) {
    const lines: Lines = [along(2), [[2 * last, 0, 0], [-1, 0, 0]], along(1), along(0), along(2)];
    using rays = scene(context, [grid], [lines]);
    using segments = segmentsAlongRays(rays.grid, rays.origins, rays.directions);
    const back = Array.from({ length: last }, (_, k): Interval => [2 * k + 1.5, 2 * k + 2.5]);
    const all = Array.from({ length: 90 }, (_, k) => row(k));
    const above: Interval[] = [[7.5, 8.5]];
    assertEquals(intervalsPerRay(segments), [above, [[0, 0.5], ...back], [], all, above]);
    using few = segmentsAlongRays(rays.grid, rays.origins, rays.directions, { maxSegments: 3 });
    const cut = [above, [[0, 0.5], ...back].slice(0, 3), [], all.slice(0, 3), above];
    assertEquals(intervalsPerRay(few), cut as Interval[][]);
  }
});

eachBackend("segmentsAlongRays() crosses a whole box of voxels in one segment", (context) => {
  const box: Ijk[] = [];
  for (let i = 0; i < 20; i++) {
    for (let j = 0; j < 20; j++) for (let k = 0; k < 20; k++) box.push([i - 9, j - 9, k - 9]);
  }
  const grid = voxelList(box, [0.3, 0.3, 0.3], [0.01, 0.02, 0.03]);
  using rays = scene(context, [grid], [randomLines(randomSource(23), 300, [3, 3, 3], [0, 0, 0])]);
  using segments = segmentsAlongRays(rays.grid, rays.origins, rays.directions);
  const counts = intervalsPerRay(segments).map(({ length }) => length);
  assertEquals([Math.min(...counts), Math.max(...counts)], [0, 1]);
  assert(counts.filter((count) => count === 1).length > 150);
});

for (const dtype of ["f16", "f32"] as const) {
  eachBackend(`segmentsAlongRays() rounds the times of ${dtype} rays once`, (context) => {
    using ijk = tensor(new Int32Array([3, 0, 0]), { context, shape: [1, 3] });
    using grid = gridFromIjk(ijk, { voxelSize: 0.3 });
    using origins = tensor([0, 0, 0], { context, dtype, shape: [1, 3] });
    using along = tensor([1, 0, 0], { context, dtype, shape: [1, 3] });
    using segments = segmentsAlongRays(grid, origins, along);
    assertEquals(segments.dtype, dtype);
    const round = dtype === "f16" ? Math.f16round : Math.fround;
    // The faces of the voxel are at 2.5 and 3.5 voxels; the walk multiplies by 1 / (1 / 0.3).
    const perVoxel = 1 / (1 / 0.3);
    assertEquals(intervalsPerRay(segments), [[[round(2.5 * perVoxel), round(3.5 * perVoxel)]]]);
  });
}

eachBackend(
  "segmentsAlongRays() takes no rays, no grids, and rays that are not rays",
  (context) => {
    const bad: Lines = [[[0, 0, 0], [0, 0, 0]], [[0, NaN, 0], [1, 0, 0]], [[0, 0, 0], [
      Infinity,
      0,
      0,
    ]]];
    for (
      const [grids, lists, lshape] of [
        [[], [], []],
        [[voxelList([[0, 0, 0]])], [[]], [[]]],
        [[voxelList([[0, 0, 0]])], [bad], [[0, 0, 0]]],
      ] as const
    ) {
      using rays = scene(context, grids, lists);
      using segments = segmentsAlongRays(rays.grid, rays.origins, rays.directions);
      assertEquals(segments.lshape, lshape);
      assertEquals(segments.data.shape, [0, 2]);
    }
  },
);
