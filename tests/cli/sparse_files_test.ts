import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { decode } from "fast-png";
import { encodeNvdb, readPly } from "../../lib/io/mod.ts";
import { eachBackend } from "../_backends.ts";
import { outFolder } from "../_files.ts";
import { borderOf } from "../mesh/_oracle.ts";
import { runMain } from "./_recorder.ts";

/** A sphere of radius 9 voxels of size 2 as a level set, and a fog of the same voxels. */
async function writeSphere(path: string): Promise<number> {
  const voxels: number[] = [];
  for (let x = -12; x <= 12; x++) {
    for (let y = -12; y <= 12; y++) {
      for (let z = -12; z <= 12; z++) {
        if (Math.abs(Math.hypot(x, y, z) - 9) < 3) voxels.push(x, y, z);
      }
    }
  }
  const ijk = Int32Array.from(voxels);
  const values = Float32Array.from(
    { length: ijk.length / 3 },
    (_, n) => 2 * (Math.hypot(...ijk.subarray(3 * n, 3 * n + 3)) - 9),
  );
  const sphere = {
    type: "float",
    name: "sphere",
    ijk,
    values,
    voxelSize: 2,
    background: Float32Array.of(6),
  } as const;
  const fog = {
    ...sphere,
    name: "fog",
    values: values.map((one) => 6 - one),
    background: Float32Array.of(0),
  };
  await Deno.writeFile(path, encodeNvdb([{ ...sphere, gridClass: "levelSet" }, fog]));
  return values.length;
}

eachBackend("mesh draws level sets of files, at any distance", async ({ device }) => {
  using folder = outFolder();
  const [file, out] = [`${folder.path}/two.nvdb`, `${folder.path}/a.ply`];
  const voxels = await writeSphere(file);
  const args = ["mesh", file, "--out", out, "--force", "--device", device];
  for (const offset of [0, 1.5]) {
    const { code, results, notes } = await runMain([
      ...args,
      "--json",
      "--grid",
      "sphere",
      `--iso=${offset}`,
    ]);
    assertEquals([code, notes], [0, ""]);
    const report = JSON.parse(results[0] ?? "");
    const { positions, faces = [] } = readPly(await Deno.readFile(out));
    assertEquals([report.voxels, report.drawnTriangles], [voxels, faces.length / 3]);
    assertEquals(borderOf(Array.from(faces)), []);
    for (let at = 0; at < positions.length; at += 3) {
      assert(Math.abs(Math.hypot(...positions.subarray(at, at + 3)) - 18 - offset) < 0.2);
    }
  }
  const table = (await runMain([...args, "--grid", "0"])).results.join();
  for (const text of ["of size 2", "triangles"]) {
    assertStringIncludes(table, text);
  }
  for (
    const [more, status, message] of [
      [[], 1, "There are 2 grids, --grid picks one of"],
      [["--voxel-size", "1"], 2, '"--voxel-size" is not for sparse grids'],
    ] as const
  ) {
    const { code, notes } = await runMain([...args, ...more]);
    assertEquals(code, status);
    assertStringIncludes(notes, message);
  }
  const mesh = await runMain(["mesh", "a.ply", "--out", out, "--voxel-size", "1", "--grid", "0"]);
  assertStringIncludes(mesh.notes, '"--grid" is not for meshes');
});

eachBackend(
  "render draws grids of files: the same picture of a sphere as a surface and as a fog",
  async ({ device }) => {
    using folder = outFolder();
    const [file, out] = [`${folder.path}/two.nvdb`, `${folder.path}/a.png`];
    const mesh = `${folder.path}/a.ply`;
    await writeSphere(file);
    const view = ["--width", "60", "--height", "50", "--out", out, "--device", device, "--json"];
    const pictures: string[] = [];
    // The fog is above 6 where the level set is inside; both surfaces are between the same voxels.
    for (const more of [["--grid", "sphere"], ["--grid", "fog", "--threshold", "6"]]) {
      const { code, results, notes } = await runMain(["render", file, ...view, ...more]);
      assertEquals([code, notes], [0, ""]);
      const report = JSON.parse(results[0] ?? "");
      assertEquals([report.type, report.spacing], ["f32", [2, 2, 2]]);
      const image = decode(await Deno.readFile(out));
      assertEquals([image.width, image.height], [60, 50]);
      // A row through the middle begins and ends with the background and has the sphere between.
      const row = Array.from({ length: 60 }, (_, x) => image.data[(25 * 60 + x) * 3 + 2] ?? 0);
      const differing = row.filter((value) => Math.abs(value - (row[0] ?? 0)) > 8).length;
      assert(differing > 20 && differing < 45, `${differing} pixels`);
      pictures.push(row.map((value) => Math.abs(value - (row[0] ?? 0)) > 8 ? 1 : 0).join(""));
    }
    assertEquals(pictures[0], pictures[1]);
    const damaged = await Deno.readFile(file);
    damaged[damaged.length - 1] = 1; // a value of a voxel that is not active
    await Deno.writeFile(file, damaged);
    const fog = ["render", file, ...view, "--grid", "fog"];
    const wrong = "the checksum of its nodes is";
    for (
      const args of [fog, ["mesh", file, "--grid", "fog", "--iso", "0.5", "--force", "-o", mesh]]
    ) {
      const told = await runMain(args);
      assertEquals(told.code, 0, told.notes);
      assertStringIncludes(told.notes, `denovdb: warning: ${wrong}`);
      const refused = await runMain([...args, "--strict"]);
      assertEquals(refused.code, 1);
      assertStringIncludes(refused.notes, wrong);
      const { code, notes } = await runMain([...args, "--unverified"]);
      assertEquals([code, notes.includes(wrong)], [0, false]);
    }
    const cloud = await runMain([
      "render",
      "a.las",
      "--grid",
      "x",
      "--voxel-size",
      "1",
      "--out",
      out,
    ]);
    assertStringIncludes(cloud.notes, '"--grid" goes with volumes only');
  },
);

Deno.test("mesh tells sizes of voxels as people write them", async () => {
  using folder = outFolder();
  const [file, out] = [`${folder.path}/cube.nvdb`, `${folder.path}/a.ply`];
  const ijk = Int32Array.from({ length: 24 }, (_, at) => at / 3 >> 2 - at % 3 & 1);
  const values = Float32Array.of(-1, 1, 1, 1, 1, 1, 1, 1);
  const cube = { type: "float", gridClass: "levelSet", ijk, values } as const;
  await Deno.writeFile(file, encodeNvdb([{ ...cube, voxelSize: Math.fround(0.1) }]));
  const { code, results, notes } = await runMain(["mesh", file, "--out", out, "--device", "cpu"]);
  assertEquals(code, 0, notes);
  assertEquals(/of size (\S+)/.exec(results.join("\n"))?.[1], "0.1");
});
