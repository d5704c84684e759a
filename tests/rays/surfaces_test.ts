/** Surfaces of balls and steps, found with both accuracies and all element types. */

import { assert, assertEquals } from "@std/assert";
import type { Context, Real } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { assertClose } from "../_compare.ts";
import { randomSource } from "../grid/_oracle.ts";
import { type Accuracy, ball, CubeField, placeAt } from "./_field.ts";
import type { Vector } from "./_oracle.ts";
import type { Lines } from "./_trace.ts";

const HALF: Vector = [0.5, 0.5, 0.5];

/** Directions along the axes. */
const AXES: readonly Vector[] = [
  [1, 0, 0],
  [-1, 0, 0],
  [0, 1, 0],
  [0, -1, 0],
  [0, 0, 1],
  [0, 0, -1],
];

/** A cube of voxels that covers everything from 0 to 1. */
function unitCube(
  context: Context,
  side: number,
  dtype: Real,
  at: (place: Vector) => number,
): CubeField {
  const size = 1 / side;
  const origin = size / 2;
  return new CubeField(context, {
    side,
    size: [size, size, size],
    origin: [origin, origin, origin],
    dtype,
  }, at);
}

/** Points away from, towards and past the middle of the unit cube. */
function raysAround(random: () => number, count: number): Lines {
  const centered = (): number => random() * 2 - 1;
  return Array.from({ length: count }, (): Lines[number] => {
    const out: Vector = [centered(), centered(), centered()];
    const far = 1.5 / Math.hypot(...out);
    const origin: Vector = [0.5 + out[0] * far, 0.5 + out[1] * far, 0.5 + out[2] * far];
    const aim: Vector = [random() - origin[0], random() - origin[1], random() - origin[2]];
    const length = Math.hypot(...aim);
    return [origin, [aim[0] / length, aim[1] / length, aim[2] / length]];
  });
}

for (const dtype of ["f16", "f32", "f64"] as const) {
  for (const accuracy of ["chord", "trilinear"] as const) {
    const how = `${dtype}, ${accuracy}`;

    eachBackend(`rayImplicitIntersection() meets a ball with random rays, ${how}`, (context) => {
      const distance = ball(HALF, 0.35);
      using field = unitCube(context, 32, dtype, distance);
      const lines = raysAround(randomSource(61), 100);
      const times = field.times(lines, { accuracy });
      const off = times.flatMap((time, n) =>
        time < 0 ? [] : Math.abs(distance(placeAt(lines[n] ?? [HALF, HALF], time)))
      );
      assert(off.length > 25, `${off.length} hits`);
      assert(Math.max(...off) < Math.sqrt(3) / 64, `${Math.max(...off)} off the surface`);
    });

    eachBackend(`rayImplicitIntersection() finds the way out of a ball, ${how}`, (context) => {
      using field = unitCube(context, 32, dtype, ball(HALF, 0.35));
      const times = field.times(AXES.map((along): Lines[number] => [HALF, along]), { accuracy });
      assertClose(times, Array<number>(6).fill(0.35), { absolute: 1 / 32 });
    });

    eachBackend(`rayImplicitIntersection() meets the first of two balls, ${how}`, (context) => {
      const [first, second] = [ball([0.25, 0.5, 0.5], 0.07), ball([0.75, 0.5, 0.5], 0.07)];
      using field = unitCube(context, 64, dtype, (at) => Math.min(first(at), second(at)));
      const [time = NaN] = field.times([[[-1, 0.5, 0.5], [1, 0, 0]]], { accuracy });
      assert(Math.abs(time - 1.18) < 2 / 64, `${time}`);
      assert(Math.abs(time - 1.5) >= 5 / 64, `${time} is between the balls`);
    });

    eachBackend(`rayImplicitIntersection() takes both zeros for the same, ${how}`, (context) => {
      using field = unitCube(context, 32, dtype, ball(HALF, 0.35));
      const lines = (zero: number): Lines =>
        AXES.map((along): Lines[number] => [
          [0.5 - along[0] * 2, 0.5 - along[1] * 2, 0.5 - along[2] * 2],
          [along[0] || zero, along[1] || zero, along[2] || zero],
        ]);
      const times = field.times(lines(0), { accuracy });
      assertEquals(times, field.times(lines(-0), { accuracy }));
      assertClose(times, Array<number>(6).fill(1.65), { absolute: Math.sqrt(3) / 32 });
    });

    eachBackend(
      `rayImplicitIntersection() meets a ball along axes and diagonals, ${how}`,
      (context) => {
        using field = unitCube(context, 32, dtype, ball(HALF, 0.35));
        const ways = [-1, 0, 1].flatMap((x) =>
          [-1, 0, 1].flatMap((y) => [-1, 0, 1].map((z): Vector => [x, y, z]))
        ).filter((way) => way.some((one) => one !== 0));
        const lines = ways.map(([x, y, z]): Lines[number] => [
          [0.5 - 2 * x, 0.5 - 2 * y, 0.5 - 2 * z],
          [x, y, z],
        ]);
        const lengths = ways.map((way) => Math.hypot(...way));
        const along = field.times(lines, { accuracy }).map((time, n) => time * (lengths[n] ?? NaN));
        const expected = lengths.map((length) => 2 * length - 0.35);
        assertClose(along, expected, { absolute: Math.sqrt(3) / 32 });
      },
    );

    eachBackend(`rayImplicitIntersection() misses a ball in four ways, ${how}`, (context) => {
      using field = unitCube(context, 32, dtype, ball(HALF, 0.35));
      const lines: Lines = [
        [[-1, 0.5, 0.5], [-1, 0, 0]], // away from everything
        [[-1, 2, 0.5], [1, 0, 0]], // beside the voxels
        [[-1, 0.0625, 0.0625], [1, 0, 0]], // through voxels, beside the ball
        [[0.5, 0.5, 0.9375], [0, 0, 1]], // from inside the voxels outwards
      ];
      assertEquals(field.times(lines, { accuracy }), [-1, -1, -1, -1]);
    });

    eachBackend(`rayImplicitIntersection() meets a ball far from the origin, ${how}`, (context) => {
      const center: Vector = [14, 24, 34];
      const cube = { side: 33, size: [0.25, 0.25, 0.25], origin: [10, 20, 30], dtype } as const;
      const lines = AXES.map((along): Lines[number] => [
        [14 - along[0] * 8, 24 - along[1] * 8, 34 - along[2] * 8],
        along,
      ]);
      using round = new CubeField(context, cube, ball(center, 2));
      assertClose(round.times(lines, { accuracy }), Array<number>(6).fill(6), { absolute: 0.25 });
      // Halfway between two voxels, whose values along an axis are exact.
      using between = new CubeField(context, cube, ball(center, 1.875));
      assertEquals(between.times(lines, { accuracy }), Array<number>(6).fill(6.125));
    });

    eachBackend(`rayImplicitIntersection() meets a step between voxels, ${how}`, (context) => {
      const cube = { side: 8, size: [1, 1, 1], origin: [0, 0, 0], dtype } as const;
      using step = new CubeField(context, cube, ([x]) => x < 4 ? 1 : -1);
      const line: Lines = [[[-1, 4, 4], [1, 0, 0]]];
      assertEquals(step.times(line, { accuracy }), [4.5]);
      using late = new CubeField(context, cube, ([x]) => x < 3 ? 0 : x < 6 ? 1 : -1);
      assertEquals(late.times(line, { accuracy }), [6.5]);
    });
  }
}

for (const dtype of ["f32", "f64"] as const) {
  for (const accuracy of ["chord", "trilinear"] as const) {
    eachBackend(`rayImplicitIntersection() draws a ball, ${dtype}, ${accuracy}`, (context) => {
      const side = 64;
      const radius = 0.3;
      using field = unitCube(context, 32, dtype, ball(HALF, radius));
      const lines = Array.from({ length: side * side }, (_, n): Lines[number] => [
        [-1, 0.5, 0.5],
        [1.5, ((n % side) + 0.5) / side - 0.5, (Math.floor(n / side) + 0.5) / side - 0.5],
      ]);
      const passing = lines.map(([, along]) => {
        // How near the line comes to the middle, which is 1.5 along x.
        return 1.5 * Math.hypot(along[1], along[2]) / Math.hypot(...along);
      });
      const times = field.times(lines, { accuracy });
      const diagonal = Math.sqrt(3) / 32;
      let hits = 0;
      times.forEach((time, n) => {
        const near = passing[n] ?? NaN;
        assert(time < 0 || near < radius + diagonal, `ray ${n} meets nothing`);
        assert(time >= 0 || near > radius - diagonal, `ray ${n} misses`);
        if (time < 0) return;
        hits++;
        const place = placeAt(lines[n] ?? [HALF, HALF], time);
        const off = Math.abs(ball(HALF, radius)(place));
        assert(off < diagonal, `ray ${n} is ${off} off the surface`);
      });
      const expected = passing.filter((near) => near < radius).length;
      assert(hits >= 0.7 * expected && expected > 500, `${hits} of ${expected}`);
    });
  }
}

eachBackend(
  "rayImplicitIntersection() is nearer to a ball with cubics than with chords",
  (context) => {
    const distance = ball(HALF, 0.35);
    using field = unitCube(context, 32, "f64", distance);
    const lines = raysAround(randomSource(62), 300);
    const errors = (accuracy: Accuracy): number[] =>
      field.times(lines, { accuracy }).flatMap((time, n) =>
        time < 0 ? [] : Math.abs(distance(placeAt(lines[n] ?? [HALF, HALF], time))) * 32
      );
    const [chord, cubic] = [errors("chord"), errors("trilinear")];
    const mean = (list: readonly number[]): number =>
      list.reduce((sum, one) => sum + one, 0) / list.length;
    // The field of distances bends by h^2 / r between voxels: an eighth of that for each of two axes.
    assert(Math.max(...cubic) < 2.5 / (8 * 0.35 * 32), `${Math.max(...cubic)} voxels`);
    assert(mean(cubic) < mean(chord) / 4 && Math.max(...cubic) < Math.max(...chord) / 4);
  },
);
