import { assertEquals, assertStringIncludes } from "@std/assert";
import { encodeNvdb, encodePly } from "../../lib/io/mod.ts";
import { eachBackend } from "../_backends.ts";
import { outFolder } from "../_files.ts";
import { dataTest } from "../io/_data.ts";
import { runMain } from "./_recorder.ts";

eachBackend("info says what is in a file of grids", async ({ device }) => {
  using folder = outFolder();
  const input = `${folder.path}/two.nvdb`;
  const ijk = new Int32Array([0, 0, 0, 1, 0, 0, 9, 1, 0]);
  const tiles = {
    origins: new Int32Array([16, 0, 0]),
    sides: new Uint16Array([8]),
    values: new Float32Array([7]),
  };
  const columns = [{ name: "colour", values: new Uint8Array(9), channels: 3 }];
  const float = {
    type: "float",
    name: "fog",
    ijk,
    values: new Float32Array([1, -2, 3]),
    tiles,
  } as const;
  await Deno.writeFile(
    input,
    encodeNvdb([float, { type: "onIndex", ijk, columns, voxelSize: 0.5 }]),
  );
  const run = (...more: string[]) => runMain(["info", input, "--device", device, ...more]);
  const { code, results, notes } = await run("--json");
  assertEquals([code, notes], [0, ""]);
  const { grids, ...file } = JSON.parse(results[0] ?? "");
  assertEquals(file, { input, format: "nvdb", fileBytes: (await Deno.stat(input)).size });
  const [{ deviceBytes, fileBytes, gridBytes, ...fog }, index] = grids;
  assertEquals(fileBytes, gridBytes);
  assertEquals(deviceBytes < gridBytes / 10, true);
  assertEquals(fog, {
    name: "fog",
    type: "float",
    gridClass: "unknown",
    version: "32.9.2",
    codec: "none",
    checksum: "full",
    voxelSize: [1, 1, 1],
    origin: [0, 0, 0],
    bounds: { min: [0, 0, 0], max: [23, 7, 7] },
    active: 515,
    voxels: 3,
    tiles: 1,
    leaves: 2,
    lowers: 1,
    uppers: 1,
    fill: 515 / (24 * 64),
    leafFill: 3 / 1024,
    range: [-2, 7],
    background: [0],
    columns: [],
  });
  assertEquals(index.columns, [{ name: "colour", type: "vec3u8", channels: 3, rows: 4 }]);
  const table = (await run()).results.join("\n");
  for (
    const text of [
      "fog  float, unknown",
      "515  33.53% of the box",
      "-2 to 7",
      "3 x vec3u8, 4 rows",
      "0.5 x 0.5 x 0.5",
    ]
  ) {
    assertStringIncludes(table, text);
  }
  // A value changed on the disk: the checksum tells, unless it is not asked.
  const bytes = await Deno.readFile(input);
  bytes[bytes.length - 20] = 1;
  await Deno.writeFile(input, bytes);
  const wrong = await run();
  assertEquals(wrong.code, 1);
  assertStringIncludes(wrong.notes, "the checksum of its nodes is");
  assertEquals((await run("--unverified")).code, 0);
});

Deno.test("info says what is in a file of points or triangles", async () => {
  using folder = outFolder();
  const input = `${folder.path}/a.ply`;
  const positions = new Float64Array([0, 0, 0, 4, 0, 0, 0, 2, 1]);
  const colors = Uint8Array.of(9, 9, 9, 9, 9, 9, 9, 200, 9);
  await Deno.writeFile(input, encodePly({ positions, colors, faces: new Uint32Array([0, 1, 2]) }));
  const { code, results } = await runMain(["info", input, "--json"]);
  assertEquals(code, 0);
  assertEquals(JSON.parse(results[0] ?? ""), {
    input,
    format: "ply",
    points: 3,
    notFinite: 0,
    triangles: 1,
    bounds: { min: [0, 0, 0], max: [4, 2, 1] },
    attributes: [{ name: "colour", type: "u8", channels: 3, range: [9, 200] }],
    density: 3 / 8,
    fileBytes: (await Deno.stat(input)).size,
    memoryBytes: 72 + 9 + 12,
  });
  const table = (await runMain(["info", input])).results.join("\n");
  for (const text of ["triangles", "0 to 4", "3 x u8  9 to 200", "93 B"]) {
    assertStringIncludes(table, text);
  }
  const scan = `${folder.path}/scan.bin`;
  await Deno.writeFile(
    scan,
    new Uint8Array(new Float32Array([1, 2, 3, 0.5, NaN, 0, 0, 0.25]).buffer),
  );
  const report = JSON.parse((await runMain(["info", scan, "--json"])).results[0] ?? "");
  assertEquals([report.points, report.notFinite, report.attributes[0].range], [2, 1, [0.25, 0.5]]);
  const missing = await runMain(["info", `${folder.path}/none.las`]);
  assertEquals([missing.code, missing.notes.includes("none.las")], [1, true]);
});

dataTest("info says what the header of a scan says", ["las/autzen_trim.laz"], async (bytes) => {
  using folder = outFolder();
  const input = `${folder.path}/scan.laz`;
  await Deno.writeFile(input, bytes);
  const { points, las, bounds } = JSON.parse(
    (await runMain(["info", input, "--json"])).results[0] ?? "",
  );
  assertEquals([points, las.version, las.pointFormat, las.records], [110_000, "1.2", 3, 6]);
  assertEquals(bounds.min[0], 636001.76);
});
