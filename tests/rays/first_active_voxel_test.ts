import { assert, assertEquals } from "@std/assert";
import { firstActiveVoxel, gridFromIjk, tensor } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import {
  flatten,
  type Ijk,
  INT32_MAX,
  INT32_MIN,
  randomIjk,
  randomSource,
} from "../grid/_oracle.ts";
import { assertNear, type Hit, MISS, type Vector, type VoxelList } from "./_oracle.ts";
import { randomLines, roundedTo, VOXEL_SIZES } from "./_lists.ts";
import { asRay, assertExact, type Lines, type Range, trace, voxelList } from "./_trace.ts";

/** The six directions along the axes, with both zeros. */
const AXIS_DIRECTIONS: readonly Vector[] = [
  [1, 0, 0],
  [-1, -0, 0],
  [0, 2, -0],
  [-0, -0.5, -0],
  [0, 0, 4],
  [0, -0, -1],
];

eachBackend(
  "firstActiveVoxel() reports row, time and face of a single voxel from all sides",
  (context) => {
    const grid = voxelList([[2, -3, 4]]);
    const lines: Lines = AXIS_DIRECTIONS.map((direction) => [
      [2 - 8 * direction[0], -3 - 8 * direction[1], 4 - 8 * direction[2]],
      direction,
    ]);
    const speeds = [1, 1, 2, 0.5, 4, 1];
    assertEquals(
      trace(context, [grid], [lines]),
      speeds.map((speed, face): Hit => ({ row: 0, time: 8 - 0.5 / speed, face })),
    );
  },
);

eachBackend(
  "firstActiveVoxel() treats cells as half open for rays that run along their faces",
  (context) => {
    const grid = voxelList([[0, 0, 0]]);
    const along = (y: number, z: number): Lines[number] => [[-5, y, z], [1, 0, 0]];
    const inside = [-0.5, -0.25, 0, 0.5 - 2 ** -53];
    const outside = [0.5, -0.5 - 2 ** -52, 1];
    const lines = [...inside, ...outside].flatMap((y) => [along(y, 0), along(0, y), along(y, y)]);
    const found = trace(context, [grid], [lines]).map(({ row }) => row);
    assertEquals(found, [
      ...Array<number>(3 * inside.length).fill(0),
      ...Array<number>(3 * outside.length).fill(-1),
    ]);
  },
);

eachBackend("firstActiveVoxel() does not count touching an edge or a corner", (context) => {
  const grid = voxelList([[0, 0, 0]]);
  const lines: Lines = [
    [[-1.5, -0.5, 0], [1, -1, 0]], // meets no point of the cell
    [[-1.5, 0.5, 0], [1, 1, 0]], // touches the edge x = -0.5, y = 1.5: outside
    [[-1.5, 1.5, 0], [1, -1, 0]], // through the edge (-0.5, 0.5) into the cell's middle
    [[-1.5, -0.5 - 1, 0], [1, 1, 0]], // through the edge (-0.5, -0.5) into the cell
    [[0, -1, 0], [1, 1, 0]], // touches the edge (0.5, -0.5) only
    [[-1, 0, 0], [1, 1, 0]], // touches the edge (-0.5, 0.5) only
    [[-1.5, -1.5, -1.5], [1, 1, 1]], // through two corners
    [[0, -1, -1], [1, 1, 1]], // touches the corner (0.5, -0.5, -0.5) only
    [[-2, 1, 0], [1, -1, 0]], // touches (-0.5, -0.5) only
  ];
  assertExact(context, grid, lines);
  assertEquals(trace(context, [grid], [lines]).map(({ row }) => row), [
    -1,
    -1,
    0,
    0,
    -1,
    -1,
    0,
    -1,
    -1,
  ]);
});

eachBackend("firstActiveVoxel() enters edges and corners by the lowest axis", (context) => {
  const steps = [-1, 0, 1];
  const directions = steps.flatMap((x) => steps.flatMap((y) => steps.map((z): Vector => [x, y, z])))
    .filter((direction) => direction.some((step) => step !== 0));
  const faces = directions.map((direction) => {
    const axis = direction.findIndex((step) => step !== 0);
    return 2 * axis + ((direction[axis] ?? 0) > 0 ? 0 : 1);
  });
  // None of these lies on a diagonal through the target, and each puts other nodes around it.
  const others: readonly Ijk[] = [[1, 2, 0], [-3, 1, 2], [20, -9, 4], [-300, 70, 5], [
    5000,
    -4100,
    3,
  ]];
  for (const target of [[0, 0, 0], [3, 5, 6], [16, 24, 8], [127, -1, 128]] as const) {
    const lines = directions.map((direction): Lines[number] => {
      const [i, j, k] = direction;
      return [[target[0] - 40 * i, target[1] - 40 * j, target[2] - 40 * k], direction];
    });
    const around = others.map(([i, j, k]): Ijk => [target[0] + i, target[1] + j, target[2] + k]);
    for (const voxels of [[], ...around.map((other) => [other]), around]) {
      const grid = voxelList([target, ...voxels]);
      const row = grid.voxels.findIndex((voxel) => voxel === target);
      const hits = trace(context, [grid], [lines]);
      assertEquals(hits, faces.map((face): Hit => ({ row, time: 39.5, face })));
    }
  }
});

eachBackend("firstActiveVoxel() passes between voxels that meet at an edge", (context) => {
  // The diagonal runs through the common edges of inactive cells; the active ones are only touched.
  const voxels: Ijk[] = [];
  for (let n = -20; n < 20; n++) voxels.push([n, n + 1, 0], [n + 1, n, 0]);
  const grid = voxelList(voxels);
  const lines: Lines = [[[-30, -30, 0], [1, 1, 0]], [[30, 30, 0], [-2, -2, 0]]];
  assertEquals(trace(context, [grid], [lines]), [MISS, MISS]);
  const end = voxelList([...voxels, [20, 20, 0]]);
  assertExact(context, end, lines);
  assertEquals(trace(context, [end], [lines])[0]?.time, 49.5);
});

eachBackend("firstActiveVoxel() starts inside, and on faces, at tMin", (context) => {
  const grid = voxelList([[0, 0, 0], [5, 0, 0]]);
  const lines: Lines = [
    [[0, 0, 0], [1, 0, 0]],
    [[0.25, -0.25, 0.125], [1, 1, 1]],
    [[-0.5, 0, 0], [1, 0, 0]], // on the near face, going in
    [[-0.5, 0, 0], [-1, 0, 0]], // on the near face, going out
    [[0.5, 0, 0], [-1, 0, 0]], // on the far face, going in
    [[0.5, 0, 0], [1, 0, 0]], // on the far face, going out and on to the next voxel
    [[0.5, 0.5, 0.5], [-1, -1, -1]], // on a corner, going in
    [[-0.5, -0.5, -0.5], [-1, -1, -1]], // on a corner, going out
  ];
  assertExact(context, grid, lines);
  const hits = trace(context, [grid], [lines]);
  assertEquals(hits[0], { row: 0, time: 0, face: 6 });
  assertEquals(hits[3], MISS);
  assertEquals(hits[5], { row: 1, time: 4, face: 0 });
});

eachBackend("firstActiveVoxel() looks between tMin and tMax only", (context) => {
  const grid = voxelList([[0, 0, 0], [10, 0, 0]]);
  const line: Lines = [[[-2, 0, 0], [1, 0, 0]]];
  const cases: readonly (readonly [Range, Hit])[] = [
    [{}, { row: 0, time: 1.5, face: 0 }],
    [{ tMax: 1.5 }, MISS],
    [{ tMax: 1.5000001 }, { row: 0, time: 1.5, face: 0 }],
    [{ tMin: 1.5 }, { row: 0, time: 1.5, face: 6 }],
    [{ tMin: 2 }, { row: 0, time: 2, face: 6 }],
    [{ tMin: 2.5 }, { row: 1, time: 11.5, face: 0 }],
    [{ tMin: 2.5, tMax: 11.5 }, MISS],
    [{ tMin: 13 }, MISS],
    [{ tMin: -100, tMax: 100 }, { row: 0, time: 1.5, face: 0 }],
    [{ tMin: 2, tMax: 2 }, MISS],
    [{ tMin: -Infinity }, { row: 0, time: 1.5, face: 0 }],
  ];
  for (const [range, expected] of cases) {
    assertEquals(trace(context, [grid], [line], range), [expected], JSON.stringify(range));
  }
});

eachBackend(
  "firstActiveVoxel() goes backwards from the origin when tMin is negative",
  (context) => {
    const grid = voxelList([[0, 0, 0]]);
    const lines: Lines = [[[5, 0, 0], [1, 0, 0]]];
    assertEquals(trace(context, [grid], [lines], { tMin: -8 }), [{ row: 0, time: -5.5, face: 0 }]);
  },
);

eachBackend("firstActiveVoxel() misses with rays that are not rays", (context) => {
  const grid = voxelList([[0, 0, 0]]);
  const bad = [NaN, Infinity, -Infinity];
  const lines: Lines = [
    [[0, 0, 0], [0, 0, 0]],
    [[0, 0, 0], [-0, -0, -0]],
    ...bad.map((value): Lines[number] => [[0, 0, 0], [1, value, 0]]),
    ...bad.map((value): Lines[number] => [[value, 0, 0], [1, 0, 0]]),
    ...bad.map((value): Lines[number] => [[0, 0, value], [1, 0, 0]]),
  ];
  assertEquals(trace(context, [grid], [lines]), lines.map(() => MISS));
});

eachBackend(
  "firstActiveVoxel() hits what is exactly representable as brute force does",
  (context) => {
    const random = randomSource(1);
    const step = (low: number, high: number, unit: number): number =>
      Math.round((low + random() * (high - low)) / unit) * unit;
    const grid = voxelList(randomIjk(random, 600, -12, 12), [0.5, 2, 1], [0.25, -1, 8]);
    // Directions are 0 or powers of two and origins multiples of 1/8: all times are exact.
    const speeds = [0, -0, 0.5, -0.5, 1, -1, 2, -2];
    const lines: Lines = Array.from({ length: 1500 }, () => [
      [step(-10, 10, 0.125), step(-40, 40, 0.125), step(-8, 24, 0.125)],
      [0, 1, 2].map(() => speeds[Math.floor(random() * speeds.length)] ?? 0) as unknown as Vector,
    ]);
    assertExact(context, grid, lines);
    const hits = trace(context, [grid], [lines]);
    assert(hits.some(({ row }) => row >= 0) && hits.some(({ row }) => row < 0));
  },
);

eachBackend("firstActiveVoxel() reaches voxels at the ends of int32", (context) => {
  const ends = [INT32_MIN, INT32_MAX];
  const grid = voxelList(ends.flatMap((i) => ends.flatMap((j) => ends.map((k): Ijk => [i, j, k]))));
  // From each corner along its edges, inwards to the next corner and outwards to nothing.
  const lines = grid.voxels.flatMap((voxel) =>
    ([0, 1, 2] as const).flatMap((axis) =>
      [1, -1].map((way): Lines[number] => {
        const direction = [0, 0, 0];
        const origin = [...voxel];
        direction[axis] = way;
        origin[axis] = voxel[axis] + way;
        return [origin as unknown as Vector, direction as unknown as Vector];
      })
    )
  );
  assertExact(context, grid, lines);
  const hits = trace(context, [grid], [lines]).filter(({ row }) => row >= 0);
  assertEquals(hits.map(({ time }) => time), Array<number>(24).fill(2 ** 32 - 2.5));
});

for (const [name, size, origin] of VOXEL_SIZES) {
  eachBackend(
    `firstActiveVoxel() agrees with brute force on random rays, ${name} voxels`,
    (context) => {
      const random = randomSource(2);
      const grid = voxelList(randomIjk(random, 300, -10, 10), size, origin);
      const reach: Vector = [12 * size[0], 12 * size[1], 12 * size[2]];
      const lines = randomLines(random, 1200, reach, origin);
      const hits = trace(context, [grid], [lines]);
      let hit = 0;
      lines.forEach((line, n) => {
        const found = hits[n] ?? MISS;
        if (found.row >= 0) hit++;
        const voxelTime = Math.min(...size) / (Math.hypot(...line[1]) + 1e-300);
        assertNear(asRay(line, {}), grid, found, voxelTime * 1e-9 + Math.abs(found.time) * 1e-13);
      });
      assert(hit > 200 && hit < lines.length - 50, `${hit} of ${lines.length} rays hit`);
    },
  );
}

eachBackend(
  "firstActiveVoxel() crosses empty leaves, nodes and tiles without losing voxels",
  (context) => {
    const random = randomSource(3);
    const voxels: Ijk[] = [];
    for (const reach of [4, 60, 1000, 20_000]) {
      voxels.push(
        ...randomIjk(random, 100, -reach, reach),
      );
    }
    const grid = voxelList(voxels);
    // Aim at voxels from afar, so that most rays hit something.
    const lines: Lines = Array.from({ length: 800 }, (_, n): Lines[number] => {
      const target = grid.voxels[n % grid.voxels.length] ?? [0, 0, 0];
      const origin: Vector = [random() * 6e4 - 3e4, random() * 6e4 - 3e4, random() * 6e4 - 3e4];
      const aim = ([0, 1, 2] as const).map((axis) =>
        target[axis] + random() * 0.8 - 0.4 - origin[axis]
      );
      return [origin, aim as unknown as Vector];
    });
    const hits = trace(context, [grid], [lines]);
    lines.forEach((line, n) => {
      const hit = hits[n] ?? MISS;
      assert(hit.row >= 0, `ray ${n} misses the voxel that it aims at`);
      assertNear(asRay(line, {}), grid, hit, 1e-12);
    });
  },
);

eachBackend("firstActiveVoxel() sends each list through its own grid", (context) => {
  const random = randomSource(4);
  const grids: VoxelList[] = [
    voxelList(randomIjk(random, 40, -5, 5), [1, 1, 1], [0, 0, 0]),
    voxelList([], [2, 2, 2], [0, 0, 0]),
    voxelList(randomIjk(random, 40, -5, 5), [0.5, 0.5, 0.5], [100, 0, 0]),
    voxelList([[0, 0, 0]], [4, 4, 4], [0, 0, 0]),
  ];
  const lines: Lines[] = [
    randomLines(random, 50, [6, 6, 6], [0, 0, 0]),
    randomLines(random, 20, [6, 6, 6], [0, 0, 0]),
    randomLines(random, 60, [3, 3, 3], [100, 0, 0]),
    [],
  ];
  const hits = trace(context, grids, lines);
  let at = 0;
  let first = 0;
  grids.forEach((grid, b) => {
    let found = 0;
    for (const line of lines[b] ?? []) {
      const hit = hits[at++] ?? MISS;
      const own = hit.row < 0 ? hit : { ...hit, row: hit.row - first };
      if (own.row >= 0) found++;
      assert(own.row < grid.voxels.length, "the row belongs to another grid");
      assertNear(asRay(line, {}), grid, own, 1e-9);
    }
    assertEquals(found > 0, b === 0 || b === 2);
    first += grid.voxels.length;
  });
});

for (const dtype of ["f16", "f32"] as const) {
  eachBackend(`firstActiveVoxel() traces ${dtype} rays as the doubles that they are`, (context) => {
    const random = randomSource(5);
    const grid = voxelList(randomIjk(random, 300, -10, 10), [0.3, 0.3, 0.3], [0.1, 0.2, 0.3]);
    const round = dtype === "f16" ? Math.f16round : Math.fround;
    const lines = roundedTo(round, randomLines(random, 500, [4, 4, 4], [0, 0, 0]));
    using ijk = tensor(flatten(grid.voxels), { context, shape: [grid.voxels.length, 3] });
    using batch = gridFromIjk(ijk, { voxelSize: grid.size, origin: grid.origin });
    const options = { context, dtype, shape: [lines.length, 3] };
    using from = tensor(lines.flatMap(([origin]) => [...origin]), options);
    using along = tensor(lines.flatMap(([, direction]) => [...direction]), options);
    using hits = firstActiveVoxel(batch, from, along);
    const wide = trace(context, [grid], [lines]);
    assert(wide.some(({ row }) => row >= 0));
    assertEquals(hits.times.dtype, dtype);
    assertEquals([...hits.rows.readSync()].map(Number), wide.map(({ row }) => row));
    assertEquals([...hits.faces.readSync()], wide.map(({ face }) => face));
    assertEquals([...hits.times.readSync()], wide.map(({ time }) => round(time)));
  });
}

eachBackend("firstActiveVoxel() takes no rays, and grids without voxels", (context) => {
  const grid = voxelList([[0, 0, 0]]);
  assertEquals(trace(context, [grid], [[]]), []);
  assertEquals(trace(context, [], []), []);
  const empty = voxelList([]);
  assertEquals(trace(context, [empty], [[[[0, 0, 0], [1, 0, 0]]]]), [MISS]);
});
