import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import {
  encodeNvdb,
  encodePly,
  FormatError,
  type NvdbColumn,
  type NvdbGridInput,
  readNvdb,
} from "../../../lib/io/mod.ts";
import { eachBackend } from "../../_backends.ts";
import { outFolder } from "../../_files.ts";
import { randomSource } from "../../grid/_oracle.ts";
import { type Run, runMain } from "../_recorder.ts";

/** Voxels of a crust around the middle, which are in the order of a list and not of a grid, and a color of each. */
function crust(): { readonly cells: number[][]; readonly colors: Uint8Array<ArrayBuffer> } {
  const random = randomSource(3);
  const side = Array.from({ length: 17 }, (_, at) => at - 8);
  const cells = side.flatMap((i) => side.flatMap((j) => side.map((k) => [i, j, k])))
    .filter((cell) => Math.abs(Math.hypot(...cell) - 7.5) < 0.6)
    .toSorted(() => random() - 0.5);
  return { cells, colors: Uint8Array.from({ length: 3 * cells.length }, () => random() * 256) };
}

const SMALL = ["--width", "96", "--height", "64", "--samples", "1"];

function grid(cells: readonly (readonly number[])[], columns: NvdbColumn[]): NvdbGridInput {
  const ijk = Int32Array.from(cells.flat());
  return { type: "onIndex", name: "a", ijk, columns, voxelSize: 0.5, origin: [10, 20, 30] };
}

eachBackend(
  "render draws the voxels of an index grid as it draws points in them",
  async ({ device }) => {
    using folder = outFolder();
    const path = (name: string): string => `${folder.path}/${name}`;
    const { cells, colors } = crust();
    const positions = Float64Array.from(cells.flat(), (one, at) => one * 0.5 + 10 * (at % 3 + 1));
    await Deno.writeFile(path("a.ply"), encodePly({ positions, colors }));
    const heights = Float32Array.from(cells, (_, at) => at);
    const columns = [
      { name: "height", values: heights },
      { name: "color", values: colors, channels: 3 },
    ];
    await Deno.writeFile(path("a.nvdb"), encodeNvdb([grid(cells, columns)]));
    const draw = async (name: string, ...more: string[]): Promise<Record<string, unknown>> => {
      const out = ["--out", path(`${name}.png`), "--json", "--device", device, ...SMALL];
      const { code, results, notes } = await runMain(["render", path(name), ...out, ...more]);
      assertEquals(code, 0, notes);
      return JSON.parse(results[0] ?? "");
    };
    const ofPoints = await draw("a.ply", "--voxel-size", "0.5");
    const ofGrid = await draw("a.nvdb");
    for (const name of ["points", "voxels", "voxelSize", "colors", "localOrigin", "rays"]) {
      assertEquals(ofGrid[name], ofPoints[name], name);
    }
    assertEquals(await Deno.readFile(path("a.nvdb.png")), await Deno.readFile(path("a.ply.png")));
    // The samples of the first column are still there to be drawn.
    assertEquals((await draw("a.nvdb", "--mode", "iso")).mode, "iso");
  },
);

Deno.test("render refuses grids whose voxels have no colors or are no cubes", async () => {
  using folder = outFolder();
  const path = (name: string): string => `${folder.path}/${name}`;
  const column = { name: "normal", values: new Float32Array(3), channels: 3 };
  const color = { name: "color", values: new Uint8Array(3), channels: 3 };
  const { voxelSize: _, ...cube } = grid([[0, 0, 0]], [color]);
  await Deno.writeFile(path("plain.nvdb"), encodeNvdb([grid([[0, 0, 0]], [column])]));
  await Deno.writeFile(
    path("oblong.nvdb"),
    encodeNvdb([{ ...cube, matrix: [1, 0, 0, 0, 2, 0, 0, 0, 1] }]),
  );
  await Deno.writeFile(
    path("turned.nvdb"),
    encodeNvdb([{ ...cube, matrix: [0, -1, 0, 1, 0, 0, 0, 0, 1] }]),
  );
  await Deno.writeFile(path("good.nvdb"), encodeNvdb([grid([[0, 0, 0]], [color])]));
  for (
    const [args, status, message] of [
      [["plain.nvdb"], 1, "it has 3 channels, one expected"],
      [["oblong.nvdb"], 1, "its voxels are no cubes along the axes"],
      [["turned.nvdb"], 1, "its voxels are no cubes along the axes"],
      [["good.nvdb", "--voxel-size", "1"], 2, "does not go with grids"],
      [["good.nvdb", "--point-size", "2"], 2, "goes with --lod only"],
      [["good.nvdb", "--grid", "b"], 1, 'There is no grid "b"'],
      [["good.nvdb", "--mode", "iso"], 1, "it has 3 channels, one expected"],
    ] as const
  ) {
    const [file, ...more] = args;
    const out = ["--out", path("a.png"), "--device", "cpu", ...SMALL];
    const { code, notes } = await runMain(["render", path(file), ...more, ...out]);
    assertEquals(code, status, `${args} ${notes}`);
    assertStringIncludes(notes, message);
  }
});

Deno.test("render says which file is no NanoVDB file, once its picture has a place to go", async () => {
  using folder = outFolder();
  const path = `${folder.path}/scan.nvdb`;
  await Deno.writeFile(path, new Uint8Array(100));
  const run = (out: string): Promise<Run> =>
    runMain(["render", path, "--out", `${folder.path}/${out}`]);
  const { code, notes } = await run("a.png");
  assertEquals(code, 1);
  const { message } = assertThrows(() => readNvdb(new Uint8Array(100)), FormatError);
  const reason = message.replace("Cannot read NanoVDB: ", "");
  assertEquals(notes, `denovdb: Cannot read "${path}" as NanoVDB: ${reason}\n`);
  assertStringIncludes((await run("none/a.png")).notes, "there is no folder");
});

Deno.test("render reads a level set once", async () => {
  using folder = outFolder();
  const path = `${folder.path}/a.nvdb`;
  const ijk = Int32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0);
  const values = Float32Array.of(-1, 1, -0.5);
  const level = { type: "float", name: "a", gridClass: "levelSet", ijk, values } as const;
  await Deno.writeFile(path, encodeNvdb([level]));
  const readFile = Deno.readFile;
  let reads = 0;
  Deno.readFile = (...args): ReturnType<typeof readFile> => {
    reads++;
    return readFile(...args);
  };
  try {
    const { code, notes } = await runMain(
      ["render", path, "--out", `${folder.path}/a.png`, "--device", "cpu", ...SMALL],
    );
    assertEquals([code, reads], [0, 1], notes);
  } finally {
    Deno.readFile = readFile;
  }
});
