import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { decode } from "fast-png";
import { eachBackend } from "../../_backends.ts";
import { outFolder } from "../../_files.ts";
import { runMain } from "../_recorder.ts";

const VIEW = ["--width", "64", "--height", "48", "--resolution", "48"] as const;

eachBackend(
  "render --field draws a picture and reports its numbers as JSON",
  async ({ device }) => {
    using folder = outFolder();
    const picture = `${folder.path}/gyroid.png`;
    const options = [...VIEW, "--out", picture, "--device", device, "--sky-rays", "1", "--json"];
    const { code, results, notes } = await runMain(
      ["render", "--field", "gyroid", ...options],
      true,
    );
    assertEquals([code, notes, results.length], [0, "", 1]);
    const report = JSON.parse(results[0] ?? "");
    assertEquals([report.field, report.resolution, report.device], ["gyroid", 48, device]);
    assertEquals(report.bytesPerVoxel, report.gridBytes / report.voxels);
    assert(report.voxels > 10000 && report.voxels < 54 ** 3, `${report.voxels} voxels`);
    assert(report.hits > 64 * 48 && report.hits < 64 * 48 * 4, `${report.hits} hits`);
    assertEquals(report.rays, 64 * 48 * 4 + report.hits * 2);
    const image = decode(await Deno.readFile(picture));
    assertEquals([image.width, image.height, image.channels, image.depth], [64, 48, 3, 8]);
    const colors = new Set<string>();
    for (let at = 0; at < image.data.length; at += 3) {
      colors.add(image.data.subarray(at, at + 3).join());
    }
    assert(colors.size > 500, `the picture has ${colors.size} colors only`);
  },
);

eachBackend(
  "render --field prints a table, and the same picture every time",
  async ({ device }) => {
    using folder = outFolder();
    const pictures: string[] = [];
    for (const name of ["a", "b"]) {
      const picture = `${folder.path}/${name}.png`;
      const options = [...VIEW, "--out", picture, "--device", device, "--samples", "1"];
      const { code, results, notes } = await runMain(
        ["render", "--field", "sphere", ...options],
        true,
      );
      assertEquals(code, 0);
      const text = results.join("\n");
      const words = ["sphere", "48 voxels across", "leaves", "rays/s", "hits", device, picture];
      for (const word of words) assertStringIncludes(text, word);
      assertStringIncludes(notes, "100%");
      assert(/\r +\r$/.test(notes), "the bar stays on the terminal");
      pictures.push((await Deno.readFile(picture)).toHex());
    }
    assertEquals(pictures[0] === pictures[1], true);
  },
);

Deno.test("render --field says that a folder is missing before it works", async () => {
  using folder = outFolder();
  const { code, notes } = await runMain(
    ["render", "--field", "sphere", "--out", `${folder.path}/none/a.png`],
  );
  assertEquals(code, 1);
  assertStringIncludes(notes, "there is no folder");
});
