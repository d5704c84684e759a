import { assert, assertEquals } from "@std/assert";
import { voxelRowsAlongRays, voxelsAlongRays } from "../../lib/rays/mod.ts";
import { gridFromIjk, ijkToIndex, jaggedFromList, tensor } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import {
  flatten,
  type Ijk,
  INT32_MAX,
  INT32_MIN,
  randomIjk,
  randomSource,
} from "../grid/_oracle.ts";
import {
  assertListed,
  exactLines,
  intervalsPerRay,
  meetings,
  perRay,
  randomLines,
  roundedTo,
  scene,
  VOXEL_SIZES,
  voxelsPerRay,
} from "./_lists.ts";
import { asRay, type Lines, type Range, voxelList } from "./_trace.ts";

eachBackend("voxelsAlongRays() lists voxels and times of rays worked out by hand", (context) => {
  const grid = voxelList([[0, 0, 0], [1, 0, 0], [3, 0, 0], [1, 1, 0]]);
  const lines: Lines = [
    [[-2, 0, 0], [1, 0, 0]],
    [[5, 0, 0], [-2, -0, 0]],
    [[0, 0, 0], [1, 0, 0]], // from inside
    [[-1, -1, 0], [1, 1, 0]], // through the edge between (0, 0, 0) and (1, 1, 0)
    [[0, 5, 0], [1, 0, 0]],
    [[1, 0.5, 0], [1, 0, 0]], // on the face between (1, 0, 0) and (1, 1, 0), which belongs to the upper one
  ];
  using rays = scene(context, [grid], [lines]);
  using met = voxelsAlongRays(rays.grid, rays.origins, rays.directions);
  assertEquals(met.voxels.dtype, "i32");
  assertEquals(met.voxels.ldim, 2);
  assertEquals(met.voxels.lshape, [[3, 3, 3, 2, 0, 1]]);
  assertEquals(met.times.lshape, met.voxels.lshape);
  assertEquals(voxelsPerRay(met.voxels), [
    [[0, 0, 0], [1, 0, 0], [3, 0, 0]],
    [[3, 0, 0], [1, 0, 0], [0, 0, 0]],
    [[0, 0, 0], [1, 0, 0], [3, 0, 0]],
    [[0, 0, 0], [1, 1, 0]],
    [],
    [[1, 1, 0]],
  ]);
  assertEquals(intervalsPerRay(met.times), [
    [[1.5, 2.5], [2.5, 3.5], [4.5, 5.5]],
    [[0.75, 1.25], [1.75, 2.25], [2.25, 2.75]],
    [[0, 0.5], [0.5, 1.5], [2.5, 3.5]],
    [[0.5, 1.5], [1.5, 2.5]],
    [],
    [[0, 0.5]],
  ]);
});

eachBackend(
  "voxelsAlongRays() equals brute force to the bit where crossings are exact",
  (context) => {
    const random = randomSource(11);
    for (const [size, origin] of [[[1, 1, 1], [0, 0, 0]], [[0.5, 2, 1], [0.25, -1, 8]]] as const) {
      const grid = voxelList(randomIjk(random, 900, -9, 9), size, origin);
      const lines = exactLines(random, 500, grid);
      using rays = scene(context, [grid], [lines]);
      for (const range of [{}, { tMin: -3.25, tMax: 4.5 }, { tMin: 2 }] as const) {
        using met = voxelsAlongRays(rays.grid, rays.origins, rays.directions, range);
        const expected = lines.map((line) => meetings(asRay(line, range), grid));
        assert(expected.some((list) => list.length > 4));
        assertEquals(
          voxelsPerRay(met.voxels),
          expected.map((list) => list.map(({ voxel }): Ijk => [...voxel])),
        );
        assertEquals(
          intervalsPerRay(met.times),
          expected.map((list) => list.map(({ enter, exit }) => [enter, exit] as const)),
        );
      }
    }
  },
);

for (const [name, size, origin] of VOXEL_SIZES) {
  eachBackend(
    `voxelsAlongRays() agrees with brute force on random rays, ${name} voxels`,
    (context) => {
      const random = randomSource(12);
      const grid = voxelList(randomIjk(random, 700, -7, 7), size, origin);
      const lines = randomLines(random, 300, [9 * size[0], 9 * size[1], 9 * size[2]], origin);
      using rays = scene(context, [grid], [lines]);
      using met = voxelsAlongRays(rays.grid, rays.origins, rays.directions);
      const voxels = voxelsPerRay(met.voxels);
      const times = intervalsPerRay(met.times);
      assert(voxels.filter((list) => list.length > 3).length > 100);
      lines.forEach((line, n) => {
        const voxelTime = Math.min(...size) / (Math.hypot(...line[1]) + 1e-300);
        const listed = { voxels: voxels[n] ?? [], times: times[n] ?? [] };
        const last = Math.abs(listed.times.at(-1)?.[1] ?? 0);
        assertListed(asRay(line, {}), grid, listed, voxelTime * 1e-8 + last * 1e-12);
      });
    },
  );
}

eachBackend("voxelsAlongRays() shares times between contiguous voxels to the bit", (context) => {
  const random = randomSource(13);
  const box: Ijk[] = [];
  for (let i = 0; i < 20; i++) {
    for (let j = 0; j < 20; j++) for (let k = 0; k < 20; k++) box.push([i - 9, j, k - 12]);
  }
  const grid = voxelList(box, [0.3, 0.1, 0.7], [0.01, 0.02, 0.03]);
  const lines = randomLines(random, 300, [3, 1, 7], [0, 1, 0]);
  using rays = scene(context, [grid], [lines]);
  using met = voxelsAlongRays(rays.grid, rays.origins, rays.directions);
  let shared = 0;
  for (const times of intervalsPerRay(met.times)) {
    times.slice(1).forEach(([enter], n) => {
      assertEquals(enter, times[n]?.[1]);
      shared++;
    });
  }
  assert(shared > 2000, `${shared} times`);
});

eachBackend("voxelsAlongRays() names voxels by row, in their grid or in the batch", (context) => {
  const random = randomSource(14);
  const grids = [
    voxelList(randomIjk(random, 300, -5, 5)),
    voxelList([], [2, 2, 2]),
    voxelList(randomIjk(random, 300, -5, 5), [0.5, 0.5, 0.5], [20, 0, 0]),
    voxelList([[0, 0, 0]]),
  ];
  const lists: Lines[] = [
    randomLines(random, 40, [6, 6, 6], [0, 0, 0]),
    randomLines(random, 10, [6, 6, 6], [0, 0, 0]),
    randomLines(random, 50, [3, 3, 3], [20, 0, 0]),
    [],
  ];
  using rays = scene(context, grids, lists);
  const { grid, origins, directions } = rays;
  using met = voxelsAlongRays(grid, origins, directions);
  using rows = voxelRowsAlongRays(grid, origins, directions);
  using all = voxelRowsAlongRays(grid, origins, directions, { rows: "batch" });
  assertEquals([...met.voxels.outerOffsets ?? []], [0n, 40n, 50n, 100n, 100n]);
  assertEquals(rows.voxels.lshape, met.voxels.lshape);
  assertEquals(rows.voxels.data.dtype, "i64");
  assertEquals(rows.voxels.data.shape, [met.times.data.shape[0] ?? NaN]);
  assertEquals(perRay(rows.times), perRay(met.times));
  assertEquals(perRay(all.times), perRay(met.times));
  const listed = voxelsPerRay(met.voxels);
  const perGrid = [0, 40, 50, 100].map((begin, b) =>
    flatten(listed.slice(begin, [40, 50, 100, 100][b]).flat())
  );
  using ijk = jaggedFromList(perGrid, { context, dtype: "i32", shape: [3] });
  for (const [from, found] of [["grid", rows], ["batch", all]] as const) {
    using expected = ijkToIndex(grid, ijk, { rows: from });
    assertEquals([...found.voxels.data.readSync()], [...expected.data.readSync()]);
  }
  lists.flatMap((lines, b) => lines.map((line) => [line, b] as const)).forEach(([line, b], n) => {
    const own = grids[b] ?? voxelList([]);
    const times = intervalsPerRay(met.times)[n] ?? [];
    assertListed(asRay(line, {}), own, { voxels: listed[n] ?? [], times }, 1e-9);
    if (b === 1) assertEquals(times, []);
  });
});

eachBackend(
  "voxelsAlongRays() lists no more than maxVoxels, and leaves out short stays",
  (context) => {
    const random = randomSource(15);
    const grid = voxelList(randomIjk(random, 900, -6, 6));
    const lines = randomLines(random, 200, [7, 7, 7], [0, 0, 0]);
    using rays = scene(context, [grid], [lines]);
    using all = voxelsAlongRays(rays.grid, rays.origins, rays.directions);
    const voxels = voxelsPerRay(all.voxels);
    const times = intervalsPerRay(all.times);
    for (const maxVoxels of [undefined, 1, 2, 5, 1000]) {
      for (const eps of [0, 0.01, 0.3, Infinity]) {
        const options = maxVoxels === undefined ? { eps } : { maxVoxels, eps };
        using some = voxelsAlongRays(rays.grid, rays.origins, rays.directions, options);
        const kept = times.map((list) =>
          list.flatMap(([enter, exit], n) => exit - enter >= eps ? [n] : []).slice(0, maxVoxels)
        );
        assertEquals(
          intervalsPerRay(some.times),
          kept.map((list, n) => list.map((at) => times[n]?.[at] ?? [0, 0])),
        );
        assertEquals(
          voxelsPerRay(some.voxels),
          kept.map((list, n) => list.map((at) => voxels[n]?.[at] ?? [0, 0, 0])),
        );
      }
    }
  },
);

eachBackend("voxelsAlongRays() keeps to tMin and tMax", (context) => {
  const grid = voxelList([[0, 0, 0], [1, 0, 0]]);
  using rays = scene(context, [grid], [[[[-2, 0, 0], [1, 0, 0]]]]);
  const cases: readonly (readonly [Range, readonly (readonly [number, number])[]])[] = [
    [{ tMin: 1.75, tMax: 3 }, [[1.75, 2.5], [2.5, 3]]],
    [{ tMax: 2.5 }, [[1.5, 2.5]]],
    [{ tMin: 2.5 }, [[2.5, 3.5]]],
    [{ tMin: 2, tMax: 2 }, []],
    [{ tMin: 3.5 }, []],
    [{ tMax: 1.5 }, []],
    [{ tMin: -Infinity }, [[1.5, 2.5], [2.5, 3.5]]],
  ];
  for (const [range, expected] of cases) {
    using met = voxelsAlongRays(rays.grid, rays.origins, rays.directions, range);
    assertEquals(intervalsPerRay(met.times), [expected], JSON.stringify(range));
  }
});

eachBackend("voxelsAlongRays() reaches voxels at the ends of int32", (context) => {
  const grid = voxelList([[INT32_MIN, 0, 0], [INT32_MAX, 0, 0]]);
  using rays = scene(context, [grid], [[
    [[INT32_MIN - 1, 0, 0], [1, 0, 0]],
    [[INT32_MAX + 1, 0, 0], [-1, 0, 0]],
  ]]);
  using met = voxelsAlongRays(rays.grid, rays.origins, rays.directions);
  assertEquals(voxelsPerRay(met.voxels), [
    [[INT32_MIN, 0, 0], [INT32_MAX, 0, 0]],
    [[INT32_MAX, 0, 0], [INT32_MIN, 0, 0]],
  ]);
  const far = 2 ** 32 - 0.5;
  assertEquals(intervalsPerRay(met.times)[1], [[0.5, 1.5], [far, far + 1]]);
});

for (const dtype of ["f16", "f32"] as const) {
  eachBackend(`voxelsAlongRays() traces ${dtype} rays as the doubles that they are`, (context) => {
    const random = randomSource(16);
    const grid = voxelList(randomIjk(random, 500, -6, 6), [0.3, 0.3, 0.3], [0.1, 0.2, 0.3]);
    const round = dtype === "f16" ? Math.f16round : Math.fround;
    const lines = roundedTo(round, randomLines(random, 200, [2, 2, 2], [0, 0, 0]));
    using wide = scene(context, [grid], [lines]);
    using from = tensor(lines.flatMap(([origin]) => [...origin]), {
      context,
      dtype,
      shape: [lines.length, 3],
    });
    using along = tensor(lines.flatMap(([, direction]) => [...direction]), {
      context,
      dtype,
      shape: [lines.length, 3],
    });
    using met = voxelsAlongRays(wide.grid, from, along);
    using expected = voxelsAlongRays(wide.grid, wide.origins, wide.directions);
    assertEquals(met.times.dtype, dtype);
    assertEquals(met.voxels.lshape, expected.voxels.lshape);
    assertEquals(perRay(met.voxels), perRay(expected.voxels));
    assertEquals(perRay(met.times), perRay(expected.times).map((list) => list.map(round)));
  });
}

eachBackend("voxelsAlongRays() meets nothing with rays that are not rays", (context) => {
  const bad = [NaN, Infinity, -Infinity];
  const lines: Lines = [
    [[0, 0, 0], [0, 0, 0]],
    [[0, 0, 0], [-0, -0, -0]],
    ...bad.map((value): Lines[number] => [[0, 0, 0], [1, value, 0]]),
    ...bad.map((value): Lines[number] => [[value, 0, 0], [1, 0, 0]]),
    [[-(2 ** 46) - 1, 0, 0], [1, 0, 0]],
    [[0, 2 ** 46, 0], [0, -1, 0]],
  ];
  const far: Lines = [[[2 ** 45, 0, 0], [-1, 0, 0]]];
  using rays = scene(context, [voxelList([[0, 0, 0]])], [[...lines, ...far]]);
  using met = voxelsAlongRays(rays.grid, rays.origins, rays.directions);
  assertEquals(met.voxels.lshape, [[...lines.map(() => 0), 1]]);
});

eachBackend("voxelsAlongRays() takes no rays, no grids, and grids without voxels", (context) => {
  const line: Lines = [[[0, 0, 0], [1, 0, 0]]];
  for (
    const [grids, lists, lshape] of [
      [[], [], []],
      [[voxelList([[0, 0, 0]])], [[]], [[]]],
      [[voxelList([]), voxelList([])], [line, [...line, ...line]], [[0], [0, 0]]],
    ] as const
  ) {
    using rays = scene(context, grids, lists);
    using met = voxelsAlongRays(rays.grid, rays.origins, rays.directions);
    assertEquals(met.voxels.lshape, lshape);
    assertEquals(met.voxels.data.shape, [0, 3]);
    assertEquals(met.times.data.shape, [0, 2]);
  }
});

eachBackend("voxelsAlongRays() sends a tensor of rays through a batch of one", (context) => {
  using ijk = tensor(new Int32Array([0, 0, 0]), { context, shape: [1, 3] });
  using grid = gridFromIjk(ijk);
  using origins = tensor([-1, 0, 0, 9, 9, 9], { context, shape: [2, 3] });
  using along = tensor([1, 0, 0, 1, 0, 0], { context, shape: [2, 3] });
  using met = voxelsAlongRays(grid, origins, along);
  assertEquals(met.voxels.lshape, [[1, 0]]);
  assertEquals([met.disposed, met.voxels.length], [false, 2]);
  met.dispose();
  met.dispose();
  assertEquals([met.disposed, met.voxels.disposed, met.times.disposed], [true, true, true]);
});
