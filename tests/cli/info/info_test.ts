import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { eachBackend } from "../../_backends.ts";
import { outFolder } from "../../_files.ts";
import { niftiBytes } from "../../io/nifti/_bytes.ts";
import { runMain } from "../_recorder.ts";

/** 9^3 samples from 0 to 2, and eight of 200 in one corner. */
const SAMPLES = Array.from({ length: 729 }, (_, n) => {
  const [x, y, z] = [n % 9, Math.floor(n / 9) % 9, Math.floor(n / 81)];
  return Math.max(x, y, z) < 2 ? 200 : n % 3;
});

eachBackend("info says what is in a volume, as JSON", async ({ device }) => {
  using folder = outFolder();
  const input = `${folder.path}/a.nii`;
  const file = { type: "u16", dims: [9, 9, 9], pixdim: [1, 1, 2, 0.5], samples: SAMPLES } as const;
  await Deno.writeFile(input, niftiBytes(file));
  const args = ["info", input, "--json", "--device", device, "--threshold", "100.5"];
  const { code, results, notes } = await runMain(args, true);
  assertEquals([code, notes, results.length], [0, "", 1]);
  const { sizes, ...report } = JSON.parse(results[0] ?? "");
  assertEquals(report, {
    input,
    format: "nifti",
    shape: [9, 9, 9],
    type: "u16",
    spacing: [1, 2, 0.5],
    range: [0, 200],
    threshold: 100.5,
    above: 8,
    fill: 8 / 729,
    denseBytes: 1458,
    best: sizes[1],
  });
  assertEquals(sizes.map(({ edge }: { edge: number }) => edge), [2, 4, 8, 16, 32, 64, 128, 256]);
  assertEquals([sizes[1].filled, sizes[1].bricks, sizes[1].poolBytes], [1, 27, 128]);
});

eachBackend("info prints aligned tables of raw files", async ({ device }) => {
  using folder = outFolder();
  const input = `${folder.path}/a.raw`;
  await Deno.writeFile(input, Uint8Array.from([1, 2, 3, ...SAMPLES]));
  const raw = ["--dims", "9x9x9", "--type", "u8", "--skip", "3"];
  const { code, results, notes } = await runMain(["info", input, ...raw, "--device", device], true);
  assertEquals(code, 0, notes);
  assertStringIncludes(notes, "counting");
  const [table = "", sizes = ""] = (results[0] ?? "").split("\n\n");
  for (const text of ["9 x 9 x 9  u8, raw", "0 to 200", "1.10%  8 samples", "4^3  1 of 27"]) {
    assertStringIncludes(table, text);
  }
  for (const name of ["volume", "range", "threshold", "fill", "index", "ratio"]) {
    assert(table.split("\n").some((line) => line.startsWith(`${name} `)), name);
  }
  const lines = sizes.split("\n");
  assertEquals([lines.length, new Set(lines.map(({ length }) => length)).size], [9, 1]);
});

Deno.test("info says what is wrong with a command line, with status 2", async () => {
  for (
    const [args, message] of [
      [["info"], "No input file is given"],
      [["info", "a.raw", "--dims", "4"], '"--dims" takes three sizes'],
      [["info", "a.raw", "--width", "4"], 'Unknown option "--width"'],
      [["info", "a.raw", "--device", "tpu"], '"--device" takes auto, cpu, cuda, cuda:N or wasm'],
    ] as const
  ) {
    const { code, results, notes } = await runMain(args);
    assertEquals([code, results], [2, []]);
    assertStringIncludes(notes, message);
    assertStringIncludes(notes, "denovdb info --help");
  }
  const { code, results } = await runMain(["info", "--help"]);
  assertEquals(code, 0);
  assertStringIncludes(results.join(""), "Usage: denovdb info FILE");
});

Deno.test("info describes several files, and those that it cannot read do not hide others", async () => {
  using folder = outFolder();
  const [one, none, two] = ["1.xyz", "none.xyz", "2.xyz"].map((name) => `${folder.path}/${name}`);
  await Deno.writeTextFile(one ?? "", "1 2 3\n");
  await Deno.writeTextFile(two ?? "", "1 2 3\n4 5 6\n");
  const files = [one ?? "", none ?? "", two ?? ""];
  const tables = await runMain(["info", ...files]);
  assertEquals([tables.code, tables.results.length], [1, 2]);
  assertMatch(tables.results[0] ?? "", /1\.xyz:\npoints +1 /);
  assertMatch(tables.results[1] ?? "", /^\n.*2\.xyz:\npoints +2 /);
  assertStringIncludes(tables.notes, `Cannot read "${none}": there is no such file`);
  assertStringIncludes(tables.notes, "1 of 3 files could not be described");
  const { code, results } = await runMain(["info", one ?? "", two ?? "", "--json"]);
  assertEquals(code, 0);
  assertEquals(results.map((line) => JSON.parse(line).points), [1, 2]);
});

eachBackend("info says what is wrong with a file, with status 1", async ({ device }) => {
  using folder = outFolder();
  const input = `${folder.path}/a.raw`;
  await Deno.writeFile(input, Uint8Array.of(1, 2, 3));
  const run = (...more: string[]) => runMain(["info", input, "--device", device, ...more]);
  const { code, notes } = await run();
  assertEquals(code, 1);
  assertStringIncludes(notes, "the dims and the type of raw samples are not known");
  const short = await run("--dims", "2x2x1", "--type", "u8");
  assertStringIncludes(short.notes, "take 4 bytes, the file has 3");
});

Deno.test("info says of files that nothing tells what it can read", async () => {
  using folder = outFolder();
  const path = `${folder.path}/notes.md`;
  await Deno.writeTextFile(path, "# Notes");
  const { code, notes } = await runMain(["info", path]);
  assertEquals(code, 1);
  assertStringIncludes(notes, 'a known format, which "denovdb info --help" lists');
  const raw = await runMain(["info", path, "--dims", "7x1x1", "--type", "u8"]);
  assertEquals([raw.code, raw.notes], [0, ""]);
});
