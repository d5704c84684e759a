import { assertEquals, assertStringIncludes } from "@std/assert";
import { encodeNvdb } from "../../../lib/io/mod.ts";
import { eachBackend } from "../../_backends.ts";
import { outFolder } from "../../_files.ts";
import { runMain } from "../_recorder.ts";

eachBackend("info says what is in a file of grids", async ({ device }) => {
  using folder = outFolder();
  const input = `${folder.path}/two.nvdb`;
  const ijk = new Int32Array([0, 0, 0, 1, 0, 0, 9, 1, 0]);
  const tiles = {
    origins: new Int32Array([16, 0, 0]),
    sides: new Uint16Array([8]),
    values: new Float32Array([7]),
  };
  const columns = [{ name: "color", values: new Uint8Array(9), channels: 3 }];
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
  assertEquals(index.columns, [{ name: "color", type: "vec3u8", channels: 3, rows: 4 }]);
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
  // A value changed on the disk: the checksum tells, and refuses if that is wanted, unless it is not asked.
  const bytes = await Deno.readFile(input);
  bytes[bytes.length - 20] = 1;
  await Deno.writeFile(input, bytes);
  const told = await run();
  assertEquals(told.code, 0);
  assertStringIncludes(told.results.join("\n"), "the checksum of its nodes is");
  const wrong = await run("--strict");
  assertEquals(wrong.code, 1);
  assertStringIncludes(wrong.notes, "the checksum of its nodes is");
  assertEquals((await run("--unverified")).code, 0);
});
