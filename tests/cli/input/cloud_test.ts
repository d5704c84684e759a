import { assert, assertEquals, assertThrows } from "@std/assert";
import { framedPoints, localCloud } from "../../../lib/cli/input/cloud.ts";
import type { PointCloud } from "../../../lib/io/mod.ts";
import { Random } from "../../_arrays.ts";

function cloudOf(positions: readonly number[], colors?: readonly number[]): PointCloud {
  const axis = (a: number): number[] =>
    positions.filter((_, at) => at % 3 === a && Number.isFinite(_));
  const corner = (pick: (...values: number[]) => number): [number, number, number] => [
    pick(...axis(0)),
    pick(...axis(1)),
    pick(...axis(2)),
  ];
  return {
    format: "kitti",
    count: positions.length / 3,
    positions: new Float64Array(positions),
    nonFinite: 0,
    bounds: { min: corner(Math.min), max: corner(Math.max) },
    ...(colors === undefined ? {} : { colors: new Uint8Array(colors) }),
  };
}

Deno.test("localCloud() subtracts its center in double precision", () => {
  const far = 4_966_506.25;
  const { points, origin } = localCloud(cloudOf([far, far, 0, far + 0.001, far + 2, 8]));
  assertEquals(origin, [far + 0.0005, far + 1, 4]);
  // Single precision resolves half a unit at this distance, and far less than a millionth near 0.
  assertEquals([...points].map((value) => Math.round(value * 1e6) / 1e6), [
    ...[-0.0005, -1, -4],
    ...[0.0005, 1, 4],
  ]);
});

Deno.test("localCloud() keeps the detail of a cloud that has stray points far away", () => {
  const [x, y] = [515_380.3, 4_918_360.7];
  const near = Array.from(
    { length: 600 },
    (_, n) => [x + n * 0.001, y - n * 0.002, 3 + n % 7 / 10],
  );
  const positions = [[0, 0, 0], ...near, [0, 0, 1]].flat();
  const { points, origin } = localCloud(cloudOf(positions));
  positions.slice(3, -3).forEach((one, at) => {
    const off = Math.abs((points[3 + at] ?? NaN) + (origin[at % 3] ?? NaN) - one);
    assert(off < 1e-6, `${off} off`);
  });
});

Deno.test("localCloud() leaves points out that are not finite, with their colors", () => {
  const cloud = cloudOf([0, 0, 0, NaN, 0, 0, 0, Infinity, 0, 2, 2, 2], [
    ...[1, 2, 3],
    ...[4, 5, 6],
    ...[7, 8, 9],
    ...[10, 11, 12],
  ]);
  const local = localCloud(cloud);
  assertEquals([local.count, local.dropped, local.colorSource], [2, 2, "file"]);
  assertEquals([...local.points], [-1, -1, -1, 1, 1, 1]);
  assertEquals([...local.colors], [1, 2, 3, 10, 11, 12]);
  assertThrows(() => localCloud(cloudOf([NaN, 0, 0])), RangeError, "no finite point");
});

Deno.test("localCloud() leaves attributes of such points out, and makes strengths whole", () => {
  const cloud = cloudOf([0, 0, 0, NaN, 0, 0, 2, 2, 2, 3, 3, 3, 4, 4, 4]);
  const classifications = Uint8Array.of(1, 2, 3, 4, 5);
  const local = localCloud({
    ...cloud,
    classifications,
    intensities: Float32Array.of(0.5, 7, 1, 0, NaN),
  });
  assertEquals(local.classifications, Uint8Array.of(1, 3, 4, 5));
  assertEquals(local.intensities, Uint16Array.of(32768, 65535, 0, 0));
  const wide = localCloud({ ...cloud, intensities: Float32Array.of(-100, 0, 200, 50, Infinity) });
  assertEquals(wide.intensities, Uint16Array.of(0, 65535, 32768, 0));
  const whole = localCloud({ ...cloud, intensities: Uint16Array.of(7, 8, 9, 10, 65535) });
  assertEquals(whole.intensities, Uint16Array.of(7, 9, 10, 65535));
  assertEquals(whole.classifications, undefined);
});

Deno.test("localCloud() colors by height where a file has no colors", () => {
  const heights = Array.from({ length: 50 }, (_, n) => [0, 0, n]).flat();
  const { colors, colorSource } = localCloud(cloudOf(heights));
  assertEquals(colorSource, "height");
  assertEquals(
    new Set(Array.from({ length: 50 }, (_, n) => colors.slice(n * 3, n * 3 + 3).join())).size > 40,
    true,
  );
  assertEquals([...localCloud(cloudOf([1, 1, 1, 2, 2, 1])).colors].length, 6);
});

Deno.test("localCloud() colors by height where all colors of a file are 0", () => {
  const heights = Array.from({ length: 50 }, (_, n) => [0, 0, n]).flat();
  const black = heights.map(() => 0);
  const local = localCloud(cloudOf(heights, black));
  assertEquals(local.colorSource, "height");
  assertEquals(local.colors, localCloud(cloudOf(heights)).colors);
  const dark = localCloud(cloudOf(heights, black.with(-1, 1)));
  assertEquals([dark.colorSource, dark.colors.at(-1), dark.colors[0]], ["file", 1, 0]);
});

Deno.test("framedPoints() keeps even clouds whole and drops stray points", () => {
  const random = new Random(1);
  const even = random.floats(3000, -10, 10);
  assertEquals(framedPoints(even).length, even.length);
  const stray = Float32Array.of(...even, 500, 0, 0, 0, -900, 0);
  assertEquals([...framedPoints(stray)], [...even]);
  assertEquals([...framedPoints(Float32Array.of(1, 2, 3))], [1, 2, 3]);
});
