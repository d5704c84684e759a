import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { decode } from "fast-png";
import { main } from "../../../lib/cli/main.ts";
import { encodeNpy, encodePly, encodeSafetensors, readSafetensors } from "../../../lib/io/mod.ts";
import { eachBackend } from "../../_backends.ts";
import { assertBits } from "../../_compare.ts";
import { outFolder } from "../../_files.ts";
import { runMain } from "../_recorder.ts";
import { LABELS, town, writeTown } from "./_town.ts";

/** A small training of few steps. */
const SMALL = ["--voxel-size", "1", "--tile", "32", "--widths", "4,6", "--batch", "2"];

eachBackend("train learns classes, and draws its losses", async ({ device }) => {
  using folder = outFolder();
  const [input, out, curve] = ["a.las", "a.safetensors", "a.png"].map((one) =>
    `${folder.path}/${one}`
  ) as [
    string,
    string,
    string,
  ];
  await writeTown(input, 100, 4);
  const args = ["train", input, "-o", out, "--voxel-size", "1", "--tile", "48", "--curve", curve]
    .concat(
      "--widths",
      "8,12,16",
      "--steps",
      "30",
      "--rate",
      "0.03",
      "--holdout",
      "0.25",
      "--device",
      device,
    );
  const run = await runMain([...args, "--json"]);
  assertEquals([run.code, run.notes], [0, ""]);
  const report = JSON.parse(run.results.join());
  assertEquals(report.classes, LABELS.toSorted((a, b) => a - b));
  assertEquals([report.steps, report.losses.length, report.device], [30, 30, device]);
  assert(report.lastLoss < 0.5 * report.firstLoss, `${report.firstLoss} to ${report.lastLoss}`);
  assert(report.accuracy > 0.85, `the accuracy is ${report.accuracy}`);
  assertEquals(report.overlaps.length, 5);
  const { width, height } = decode(await Deno.readFile(curve));
  assertEquals([width, height], [960, 540]);
  const table = await runMain(["train", input, "--resume", out, "--device", device]);
  assertEquals(table.code, 0, table.notes);
  for (const word of ["points", "accuracy", "class 64", "mean overlap", out]) {
    assertStringIncludes(table.results.join("\n"), word);
  }
});

eachBackend(
  "train goes on after an interruption, and ends with the same bits",
  async ({ device }) => {
    using folder = outFolder();
    const [input, whole, parts] = ["a.ply", "whole.safetensors", "parts.safetensors"]
      .map((one) => `${folder.path}/${one}`) as [string, string, string];
    await writeTown(input, 200);
    const args = ["train", input, ...SMALL, "--steps", "9", "--device", device];
    const first = await runMain([...args, "-o", whole]);
    assertEquals(first.code, 0, first.notes);
    const ending = new AbortController();
    let shown = 0;
    const output = {
      ...{ terminal: true, columns: 60, result: () => {} },
      note: (text: string): void => {
        if (text.includes("training") && ++shown === 4) ending.abort(new Error("That is enough"));
      },
    };
    assertEquals(await main([...args, "-o", parts], output, ending.signal), 1);
    const stepsIn = async (path: string): Promise<number | undefined> =>
      readSafetensors(await Deno.readFile(path)).arrays.find(({ name }) => name === "losses")
        ?.values
        .length;
    const taken = await stepsIn(parts) ?? NaN;
    assert(taken >= 4 && taken < 9, `${taken} steps`);
    const rest = await runMain(["train", input, "--resume", parts, "--device", device]);
    assertEquals(rest.code, 0, rest.notes);
    assertBits(await Deno.readFile(parts), await Deno.readFile(whole));
  },
);

eachBackend(
  "train computes in bf16, sees colors, and takes classes of any field",
  async ({ device }) => {
    using folder = outFolder();
    const [input, out] = [`${folder.path}/a.ply`, `${folder.path}/a.safetensors`];
    const { positions, classifications, count } = town(300, 1);
    const colors = new Uint8Array(3 * count).map((_, at) => at % 251);
    const columns = [{ name: "kind", width: 1, values: classifications.map((one) => one % 7) }];
    await Deno.writeFile(input, encodePly({ positions, colors, columns }));
    const run = await runMain([
      ...["train", input, ...SMALL, "--steps", "2", "--compute", "bf16", "--label", "kind"],
      ...["--features", "height,color", "--ignore", "1", "-o", out, "--device", device, "--json"],
    ]);
    assertEquals([run.code, run.notes], [0, ""]);
    // 2, 6, 1, 1 and 5 are what is left of the classes.
    assertEquals(JSON.parse(run.results.join()).classes, [2, 5, 6]);
  },
);

Deno.test("train explains itself, and what it cannot do", async () => {
  using folder = outFolder();
  const at = (name: string): string => `${folder.path}/${name}`;
  await writeTown(at("a.ply"), 400, 1);
  await Deno.writeFile(at("bare.ply"), encodePly({ positions: Float64Array.of(0, 0, 0, 9, 9, 9) }));
  await Deno.writeFile(at("none.ply"), encodePly({ positions: new Float64Array() }));
  const { positions, count } = town(400, 1);
  const one = new Uint8Array(count).fill(3);
  await Deno.writeFile(at("one.ply"), encodePly({ positions, classifications: one }));
  const numbers = Float32Array.from({ length: 4 * 50 }, (_, n) => n % 4 === 3 ? 2.5 : n);
  await Deno.writeFile(
    at("a.npy"),
    encodeNpy({ name: "a", shape: [50, 4], dtype: "f32", values: numbers }),
  );
  await Deno.writeFile(at("other.safetensors"), encodeSafetensors([]));
  const start = ["train", at("a.ply"), "--voxel-size", "1"];
  const out = ["-o", at("out.safetensors")];
  const train = (
    name: string,
    ...more: string[]
  ): string[] => ["train", at(name), "--voxel-size", "1", ...out, ...more];
  const cases: readonly (readonly [readonly string[], number, string])[] = [
    [["train"], 2, "No input file is given"],
    [start, 2, 'Option "--out" is missing'],
    [["train", at("a.ply"), ...out], 2, 'Option "--voxel-size" is missing'],
    [[...start, "-o", "a.ply"], 2, 'Option "--out" takes a .safetensors file, not "a.ply"'],
    [[...start, ...out, "--curve", "a.jpg"], 2, '"--curve" takes a .png file, not "a.jpg"'],
    [train("a.ply", "--rate", "-1"), 2, '"--rate" takes a positive number, not -1'],
    [train("a.ply", "--holdout", "1"), 2, '"--holdout" takes a number from 0 to 0.9, not 1'],
    [train("a.ply", "--widths", "8,x"), 2, '"--widths" takes 1 to 8 whole numbers'],
    [train("a.ply", "--ignore", "300"), 2, '"--ignore" takes whole numbers from 0 to 255'],
    [train("a.ply", "--features", "one,smell"), 2, 'color with commas, not "smell"'],
    [train("a.ply", "--compute", "f64"), 2, '"--compute" takes f32 or bf16, not f64'],
    [
      ["train", at("a.ply"), "--resume", at("other.safetensors"), "--steps", "3"],
      2,
      '"--steps" does not go with "--resume"',
    ],
    [train("bare.ply"), 1, "its points have no classes; it has no fields"],
    [train("none.ply"), 1, "it has no points"],
    [train("one.ply"), 1, "the points are of one class, two or more expected"],
    [train("a.ply", "--label", "kind"), 1, 'it has no field "kind", but the fields classification'],
    [train("a.npy", "--label", "intensity"), 1, '"intensity" of point 0 is 2.5, a whole number'],
    [
      ["train", at("a.ply"), "--voxel-size", "1000", "--batch", "1", ...out],
      1,
      "the tiles of a step are a single voxel at the coarsest level",
    ],
    [train("a.ply", "--features", "color"), 1, "it has no colors, which the network is to see"],
    [["train", at("a.ply"), "--resume", at("other.safetensors")], 1, 'that "denovdb train" wrote'],
    [["train", at("a.ply"), "--resume", at("a.safetensors")], 1, "there is no such file"],
  ];
  for (const [args, status, message] of cases) {
    const run = await runMain(args);
    assertEquals(run.code, status, `${args.join(" ")}: ${run.notes}`);
    assertStringIncludes(run.notes, message);
  }
  assertEquals(
    [...Deno.readDirSync(folder.path)].some(({ name }) => name.startsWith("out")),
    false,
  );
});

Deno.test("train keeps what is there unless told to overwrite it", async () => {
  using folder = outFolder();
  const [input, out] = [`${folder.path}/a.ply`, `${folder.path}/a.safetensors`];
  await writeTown(input, 400, 1);
  await Deno.writeTextFile(out, "mine");
  const args = ["train", input, ...SMALL, "--steps", "1", "-o", out, "--device", "cpu"];
  const refused = await runMain(args);
  assertEquals(refused.code, 1);
  assertStringIncludes(refused.notes, "--force overwrites it");
  assertEquals(await Deno.readTextFile(out), "mine");
  assertEquals((await runMain([...args, "--force"])).code, 0);
});
