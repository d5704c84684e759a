import { assertEquals, assertStringIncludes } from "@std/assert";
import { outFolder } from "../_files.ts";
import { lasBytes } from "../io/_las_bytes.ts";
import { runMain } from "./_recorder.ts";

Deno.test("info says what is in a point cloud, as JSON", async () => {
  using folder = outFolder();
  const input = `${folder.path}/a.xyz`;
  await Deno.writeTextFile(input, "1 2 3 -5 0 0 255\n4 nan 6 0 0 0 0\n-1 7.5 9 20 0 0 0\n");
  const { code, results, notes } = await runMain(["info", input, "--json"], true);
  assertEquals([code, notes], [0, ""]);
  assertEquals(JSON.parse(results.join("")), {
    input,
    format: "xyz",
    points: 3,
    nonFinite: 1,
    bounds: { min: [-1, 2, 3], max: [1, 7.5, 9] },
    colorBits: 8,
    intensities: [-5, 20],
    normals: false,
    triangles: 0,
  });
});

Deno.test("info knows point clouds by their first bytes, and tabulates them", async () => {
  using folder = outFolder();
  const input = `${folder.path}/upload`;
  const points = [{ at: [100, 200, 300], classByte: 2 }, {
    at: [400, 500, 600],
    classByte: 6,
  }] as const;
  await Deno.writeFile(input, lasBytes({ format: 0, points }));
  const { code, results, notes } = await runMain(["info", input]);
  assertEquals(code, 0, notes);
  const lines = results.join("").split("\n").map((line) => line.split(/\s{2,}/).join(" | "));
  assertEquals(lines, [
    "points | 2 | las",
    "not finite | 0",
    "x | 1 to 4",
    "y | 2 to 5",
    "z | 3 to 6",
    "scale | 0.01 x 0.01 x 0.01",
    "colours | none",
    "intensities | 0 to 0",
    "classes | 2 6",
  ]);
});

Deno.test("info tells scans, holes, sizes and triangles", async () => {
  using folder = outFolder();
  const pose = "0 0 0\n1 0 0\n0 1 0\n0 0 1\n1 0 0 0\n0 1 0 0\n0 0 1 0\n0 0 0 1\n";
  const pcd = "FIELDS x y z normal_x normal_y normal_z\nSIZE 4 4 4 4 4 4\nTYPE F F F F F F\n" +
    "WIDTH 1\nHEIGHT 2\nDATA ascii\nnan nan nan 0 0 1\nnan nan nan 0 0 1\n";
  const obj = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
  for (
    const [name, text, words] of [
      ["a.ptx", `1\n2\n${pose}1 2 3 4\n0 0 0 4\n`, ["missing", "without a point", "scans"]],
      ["a.pcd", pcd, ["not finite  2", "normals", "1 x 2"]],
      ["a.obj", obj, ["triangles"]],
    ] as const
  ) {
    await Deno.writeTextFile(`${folder.path}/${name}`, text);
    const { code, results, notes } = await runMain(["info", `${folder.path}/${name}`]);
    assertEquals(code, 0, notes);
    const table = results.join("").replace(/ {3,}/g, "  ");
    for (const word of words) assertStringIncludes(table, word);
    assertEquals(table.includes("\nx "), name !== "a.pcd");
  }
});

Deno.test("info says what is wrong with a point cloud, with status 1", async () => {
  using folder = outFolder();
  const input = `${folder.path}/a.pts`;
  await Deno.writeTextFile(input, "3\n1 2 3\n");
  const { code, notes, results } = await runMain(["info", input]);
  assertEquals([code, results], [1, []]);
  assertEquals(notes, "denovdb: Cannot read PTS: a list of 3 points ends after 1 (byte 2)\n");
});
