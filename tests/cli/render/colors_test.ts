import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { decode } from "fast-png";
import { encodePly } from "../../../lib/io/mod.ts";
import { eachBackend } from "../../_backends.ts";
import { outFolder } from "../../_files.ts";
import { lasBytes, type LasPoint } from "../../io/las/_bytes.ts";
import { runMain } from "../_recorder.ts";

const [WIDTH, HEIGHT] = [320, 240];

/** A square of 40 x 40 points whose halves differ in height, intensity and class. */
function writeHalves(path: string, format = 3): void {
  const points = Array.from({ length: 1600 }, (_, n): LasPoint => {
    const [x, y] = [n % 40, Math.floor(n / 40)];
    const isEast = x >= 20;
    return {
      at: [x, y, isEast ? 10 : 0],
      intensity: isEast ? 900 : 100,
      classByte: isEast ? 6 : 2,
      rgb: isEast ? [255 * 257, 0, 0] : [0, 0, 255 * 257],
    };
  });
  Deno.writeFileSync(path, lasBytes({ format, points, scale: [1, 1, 1] }));
}

interface Picture {
  readonly channels: number;
  readonly at: (x: number, y: number) => readonly number[];
  /** Whether something is written on a dark plate in the lower left corner. */
  readonly hasLegend: boolean;
}

async function draw(input: string, ...more: readonly string[]): Promise<Picture> {
  const out = `${input}.png`;
  const size = ["--width", `${WIDTH}`, "--height", `${HEIGHT}`, "--sky-rays", "0"];
  // From above, with east at the right.
  const view = ["--azimuth", "-90", "--elevation", "89", "--voxel-size", "1", "-o", out];
  const { code, notes } = await runMain(["render", input, ...size, ...view, ...more]);
  assertEquals([code, notes], [0, ""]);
  const { channels, data } = decode(await Deno.readFile(out));
  const at = (x: number, y: number): number[] =>
    Array.from({ length: channels }, (_, c) => data[(y * WIDTH + x) * channels + c] ?? NaN);
  const corner = at(5, HEIGHT - 6);
  return { channels, at, hasLegend: corner.slice(0, 3).every((value) => value < 110) };
}

eachBackend("render colors points by what they have, with a legend", async ({ device }) => {
  using folder = outFolder();
  const input = `${folder.path}/halves.las`;
  writeHalves(input);
  const [west, east] = [[110, 120], [210, 120]] as const;
  for (
    const [mode, isOne] of [
      ["height", false],
      ["intensity", false],
      ["class", false],
      ["return", true],
    ] as const
  ) {
    const { at, hasLegend } = await draw(input, "--color", mode, "--device", device);
    const [left, right] = [at(...west), at(...east)];
    const off = Math.max(...left.map((value, c) => Math.abs(value - (right[c] ?? NaN))));
    if (!isOne) assert(off > 20, `${mode}: ${left} and ${right}`);
    assert(hasLegend, mode);
  }
  for (const more of [[], ["--color", "rgb"]]) {
    const { at, hasLegend } = await draw(input, ...more, "--device", device);
    assertEquals([west, east].map(([x, y]) => nameOf(at(x, y))), ["blue", "red"]);
    assert(!hasLegend);
  }
});

/** A color in a word: the only ones of the file. */
function nameOf([red = 0, , blue = 0]: readonly number[]): string {
  return blue > 2 * red ? "blue" : red > 2 * blue ? "red" : "other";
}

eachBackend(
  "render leaves out the background",
  async ({ device }) => {
    using folder = outFolder();
    const input = `${folder.path}/white.ply`;
    const positions = Float64Array.from(
      { length: 3 * 1600 },
      (_, at) => [Math.floor(at / 3) % 40, Math.floor(at / 120), 0][at % 3] ?? 0,
    );
    const colors = new Uint8Array(positions.length).fill(255);
    await Deno.writeFile(input, encodePly({ positions, colors }));
    const { channels, at } = await draw(input, "--background", "none", "--device", device);
    assertEquals([channels, at(2, 2)], [4, [0, 0, 0, 0]]);
    assertEquals(at(WIDTH / 2, HEIGHT / 2)[3], 255);
    const opacities = new Set<number>();
    for (let x = 0; x < WIDTH; x++) opacities.add(at(x, HEIGHT / 2)[3] ?? NaN);
    assert(opacities.has(0) && opacities.has(255));
    const sky = await draw(input, "--device", device);
    assertEquals(sky.channels, 3);
  },
);

eachBackend("render looks from a place, and in parallel", async ({ device }) => {
  using folder = outFolder();
  const input = `${folder.path}/halves.las`;
  writeHalves(input);
  // From the east, the nearer half hides nothing of the sky; the red wall fills the middle.
  const place = ["--eye", "80,20,14", "--target", "39,20,10", "--fov", "20"];
  const near = await draw(input, ...place, "--background", "none", "--device", device);
  assertEquals(near.at(WIDTH / 2, 4)[3], 0);
  assertEquals(nameOf(near.at(WIDTH / 2, HEIGHT / 2 + 8)), "red");
  // In parallel, from straight above, both halves are equally wide although one is higher.
  const flat = await draw(input, "--ortho", "--background", "none", "--device", device);
  const row = Array.from({ length: WIDTH }, (_, x) => flat.at(x, HEIGHT / 2));
  const wide = (name: string): number =>
    row.filter((color) => color[3] === 255 && nameOf(color) === name).length;
  assert(wide("red") > 30 && Math.abs(wide("red") - wide("blue")) <= 3, `${wide("red")}`);
});

Deno.test("render says which file has nothing to color by", async () => {
  using folder = outFolder();
  const input = `${folder.path}/bare.ply`;
  await Deno.writeFile(input, encodePly({ positions: Float64Array.of(0, 0, 0, 9, 9, 9) }));
  for (
    const [mode, what] of [
      ["rgb", "colors"],
      ["intensity", "intensities"],
      ["class", "classes"],
      ["return", "numbers of returns"],
      ["normal", "normals"],
    ] as const
  ) {
    const args = ["render", input, "-o", `${folder.path}/a.png`, "--color", mode];
    const { code, notes } = await runMain([...args, "--device", "cpu"]);
    assertEquals(code, 1);
    assertStringIncludes(notes, `the file has no ${what} to color points by`);
  }
});
