import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { main } from "../../lib/cli/main.ts";
import { contexts } from "../_backends.ts";
import { outFolder } from "../_files.ts";
import { runMain } from "./_recorder.ts";

Deno.test("main() explains itself", async () => {
  for (const args of [["--help"], ["-h"], ["help"]]) {
    const { code, results, notes } = await runMain(args);
    assertEquals([code, notes], [0, ""]);
    assertStringIncludes(results.join("\n"), "render");
  }
  for (const args of [["render", "--help"], ["render", "-h"], ["help", "render"]]) {
    const { code, results } = await runMain(args);
    assertEquals(code, 0);
    assertStringIncludes(results.join("\n"), "--voxel-size S");
  }
});

Deno.test("main() reports the version of deno.json", async () => {
  const version = /"version": "([^"]+)"/.exec(await Deno.readTextFile("deno.json"))?.[1];
  const { code, results } = await runMain(["--version"]);
  assertEquals([code, results], [0, [`denovdb ${version}`]]);
});

const INPUT = ["render", "a.bin", "--voxel-size", "1", "--out", "a.png"] as const;
const VOLUME = ["render", "a.nrrd", "--volume", "--out", "a.png"] as const;
const SCAN = ["render", "a.nii.gz", "--out", "a.png"] as const;
const FIELD = ["render", "--field", "gyroid", "--out", "a.png"] as const;

for (
  const [args, message] of [
    [[], "No command is given"],
    [["rendr"], 'Unknown command "rendr"'],
    [["render"], "No input file is given"],
    [["render", "a.las"], 'Option "--out" is missing'],
    [["render", "a.las", "b.las", "--voxel-size", "1"], 'Unexpected argument "b.las"'],
    [[...INPUT, "--size", "3"], 'Unknown option "--size"'],
    [["render", "a.bin", "--voxel-size", "0", "--out", "a.png"], "a positive number, not 0"],
    [["render", "a.bin", "--voxel-size", "-2", "--out", "a.png"], "a positive number, not -2"],
    [[...INPUT, "--width", "0"], "positive whole number"],
    [[...INPUT, "--height", "99999"], '"--height" takes 1 to 16384, not 99999'],
    [[...INPUT, "--elevation", "90"], '"--elevation" takes -89 to 89, not 90'],
    [[...INPUT, "--samples", "9"], '"--samples" takes 1 to 8, not 9'],
    [[...INPUT, "--sky-rays", "1.5"], '"--sky-rays" takes a whole number, not 1.5'],
    [[...INPUT, "--zoom", "0"], '"--zoom" takes 0.01 to 1000, not 0'],
    [[...INPUT, "--threshold", "3"], '"--threshold" goes with volumes only'],
    [[...INPUT, "--up", "w"], 'Option "--up" takes x, y, z, -x, -y or -z, not "w"'],
    [[...INPUT, "--eye", "1,2"], 'Option "--eye" takes X,Y,Z, not "1,2"'],
    [[...INPUT, "--target", "1,,3"], 'Option "--target" takes X,Y,Z, not "1,,3"'],
    [[...INPUT, "--fov", "180"], 'Option "--fov" takes 1 to 150, not 180'],
    [[...INPUT, "--color", "hight"], 'did you mean "height"?'],
    [[...INPUT, "--background", "non"], 'did you mean "none"?'],
    [[...SCAN, "--color", "hight"], 'takes height or value, not "hight"; did you mean "height"?'],
    [[...SCAN, "--color", "value"], '"--color" takes height with --mode iso, not "value"'],
    [[...VOLUME, "--color", "height"], '"--color" takes value with --mode mist, not "height"'],
    [[...FIELD, "--color", "class"], '"--color" takes rgb, height or normal, not "class"'],
    [[...FIELD, "--eye", "1,2"], 'Option "--eye" takes X,Y,Z, not "1,2"'],
    [[...INPUT, "--volume"], '"--voxel-size" does not go with volumes'],
    [[...VOLUME, "--sky-rays", "2"], '"--sky-rays" does not go with volumes'],
    [[...VOLUME, "--up", "w"], '"--up" takes x, y, z, -x, -y or -z, not "w"'],
    [[...VOLUME, "--threshold", "air"], '"--threshold" takes a number, not "air"'],
    [[...VOLUME, "--mode", "iso"], '"--mode" takes mist with --volume, not "iso"'],
    [[...VOLUME, "--step", "1"], '"--step" does not go with mist'],
    [[...SCAN, "--mode", "fog"], '"--mode" takes iso, transparent or mist, not "fog"'],
    [[...SCAN, "--step", "0"], '"--step" takes 0.001 to 100, not 0'],
    [[...SCAN, "--type", "u9"], '"--type" takes a type such as u8 or f32, not "u9"'],
    [[...SCAN, "--voxel-size", "1"], '"--voxel-size" does not go with volumes'],
    [[...INPUT, "--mode", "iso"], '"--voxel-size" does not go with volumes'],
    [[...INPUT, "--dims", "1x2x3"], '"--dims" goes with volumes only'],
    [[...FIELD, "--mode", "iso"], '"--mode" does not go with --field'],
    [[...FIELD, "--type", "u8"], '"--type" does not go with --field'],
    [["render", "--volume"], "No input file is given"],
    [["render", "a.nrrd", "--volume"], 'Option "--out" is missing'],
    [["render", "a.nrrd", "b.nrrd", "--volume"], 'Unexpected argument "b.nrrd"'],
    [[...INPUT, "--resolution", "9"], '"--resolution" goes with --field only'],
    [[...VOLUME, "--resolution", "9"], '"--resolution" goes with --field only'],
    [["render", "--field", "cube", "--out", "a.png"], 'takes gyroid or sphere, not "cube"'],
    [["render", "--field", "gyroid"], 'Option "--out" is missing'],
    [[...FIELD, "a.las"], 'Unexpected argument "a.las"'],
    [[...FIELD, "--volume"], '"--volume" does not go with --field'],
    [[...FIELD, "--voxel-size", "1"], '"--voxel-size" does not go with --field'],
    [[...FIELD, "--threshold", "1"], '"--threshold" does not go with --field'],
    [[...FIELD, "--up", "y"], '"--up" does not go with --field'],
    [[...FIELD, "--resolution", "15"], '"--resolution" takes 16 to 2048, not 15'],
    [[...FIELD, "--sky-rays", "65"], '"--sky-rays" takes 0 to 64, not 65'],
    [[...INPUT, "--device", "gpu"], 'takes auto, cpu, cuda, cuda:N or wasm, not "gpu"'],
    [[...INPUT, "--device", "cuda:x"], 'takes auto, cpu, cuda, cuda:N or wasm, not "cuda:x"'],
  ] as const
) {
  Deno.test(`main() refuses "${args.join(" ")}" with status 2 and a hint`, async () => {
    const { code, results, notes } = await runMain(args);
    assertEquals([code, results], [2, []]);
    const [line = "", hint = "", ...rest] = notes.split("\n");
    assert(line.startsWith("denovdb: "));
    assertStringIncludes(line, message);
    assertStringIncludes(hint, "--help");
    assertEquals(rest, [""]);
  });
}

Deno.test("main() ends with status 1 and one line when a file is missing or bad", async () => {
  assert(contexts.length > 0);
  using folder = outFolder();
  const options = ["--voxel-size", "1", "--out", `${folder.path}/a.png`];
  const missing = await runMain(["render", `${folder.path}/none.las`, ...options]);
  assertEquals([missing.code, missing.results], [1, []]);
  assertEquals(missing.notes.split("\n").length, 2);
  assertStringIncludes(missing.notes, "none.las");
  const path = `${folder.path}/odd.bin`;
  await Deno.writeFile(path, new Uint8Array(new Float32Array([0, 0, 0, 0]).buffer));
  const homeless = ["--voxel-size", "1", "--out", `${folder.path}/none/a.png`, "--device", "cpu"];
  const { code, notes } = await runMain(["render", path, ...homeless]);
  assertEquals(code, 1);
  assertStringIncludes(notes, `there is no folder "${folder.path}/none"`);
  const onto = ["--voxel-size", "1", "--out", folder.path, "--device", "cpu"];
  const { notes: refused } = await runMain(["render", path, ...onto]);
  assertEquals(
    refused,
    `denovdb: Cannot write "${folder.path}": it is a folder, a file expected\n`,
  );
  for (
    const [bytes, message] of [
      [new Uint8Array(17), "17 bytes are not a whole number of points"],
      [new Uint8Array(0), "the file is empty"],
      [new Uint8Array(new Float32Array([NaN, 0, 0, 0]).buffer), "no finite point"],
    ] as const
  ) {
    await Deno.writeFile(path, bytes);
    const { code, notes } = await runMain(["render", path, "--device", "cpu", ...options]);
    assertEquals(code, 1);
    assertEquals(notes.split("\n").length, 2);
    assertStringIncludes(notes, message);
  }
});

Deno.test("main() ends without a word when nobody reads its results any more", async () => {
  const notes: string[] = [];
  const status = await main(["--help"], {
    terminal: false,
    columns: 80,
    result: () => {
      throw new Deno.errors.BrokenPipe("Broken pipe (os error 32)");
    },
    note: (text) => notes.push(text),
  });
  assertEquals([status, notes], [141, []]);
});

async function runProgram(...args: readonly string[]): Promise<[number, string, string]> {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-check", ...args],
    stdin: "null",
  }).output();
  const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
  return [code, decode(stdout), decode(stderr)];
}

Deno.test("the program sets the process's exit status and prints no stack", async () => {
  const line = ["lib/cli/main.ts", "render", "--frame", "3"];
  assertEquals(await runProgram("--allow-read", ...line), [
    2,
    "",
    'denovdb: Unknown option "--frame"\nRun "denovdb render --help" for the options\n',
  ]);
  const file = "examples/data/autzen_trim.laz";
  const [code, text, note] = await runProgram("lib/cli/main.ts", "info", file);
  assertEquals([code, text], [1, ""]);
  assertStringIncludes(note, "--allow-read");
  assertEquals(note.trim().split("\n").length, 1);
});
