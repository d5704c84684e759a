import { assert, assertEquals, assertRejects } from "@std/assert";
import { decode } from "fast-png";
import { averageSamples, checkTarget, ditherNoise, savePicture } from "../../lib/cli/picture.ts";
import { fromSrgb } from "../../lib/cli/shading.ts";
import { outFolder } from "../_files.ts";

Deno.test("averageSamples() averages light, not bytes, and limits bright samples", () => {
  const pixels = new Uint8Array(6);
  const linear = Float32Array.from([
    ...[0, 0.5, 9, 0, 0.5, 0, 0, 0.5, 0, 0.4, 0.5, 0],
    ...Array(12).fill(0),
  ]);
  averageSamples(linear, pixels, { samples: 2 });
  const byte = (light: number): number => Math.round((1.055 * light ** (1 / 2.4) - 0.055) * 255);
  assertEquals([...pixels], [byte(0.1), byte(0.5), byte(0.375), 0, 0, 0]);
});

Deno.test("averageSamples() dithers so that means keep what bytes cannot hold", () => {
  const [width, height] = [64, 64];
  for (const level of [100.25, 100.5, 30.9, 0.1]) {
    const linear = new Float32Array(width * height * 3).fill(fromSrgb(level / 255));
    const pixels = new Uint8Array(linear.length);
    const dither = (pixel: number): number => ditherNoise(pixel % width, Math.floor(pixel / width));
    averageSamples(linear, pixels, { samples: 1, dither });
    const mean = pixels.reduce((sum, one) => sum + one, 0) / pixels.length;
    assert(Math.abs(mean - level) < 0.02, `${mean} for ${level}`);
    assert(pixels.every((one) => Math.abs(one - level) < 1));
  }
});

Deno.test("savePicture() writes what a decoder reads, and checkTarget() asks first", async () => {
  using folder = outFolder();
  const path = `${folder.path}/a.png`;
  await checkTarget(path);
  await savePicture(path, Uint8Array.of(1, 2, 3, 4, 5, 6), { width: 1, height: 2 });
  const { width, height, data } = decode(await Deno.readFile(path));
  assertEquals([width, height, [...data]], [1, 2, [1, 2, 3, 4, 5, 6]]);
  await assertRejects(() => checkTarget(`${folder.path}/no/a.png`), Error, "there is no folder");
  await assertRejects(() => checkTarget(`${path}/a.png`), Error, "there is no folder");
});
