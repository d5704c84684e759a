import { assert, assertEquals, assertThrows } from "@std/assert";
import type { RaySampleOptions } from "../../lib/rays/mod.ts";
import {
  type Context,
  jagged,
  type JaggedTensor,
  type Real,
  segmentsAlongRays,
  tensor,
  uniformRaySamples,
} from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { assertClose } from "../_compare.ts";
import { type Ijk, randomIjk, randomSource } from "../grid/_oracle.ts";
import { type Interval, intervalsPerRay, perRay, randomLines, RayScene, scene } from "./_lists.ts";
import { type Lines, voxelList } from "./_trace.ts";

/** Samples every ray of a scene between the same times. */
function sample<D extends Real>(
  context: Context,
  { grid, origins, directions }: RayScene<D>,
  [from, to]: Interval,
  options: RaySampleOptions,
): JaggedTensor<D> {
  const count = origins.data.shape[0] ?? 0;
  const { dtype } = origins;
  using tMin = tensor(new Float64Array(count).fill(from), { context, dtype, shape: [count] });
  using tMax = tensor(new Float64Array(count).fill(to), { context, dtype, shape: [count] });
  return uniformRaySamples(grid, origins, directions, tMin, tMax, options);
}

/** Voxels of a box. */
function box(nx: number, ny: number, nz: number): Ijk[] {
  const voxels: Ijk[] = [];
  for (let i = 0; i < nx; i++) {
    for (let j = 0; j < ny; j++) for (let k = 0; k < nz; k++) voxels.push([i, j, k]);
  }
  return voxels;
}

/** The law of samples, one step after the other, on segments that are known. */
function samplesOf(
  segments: readonly Interval[],
  start: number,
  { stepSize, coneAngle = 0, includeEndSegments = true, eps = 0 }: RaySampleOptions,
  shortest: number,
): Interval[] {
  const stepAt = (t: number): number => Math.max(stepSize, Math.min(t * coneAngle, 1e10));
  const samples: Interval[] = [];
  let t = start;
  for (const [a, b] of segments) {
    if (b - a < eps) continue;
    let dt = stepAt(t);
    if (includeEndSegments) {
      t += Math.ceil((a - t) / dt) * dt;
      if (t > b) {
        samples.push([a, b]);
        continue;
      }
      if (t - a > shortest) samples.push([a, t]);
      while (t + dt < b) {
        samples.push([t, t + dt]);
        t += dt;
        dt = stepAt(t);
      }
      if (b - t > shortest) samples.push([t, b]);
    } else {
      t += Math.floor((a - t) / dt + 0.5) * dt;
      dt = stepAt(t);
      while ((t + t + dt) / 2 < b) {
        if ((t + t + dt) / 2 >= a) samples.push([t, t + dt]);
        t += dt;
        dt = stepAt(t);
      }
    }
  }
  return samples;
}

const X_AXIS: Lines = [[[-0.6, 0, 0], [1, 0, 0]]];

eachBackend("uniformRaySamples() cuts the ray through two voxels as written down", (context) => {
  using rays = scene(context, [voxelList(box(2, 2, 2))], [X_AXIS]);
  const cut = [0.1, 0.4, 0.8, 1.2, 1.6, 2.0, 2.1];
  const whole = [0, 0.4, 0.8, 1.2, 1.6, 2.0];
  for (const [includeEndSegments, borders] of [[true, cut], [false, whole]] as const) {
    const options = { stepSize: 0.4, includeEndSegments };
    using samples = sample(context, rays, [0, 5], options);
    const ends = borders.slice(1).flatMap((end, n) => [borders[n] ?? NaN, end]);
    assertEquals(samples.lshape, [[ends.length / 2]]);
    assertClose(samples.data.readSync(), ends, { absolute: 1e-12 });
    using middles = sample(context, rays, [0, 5], { ...options, midpoints: true });
    assertEquals(middles.data.shape, [ends.length / 2]);
    const intervals = intervalsPerRay(samples)[0] ?? [];
    assertEquals(perRay(middles), [intervals.map(([begin, end]) => 0.5 * (begin + end))]);
  }
});

for (const dtype of ["f16", "f32", "f64"] as const) {
  eachBackend(
    `uniformRaySamples() of ten ${dtype} rays, of which every other one hits`,
    (context) => {
      const cube = voxelList(box(32, 32, 32), [0.1, 0.1, 0.1]);
      const lines: Lines = Array.from(
        { length: 10 },
        (_, n) => [[100, 0, 0], [n % 2 === 0 ? -1 : 1, 0, 0]],
      );
      using rays = new RayScene(context, [cube, cube], [lines, lines], dtype);
      const far = dtype === "f16" ? Infinity : 1e10;
      // In at 100 - 3.15 and out at 100.05: 96.85, 97, 97.5, ..., 100, 100.05.
      for (const [includeEndSegments, count] of [[true, 8], [false, 6]] as const) {
        const options = { stepSize: 0.5, eps: 1e-3, includeEndSegments };
        using samples = sample(context, rays, [0, far], options);
        const counts = lines.map((_, n) => n % 2 === 0 ? count : 0);
        assertEquals(samples.lshape, [counts, counts]);
        const [first = []] = intervalsPerRay(samples);
        assertClose(
          first.map(([begin]) => begin).slice(1, 6),
          [97, 97.5, 98, 98.5, 99].map((t) => includeEndSegments ? t : t + 0.5),
          {},
        );
      }
    },
  );
}

for (const coneAngle of [0, 0.05, 0.5]) {
  for (const includeEndSegments of [true, false]) {
    const how = `cone ${coneAngle}, ${includeEndSegments ? "with" : "without"} ends`;
    eachBackend(`uniformRaySamples() follows the law on random rays, ${how}`, (context) => {
      const random = randomSource(41);
      const grids = [
        voxelList(randomIjk(random, 1200, -7, 7), [0.3, 0.2, 0.4]),
        voxelList([]),
        voxelList(box(12, 12, 12), [0.25, 0.25, 0.25], [-1, -1, -1]),
      ];
      const lists = [150, 5, 60].map((count) => randomLines(random, count, [2, 2, 2], [0, 0, 0]));
      using rays = scene(context, grids, lists);
      const { grid, origins, directions } = rays;
      const starts = Float64Array.from({ length: 215 }, (_, n) => n % 4 === 0 ? -1 : random());
      const ends = Float64Array.from({ length: 215 }, (_, n) => n % 5 === 0 ? 2 : Infinity);
      using whole = segmentsAlongRays(grid, origins, directions, { tMin: -Infinity });
      const all = intervalsPerRay(whole);
      using tMin = tensor(starts, { context, shape: [215] });
      using tMax = tensor(ends, { context, shape: [215] });
      for (const [stepSize, eps] of [[0.02, 0], [0.2, 0], [0.5, 0.1]] as const) {
        const options = { stepSize, coneAngle, includeEndSegments, eps };
        using samples = uniformRaySamples(grid, origins, directions, tMin, tMax, options);
        assertEquals([...samples.outerOffsets ?? []], [0n, 150n, 155n, 215n]);
        let most = 0;
        intervalsPerRay(samples).forEach((found, n) => {
          const [from = NaN, to = NaN] = [starts[n], ends[n]];
          const segments = cut(all[n] ?? [], from, to);
          assertEquals(found, samplesOf(segments, from, options, 1e-9), `ray ${n}`);
          most = Math.max(most, found.length);
        });
        assert(most > 2);
      }
    });
  }
}

/** The parts of segments between two times. */
function cut(segments: readonly Interval[], from: number, to: number): Interval[] {
  return segments.flatMap(([a, b]) => {
    const part: Interval = [Math.max(a, from), Math.min(b, to)];
    return part[0] < part[1] ? [part] : [];
  });
}

eachBackend("uniformRaySamples() without ends keeps to the lattice of tMin", (context) => {
  const random = randomSource(42);
  const cube = voxelList(box(8, 8, 8));
  const inside: Lines = [[[3, 4, 2], [0.6, 0.64, -0.48]], [[1, 1, 1], [0, 0, 1]]];
  const outside: Lines = [[[-9, 4, 2], [1, 0, 0]], [[20, 21, 22], [-0.6, -0.6, -0.64]]];
  using rays = scene(context, [cube], [[...inside, ...outside]]);
  const starts = Float64Array.from({ length: 4 }, () => random() * 0.01);
  using tMin = tensor(starts, { context, shape: [4] });
  using tMax = tensor(new Float64Array(4).fill(100), { context, shape: [4] });
  const options = { stepSize: 0.01, includeEndSegments: false };
  using samples = uniformRaySamples(rays.grid, rays.origins, rays.directions, tMin, tMax, options);
  intervalsPerRay(samples).forEach((intervals, n) => {
    assert(intervals.length > 100);
    for (const [begin, end] of intervals) {
      const steps = (begin - (starts[n] ?? NaN)) / 0.01;
      assert(Math.abs(steps - Math.round(steps)) < 1e-6, `${steps} steps`);
      assert(Math.abs(end - begin - 0.01) < 1e-9);
    }
  });
});

eachBackend("uniformRaySamples() with a cone follows a loop written down for a bar", (context) => {
  using rays = scene(context, [voxelList(box(50, 1, 1))], [[[[-0.5, 0, 0], [1, 0, 0]]]]);
  using samples = sample(context, rays, [0, 100], { stepSize: 1, coneAngle: 0.5 });
  const borders = [0, 1, 2, 3, 4.5, 6.75, 10.125, 15.1875, 22.78125, 34.171875, 50];
  assertEquals(intervalsPerRay(samples), [
    borders.slice(1).map((end, n): Interval => [borders[n] ?? NaN, end]),
  ]);
});

eachBackend(
  "uniformRaySamples() reports a stretch between two lattice points as one sample",
  (context) => {
    using rays = scene(context, [voxelList([[0, 0, 0], [3, 0, 0]])], [[[[-2, 0, 0], [1, 0, 0]]]]);
    using samples = sample(context, rays, [0, 100], { stepSize: 4 });
    // The lattice 0, 4, 8 meets neither [1.5, 2.5] nor [4.5, 5.5].
    assertEquals(intervalsPerRay(samples), [[[1.5, 2.5], [4.5, 5.5]]]);
    using none = sample(context, rays, [0, 100], { stepSize: 4, includeEndSegments: false });
    assertEquals(intervalsPerRay(none), [[[0, 4]]]);
  },
);

eachBackend("uniformRaySamples() has nothing for ranges and rays that are none", (context) => {
  const lines: Lines = [
    ...Array<Lines[number]>(6).fill([[-2, 0, 0], [1, 0, 0]]),
    [[0, 0, 0], [0, 0, 0]],
    [[NaN, 0, 0], [1, 0, 0]],
    [[-2, 0, 0], [1, 0, 0]],
  ];
  using rays = scene(context, [voxelList([[0, 0, 0]])], [lines]);
  const starts = [NaN, 0, -Infinity, Infinity, 5, 2, 0, 0, 1];
  const ends = [9, NaN, 9, Infinity, 1, 2, 9, 9, Infinity];
  using tMin = tensor(new Float64Array(starts), { context, shape: [9] });
  using tMax = tensor(new Float64Array(ends), { context, shape: [9] });
  const options = { stepSize: 2 };
  using samples = uniformRaySamples(rays.grid, rays.origins, rays.directions, tMin, tMax, options);
  assertEquals(samples.lshape, [[0, 0, 0, 0, 0, 0, 0, 0, 1]]);
  assertEquals(intervalsPerRay(samples).at(-1), [[1.5, 2.5]]);
});

eachBackend("uniformRaySamples() refuses steps that make no way", (context) => {
  using rays = scene(context, [voxelList([[0, 0, 0]])], [[
    [[-5, 9, 0], [1, 0, 0]],
    [[-5, 0, 0], [1, 0, 0]],
  ]]);
  for (const includeEndSegments of [true, false]) {
    for (const stepSize of [1e-300, 1e-18, 1e-9]) {
      const options = { stepSize, includeEndSegments };
      const error = assertThrows(() => sample(context, rays, [0, 100], options), RangeError);
      assertEquals(
        error.message,
        "Cannot run uniformRaySamples: ray 1 has more than 268435456 samples",
      );
    }
    // With a cone of no width to speak of, the step cannot be seen in 5 + step either, or is too short.
    for (const [stepSize, coneAngle] of [[1e-18, 1e-300], [1e-9, 1e-12], [1e-12, 1e-10]] as const) {
      const options = { stepSize, coneAngle, includeEndSegments };
      assertThrows(() => sample(context, rays, [0, 100], options), RangeError, "ray 1 has more");
    }
  }
});

eachBackend("uniformRaySamples() takes times in lists, and no rays at all", (context) => {
  using rays = scene(context, [voxelList(box(2, 2, 2)), voxelList([])], [X_AXIS, X_AXIS]);
  using zeros = tensor(new Float64Array(2), { context, shape: [2] });
  using ones = tensor(new Float64Array([1, 1]), { context, shape: [2] });
  using tMin = jagged(zeros, { offsets: [0, 1, 2] });
  using tMax = jagged(ones, { offsets: [0, 1, 2] });
  const options = { stepSize: 0.5 };
  const { grid, origins, directions } = rays;
  using samples = uniformRaySamples(grid, origins, directions, tMin, tMax, options);
  assertEquals(samples.lshape, [[2], [0]]);
  for (
    const [grids, lists, lshape] of [[[], [], []], [[voxelList([[0, 0, 0]])], [[]], [[]]]] as const
  ) {
    using none = scene(context, grids, lists);
    using empty = sample(context, none, [0, 1], options);
    assertEquals([empty.lshape, empty.data.shape], [lshape, [0, 2]]);
  }
});

for (const dtype of ["f16", "f32", "f64"] as const) {
  eachBackend(`uniformRaySamples() takes one ${dtype} time for all rays`, (context) => {
    const lines = Array.from({ length: 40 }, (_, n): Lines[number] => [
      [-1, n / 8 - 1, n / 16],
      [1, 0.125, -0.0625],
    ]);
    using made = new RayScene(context, [voxelList(box(5, 4, 3))], [lines], dtype);
    const options = { stepSize: 0.25, coneAngle: 0.01 };
    using listed = sample(context, made, [0.5, 6], options);
    const { grid, origins, directions } = made;
    using same = uniformRaySamples(grid, origins, directions, 0.5, 6, options);
    using last = tensor(new Float64Array(40).fill(6), { context, dtype });
    using mixed = uniformRaySamples(grid, origins, directions, 0.5, last, options);
    assert(listed.data.length > 0);
    for (const other of [same, mixed]) {
      assertEquals(other.lshape, listed.lshape);
      assertEquals(other.data.readSync(), listed.data.readSync());
    }
  });
}
