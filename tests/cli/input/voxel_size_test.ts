import { assert, assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import {
  checkMeshVoxels,
  checkPointVoxels,
  guessVoxelSize,
} from "../../../lib/cli/input/voxel_size.ts";
import { encodePly, readPointCloud } from "../../../lib/io/mod.ts";
import { contexts } from "../../_backends.ts";
import { outFolder } from "../../_files.ts";
import { runMain } from "../_recorder.ts";
import { notesOfView, startView } from "../_viewing.ts";

const BOX = { min: [5, 5, 5], max: [5, 517, 6] } as const;

Deno.test("guessVoxelSize() divides the longest side by 256", () => {
  assertEquals(guessVoxelSize(BOX), 2);
  assertEquals(guessVoxelSize({ min: [0, 0, 0], max: [1, 0, 100] }), 0.391);
  for (const odd of [0, Infinity, -Infinity, NaN]) {
    assertEquals(guessVoxelSize({ min: [0, 0, 0], max: [odd, 0, 0] }), 1);
  }
});

Deno.test("checkPointVoxels() refuses more than a million voxels in a row", () => {
  checkPointVoxels(BOX, 512 / 2 ** 20);
  checkPointVoxels({ min: [0, 0, 0], max: [NaN, 0, 0] }, 1e-9);
  assertThrows(
    () => checkPointVoxels(BOX, 1e-6),
    RangeError,
    "Cannot make voxels of size 0.000001: there would be 512,000,000 along the longest side, at most 1,048,576",
  );
});

Deno.test("render and view say that a picture shows next to nothing", async () => {
  using folder = outFolder();
  const [apart, small] = [`${folder.path}/apart.xyz`, `${folder.path}/small.xyz`];
  const rows = Array.from({ length: 400 }, (_, n) => `${n % 20} ${Math.floor(n / 20)} 0`);
  const far = rows.map((row) => `90000${row}`);
  await Deno.writeTextFile(apart, [...rows, ...far].join("\n"));
  await Deno.writeTextFile(small, rows.join("\n"));
  const size = ["--width", "40", "--height", "30"];
  const render = async (...args: readonly string[]): Promise<string> => {
    const { code, notes } = await runMain([
      "render",
      ...args,
      "-o",
      `${folder.path}/a.png`,
      ...size,
    ]);
    assertEquals(code, 0, notes);
    return notes;
  };
  const isFar = "some are far away from the rest";
  assertStringIncludes(await render(apart), isFar);
  assertStringIncludes(
    await render(apart, "--lod", "--points-per-leaf", "50"),
    isFar,
  );
  assertStringIncludes(await render(small, "--voxel-size", "1e9"), 'a smaller "--voxel-size"');
  assertEquals(await render(small), "");
  assertEquals(await render(small, "--voxel-size", "1"), "");
  assertStringIncludes(await notesOfView(apart), isFar);
});

/** Two triangles that are a square of 10 x 10, and one without an area. */
const SQUARE = {
  positions: Float64Array.of(0, 0, 0, 10, 0, 0, 10, 10, 0, 0, 10, 0),
  faces: Uint32Array.of(0, 1, 2, 0, 2, 3, 1, 1, 1),
};

Deno.test("checkMeshVoxels() goes by the area of triangles", async () => {
  const cloud = await readPointCloud(encodePly(SQUARE), { name: "a.ply" });
  const mesh = { cloud, faces: SQUARE.faces };
  checkMeshVoxels(mesh, { voxelSize: 0.001 });
  assertThrows(
    () => checkMeshVoxels(mesh, { voxelSize: 1e-4 }),
    RangeError,
    "about 15,000,000,000 near the triangles, at most 500,000,000 expected",
  );
  // The wider the band, the more of them.
  checkMeshVoxels(mesh, { voxelSize: 0.01, halfWidth: 1 });
  assertThrows(() => checkMeshVoxels(mesh, { voxelSize: 0.01, halfWidth: 3 }), RangeError, "about");
});

Deno.test("commands refuse absurd sizes of voxels before they work", async () => {
  using folder = outFolder();
  const [points, mesh] = [`${folder.path}/points.ply`, `${folder.path}/mesh.ply`];
  await Deno.writeFile(points, encodePly({ positions: SQUARE.positions }));
  await Deno.writeFile(mesh, encodePly(SQUARE));
  const out = (ending: string): string[] => ["--out", `${folder.path}/out${ending}`];
  for (
    const [size, ...args] of [
      ["1e-6", "render", points, ...out(".png")],
      ["1e-6", "view", points],
      ["1e-4", "view", mesh],
      ["1e-6", "convert", points, ...out(".nvdb")],
      ["1e-4", "convert", mesh, ...out(".nvdb")],
      ["1e-6", "voxelize", points, ...out(".ply")],
      ["1e-4", "voxelize", mesh, ...out(".ply")],
      ["1e-4", "mesh", mesh, ...out(".ply")],
    ]
  ) {
    const line = [...args, "--voxel-size", size ?? "", "--device", "cpu"];
    const { code, notes } = await runMain(line);
    assertEquals(code, 1, line.join(" "));
    assertStringIncludes(notes, "Cannot make voxels of size", line.join(" "));
    assertStringIncludes(notes, 'choose a larger "--voxel-size"');
  }
  const left = [...Deno.readDirSync(folder.path)].map(({ name }) => name).sort();
  assertEquals(left, ["mesh.ply", "points.ply"]);
});

for (const { device } of contexts) {
  Deno.test(`render takes the size of voxels that view takes, and says so [${device}]`, async () => {
    using folder = outFolder();
    const file = `${folder.path}/points.ply`;
    const positions = Float64Array.from(
      { length: 600 },
      (_, at) => at % 3 === 2 ? 0 : at * 7 % 513,
    );
    await Deno.writeFile(file, encodePly({ positions }));
    const small = ["--out", `${folder.path}/a.png`, "--width", "32", "--height", "24"];
    const draw = (...more: string[]) =>
      runMain(["render", file, ...small, "--device", device, ...more]);
    const { voxelSize, voxelSizeGuessed } = JSON.parse((await draw("--json")).results[0] ?? "");
    const side = [0, 1].map((axis) => positions.filter((_, at) => at % 3 === axis))
      .map((values) => Math.max(...values) - Math.min(...values));
    assertEquals([voxelSize, voxelSizeGuessed], [
      Number((Math.max(...side) / 256).toPrecision(3)),
      true,
    ]);
    await using viewing = await startView(file, "--device", device);
    assertEquals(viewing.report["voxel size"], `${voxelSize}`);
    const text = (await draw()).results.join("\n");
    assertStringIncludes(text, `of size ${voxelSize}, guessed; --voxel-size sets it`);
    const own = (await draw("--voxel-size", "9")).results.join("\n");
    assertStringIncludes(own, "of size 9");
    assert(!own.includes("guessed"));
  });
}
