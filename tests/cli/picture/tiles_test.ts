import { assertEquals } from "@std/assert";
import type { Tile } from "../../../lib/cli/picture/camera.ts";
import { fromSrgb } from "../../../lib/cli/picture/shading.ts";
import { paintTiles } from "../../../lib/cli/picture/tiles.ts";

/** The color byte of a pixel, the same for its samples. */
const byteAt = (column: number, row: number): number => 10 + row * 20 + column;

function paint({ width, firstRow, rows, samples }: Tile): Float32Array {
  const linear: number[] = [];
  for (let row = firstRow; row < firstRow + rows; row++) {
    for (let column = 0; column < width; column++) {
      const light = fromSrgb(byteAt(column, row) / 255);
      for (let n = 0; n < samples * samples * 3; n++) linear.push(light);
    }
  }
  return Float32Array.from(linear);
}

Deno.test("paintTiles() gives the same picture whatever the size of its parts", () => {
  const [width, height, samples] = [5, 7, 2];
  const expected = Array.from(
    { length: width * height * 3 },
    (_, at) => byteAt(Math.floor(at / 3) % width, Math.floor(at / 3 / width)),
  );
  for (const [mostSamples, parts] of [[1, 7], [60, 3], [1000, 1]] as const) {
    const done: number[] = [];
    const rows: number[] = [];
    const canvas = { width, height, samples, onProgress: (share: number) => done.push(share) };
    const pixels = paintTiles(canvas, { mostSamples, dither: false }, (tile) => {
      rows.push(tile.rows);
      return paint(tile);
    });
    assertEquals([...pixels], expected);
    assertEquals([rows.length, done.length, done.at(-1)], [parts, parts, 1]);
    assertEquals(rows.reduce((sum, one) => sum + one, 0), height);
  }
});

Deno.test("paintTiles() dithers each pixel alike whatever the size of the parts", () => {
  const between = ({ width, rows, samples }: Tile): Float32Array =>
    new Float32Array(width * rows * samples ** 2 * 3).fill(fromSrgb(100.5 / 255));
  const canvas = { width: 16, height: 16, samples: 1 };
  const [whole, parts] = [1e6, 48].map((mostSamples) =>
    paintTiles(canvas, { mostSamples, dither: true }, between)
  );
  assertEquals(whole, parts);
  assertEquals(new Set(whole), new Set([100, 101]));
  const plain = paintTiles(canvas, { mostSamples: 48, dither: false }, between);
  assertEquals(new Set(plain).size, 1);
});
