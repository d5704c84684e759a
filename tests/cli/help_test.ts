import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { encodePly } from "../../lib/io/mod.ts";
import { outFolder } from "../_files.ts";
import { runMain } from "./_recorder.ts";

const COMMANDS = [
  ...["convert", "info", "lod", "mesh", "predict", "render", "train", "view", "voxelize"],
];

for (const command of COMMANDS) {
  Deno.test(`the help of ${command} has examples of lines that the command takes`, async () => {
    const { code, results } = await runMain([command, "--help"]);
    assertEquals(code, 0);
    const [, part = ""] = results.join("\n").split("\nExamples:\n");
    const lines = [...part.matchAll(/^ {2}denovdb (.*)$/gm)].map(([, line = ""]) => line);
    using folder = outFolder();
    assert(lines.length >= 3, `${lines.length} examples`);
    assertEquals([...part.matchAll(/^ {2}# \S/gm)].length, lines.length);
    for (const line of lines) {
      // What is piped around the command is left out, and no file is there.
      const words = line.replace(/ [<|>].*$/, "").split(" ").map((word) => {
        if (word.endsWith("/")) return folder.path;
        return word === "-" ? "/none/a.las" : word.replace(/^(?=[a-z*]\w*[.])/, "/none/");
      });
      assertEquals(words[0], command);
      const run = await runMain(words);
      assertEquals(run.code, 1, `${line}: ${run.notes}`);
    }
  });
}

Deno.test("commands and options that are misspelled lead to those that are meant", async () => {
  for (
    const [args, message] of [
      [["rendr"], 'Unknown command "rendr"; did you mean "render"?'],
      [["veiw", "a"], 'Unknown command "veiw"; did you mean "view"?'],
      [["paint"], 'Unknown command "paint"'],
      [
        ["render", "--voxelsize", "1"],
        'Unknown option "--voxelsize"; did you mean "--voxel-size"?',
      ],
      [["lod", "a", "--ouput=b"], 'Unknown option "--ouput=b"; did you mean "--out"?'],
      [["info", "-x"], 'Unknown option "-x"'],
      [
        ["lod", "a", "-o", "b", "--format", "potre"],
        'Option "--format" takes tiles, potree or dvlod, not "potre"; did you mean "potree"?',
      ],
      [
        ["lod", "a", "-o", "b", "--format", "potree", "--pick", "posson"],
        'did you mean "poisson"?',
      ],
      [["lod", "a", "-o", "b", "--strategy", "wieghted"], 'did you mean "weighted"?'],
      [["render", "a.nrrd", "-o", "b", "--mode", "mits"], 'did you mean "mist"?'],
      [["render", "a.las", "-o", "b", "--lod", "--mode", "blend"], 'did you mean "blended"?'],
      [["render", "-o", "b", "--field", "gyriod"], 'did you mean "gyroid"?'],
      [["convert", "a.las", "b.nvdb", "--codec", "zp"], 'did you mean "zip"?'],
      [["mesh", "a.nrrd", "-o", "b.ply", "--inside", "abov"], 'did you mean "above"?'],
      [["info", "a", "--device", "cdua"], 'did you mean "cuda"?'],
      [["info", "a", "--endian", "litle"], 'did you mean "little"?'],
    ] as const
  ) {
    const { code, notes } = await runMain(args);
    assertEquals(code, 2, args.join(" "));
    assertStringIncludes(notes.split("\n")[0] ?? "", message);
    if (!message.includes("did you mean")) assert(!notes.includes("did you mean"), notes);
  }
});

Deno.test("-v tells where an error comes from, and why CUDA is not used", async () => {
  const silent = await runMain(["info", "/none/a.las"]);
  assertEquals(silent.notes.split("\n").length, 2);
  const verbose = await runMain(["info", "/none/a.las", "-v"]);
  assertStringIncludes(verbose.notes, "\n    at ");

  using folder = outFolder();
  const file = `${folder.path}/a.ply`;
  await Deno.writeFile(file, encodePly({ positions: Float64Array.of(0, 0, 0, 9, 9, 9) }));
  const args = ["render", file, "-o", `${folder.path}/a.png`, "--width", "9", "--height", "9"];
  const { fallbackReason } = JSON.parse((await runMain([...args, "--json"])).results[0] ?? "{}");
  const told = async (...more: string[]): Promise<boolean> =>
    (await runMain([...args, ...more])).results.join("\n").includes("not used");
  assertEquals([await told(), await told("-v")], [false, fallbackReason !== undefined]);
});
