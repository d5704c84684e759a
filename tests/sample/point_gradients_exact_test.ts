import { assert, assertEquals } from "@std/assert";
import type { Float } from "../../mod.ts";
import { Random } from "../_arrays.ts";
import { eachBackend } from "../_backends.ts";
import { canonical, type Ijk } from "../grid/_oracle.ts";
import { expectSlopes, type Scene, slopesOn } from "./_point_gradients.ts";

const SIDE = 10;

/** Most voxels of a box, which has borders of leaves within, and points in it and around it. */
function drawScene(channels: number, offset: number, round = Math.fround): Scene {
  const random = new Random(channels);
  const all = Array.from(
    { length: SIDE ** 3 },
    (_, n): Ijk => [Math.floor(n / SIDE ** 2), Math.floor(n / SIDE) % SIDE, n % SIDE],
  );
  const voxels = canonical(all.filter(() => random.number() < 0.9));
  const places = Array.from(
    { length: 300 },
    () => [0, 1, 2].map(() => random.number(-0.5, SIDE - 0.5)),
  );
  const draw = (length: number, shift: number) =>
    Array.from({ length }, () => round(random.number(-0.5, 0.5) + shift));
  return {
    voxels,
    places,
    channels,
    values: draw(voxels.length * channels, offset),
    weights: draw(places.length * channels, 0),
  };
}

/** Compares with sums in double precision, and says whether more than zeros have been compared. */
function check(
  found: readonly number[],
  { slopes, bounds }: ReturnType<typeof expectSlopes>,
): void {
  const wrong = slopes.flatMap((slope, at) =>
    Math.abs((found[at] ?? NaN) - slope) <= (bounds[at] ?? NaN) ? [] : [at]
  );
  assertEquals(wrong.map((at) => [at, found[at], slopes[at], bounds[at]]), []);
  assert(slopes.filter((slope) => Math.abs(slope) > 0.01).length > slopes.length / 2);
}

for (const offset of [0, 1000, 1e6]) {
  for (const channels of [1, 4, 9, 32, 64, 200]) {
    eachBackend(
      `gradients by points of ${channels} channels around ${offset} are as exact as they say`,
      (context) => {
        const scene = drawScene(channels, offset);
        check(slopesOn(context, scene), expectSlopes(scene));
      },
    );
  }
}

/** Rounds numbers near 8, and those below 1/2, to what f16 and bf16 hold. */
const roundNarrow = (number: number): number => Math.round(number * 16) / 16;

for (const dtype of ["f16", "bf16", "f64"] as const) {
  for (const channels of [1, 3, 16, 64]) {
    eachBackend(
      `gradients by points of ${channels} channels are as exact as they say in ${dtype}`,
      (context) => {
        const scene = dtype === "f64"
          ? drawScene(channels, 0, Number)
          : drawScene(channels, 7, roundNarrow);
        check(slopesOn(context, scene, dtype), expectSlopes(scene, dtype));
      },
    );
  }
}

/** Eight voxels, with a number for each but for some. */
function cell(
  places: Scene["places"],
  special: Readonly<Record<number, number>>,
  rest: number,
): Scene {
  const voxels = [0, 1, 2, 3, 4, 5, 6, 7].map((n): Ijk => [n >> 2, n >> 1 & 1, n & 1]);
  const values = voxels.map((_, n) => special[n] ?? rest + n * n / 4);
  return {
    voxels,
    places,
    channels: 1,
    values,
    weights: places.map((_, n) => n % 2 === 0 ? 1 : -2),
  };
}

const NEARLY = 1 - 2 ** -40; // 1 in single precision
const SIDES = [0, 0.25, NEARLY];
const FACES = SIDES.flatMap((x) => SIDES.flatMap((y) => SIDES.map((z) => [x, y, z])));

for (const dtype of ["f32", "f16", "bf16", "f64"] as const satisfies readonly Float[]) {
  eachBackend(`gradients by points ignore voxels without a part in them in ${dtype}`, (context) => {
    for (let corner = 0; corner < 8; corner++) {
      for (const value of [NaN, Infinity, -Infinity, 3]) {
        const scene = cell(FACES, { [corner]: value }, 8);
        const found = slopesOn(context, scene, dtype);
        const { slopes } = expectSlopes(scene, dtype);
        slopes.forEach((slope, at) => {
          const one = found[at] ?? NaN;
          const right = Number.isFinite(slope)
            ? Math.abs(one - slope) < 1e-4
            : Object.is(one, slope);
          assert(
            right,
            `corner ${corner} is ${value}: ${FACES[Math.floor(at / 3)]} has ${one}, not ${slope}`,
          );
        });
      }
    }
  });
}

eachBackend("gradients by points pass on what is too large for differences", (context) => {
  const places = [[0.25, 0.5, 0.75], [0, 0.5, 0.25], [0.5, 0.5, 0.5], [-0.25, 0.5, 1.25]];
  const most = 3.4e38;
  for (const special of [{ 0: most, 7: -most }, { 0: -most, 1: most }, { 5: most, 2: -most }]) {
    const held = Object.fromEntries(
      Object.entries(special).map(([corner, value]) => [corner, Math.fround(value)]),
    );
    const scene = cell(places, held, 8);
    const found = slopesOn(context, scene);
    const { slopes } = expectSlopes(scene);
    slopes.forEach((slope, at) => {
      const one = found[at] ?? NaN;
      assert(Math.abs(one - slope) <= 1e-5 * most, `${one} found, ${slope} expected`);
    });
  }
});

eachBackend("gradients by points of constant values are 0", (context) => {
  const scene = drawScene(5, 0);
  const inside = scene.places.map((place) => place.map((one) => one / 12 + 0.5));
  // Parts of these are 1 in single precision, so that the lowest corner has no part in a slope.
  inside.splice(0, 2, [1 - 1e-10, 1 - 1e-10, 0.75], [0.625, 1 - 1e-10, 1 - 1e-10]);
  const values = Array.from(scene.values, () => Math.fround(1e7 / 3));
  const { places: _, ...rest } = scene;
  const whole = { ...rest, places: inside, values };
  const { slopes } = expectSlopes(whole);
  const found = slopesOn(context, whole);
  const active = slopes.map((slope) => Math.abs(slope) < 1e-3);
  assert(active.some(Boolean));
  assertEquals(found.filter((_, at) => active[at]).filter((slope) => slope !== 0), []);
});

eachBackend(
  "gradients by points are summed up in f64 where a unit of length holds too much",
  (context) => {
    const [voxels, most] = [cell([], {}, 0).voxels, Math.fround(3e38)];
    const values = voxels.map(([x]) => x === 1 ? most : 0);
    const scene = { voxels, places: [[0.05, 0.05, 0.05]], channels: 1, values, weights: [0.25] };
    const found = slopesOn(context, scene, "f32", 0.1);
    assert(Math.abs((found[0] ?? NaN) / (most * 2.5) - 1) < 1e-6, String(found));
    assertEquals(found.slice(1), [0, 0]);
  },
);
