import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { encodePly, readLas, readPly } from "../../../lib/io/mod.ts";
import { eachBackend } from "../../_backends.ts";
import { outFolder } from "../../_files.ts";
import { runMain } from "../_recorder.ts";
import { LABELS, town, writeTown } from "../train/_town.ts";

eachBackend("predict tells the classes of points, and keeps all else", async ({ device }) => {
  using folder = outFolder();
  const at = (name: string): string => `${folder.path}/${name}`;
  await writeTown(at("a.las"), 100, 4);
  const trained = await runMain([
    ...["train", at("a.las"), "-o", at("a.safetensors"), "--voxel-size", "1", "--tile", "48"],
    ...[
      "--widths",
      "8,12,16",
      "--steps",
      "30",
      "--rate",
      "0.03",
      "--holdout",
      "0",
      "--device",
      device,
    ],
  ]);
  assertEquals(trained.code, 0, trained.notes);
  const { positions, classifications, count } = town(110, 2);
  const colors = new Uint8Array(3 * count).map((_, n) => n % 250);
  const columns = [{
    name: "shade",
    width: 1,
    values: Float32Array.from(colors.subarray(0, count)),
  }];
  await Deno.writeFile(at("b.ply"), encodePly({ positions, colors, columns }));
  const args = ["predict", at("a.safetensors"), at("b.ply"), "--device", device];
  const run = await runMain([...args, "-o", at("told.ply"), "--json"]);
  assertEquals([run.code, run.notes], [0, ""]);
  const report = JSON.parse(run.results.join());
  assertEquals([report.points, report.droppedPoints], [count, 0]);
  const told = readPly(await Deno.readFile(at("told.ply")), { fields: true });
  assertEquals(told.colors, colors);
  assertEquals(told.columns?.map(({ name }) => name), ["shade"]);
  const classes = told.classifications ?? new Uint8Array();
  const right = classes.reduce((sum, one, n) => sum + (one === classifications[n] ? 1 : 0), 0);
  assert(right / count > 0.85, `${right} of ${count} are right`);
  assertEquals(
    report.classes,
    LABELS.toSorted((a, b) => a - b).map((label) => ({
      class: label,
      points: classes.filter((one) => one === label).length,
    })),
  );

  await writeTown(at("c.las"), 110, 2);
  const other = ["predict", at("a.safetensors"), at("c.las"), "--device", device];
  const second = await runMain([...other, "-o", at("told.las")]);
  assertEquals(second.code, 0, second.notes);
  for (const word of ["class 15", "accuracy", "of the classes that the cloud had", "told.las"]) {
    assertStringIncludes(second.results.join("\n"), word);
  }
  const las = readLas(await Deno.readFile(at("told.las")));
  // The same points, but for the steps of LAS.
  const same = (las.classifications ?? new Uint8Array()).reduce(
    (sum, one, n) => sum + (one === classes[n] ? 1 : 0),
    0,
  );
  assert(same > 0.99 * count, `${same} of ${count} are the same`);
});

Deno.test("predict explains itself, and what it cannot do", async () => {
  using folder = outFolder();
  const at = (name: string): string => `${folder.path}/${name}`;
  await writeTown(at("a.ply"), 500, 1);
  const settings = [
    "--voxel-size",
    "1",
    "--widths",
    "4",
    "--steps",
    "1",
    "--features",
    "intensity",
  ];
  const intensities = new Uint16Array(town(500, 1).count).fill(9);
  await Deno.writeFile(at("b.ply"), encodePly({ ...town(500, 1), intensities }));
  const model = at("a.safetensors");
  const made = await runMain(["train", at("b.ply"), ...settings, "-o", model, "--device", "cpu"]);
  assertEquals(made.code, 0, made.notes);
  const out = ["-o", at("told.las")];
  const cases: readonly (readonly [readonly string[], number, string])[] = [
    [["predict"], 2, "No file with a network is given"],
    [["predict", model], 2, "No input file is given"],
    [["predict", model, at("a.ply"), "b.ply"], 2, 'Unexpected argument "b.ply"'],
    [["predict", model, at("a.ply")], 2, 'Option "--out" is missing'],
    [["predict", model, at("a.ply"), "-o", "a.laz"], 2, 'takes a .las or .ply file, not "a.laz"'],
    [["predict", at("a.ply"), at("a.ply"), ...out], 1, `Cannot read "${at("a.ply")}"`],
    [
      ["predict", model, at("a.ply"), ...out],
      1,
      "it has no intensities, which the network is to see",
    ],
    [["predict", folder.path, at("a.ply"), ...out], 1, "it is a folder, a file expected"],
  ];
  for (const [args, status, message] of cases) {
    const run = await runMain(args);
    assertEquals(run.code, status, `${args.join(" ")}: ${run.notes}`);
    assertStringIncludes(run.notes, message);
  }
});
