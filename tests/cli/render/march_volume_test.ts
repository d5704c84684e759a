import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { decode } from "fast-png";
import { eachBackend } from "../../_backends.ts";
import { outFolder } from "../../_files.ts";
import { niftiBytes } from "../../io/nifti/_bytes.ts";
import { gzip } from "../../io/nrrd/_bytes.ts";
import { runMain } from "../_recorder.ts";

const SIDE = 24;

/** A ball of radius 7 in air that is not quite empty, brighter where x is less; x fastest as in files. */
const BALL = Uint8Array.from({ length: SIDE ** 3 }, (_, n) => {
  const [x, y, z] = [n % SIDE, Math.floor(n / SIDE) % SIDE, Math.floor(n / SIDE ** 2)];
  return (x - 12) ** 2 + (y - 12) ** 2 + (z - 12) ** 2 <= 49 ? 200 - x : n % 3;
});

const SIZE = ["--width", "80", "--height", "60"] as const;

interface Picture {
  readonly width: number;
  readonly height: number;
  readonly data: ArrayLike<number>;
}

/** The pixels of a picture that differ from the left one of their row. */
function content(
  { width, height, data }: Picture,
): { across: number; along: number; count: number } {
  const columns = new Set<number>();
  const rows = new Set<number>();
  let count = 0;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const differs = [0, 1, 2].some((c) =>
        Math.abs((data[(y * width + x) * 3 + c] ?? 0) - (data[y * width * 3 + c] ?? 0)) > 8
      );
      if (!differs) continue;
      columns.add(x);
      rows.add(y);
      count++;
    }
  }
  return { across: columns.size, along: rows.size, count };
}

for (const mode of ["iso", "transparent"] as const) {
  eachBackend(`render draws volumes by --mode ${mode} and reports as JSON`, async ({ device }) => {
    using folder = outFolder();
    const [file, picture] = [`${folder.path}/ball.nii.gz`, `${folder.path}/ball.png`];
    const samples = [...BALL];
    await Deno.writeFile(file, await gzip(niftiBytes({ dims: [SIDE, SIDE, SIDE], samples })));
    const options = [...SIZE, "--mode", mode, "--out", picture, "--device", device, "--json"];
    const { code, results, notes } = await runMain(["render", file, ...options], true);
    assertEquals([code, notes, results.length], [0, "", 1]);
    const report = JSON.parse(results[0] ?? "");
    assertEquals([report.mode, report.shape, report.type], [mode, [SIDE, SIDE, SIDE], "u8"]);
    assertEquals(report.voxels, BALL.filter((value) => value > 100).length);
    assertEquals([report.rays, report.samples, report.device], [80 * 60, undefined, device]);
    assert(report.filled > 0 && report.filled <= report.bricks && report.ratio > 0);
    const image = decode(await Deno.readFile(picture));
    assertEquals([image.width, image.height, image.channels, image.depth], [80, 60, 3, 8]);
    const { across, along, count } = content(image);
    assert(Math.abs(across - along) <= 3, `the ball is ${across} x ${along}`);
    assert(across > 25 && across < 60);
    // A disc, without holes.
    assert(Math.abs(count / (across * along) - Math.PI / 4) < 0.08, `${count}`);
  });
}

eachBackend(
  "render takes raw files, steps and more rays, the same every time",
  async ({ device }) => {
    using folder = outFolder();
    const file = `${folder.path}/ball_24x24x24_uint8.raw`;
    await Deno.writeFile(file, BALL);
    const draw = async (...more: readonly string[]): Promise<string> => {
      const picture = `${folder.path}/a.png`;
      const options = [
        ...SIZE,
        "--out",
        picture,
        "--device",
        device,
        "--threshold",
        "100",
        ...more,
      ];
      const { code, results, notes } = await runMain(["render", file, ...options], true);
      assertEquals(code, 0, notes);
      for (const name of ["brick", "filled", "% of the bricks", "index", "memory", "threshold"]) {
        assertStringIncludes(results.join("\n"), name);
      }
      assertStringIncludes(notes, "100%");
      return (await Deno.readFile(picture)).toHex();
    };
    const first = await draw();
    assertEquals(await draw("--mode", "iso", "--step", "0.25") === first, true);
    assert(await draw("--step", "0.1") !== first);
    assert(await draw("--samples", "3") !== first);
    assert(await draw("--up", "x") !== first);
  },
);

eachBackend("render draws the same volume by all modes at the same place", async ({ device }) => {
  using folder = outFolder();
  const file = `${folder.path}/a_16x4x4_uint8.raw`;
  // A bar along x in a box, off its middle.
  const bar = Uint8Array.from({ length: 256 }, (_, n) => n % 16 > 5 && n % 16 < 13 ? 200 : 0);
  await Deno.writeFile(file, bar);
  const boxes: string[] = [];
  for (const mode of ["iso", "transparent", "mist"]) {
    const picture = `${folder.path}/${mode}.png`;
    const view = ["--azimuth", "-90", "--elevation", "0", "--threshold", "100", "--mode", mode];
    const options = [...SIZE, ...view, "--out", picture, "--device", device];
    const { code, notes } = await runMain(["render", file, ...options]);
    assertEquals(code, 0, notes);
    const image = decode(await Deno.readFile(picture));
    const { across, along } = content(image);
    assert(across > 40 && across > along * 1.3, `${mode}: ${across} x ${along}`);
    boxes.push(`${Math.round(across / 8)} x ${Math.round(along / 8)}`);
  }
  assertEquals(boxes[0], boxes[1]);
});

eachBackend("render says what is wrong with a volume, with status 1", async ({ device }) => {
  using folder = outFolder();
  const file = `${folder.path}/a_2x2x1_uint8.raw`;
  const run = async (
    bytes: Uint8Array<ArrayBuffer>,
    ...more: readonly string[]
  ): Promise<string> => {
    await Deno.writeFile(file, bytes);
    const options = ["--out", `${folder.path}/a.png`, "--device", device, ...more];
    const { code, results, notes } = await runMain(["render", file, ...options]);
    assertEquals([code, results, notes.split("\n").length], [1, [], 2]);
    return notes;
  };
  const four = Uint8Array.of(1, 2, 3, 250);
  assertStringIncludes(
    await run(four, "--threshold", "250"),
    "no sample is above the threshold 250",
  );
  assertStringIncludes(await run(four.slice(1)), "take 4 bytes, the file has 3");
  assertStringIncludes(await run(four, "--type", "u16"), "take 8 bytes, the file has 4");
});
