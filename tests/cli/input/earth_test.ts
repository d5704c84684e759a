import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { earthMatrix } from "../../../lib/cli/input/earth.ts";

type Triple = readonly [number, number, number];

function placed(matrix: readonly number[] = [], [x, y, z]: Triple): number[] {
  return [0, 1, 2].map((row) =>
    (matrix[row] ?? NaN) * x + (matrix[4 + row] ?? NaN) * y + (matrix[8 + row] ?? NaN) * z +
    (matrix[12 + row] ?? NaN)
  );
}

// Computed by PROJ 9, with heights above the ellipsoid.
for (
  const [epsg, at, wanted] of [
    [32633, [412345.25, 5654321.5, 123.4], [
      3904009.9340208676,
      955297.0722613467,
      4936002.527370471,
    ]],
    [32733, [712345.25, 7654321.5, 12], [
      5687762.52467937,
      1743874.2873325595,
      -2292081.5411551846,
    ]],
    [25832, [691875.63, 6098907.83, 50], [3586497.70526474, 762333.6187021586, 5201424.483605252]],
    [4979, [13.4, 52.5, 34.5], [3785061.9566945685, 901728.9518672052, 5036891.955522439]],
    [4326, [13.4, 52.5, 34.5], [3785061.9566945685, 901728.9518672052, 5036891.955522439]],
  ] as const
) {
  Deno.test(`earthMatrix() places coordinates of EPSG:${epsg} as PROJ does`, () => {
    const matrix = earthMatrix({ name: "", epsg, verticalUnit: 1 }, at);
    placed(matrix, at).forEach((value, axis) =>
      assertAlmostEquals(value, wanted[axis] ?? NaN, 1e-6)
    );
  });
}

Deno.test("earthMatrix() keeps lengths but for the scale of the zone, and turns z to the zenith", () => {
  const at = [691875.63, 6098907.83, 0] as const;
  const matrix = earthMatrix({ name: "", epsg: 32632, verticalUnit: 1 }, at) ?? [];
  const column = (n: number): number[] => matrix.slice(4 * n, 4 * n + 3);
  const dot = (a: readonly number[], b: readonly number[]): number =>
    a.reduce((sum, one, n) => sum + one * (b[n] ?? NaN), 0);
  const [east, north, up] = [column(0), column(1), column(2)];
  assertAlmostEquals(dot(up, up), 1, 1e-9);
  assertAlmostEquals(dot(east, north), 0, 1e-8);
  assertAlmostEquals(dot(east, up), 0, 1e-8);
  // The projection keeps angles: its scale is the same both ways, near 0.9996 and growing from the middle.
  assertAlmostEquals(dot(east, east), dot(north, north), 1e-8);
  const scale = 1 / Math.sqrt(dot(east, east));
  assert(scale > 0.9996 && scale < 1.001, `${scale}`);
  // Points beside the middle are off by the curvature alone.
  const [x, y, z] = at;
  const beside = placed(matrix, [x + 500, y, z]);
  const exact = placed(earthMatrix({ name: "", epsg: 32632, verticalUnit: 1 }, [x + 500, y, z]), [
    x + 500,
    y,
    z,
  ]);
  const off = Math.hypot(...beside.map((value, n) => value - (exact[n] ?? NaN)));
  assert(off > 0.005 && off < 0.05, `${off} m`);
});

Deno.test("earthMatrix() counts heights in their units", () => {
  const at = [13.4, 52.5, 100] as const;
  const feet = earthMatrix({ name: "", epsg: 4979, verticalUnit: 0.3048 }, at);
  const meters = earthMatrix({ name: "", epsg: 4979, verticalUnit: 1 }, [13.4, 52.5, 30.48]);
  placed(feet, at).forEach((value, axis) =>
    assertAlmostEquals(value, placed(meters, [13.4, 52.5, 30.48])[axis] ?? NaN, 1e-6)
  );
});

Deno.test("earthMatrix() has no matrix for other systems, and none where a place cannot be", () => {
  const unit = { name: "", verticalUnit: 1 };
  for (const epsg of [undefined, 0, 2992, 32600, 32661, 32700, 25827, 25839, 3857]) {
    const crs = epsg === undefined ? unit : { ...unit, epsg };
    assertEquals(earthMatrix(crs, [5e5, 5e6, 0]), undefined, `${epsg}`);
  }
  assertEquals(earthMatrix({ ...unit, epsg: 4326 }, [200, 177, 50]), undefined);
  assertEquals(earthMatrix({ ...unit, epsg: 32633 }, [5e5, 5e8, 0]), undefined);
  assertEquals(earthMatrix({ ...unit, epsg: 32633 }, [NaN, 5e6, 0]), undefined);
});
