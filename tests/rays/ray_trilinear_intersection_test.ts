import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import type { Context } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { assertClose } from "../_compare.ts";
import { type Ijk, randomIjk, randomSource } from "../grid/_oracle.ts";
import {
  centerOf,
  crossings,
  crossingTimes,
  type Field,
  fieldOn,
  type Found,
  leastStay,
  placeAt,
} from "./_field.ts";
import { exactLines, randomLines } from "./_lists.ts";
import type { Vector, VoxelList } from "./_oracle.ts";
import { asRay, type Lines, voxelList } from "./_trace.ts";
import { Cells, trilinearCrossing } from "./_trilinear.ts";

const TRILINEAR = { accuracy: "trilinear" } as const;

/** The voxels of a box from 0 on. */
function box([nx, ny, nz]: Ijk): Ijk[] {
  return Array.from({ length: nx * ny * nz }, (_, n): Ijk => [
    Math.floor(n / (ny * nz)),
    Math.floor(n / nz) % ny,
    n % nz,
  ]);
}

/** Sums of products, one for each axis. */
function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function unit(vector: Vector): Vector {
  const length = Math.hypot(...vector);
  return length === 0 ? [0, 0, 0] : [vector[0] / length, vector[1] / length, vector[2] / length];
}

/** A field on one cell that is a product of three heights, each linear along its axis. */
function productCell(x: (at: number) => number, y: typeof x, z: typeof x): Field {
  return fieldOn(voxelList(box([2, 2, 2])), (place) => x(place[0]) * y(place[1]) * z(place[2]));
}

eachBackend("rayTrilinearIntersection() finds two roots of a cubic in one cell", (context) => {
  // (x - 1/4) (y - 3/4) is above 0 at both ends of the diagonal.
  const saddle = productCell((x) => x - 0.25, (y) => y - 0.75, () => 1);
  const diagonal: Lines = [[[-1, -1, -1], [1, 1, 1]]];
  const times = (field: Field, lines: Lines, tMin = 0): number[] =>
    crossingTimes(context, [field], [lines], { ...TRILINEAR, tMin });
  assertClose(times(saddle, diagonal), [1.25], { absolute: 1e-14 });
  assertClose(times(saddle, diagonal, 1.5), [1.75], { absolute: 1e-14 });
  assertEquals(times(saddle, diagonal, 1.8125), [-1]);
  const back: Lines = [[[2, 2, 1.5], [-2, -2, -2]]];
  assertClose(times(saddle, back), [0.625], { absolute: 1e-14 });
  // Three roots: (x - 1/4) (y - 1/2) (z - 3/4).
  const three = productCell((x) => x - 0.25, (y) => y - 0.5, (z) => z - 0.75);
  const corner: Lines = [[[-1, -1, -1], [1, 1, 1]]];
  for (const [tMin, time] of [[0, 1.25], [1.375, 1.5], [1.625, 1.75], [1.875, -1]] as const) {
    assertClose(times(three, corner, tMin), [time], { absolute: 1e-14 });
  }
});

eachBackend(
  "rayTrilinearIntersection() finds roots whatever the scale of values",
  (context) => {
    const saddle = productCell((x) => x - 0.25, (y) => y - 0.75, () => 16);
    const lines: Lines = [[[-1, -1, -1], [1, 1, 1]], [[2, 2, 1.5], [-2, -2, -2]]];
    const scaled = (power: number): Field => ({
      ...saddle,
      values: saddle.values.map((value) => value * 2 ** power),
    });
    for (const isoLevel of [0, -0.5]) {
      const find = (power: number): Found[] =>
        crossings(context, scaled(power), lines, { isoLevel: isoLevel * 2 ** power });
      const found = find(0);
      for (const power of [1020, 800, 512, -512, -600, -1000, -1060]) {
        assertEquals(find(power), found, `times 2^${power}`);
      }
    }
  },
);

eachBackend("rayTrilinearIntersection() goes on where it only touches the level", (context) => {
  // (x - 1/2) (y - 1/2) along the diagonal has a double root, and none for lower levels.
  const touch = productCell((x) => x - 0.5, (y) => y - 0.5, () => 1);
  const diagonal: Lines = [[[-1, -1, 0.5], [1, 1, 0]]];
  for (const isoLevel of [0, -1e-9]) {
    const below = { ...TRILINEAR, isoLevel };
    assertEquals(crossingTimes(context, [touch], [diagonal], below), [-1]);
  }
  const above = { ...TRILINEAR, isoLevel: 2 ** -10 };
  assertClose(crossingTimes(context, [touch], [diagonal], above), [1.5 - 2 ** -5], {
    absolute: 1e-13,
  });
});

/** A linear field, and rays through centers of voxels and along what joins them, in units of voxels. */
const LINEAR: Vector = [1, 0.5, 0.25];
const LATTICE_RAYS: Lines = [
  [[-1, 1, 1], [1, 0, 0]], // through centers
  [[-1, 1, 1], [1, -0, -0]],
  [[-1, 1.5, 1], [1, 0, 0]], // in a plane
  [[-1, 0, 0], [1, 0, 0]], // along the border of the box
  [[1, 1, 5], [0, 0, -2]],
  [[-1, -1, 2], [1, 1, 0]], // through centers diagonally, in a plane
  [[-1, -1, -1], [1, 1, 1]], // through centers and corners
  [[4, 3, 1], [-1, -0.5, 0]],
  [[1, 1, 1], [2, 0, 0]], // from a center
  [[3, 1, 1], [-1, 0, 0]],
];

/** What rays along a lattice of voxels find in a linear field, with each transform. */
function onLattice(context: Context, check: (found: readonly Found[], size: Vector) => void): void {
  for (const [size, origin] of [[[1, 1, 1], [0, 0, 0]], [[0.25, 0.5, 2], [10, 20, 30]]] as const) {
    const grid = voxelList(box([5, 5, 5]), size, origin);
    const field = { ...grid, values: grid.voxels.map((voxel) => dot(voxel, LINEAR) - 2.125) };
    const lines = LATTICE_RAYS.map(([from, along]): Lines[number] => [
      centerOf(from, { size, origin }),
      centerOf(along, { size, origin: [0, 0, 0] }),
    ]);
    check(crossings(context, field, lines), size);
  }
}

eachBackend(
  "rayTrilinearIntersection() follows lattice planes, edges and voxel centers",
  (context) => {
    const expected = LATTICE_RAYS.map(([from, along]) =>
      (2.125 - dot(from, LINEAR)) / dot(along, LINEAR)
    );
    onLattice(context, (found) => {
      assertClose(found.map(({ time }) => time), expected, { absolute: 1e-12 });
    });
  },
);

eachBackend("rayTrilinearIntersection() has whole normals in planes through centers", (context) => {
  onLattice(context, (found, size) => {
    const normal = unit([LINEAR[0] / size[0], LINEAR[1] / size[1], LINEAR[2] / size[2]]);
    for (const one of found) assertClose(one.normal, normal, { absolute: 1e-12 });
  });
});

eachBackend(
  "rayTrilinearIntersection() is bisection where rays pass many edges and corners",
  (context) => {
    const random = randomSource(73);
    const voxels = box([9, 9, 9]).map(([i, j, k]): Ijk => [i - 4, j - 4, k - 4]);
    const whole = voxelList(voxels, [0.5, 2, 1], [0.25, -1, 8]);
    const values = whole.voxels.map(() => Math.floor(random() * 17) - 8);
    const field = { ...whole, values };
    // Not along the last voxels, beyond which there are no cells.
    const lines = exactLines(random, 2500, whole).filter(([from, along]) =>
      ([0, 1, 2] as const).every((axis) =>
        along[axis] !== 0 || (from[axis] - whole.origin[axis]) / whole.size[axis] !== 4
      )
    );
    const cells = new Cells(field);
    const isoLevel = 0.3;
    const sure = lines.flatMap((line) => {
      const crossing = trilinearCrossing(asRay(line, {}), cells, { isoLevel });
      return crossing.doubtful ? [] : [{ line, time: crossing.time }];
    });
    const asked = { ...TRILINEAR, isoLevel };
    const times = crossingTimes(context, [field], [sure.map(({ line }) => line)], asked);
    assertClose(times, sure.map(({ time }) => time), { absolute: 1e-9, relative: 1e-9 });
    const hits = times.filter((time) => time >= 0).length;
    assert(hits > 100, `${hits} hits`);
  },
);

eachBackend("rayTrilinearIntersection() meets planes exactly, with their normals", (context) => {
  const random = randomSource(71);
  const centered = (): number => random() * 2 - 1;
  const grid = voxelList(box([9, 9, 9]), [0.25, 0.5, 0.125], [10, 20, 30]);
  const middle: Vector = [11, 22, 30.5];
  let hits = 0;
  for (let n = 0; n < 12; n++) {
    const normal = unit([centered(), centered(), centered()]);
    const isoLevel = n % 3 === 0 ? 0 : centered() * 0.1;
    const shift = centered() * 0.2;
    const field = fieldOn(
      grid,
      ([x, y, z]) => dot([x - middle[0], y - middle[1], z - middle[2]], normal) * 3 + shift,
    );
    const lines = Array.from({ length: 40 }, (): Lines[number] => {
      const out = unit([centered(), centered(), centered()]);
      const aim: Vector = [
        middle[0] + centered() * 0.4 - out[0] * 4,
        middle[1] + centered() * 0.8 - out[1] * 4,
        middle[2] + centered() * 0.2 - out[2] * 4,
      ];
      return [aim, out];
    });
    crossings(context, field, lines, { isoLevel }).forEach(({ time, normal: found }, ray) => {
      const [from, along] = lines[ray] ?? [middle, normal];
      const away: Vector = [from[0] - middle[0], from[1] - middle[1], from[2] - middle[2]];
      const expected = ((isoLevel - shift) / 3 - dot(away, normal)) / dot(along, normal);
      const place = placeAt([from, along], expected);
      const inside = place.every((one, axis) => {
        const cell = (one - (grid.origin[axis] ?? NaN)) / (grid.size[axis] ?? NaN);
        return cell > 0.01 && cell < 7.99;
      });
      if (inside && expected > 0) {
        hits++;
        assertClose([time], [expected], { absolute: 1e-12 / Math.abs(dot(along, normal)) });
        assertClose(found, normal, { absolute: 1e-11 });
      } else if (time === -1) {
        assertEquals(found, [0, 0, 0]);
      }
    });
  }
  assert(hits > 150, `${hits} hits`);
});

eachBackend("rayTrilinearIntersection() starts on either side of a surface", (context) => {
  const field = fieldOn(voxelList(box([9, 3, 3])), ([x]) => Math.abs(x - 4.25) - 2);
  const lines: Lines = [
    [[-3, 1.25, 1], [1, 0, 0]],
    [[4, 1.25, 1], [1, 0, 0]],
    [[4, 1.25, 1], [-0.5, -0, 0]],
    [[6.5, 1.25, 1], [1, 0, 0]],
    [[4, 5, 1], [0, -1, 0]],
  ];
  const found = crossings(context, field, lines);
  assertEquals(found.map(({ time }) => time), [5.25, 2.25, 3.5, -1, -1]);
  assertEquals(found.map(({ normal }) => [...normal]), [
    [-1, 0, 0],
    [1, 0, 0],
    [-1, 0, 0],
    [0, 0, 0],
    [0, 0, 0],
  ]);
});

eachBackend("rayTrilinearIntersection() needs eight voxels that have a value", (context) => {
  const whole = voxelList(box([7, 2, 2]));
  const heights = [4, 3, 2, -1, -2, 3, 4];
  const line: Lines = [[[-1, 0.5, 0.5], [1, 0, 0]]];
  const times = (field: Field): number[] => crossingTimes(context, [field], [line], TRILINEAR);
  const full = fieldOn(whole, ([x]) => heights[x] ?? NaN);
  assertClose(times(full), [1 + 2 + 2 / 3], { absolute: 1e-14 });
  // Without a voxel there is nothing from 2 to 4, and below 0 the ray enters again; so it is with what is not finite.
  const voxels = whole.voxels.filter((voxel) => String(voxel) !== "3,1,0");
  const holed = fieldOn({ ...whole, voxels }, ([x]) => heights[x] ?? NaN);
  const unknown = [NaN, Infinity, -Infinity].map((value) =>
    fieldOn(whole, ([x, y, z]) => x === 3 && y === 1 && z === 0 ? value : heights[x] ?? NaN)
  );
  for (const field of [holed, ...unknown]) {
    const [found] = crossings(context, field, line);
    assertEquals(found, { time: 5, normal: [1, 0, 0] });
  }
  // The level is passed over, wherever it reaches.
  const flat = fieldOn(whole, ([x]) => [0, 0, 0, 1, 1, -1, -1][x] ?? NaN);
  assertEquals(times(flat), [5.5]);
  assertEquals(times(fieldOn(whole, () => 0)), [-1]);
});

eachBackend(
  "rayTrilinearIntersection() needs only voxels that have a share in a place",
  (context) => {
    // The upper voxels of cells have no share where a ray keeps to a plane through centers.
    const single = { ...voxelList([[0, 0, 0], [1, 0, 0]]), values: [1, -1] };
    const lines: Lines = [
      [[-1, 0, 0], [1, 0, 0]],
      [[2, -0, 0], [-1, 0, -0]],
      [[-1, 2 ** -40, 0], [1, 0, 0]],
      [[-1, 0, -(2 ** -40)], [1, 0, 0]],
    ];
    assertEquals(crossingTimes(context, [single], [lines], TRILINEAR), [1.5, 1.5, -1, -1]);
    const plane = fieldOn(voxelList(box([3, 1, 3])), ([x, , z]) => x + z - 2.5);
    const across: Lines = [[[-1, 0, -1], [1, 0, 1]], [[-1, 0, 0.75], [1, 0, 0]]];
    assertEquals(crossingTimes(context, [plane], [across], TRILINEAR), [2.25, 2.75]);
  },
);

/** Compares with brute force on all rays on which rounding decides nothing; counts the hits. */
function compare(
  field: Field,
  lines: Lines,
  ask: (lines: Lines) => Found[],
  isoLevel: number,
): number {
  const cells = new Cells(field);
  const sure = lines.flatMap((line) => {
    if (line[1].some((speed) => Math.abs(speed) < 1e-3 && speed !== 0)) return [];
    const crossing = trilinearCrossing(asRay(line, {}), cells, { isoLevel });
    return crossing.doubtful || leastStay(line, cells.grid, [-8, 8]) < 1e-9
      ? []
      : [{ line, crossing }];
  });
  let hits = 0;
  ask(sure.map(({ line }) => line)).forEach(({ time, normal }, n) => {
    const { crossing: { time: expected, slope }, line } = sure[n] ??
      { crossing: NOTHING, line: NOWHERE };
    // Where the ray is almost along the surface, rounding moves the root.
    const steep = Math.abs(dot(slope, line[1])) / (Math.hypot(...slope) * Math.hypot(...line[1]));
    const absolute = 1e-9 / Math.max(steep || 1, 1e-3);
    assertClose([time], [expected], { absolute, relative: 1e-9 });
    assertClose(normal, unit(slope), { absolute: 1e-6 });
    if (expected >= 0) hits++;
  });
  return hits;
}

const NOTHING = { time: NaN, slope: [NaN, NaN, NaN] } as const;
const NOWHERE: Lines[number] = [[NaN, NaN, NaN], [NaN, NaN, NaN]];

for (
  const [name, size, origin] of [
    ["unit", [1, 1, 1], [0, 0, 0]],
    ["uneven", [0.37, 1.9, 0.05], [11.3, -7.7, 0.21]],
  ] as const
) {
  eachBackend(
    `rayTrilinearIntersection() is bisection of random fields, ${name} voxels`,
    (context) => {
      const random = randomSource(72);
      const voxels: VoxelList = voxelList(randomIjk(random, 4000, -5, 5), size, origin);
      const reach: Vector = [5 * size[0], 5 * size[1], 5 * size[2]];
      for (const isoLevel of [0, -0.75]) {
        const values = voxels.voxels.map(() => random() < 0.01 ? NaN : random() * 4 - 2);
        const field = { ...voxels, values };
        const lines = randomLines(random, 250, reach, origin);
        const hits = compare(
          field,
          lines,
          (some) => crossings(context, field, some, { isoLevel }),
          isoLevel,
        );
        assert(hits > 100, `${hits} hits`);
      }
    },
  );
}

eachBackend("rayTrilinearIntersection() is bisection of any small field", (context) => {
  const height = fc.oneof(
    { weight: 30, arbitrary: fc.integer({ min: -4, max: 4 }) },
    { weight: 1, arbitrary: fc.constant(NaN) },
    { weight: 1, arbitrary: fc.constant(undefined) },
  );
  const one = fc.integer({ min: -1000, max: 1000 }).map((n) => n / 1001);
  const ray = fc.tuple(fc.tuple(one, one, one), fc.tuple(one, one, one));
  let hits = 0;
  fc.assert(
    fc.property(
      fc.array(height, { minLength: 48, maxLength: 48 }),
      fc.array(ray, { minLength: 20, maxLength: 20 }),
      fc.constantFrom(0.5, -1.25, 0.0625),
      (heights, rays, isoLevel) => {
        const whole = voxelList(box([4, 4, 3]));
        const voxels = whole.voxels.filter((_, row) => heights[row] !== undefined);
        const values = heights.filter((value) => value !== undefined);
        const field = { ...whole, voxels, values };
        const lines = rays.map(([from, along]): Lines[number] => [
          [1.5 + from[0] * 1.5, 1.5 + from[1] * 1.5, 1 + from[2]],
          along,
        ]);
        hits += compare(
          field,
          lines,
          (some) => crossings(context, field, some, { isoLevel }),
          isoLevel,
        );
      },
    ),
    { numRuns: 60, seed: 9 },
  );
  assert(hits > 200, `${hits} hits`);
});

eachBackend("rayTrilinearIntersection() interpolates in each list's own grid", (context) => {
  const whole = voxelList(box([4, 4, 4]));
  const fields = [
    fieldOn(whole, ([x]) => x - 1.25),
    { ...voxelList([]), values: [] },
    fieldOn({ ...whole, size: [2, 2, 2] }, ([x]) => 3.5 - x),
  ];
  const line: Lines = [[[-1, 1, 1], [1, 0, 0]]];
  assertEquals(crossingTimes(context, fields, [line, line, line], TRILINEAR), [2.25, -1, 4.5]);
});
