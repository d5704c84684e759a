import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { decode } from "fast-png";
import { eachBackend } from "../../_backends.ts";
import { outFolder } from "../../_files.ts";
import { nrrdBytes, nrrdParts } from "../../io/nrrd/_bytes.ts";
import { runMain } from "../_recorder.ts";

const SIDE = 24;

/** A ball of radius 7 in air that is not quite empty, x fastest as in files; and how many samples it has. */
const BALL = Array.from({ length: SIDE ** 3 }, (_, n) => {
  const [x, y, z] = [n % SIDE, Math.floor(n / SIDE) % SIDE, Math.floor(n / SIDE ** 2)];
  return (x - 12) ** 2 + (y - 12) ** 2 + (z - 12) ** 2 <= 49 ? 200 - x : n % 3;
});
const IN_BALL = BALL.filter((value) => value > 100).length;

async function writeBall(path: string): Promise<void> {
  const sizes = [SIDE, SIDE, SIDE];
  await Deno.writeFile(
    path,
    await nrrdBytes({ type: "u8", sizes, samples: BALL, encoding: "gzip" }),
  );
}

const VIEW = ["--volume", "--width", "80", "--height", "60"] as const;

interface Picture {
  readonly width: number;
  readonly height: number;
  readonly data: ArrayLike<number>;
}

/** The box around pixels that differ from those at the left and right of their row. */
function content(
  { width, height, data }: Picture,
): { readonly across: number; readonly along: number } {
  let [left, right, top, bottom] = [width, -1, height, -1];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const differs = [0, 1, 2].some((c) =>
        Math.abs((data[(y * width + x) * 3 + c] ?? 0) - (data[y * width * 3 + c] ?? 0)) > 8
      );
      if (!differs) continue;
      [left, right] = [Math.min(left, x), Math.max(right, x)];
      [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
    }
  }
  return { across: right - left + 1, along: bottom - top + 1 };
}

eachBackend(
  "render --volume draws a picture and reports its numbers as JSON",
  async ({ device }) => {
    using folder = outFolder();
    const [file, picture] = [`${folder.path}/ball.nrrd`, `${folder.path}/ball.png`];
    await writeBall(file);
    const options = [...VIEW, "--out", picture, "--device", device, "--json"];
    const { code, results, notes } = await runMain(["render", file, ...options], true);
    assertEquals([code, notes, results.length], [0, "", 1]);
    const report = JSON.parse(results[0] ?? "");
    assertEquals([report.shape, report.type], [[SIDE, SIDE, SIDE], "u8"]);
    assertEquals([report.voxels, report.spacing, report.device], [IN_BALL, [1, 1, 1], device]);
    assert(report.threshold >= 2 && report.threshold < 170, `threshold ${report.threshold}`);
    assertEquals([report.rays, report.width, report.height], [80 * 60, 80, 60]);
    assert(report.samples > 1000);
    const image = decode(await Deno.readFile(picture));
    assertEquals([image.width, image.height, image.channels, image.depth], [80, 60, 3, 8]);
    const { across, along } = content(image);
    assert(Math.abs(across - along) <= 3, `the ball is ${across} x ${along}`);
    assert(across > 25 && across < 60);
  },
);

eachBackend(
  "render --volume prints a table and gives the same picture every time",
  async ({ device }) => {
    using folder = outFolder();
    const file = `${folder.path}/ball.nrrd`;
    await writeBall(file);
    const pictures: string[] = [];
    for (const name of ["a", "b"]) {
      const picture = `${folder.path}/${name}.png`;
      const options = [...VIEW, "--out", picture, "--device", device, "--threshold", "100"];
      const { code, results, notes } = await runMain(["render", file, ...options], true);
      assertEquals(code, 0);
      const text = results.join("\n");
      for (
        const name of [
          "threshold",
          "100",
          "voxels",
          "% of the samples",
          "samples/s",
          device,
          picture,
        ]
      ) {
        assertStringIncludes(text, name);
      }
      assertStringIncludes(notes, "100%");
      pictures.push((await Deno.readFile(picture)).toHex());
    }
    assertEquals(pictures[0] === pictures[1], true);
  },
);

eachBackend("render --volume turns the axis that is named up", async ({ device }) => {
  using folder = outFolder();
  // A pillar along y, of floats in a data file of its own, with samples two units apart.
  const sizes = [9, 20, 9];
  const samples = Array.from({ length: 9 * 20 * 9 }, (_, n) => {
    const [x, z] = [n % 9, Math.floor(n / 180)];
    return Math.abs(x - 4) < 2 && Math.abs(z - 4) < 2 ? 0.75 : 0;
  });
  const lines = ["spacings: 2 2 2", "data file: pillar.raw"];
  const parts = await nrrdParts({ type: "f32", sizes, samples, endian: "big", lines });
  await Deno.writeFile(`${folder.path}/pillar.nhdr`, parts.header);
  await Deno.writeFile(`${folder.path}/pillar.raw`, parts.data);
  const pictures = new Set<string>();
  for (const up of ["x", "y", "z", "-x", "-y", "-z"]) {
    const picture = `${folder.path}/pillar.png`;
    const view = ["--width", "60", "--height", "60", "--elevation", "10", "--azimuth", "0"];
    const options = [
      "--volume",
      ...view,
      "--up",
      up,
      "--out",
      picture,
      "--device",
      device,
      "--json",
    ];
    const { code, results } = await runMain(["render", `${folder.path}/pillar.nhdr`, ...options]);
    assertEquals([code, JSON.parse(results[0] ?? "").voxels], [0, 9 * 20]);
    const bytes = await Deno.readFile(picture);
    pictures.add(bytes.toHex());
    const { across, along } = content(decode(bytes));
    if (up.endsWith("y")) assert(along > across * 2, `${up}: ${across} x ${along}`);
    else assert(along < across * 1.5, `${up}: ${across} x ${along}`);
  }
});

eachBackend("render --volume says what is wrong with a file, with status 1", async ({ device }) => {
  using folder = outFolder();
  const path = `${folder.path}/odd.nrrd`;
  const options = ["--volume", "--out", `${folder.path}/a.png`, "--device", device];
  const run = async (bytes: Uint8Array, ...more: string[]): Promise<string> => {
    await Deno.writeFile(path, bytes);
    const { code, results, notes } = await runMain(["render", path, ...options, ...more]);
    assertEquals([code, results, notes.split("\n").length], [1, [], 2]);
    return notes;
  };
  const box = { type: "u8", sizes: [2, 2], samples: [1, 2, 3, 250] } as const;
  const good = await nrrdBytes(box);
  assertStringIncludes(
    await run(good, "--threshold", "250"),
    "no sample is above the threshold 250; they are 1 to 250",
  );
  assertStringIncludes(await run(good.subarray(0, -1)), "the samples take 4 bytes, 3 are there");
  const pairs = await nrrdBytes({ ...box, lines: ["kinds: vector domain"] });
  assertStringIncludes(await run(pairs), "the samples have 2 channels, one number expected");
  const lost = (await nrrdParts({ ...box, lines: ["data file: lost.raw"] })).header;
  assertStringIncludes(await run(lost), "lost.raw");
  const nothing = await nrrdBytes({ type: "f32", sizes: [1], samples: [NaN] });
  assertStringIncludes(await run(nothing), "no finite sample");
  const missing = ["--volume", "--out", `${folder.path}/none/a.png`];
  const { code, notes } = await runMain(["render", path, ...missing]);
  assertEquals(code, 1);
  assertStringIncludes(notes, "there is no folder");
});

for (
  const [type, samples] of [
    ["i8", [-5, -5, -5, 90]],
    ["i16", [-5, -5, -5, 90]],
    ["u16", [5, 5, 5, 60000]],
    ["i32", [-5, -5, -5, 2e9]],
    ["u32", [5, 5, 5, 4e9]],
    ["i64", [-5n, -5n, -5n, 2n ** 60n]],
    ["u64", [5n, 5n, 5n, 2n ** 63n]],
    ["f64", [-0.5, -0.5, Infinity, 1e300]],
  ] as const
) {
  eachBackend(`render --volume takes ${type} samples`, async ({ device }) => {
    using folder = outFolder();
    const [file, picture] = [`${folder.path}/a.nrrd`, `${folder.path}/a.png`];
    await Deno.writeFile(file, await nrrdBytes({ type, sizes: [2, 2, 1], samples }));
    const options = ["--volume", "--width", "9", "--height", "9", "--out", picture, "--json"];
    const { code, results, notes } = await runMain([
      "render",
      file,
      ...options,
      "--device",
      device,
    ]);
    assertEquals([code, notes], [0, ""]);
    // What is infinite is above every threshold.
    assertEquals(JSON.parse(results[0] ?? "").voxels, type === "f64" ? 2 : 1);
  });
}
