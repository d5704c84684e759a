import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { encodeObj, readPly } from "../../../lib/io/mod.ts";
import { eachBackend } from "../../_backends.ts";
import { outFolder } from "../../_files.ts";
import { runMain } from "../_recorder.ts";

/** A triangle in the plane z = 0, and where it is written. */
async function writeTriangle(folder: string): Promise<string> {
  const path = `${folder}/triangle.obj`;
  const positions = new Float32Array([0, 0, 0, 4, 0, 0, 0, 4, 0]);
  await Deno.writeFile(path, encodeObj({ positions, faces: new Uint32Array([0, 1, 2]) }));
  return path;
}

eachBackend("voxelize lists the voxels of a mesh and reports as JSON", async ({ device }) => {
  using folder = outFolder();
  const [file, out] = [await writeTriangle(folder.path), `${folder.path}/voxels.ply`];
  const args = ["voxelize", file, "--voxel-size", "2", "--out", out, "--device", device, "--json"];
  const { code, results, notes } = await runMain(args);
  assertEquals([code, notes, results.length], [0, "", 1]);
  const report = JSON.parse(results[0] ?? "");
  // 0, 1 and 2 along x and y; of the cells beyond x + y = 2 those whose corner is on the edge.
  assertEquals([report.triangles, report.voxels, report.device], [1, 8, device]);
  const { positions, count } = readPly(await Deno.readFile(out));
  assertEquals(count, 8);
  const places = Array.from({ length: 8 }, (_, n) => positions.slice(n * 3, n * 3 + 3).join());
  assertEquals(places.toSorted(), [
    ...["0,0,0", "0,2,0", "0,4,0", "2,0,0", "2,2,0", "2,4,0", "4,0,0", "4,2,0"],
  ]);
  const wide = await runMain([...args, "--half-width", "2", "--force"]);
  assert(JSON.parse(wide.results[0] ?? "").voxels > 20);
});

eachBackend("voxelize prints a table", async ({ device }) => {
  using folder = outFolder();
  const [file, out] = [await writeTriangle(folder.path), `${folder.path}/voxels.obj`];
  const { results } = await runMain([
    "voxelize",
    file,
    "--voxel-size=2",
    `--out=${out}`,
    `--device=${device}`,
  ]);
  const [table = ""] = results;
  for (const word of ["triangles", "voxels", "of size 2", `on ${device}`, out]) {
    assertStringIncludes(table, word);
  }
});

eachBackend("voxelize lists the voxels of points, of any format", async ({ device }) => {
  using folder = outFolder();
  const [file, out] = [`${folder.path}/points.csv`, `${folder.path}/voxels.ply`];
  await Deno.writeTextFile(file, "x,y,z\n0.1,0,0\n0.2,0,0\nnan,0,0\n4,4,-4\n");
  const args = ["voxelize", file, "--voxel-size=2", `--out=${out}`, `--device=${device}`];
  const { code, results, notes } = await runMain(args);
  assertEquals(code, 0, notes);
  assertStringIncludes(results.join(""), "(1 more are not finite and left out)");
  assertEquals([...readPly(await Deno.readFile(out)).positions], [4, 4, -4, 0, 0, 0]);
  const report = JSON.parse((await runMain([...args, "--json", "--force"])).results.join(""));
  assertEquals([report.points, report.droppedPoints, report.voxels], [3, 1, 2]);
});

Deno.test("voxelize explains itself, and what it cannot do", async () => {
  using folder = outFolder();
  const points = `${folder.path}/points.obj`;
  await Deno.writeTextFile(points, "v 0 0 0\n");
  const { code, results } = await runMain(["voxelize", "--help"]);
  assertEquals(code, 0);
  assertStringIncludes(results.join("\n"), "--half-width W");
  const start = ["voxelize", points, "--voxel-size", "1"];
  for (
    const [args, status, message] of [
      [["voxelize"], 2, "No input file is given"],
      [["voxelize", points, "--out", "a.ply"], 2, 'Option "--voxel-size" is missing'],
      [start, 2, 'Option "--out" is missing'],
      [[...start, "--out", "a.png"], 2, 'takes a .ply, .obj or .glb file, not "a.png"'],
      [[...start, "b.obj", "--out", "a.ply"], 2, 'Unexpected argument "b.obj"'],
      [["voxelize", points, "--voxel-size", "0", "--out", "a.ply"], 2, "a positive number, not 0"],
      [[...start, "--out", "a.ply", "--half-width", "-1"], 2, "takes 0 or more, not -1"],
      [[...start, "--out", "a.ply", "--device", "gpu"], 2, 'cuda:N or wasm, not "gpu"'],
      [[...start, "--out", "none/there/a.ply"], 1, "there is no folder"],
      [[...start, "--out", `${folder.path}/a.ply`, "--half-width", "1"], 2, "with meshes only"],
    ] as const
  ) {
    const run = await runMain(args);
    assertEquals(run.code, status, args.join(" "));
    assertStringIncludes(run.notes, message);
  }
});
