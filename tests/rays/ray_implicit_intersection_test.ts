import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import {
  rayImplicitIntersection,
  rayTrilinearIntersectionWithNormals,
} from "../../lib/rays/mod.ts";
import { type Context, gridFromIjk, tensor } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { assertClose } from "../_compare.ts";
import { type Ijk, randomIjk, randomSource } from "../grid/_oracle.ts";
import { type Asked, chordTime, crossingTimes, type Field, leastStay } from "./_field.ts";
import { exactLines, meetings, randomLines } from "./_lists.ts";
import type { Vector } from "./_oracle.ts";
import { asRay, type Lines, voxelList } from "./_trace.ts";

/** Voxels along x from 0 on, with values; those without a value are not active. */
function row(values: readonly (number | undefined)[]): Field {
  const voxels = values.flatMap((value, i): Ijk[] => value === undefined ? [] : [[i, 0, 0]]);
  return { ...voxelList(voxels), values: values.filter((value) => value !== undefined) };
}

/** From voxel -1 along x: the center of voxel i is at time i + 1. */
const ALONG: Lines = [[[-1, 0, 0], [1, 0, 0]]];

/** Values along x, where the level is crossed, and how it is looked for. */
type Case = readonly [
  values: readonly (number | undefined)[],
  time: number,
  asked?: Asked,
];

function checkRows(context: Context, cases: readonly Case[]): void {
  for (const [values, time, asked = {}] of cases) {
    assertEquals(crossingTimes(context, [row(values)], [ALONG], asked), [time], `${values}`);
    // The other sign convention, around the other side of the level.
    const mirrored = row(values.map((value) => value === undefined ? undefined : -value));
    const options = { ...asked, isoLevel: -(asked.isoLevel ?? 0) };
    assertEquals(crossingTimes(context, [mirrored], [ALONG], options), [time], `-${values}`);
  }
}

eachBackend("rayImplicitIntersection() finds crossings worked out by hand", (context) => {
  checkRows(context, [
    [[1, 1, -1], 2.5],
    [[3, 3, 3, -3, -3, -3], 3.5],
    [[1, 3, -1], 2.75], // a quarter of the way from -1 to 3
    [[1, -3], 1.25],
    [[-1, -1, 1, -1], 2.5],
    [[1, 1, 1], -1],
    [[], -1],
    [[5], -1],
    [[1, -1, 1], 1.5, { tMin: 0 }],
    [[1, -1, 1], 2.5, { tMin: 1.5 }], // starts on the other side
    [[1, -1, 1], 1.375, { tMin: 0.75, tMax: 1.75 }], // between the middles of what is left: 1.125 and 1.625
    [[1, -1], -1, { tMax: 1.5 }],
  ]);
});

eachBackend("rayImplicitIntersection() passes over NaN and the level itself", (context) => {
  checkRows(context, [
    [[1, NaN, -1], 2.5], // where it enters: not halfway
    [[1, 0, -1], 2.5],
    [[1, -0, -1], 2.5],
    [[1, 0, 1, -1], 3.5],
    [[0, 0, 0, 1, 1, -1], 5.5], // nothing to start from yet
    [[NaN, -1, -1, 3], 3.25],
    [[1, 0, 0, NaN], -1],
    [[0, 0], -1],
  ]);
});

eachBackend("rayImplicitIntersection() looks for levels other than 0", (context) => {
  checkRows(context, [
    [[5, 3, 1], 2.5, { isoLevel: 2 }],
    [[5, 4, 0], 2.25, { isoLevel: 3 }],
    [[5, 2, 2, 1], 3.5, { isoLevel: 2 }], // 2 is the level: passed over
    [[-4, -4, -8], 2.5, { isoLevel: -6 }],
    [[5, 3, 1], -1],
  ]);
});

eachBackend("rayImplicitIntersection() interpolates between the largest doubles", (context) => {
  const most = Number.MAX_VALUE;
  checkRows(context, [
    [[most, -most], 1.5],
    [[-most, most], 1.5],
    [[most, -0.75 * most, 1], 1 + 4 / 7],
    // The level is nearer to one of the two: 5/32 of the way back to the first, 2.7e308 above it.
    [[1.7e308, -1.5e308], 2 - 0.15625, { isoLevel: -1e308 }],
    [[most, -most], 1.75, { isoLevel: -most / 2 }],
    [[most, most, -most], 2.25, { isoLevel: most / 2 }],
    [[Infinity, -1.5e308], 2, { isoLevel: -1e308 }],
    [[1.7e308, -Infinity], 1.5, { isoLevel: -1e308 }],
  ]);
});

eachBackend("rayImplicitIntersection() carries the side across gaps", (context) => {
  checkRows(context, [
    [[1, undefined, -1], 2.5],
    [[1, 1, undefined, undefined, undefined, -3, -3], 5.5],
    [[1, 1, undefined, undefined, 1, -1], 5.5],
    [[1, undefined, NaN, -1], 3.5],
    [[1, undefined, 0, -1], 3.5],
  ]);
});

eachBackend(
  "rayImplicitIntersection() leaves out voxels where a ray stays shorter than eps",
  (context) => {
    // Through the cells of (0, 0), (1, 0) and (1, 1): 3/4, 1/4 and 3/4 long.
    const field = { ...voxelList([[0, 0, 0], [1, 0, 0], [1, 1, 0]]), values: [3, -1, -1] };
    const line: Lines = [[[-0.5, -0.75, 0], [1, 1, 0]]];
    const stays = meetings(asRay([[-0.5, -0.75, 0], [1, 1, 0]], {}), field);
    assertEquals(stays.map(({ row, enter, exit }) => [row, enter, exit]), [
      [0, 0.25, 1],
      [1, 1, 1.25],
      [2, 1.25, 2],
    ]);
    const times = [0, 0.25, 0.5, 0.75, 1]
      .map((eps) => crossingTimes(context, [field], [line], { eps })[0]);
    // From the middle at 5/8 to that at 9/8, a quarter of the way back; behind a gap; nothing.
    assertEquals(times, [1, 1, 1.25, 1.25, -1]);
  },
);

eachBackend(
  "rayImplicitIntersection() is the rule for chords to the bit where crossings are exact",
  (context) => {
    const random = randomSource(51);
    // Sums of a value of one sign and one of the other are powers of two.
    const heights = [1, 3, 7, -1, 1, 3, 7, -1, 0, NaN];
    const seen = { middle: 0, enter: 0, miss: 0 };
    for (const [sign, isoLevel] of [[1, 0], [-1, 0], [1, 2.5], [-2, -8]] as const) {
      for (
        const [size, origin] of [[[1, 1, 1], [0, 0, 0]], [[0.5, 2, 1], [0.25, -1, 8]]] as const
      ) {
        const grid = voxelList(randomIjk(random, 2500, -6, 6), size, origin);
        const values = grid.voxels.map(() =>
          isoLevel + sign * (heights[Math.floor(random() * heights.length)] ?? 0)
        );
        const field = { ...grid, values };
        const lines = exactLines(random, 250, grid);
        for (
          const asked of [{}, { tMin: -3.25, tMax: 4.5 }, { eps: 0.5, tMin: -Infinity }] as const
        ) {
          const times = crossingTimes(context, [field], [lines], { ...asked, isoLevel });
          const rays = lines.map((line) => asRay(line, asked));
          assertEquals(times, rays.map((ray) => chordTime(ray, field, { ...asked, isoLevel })));
          times.forEach((time, n) => {
            const ray = rays[n];
            if (time === -1 || ray === undefined) seen.miss++;
            else if (meetings(ray, field).some(({ enter }) => enter === time)) seen.enter++;
            else seen.middle++;
          });
        }
      }
    }
    assert(Math.min(seen.middle, seen.enter, seen.miss) > 100, JSON.stringify(seen));
  },
);

const HEIGHT = fc.oneof(
  { weight: 16, arbitrary: fc.integer({ min: -400, max: 400 }).map((n) => n / 97) },
  { weight: 1, arbitrary: fc.constantFrom(NaN, 0, -0, 1e-300, -1e-300) },
  { weight: 3, arbitrary: fc.constant(undefined) },
);
const UNIT = fc.integer({ min: -1000, max: 1000 }).map((n) => n / 1001);
const PLACE = fc.tuple(UNIT, UNIT, UNIT);

eachBackend("rayImplicitIntersection() is the rule for chords on any field and ray", (context) => {
  const heights = fc.array(HEIGHT, { minLength: 125, maxLength: 125 });
  const lines = fc.array(fc.tuple(PLACE, PLACE), { minLength: 20, maxLength: 20 });
  const eps = fc.constantFrom(0, 0, 0.05, 0.3);
  const isoLevel = fc.constantFrom(0, 0, 1.25, -0.5);
  let hits = 0;
  fc.assert(
    fc.property(heights, lines, eps, isoLevel, (heights, ways, eps, isoLevel) => {
      const place = (
        n: number,
      ): Ijk => [Math.floor(n / 25) - 2, Math.floor(n / 5) % 5 - 2, n % 5 - 2];
      const voxels = heights.flatMap((value, n) => value === undefined ? [] : [place(n)]);
      const grid = voxelList(voxels, [0.37, 0.25, 0.6], [11.3, -7.7, 0.21]);
      const values = grid.voxels.map(([i, j, k]) => heights[i * 25 + j * 5 + k + 62] ?? NaN);
      const field = { ...grid, values };
      const given = ways.map(([from, along]): Lines[number] => [
        [11.4 + from[0], -7.6 + from[1] * 0.7, 0.5 + from[2] * 1.6],
        along,
      ]);
      // Where a ray passes near an edge, or stays for about eps, rounding may decide what it meets.
      const exact = given.filter((line) =>
        line[1].every((speed) => Math.abs(speed) > 1e-3) &&
        leastStay(line, grid, [-2, 2]) > 1e-9 &&
        meetings(asRay(line, {}), field).every(({ enter, exit }) =>
          Math.abs(exit - enter - eps) > 1e-9
        )
      );
      const expected = exact.map((line) => chordTime(asRay(line, {}), field, { isoLevel, eps }));
      const times = crossingTimes(context, [field], [exact], { isoLevel, eps });
      assertClose(times, expected, { relative: 1e-9, absolute: 1e-12 });
      hits += expected.filter((time) => time >= 0).length;
    }),
    { numRuns: 60, seed: 7 },
  );
  assert(hits > 100, `${hits} hits`);
});

eachBackend("rayImplicitIntersection() uses the values of each list's own grid", (context) => {
  const random = randomSource(52);
  const grids = [
    voxelList(randomIjk(random, 400, -4, 4)),
    voxelList([], [2, 2, 2]),
    voxelList(randomIjk(random, 400, -4, 4), [0.5, 0.5, 0.5], [20, 0, 0]),
    voxelList([[0, 0, 0], [1, 0, 0]]),
  ];
  const fields = grids.map((grid): Field => ({
    ...grid,
    values: grid.voxels.map(() => random() * 2 - 1),
  }));
  const lists: Lines[] = [
    randomLines(random, 60, [5, 5, 5], [0, 0, 0]),
    randomLines(random, 10, [5, 5, 5], [0, 0, 0]),
    randomLines(random, 60, [3, 3, 3], [20, 0, 0]),
    ALONG,
  ];
  const times = crossingTimes(context, fields, lists);
  const expected = fields.flatMap((field, b) =>
    (lists[b] ?? []).map((line) => chordTime(asRay(line, {}), field))
  );
  assertClose(times, expected, { relative: 1e-9 });
  for (const [begin, end] of [[0, 60], [70, 130]] as const) {
    assert(expected.slice(begin, end).filter((time) => time >= 0).length > 15);
  }
  assertEquals(times.slice(60, 70), Array<number>(10).fill(-1));
});

for (const accuracy of ["chord", "trilinear"] as const) {
  for (const dtype of ["f16", "f32"] as const) {
    eachBackend(
      `rayImplicitIntersection() takes ${dtype} as the doubles that they are, ${accuracy}`,
      (context) => {
        const random = randomSource(53);
        const round = dtype === "f16" ? Math.f16round : Math.fround;
        const grid = voxelList(randomIjk(random, 900, -4, 3), [0.3, 0.3, 0.3], [0.1, 0.2, 0.3]);
        const field = { ...grid, values: grid.voxels.map(() => round(random() * 4 - 1)) };
        const rounded = ([x, y, z]: Vector): Vector => [round(x), round(y), round(z)];
        const lines = randomLines(random, 200, [1, 1, 1], [0, 0, 0])
          .map(([from, along]): Lines[number] => [rounded(from), rounded(along)]);
        const times = crossingTimes(context, [field], [lines], { accuracy }, dtype);
        const wide = crossingTimes(context, [field], [lines], { accuracy });
        assert(wide.filter((time) => time >= 0).length > 40);
        assertEquals(times, wide.map(round));
      },
    );
  }

  eachBackend(
    `rayImplicitIntersection() misses with rays that are not rays, ${accuracy}`,
    (context) => {
      const bad = [NaN, Infinity, -Infinity];
      const lines: Lines = [
        [[1, 1, 1], [0, 0, 0]],
        [[1, 1, 1], [-0, -0, -0]],
        ...bad.map((value): Lines[number] => [[0.5, 0.5, 0.5], [1, value, 0]]),
        ...bad.map((value): Lines[number] => [[value, 0.5, 0.5], [1, 0, 0]]),
        ...bad.map((value): Lines[number] => [[0.5, 0.5, value], [1, 0, 0]]),
        [[-1, 0.25, 0.25], [1, 0, 0]],
      ];
      const cube = Array.from({ length: 8 }, (_, n): Ijk => [n >> 2, n >> 1 & 1, n & 1]);
      const field = { ...voxelList(cube), values: [1, 1, 1, 1, -1, -1, -1, -1] };
      assertEquals(crossingTimes(context, [field], [lines], { accuracy }), [
        ...Array<number>(lines.length - 1).fill(-1),
        1.5,
      ]);
    },
  );

  eachBackend(
    `rayImplicitIntersection() takes no rays, no grids, and grids without voxels, ${accuracy}`,
    (context) => {
      assertEquals(crossingTimes(context, [], [], { accuracy }), []);
      assertEquals(crossingTimes(context, [row([1, -1])], [[]], { accuracy }), []);
      const none = [row([]), row([])];
      const lists = [ALONG, [...ALONG, ...ALONG]];
      assertEquals(crossingTimes(context, none, lists, { accuracy }), [-1, -1, -1]);
    },
  );
}

eachBackend(
  "rayImplicitIntersection() gives tensors for tensors and lists for lists",
  (context) => {
    using ijk = tensor(new Int32Array([0, 0, 0, 1, 0, 0]), { context, shape: [2, 3] });
    using grid = gridFromIjk(ijk);
    using origins = tensor([-1, 0, 0, 9, 9, 9], { context, shape: [2, 3] });
    using along = tensor([1, 0, 0, 1, 0, 0], { context, shape: [2, 3] });
    using flat = tensor([2, -2], { context });
    using column = tensor([2, -2], { context, shape: [2, 1] });
    for (const values of [flat, column]) {
      using times = rayImplicitIntersection(grid, origins, along, values);
      assertEquals([times.shape, times.dtype, ...times.readSync()], [[2], "f32", 1.5, -1]);
      const met = rayTrilinearIntersectionWithNormals(grid, origins, along, values);
      assertEquals([met.times.shape, met.normals.shape, met.disposed], [[2], [2, 3], false]);
      assertEquals([...met.times.readSync()], [1.5, -1]);
      assertEquals([...met.normals.readSync()], [-1, 0, 0, 0, 0, 0]);
      met.dispose();
      met.dispose();
      assertEquals([met.disposed, met.times.disposed, met.normals.disposed], [true, true, true]);
    }
  },
);
