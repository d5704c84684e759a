import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { eachBackend } from "../_backends.ts";
import { outFolder } from "../_files.ts";
import { copcBytes } from "../io/_copc_bytes.ts";
import { runMain } from "./_recorder.ts";
import { writeSlope } from "./_slope.ts";

interface Tile {
  readonly content: { readonly uri: string };
  readonly children?: readonly Tile[];
  readonly geometricError: number;
}

/** How many points a tile's content holds. */
function countPoints(path: string): number {
  const file = Deno.readFileSync(path);
  const length = new DataView(file.buffer).getUint32(12, true);
  return JSON.parse(new TextDecoder().decode(file.subarray(20, 20 + length))).accessors[0].count;
}

eachBackend("lod writes a tileset whose leaves hold all points", async ({ device }) => {
  using folder = outFolder();
  const [scan, out] = [`${folder.path}/scan.bin`, `${folder.path}/tiles`];
  writeSlope(scan);
  const options = ["--points-per-leaf", "200", "--grid-size", "8", "--strategy", "weighted"];
  const args = ["lod", scan, "--out", out, ...options, "--device", device, "--json"];
  const { code, results, notes } = await runMain(args, true);
  assertEquals([code, notes, results.length], [0, "", 1]);
  const report = JSON.parse(results[0] ?? "");
  assertEquals([report.points, report.dropped, report.device], [3600, 1, device]);
  const { root } = JSON.parse(Deno.readTextFileSync(`${out}/tileset.json`));
  let [points, voxels, nodes] = [0, 0, 0];
  const visit = (tile: Tile): void => {
    const count = countPoints(`${out}/${tile.content.uri}`);
    nodes++;
    if (tile.children === undefined) points += count;
    else voxels += count;
    assertEquals(tile.geometricError === 0, tile.children === undefined);
    for (const child of tile.children ?? []) visit(child);
  };
  visit(root);
  assertEquals([points, voxels, nodes], [3600, report.voxels, report.nodes]);
  assert(nodes > 9, "the cloud is not split");
});

eachBackend("lod says what it did in a sentence", async ({ device }) => {
  using folder = outFolder();
  const [scan, out] = [`${folder.path}/scan.bin`, `${folder.path}/tiles`];
  writeSlope(scan);
  const { code, results } = await runMain(["lod", scan, "--out", out, "--device", device], false);
  assertEquals(code, 0);
  const text = results.join("\n");
  assertStringIncludes(text, "3600 points in 1 leaves, 0 voxels in 0 nodes, 1 levels");
  assertStringIncludes(text, "1 points are not finite and left out");
});

eachBackend("lod reads levels of a COPC file", async ({ device }) => {
  using folder = outFolder();
  const [scan, out] = [`${folder.path}/scan.copc.laz`, `${folder.path}/tiles`];
  const nodes = [
    { key: [0, 0, 0, 0], point: { at: [1, 2, 3] } },
    { key: [1, 0, 0, 0], point: { at: [-4, -5, -6] } },
    { key: [1, 1, 1, 1], point: { at: [4, 5, 6] } },
  ] as const;
  await Deno.writeFile(scan, copcBytes({ format: 6, nodes }).bytes);
  for (const [levels, count] of [["1", 1], ["2", 3]]) {
    const args = ["lod", scan, "--out", out, "--levels", `${levels}`, "--device", device, "--json"];
    const { code, results, notes } = await runMain(args);
    assertEquals([code, notes], [0, ""]);
    assertEquals(JSON.parse(results.join("")).points, count);
  }
});

Deno.test("lod explains itself and refuses what makes no sense", async () => {
  const help = await runMain(["lod", "--help"], false);
  assertEquals(help.code, 0);
  assertStringIncludes(help.results.join(), "Usage: denovdb lod INPUT --out DIR");
  for (
    const [args, problem] of [
      [[], "No input file is given"],
      [["a.las"], 'Option "--out" is missing'],
      [["a.las", "b.las", "--out", "x"], 'One input expected, not also "b.las"'],
      [["a.las", "--out", "x", "--strategy", "best"], 'Strategy "best" is not known'],
      [["a.las", "--out", "x", "--grid-size", "0"], "takes a positive whole number"],
    ] as const
  ) {
    const { code, notes } = await runMain(["lod", ...args], false);
    assertEquals(code, 2);
    assertStringIncludes(notes, problem);
  }
});
