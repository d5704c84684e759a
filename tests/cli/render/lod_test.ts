import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { decode } from "fast-png";
import { eachBackend } from "../../_backends.ts";
import { outFolder } from "../../_files.ts";
import { runMain } from "../_recorder.ts";
import { writeSlope } from "../_slope.ts";

const TREE = ["--points-per-leaf", "100", "--grid-size", "16", "--strategy", "weighted"] as const;

/** Runs the command with `--lod` and decodes its picture. */
async function draw(
  folder: string,
  options: readonly string[],
): Promise<{ report: Record<string, unknown>; colors: string[]; size: number[] }> {
  const [scan, picture] = [`${folder}/scan.bin`, `${folder}/picture.png`];
  writeSlope(scan);
  const args = ["render", scan, "--lod", ...TREE, "--out", picture, ...options, "--json"];
  const { code, results, notes } = await runMain(args, true);
  assertEquals([code, notes, results.length], [0, "", 1]);
  const { data, width, height, channels } = decode(await Deno.readFile(picture));
  const colors = Array.from(
    { length: width * height },
    (_, pixel) => data.subarray(pixel * 3, pixel * 3 + 3).join(),
  );
  return { report: JSON.parse(results[0] ?? ""), colors, size: [width, height, channels] };
}

eachBackend(
  "render --lod draws coarser trees from afar, and all points on demand",
  async ({ device }) => {
    using folder = outFolder();
    const view = ["--device", device, "--width", "90", "--height", "61"];
    const near = await draw(folder.path, [...view, "--min-size", "0"]);
    assertEquals(near.size, [90, 61, 3]);
    const { report } = near;
    assertEquals([report.points, report.droppedPoints, report.device], [3600, 1, device]);
    assertEquals([report.drawnPoints, report.drawnVoxels], [3600, 0]);
    assertEquals([report.strategy, report.mode, report.minSize], ["weighted", "blended", 0]);
    const far = await draw(folder.path, [...view, "--zoom", "0.3", "--mode", "nearest"]);
    assertEquals([far.report.mode, far.report.minSize], ["nearest", 8]);
    const { drawnPoints, drawnVoxels } = far.report;
    assert(Number(drawnVoxels) > 50 && Number(drawnPoints) + Number(drawnVoxels) < 2000);
    // The same sky, before which everything is hardly a pixel.
    const sky = await draw(folder.path, [...view, "--zoom", "0.01"]);
    const drawn = (colors: readonly string[]): number =>
      colors.filter((color, pixel) => color !== sky.colors[pixel]).length;
    assert(drawn(near.colors) > 4 * drawn(far.colors) && drawn(far.colors) > 100);
    const large = await draw(folder.path, [...view, "--zoom", "0.3", "--point-size", "5"]);
    assert(drawn(large.colors) > drawn(far.colors));
  },
);

eachBackend("render --lod prints a table and wipes its progress bar off", async ({ device }) => {
  using folder = outFolder();
  const [scan, picture] = [`${folder.path}/scan.bin`, `${folder.path}/picture.png`];
  writeSlope(scan);
  const args = ["render", scan, "--lod", "--out", picture, "--device", device];
  const { code, results, notes } = await runMain(args, true);
  assertEquals(code, 0);
  const text = results.join("\n");
  for (
    const name of ["drawn voxels", "of 64 pixels or more", "blended", "average", device, picture]
  ) {
    assertStringIncludes(text, name);
  }
  assertStringIncludes(text, "1 more are not finite and left out");
  assert(/\r +\r$/.test(notes), "the bar stays on the terminal");
});

Deno.test("render --lod refuses what goes with other pictures, and others what goes with it", async () => {
  const lod = ["a.las", "--lod", "--out", "x.png"];
  for (
    const [args, problem] of [
      [[...lod, "--voxel-size", "1"], 'Option "--voxel-size" does not go with --lod'],
      [[...lod, "--samples", "2"], 'Option "--samples" does not go with --lod'],
      [[...lod, "--field", "sphere"], 'Option "--field" does not go with --lod'],
      [[...lod, "--up", "w"], 'Option "--up" takes x, y, z, -x, -y or -z, not "w"'],
      [[...lod, "--color", "clas"], 'did you mean "class"?'],
      [[...lod, "--mode", "iso"], "takes nearest or blended with --lod"],
      [[...lod, "--min-size=-1"], 'Option "--min-size" takes 0 to'],
      [[...lod, "--point-size", "65"], 'Option "--point-size" takes 1 to 64'],
      [[...lod, "--strategy", "best"], 'Option "--strategy" takes first, random'],
      [["--lod", "--out", "x.png"], "No input file is given"],
      [["a.las", "--lod"], 'Option "--out" is missing'],
      [["a.las", "--voxel-size", "1", "--min-size", "1"], "goes with --lod only"],
      [["--field", "sphere", "--strategy", "first"], "goes with --lod only"],
      [["a.nrrd", "--point-size", "3"], "goes with --lod only"],
    ] as const
  ) {
    const { code, notes } = await runMain(["render", ...args]);
    assertEquals(code, 2, notes);
    assertStringIncludes(notes, problem);
  }
  const help = await runMain(["render", "--help"]);
  assertStringIncludes(help.results.join(), "render INPUT --lod --out FILE.png");
});
