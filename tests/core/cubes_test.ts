import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { drawCubes } from "../../lib/core/cubes.ts";

/** Colors of the lowest and the highest cubes. */
const [LOW, HIGH] = [[38, 84, 124], [120, 200, 160]] as const;

function pixelAt(picture: Uint8Array, pixels: number, x: number, y: number): number[] {
  return [...picture.subarray((y * pixels + x) * 4, (y * pixels + x) * 4 + 4)];
}

function lit([red, green, blue]: readonly [number, number, number], light: number): number[] {
  return [...[red, green, blue].map((value) => Math.round(value * light / 256)), 255];
}

Deno.test("drawCubes() draws the top and two sides of one cube", () => {
  const picture = drawCubes(Int32Array.of(5, -7, 9), { edges: [2, 2, 2], pixels: 102 });
  // A hexagon 100 pixels high around the middle: its sides are 50 pixels long.
  assertEquals(pixelAt(picture, 102, 51, 26), lit(LOW, 256));
  assertEquals(pixelAt(picture, 102, 30, 60), lit(LOW, 200));
  assertEquals(pixelAt(picture, 102, 72, 60), lit(LOW, 150));
  for (const [x, y] of [[2, 2], [99, 2], [2, 99], [99, 99], [51, 0], [5, 51]] as const) {
    assertEquals(pixelAt(picture, 102, x, y), [0, 0, 0, 0]);
  }
  let covered = 0;
  for (let at = 3; at < picture.length; at += 4) covered += picture[at] === 255 ? 1 : 0;
  const area = 3 * Math.sqrt(3) / 2 * 50 ** 2;
  assert(Math.abs(covered / area - 1) < 0.03, `${covered} pixels, ${area} expected`);
});

Deno.test("drawCubes() shows the nearer of two cubes, whatever their order", () => {
  const cells = [[0, 0, 0], [1, 1, 1], [0, 0, 1]];
  const options = { edges: [1, 1, 1], pixels: 80 };
  const first = drawCubes(Int32Array.from(cells.flat()), options);
  assertEquals(drawCubes(Int32Array.from(cells.toReversed().flat()), options), first);
  // (1, 1, 1) hides (0, 0, 0): nothing has the color of the lowest.
  for (let at = 0; at < first.length; at += 4) {
    assert((first[at + 2] ?? 0) <= HIGH[2] && first[at + 1] !== LOW[1], `at ${at}`);
  }
});

Deno.test("drawCubes() draws flat cubes by their edges, and nothing of nothing", () => {
  const flat = drawCubes(Int32Array.of(0, 0, 0), { edges: [8, 8, 1], pixels: 64 });
  const rows = Array.from(
    { length: 64 },
    (_, y) => flat.subarray(y * 256, (y + 1) * 256).some((byte) => byte > 0),
  );
  // 62 pixels across are two steps of cos 30 degrees; down go two of sin 30 degrees and an eighth of one.
  const step = 62 / Math.sqrt(3);
  assert(Math.abs(rows.filter((row) => row).length - step * 1.125) < 2);
  const none = drawCubes(new Int32Array(0), { edges: [1, 1, 1], pixels: 9 });
  assertEquals(none, new Uint8Array(9 * 9 * 4));
});

Deno.test("drawCubes() shows something of any cubes, far from 0 too", () => {
  const cell = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
  const cells = fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(cells, (places) => {
      const picture = drawCubes(Int32Array.from(places.flat()), { edges: [1, 2, 3], pixels: 32 });
      return picture.some((byte) => byte === 255);
    }),
    { numRuns: 50 },
  );
});
