import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { encodePly, readObj, readPly } from "../../lib/io/mod.ts";
import { eachBackend } from "../_backends.ts";
import { outFolder } from "../_files.ts";
import { flatFaces, flatVertices, makeBall } from "../grid/_triangles.ts";
import { readGlb } from "../io/_meshes.ts";
import { borderOf } from "../mesh/_oracle.ts";
import { runMain } from "./_recorder.ts";

const RADIUS = 3;

async function writeBall(folder: string): Promise<string> {
  const path = `${folder}/ball.ply`;
  const ball = makeBall([0, 0, 0], RADIUS, 3);
  const faces = flatFaces(ball);
  await Deno.writeFile(path, encodePly({ positions: flatVertices(ball), faces }));
  return path;
}

eachBackend("mesh draws a closed mesh anew, at any distance", async ({ device }) => {
  using folder = outFolder();
  const file = await writeBall(folder.path);
  for (const offset of [0, 0.8, -1.5]) {
    const out = `${folder.path}/drawn.ply`;
    const args = ["mesh", file, "--voxel-size", "0.5", "--out", out, "--device", device];
    const { code, results, notes } = await runMain([...args, "--json", `--offset=${offset}`]);
    assertEquals([code, notes], [0, ""]);
    const report = JSON.parse(results[0] ?? "");
    const { positions, faces = [], count } = readPly(await Deno.readFile(out));
    assertEquals([report.drawnVertices, report.drawnTriangles], [count, faces.length / 3]);
    assertEquals(borderOf(Array.from(faces)), []);
    assertEquals(count - faces.length / 6, 2); // Euler: a sphere
    for (let at = 0; at < positions.length; at += 3) {
      const radius = Math.hypot(...positions.subarray(at, at + 3));
      assert(Math.abs(radius - RADIUS - offset) < 0.15, `${radius} at ${offset}`);
    }
  }
});

eachBackend("mesh writes OBJ and GLB, and prints a table", async ({ device }) => {
  using folder = outFolder();
  const file = await writeBall(folder.path);
  const counts: number[] = [];
  for (const ending of ["obj", "glb"]) {
    const out = `${folder.path}/drawn.${ending}`;
    const args = ["mesh", file, "--voxel-size", "1", "--out", out, "--device", device];
    const { code, results } = await runMain(args);
    assertEquals(code, 0);
    assertStringIncludes(results[0] ?? "", "vertices");
    const bytes = await Deno.readFile(out);
    counts.push(ending === "obj" ? readObj(bytes).count : readGlb(bytes).read(0).length / 3);
  }
  assertEquals(counts[0], counts[1]);
  assert((counts[0] ?? 0) > 100);
});

Deno.test("mesh explains itself, and what it cannot do", async () => {
  using folder = outFolder();
  const open = `${folder.path}/open.obj`;
  await Deno.writeTextFile(open, "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
  const { code, results } = await runMain(["mesh", "--help"]);
  assertEquals(code, 0);
  assertStringIncludes(results.join("\n"), "--offset D");
  const start = ["mesh", open, "--voxel-size", "1"];
  for (
    const [args, status, message] of [
      [["mesh"], 2, "No input file is given"],
      [start, 2, 'Option "--out" is missing'],
      [[...start, "--out", "a.stl"], 2, 'takes a .ply, .obj or .glb file, not "a.stl"'],
      [[...start, "--out", `${folder.path}/a.ply`], 1, "3 edges do not join two triangles"],
    ] as const
  ) {
    const run = await runMain(args);
    assertEquals(run.code, status, args.join(" "));
    assertStringIncludes(run.notes, message);
  }
});
