import { assertEquals, assertStringIncludes } from "@std/assert";
import { encodeNvdb } from "../../lib/io/mod.ts";
import { outFolder } from "../_files.ts";
import { runMain } from "./_recorder.ts";

/** Files that are not what they seem to be, and a scan. */
async function makeInputs(folder: string): Promise<void> {
  const scan = await Deno.readFile(new URL("../../examples/data/autzen_trim.laz", import.meta.url));
  await Deno.writeFile(`${folder}/scan.laz`, scan);
  await Deno.writeFile(`${folder}/scan.nvdb`, scan);
  await Deno.writeFile(`${folder}/empty.laz`, new Uint8Array());
  await Deno.writeFile(`${folder}/four_2x2x1_uint8.raw`, Uint8Array.of(1, 2, 3, 4));
  const index = encodeNvdb([{ type: "onIndex", name: "set", ijk: Int32Array.of(1, 2, 3) }]);
  await Deno.writeFile(`${folder}/index.nvdb`, index);
  const values = Float32Array.from([1, 2, 3]);
  const ijk = Int32Array.of(0, 0, 0, 0, 0, 1, 0, 1, 0);
  const field = encodeNvdb([{ type: "float", gridClass: "levelSet", ijk, values }]);
  await Deno.writeFile(`${folder}/field.nvdb`, field);
  const torn = field.slice();
  const gridAt = new TextDecoder("latin1").decode(torn).lastIndexOf("NanoVDB");
  torn[gridAt + 8] = (torn[gridAt + 8] ?? 0) ^ 1; // of its checksum
  await Deno.writeFile(`${folder}/torn.nvdb`, torn);
  const wind = encodeNvdb([{ type: "vec3f", ijk, values: new Float32Array(9) }]);
  await Deno.writeFile(`${folder}/wind.nvdb`, wind);
  await Deno.writeFile(`${folder}/scan.ply.gz`, Uint8Array.of(0x1f, 0x8b, 8, 0));
  await Deno.writeTextFile(`${folder}/notes.md`, "# Notes");
  await Deno.mkdir(`${folder}/box`);
}

const DRAW = ["--voxel-size", "3", "--out"];

Deno.test("commands say what is wrong with an input", async () => {
  using folder = outFolder();
  const { path } = folder;
  await makeInputs(path);
  for (
    const [args, message] of [
      [["info", "none"], 'Cannot read "IN/none": there is no such file or folder'],
      [["render", "none", ...DRAW, "a.png"], "there is no such file or folder"],
      [["voxelize", "none", ...DRAW, "a.ply"], "there is no such file or folder"],
      [["mesh", "none.ply", ...DRAW, "a.ply"], "there is no such file or folder"],
      [["mesh", "none.nvdb", "--out", "a.ply"], "there is no such file or folder"],
      [["mesh", "none.nrrd", "--out", "a.ply"], "there is no such file or folder"],
      [["convert", "none", "a.ply"], "there is no such file or folder"],
      [["lod", "none", "--out", "tiles"], "there is no such file or folder"],
      [["view", "none", "--port", "0"], "there is no such file or folder"],
      [["render", "box", ...DRAW, "a.png"], "it is a folder, a file expected"],
      [["render", "box", "--volume", "--out", "a.png"], "it is a folder, a file expected"],
      [["voxelize", "box", ...DRAW, "a.ply"], "it is a folder, a file expected"],
      [["lod", "box", "--out", "tiles"], "it is a folder, a file expected"],
      [["info", "box"], "it has no tileset.json"],
      [["info", "empty.laz"], 'Cannot read "IN/empty.laz" as LAZ: the file is empty'],
      [["convert", "empty.laz", "a.ply"], 'Cannot read "IN/empty.laz" as LAZ: the file is empty'],
      [["info", "scan.nvdb"], 'the file does not start with "NanoVDB"'],
      [["render", "scan.nvdb", "--out", "a.png"], 'the file does not start with "NanoVDB"'],
      [
        ["view", "index.nvdb", "--threshold", "1", "--port", "0"],
        'Cannot view grid "set": it has no values to compare with the threshold',
      ],
      [["mesh", "scan.nvdb", "--out", "a.ply"], 'the file does not start with "NanoVDB"'],
      [["info", "torn.nvdb", "--strict"], "expected; --unverified reads it nevertheless"],
      [["convert", "torn.nvdb", "a.ply", "--strict"], "--unverified reads it nevertheless"],
      [["info", "notes.md"], 'a known format, which "denovdb info --help" lists'],
      [
        ["info", "scan.ply.gz"],
        'Cannot read "IN/scan.ply.gz" as PLY: the compressed data is cut off after 0 bytes',
      ],
      [["lod", "scan.ply.gz", "--out", "tiles"], "the compressed data is cut off"],
      [["mesh", "scan.ply.gz", ...DRAW, "a.ply"], "the compressed data is cut off"],
      [
        ["convert", "wind.nvdb", "a.ply"],
        "Cannot convert the grid without a name: its values are vec3f, float or double expected",
      ],
      [
        ["render", "wind.nvdb", "--out", "a.png"],
        'it has 3 channels, one expected; "denovdb view" shows voxels, "denovdb convert" writes them to .nrrd',
      ],
      [
        ["convert", "field.nvdb", "a.ply", "--iso", "99"],
        'Cannot convert "IN/field.nvdb": the level 99 is outside of the values, 1 to 3',
      ],
      [
        ["convert", "field.nvdb", "a.obj", "--iso", "2"],
        "no cube of eight voxels has values on both sides of the level 2",
      ],
    ] as const
  ) {
    await assertRefused(path, args, 1, message);
  }
});

Deno.test("commands refuse options that would do nothing", async () => {
  using folder = outFolder();
  const { path } = folder;
  await makeInputs(path);
  const raw = "four_2x2x1_uint8.raw";
  for (
    const [args, message] of [
      [["render", "scan.laz", ...DRAW, "a.jpg"], '"--out" takes a .png file, not "IN/a.jpg"'],
      [["info", "scan.laz", "--threshold", "1"], '"--threshold" goes with volumes only'],
      [["info", "scan.laz", "--unverified"], '"--unverified" goes with sparse grids only'],
      [["info", raw, "--levels", "1"], '"--levels" goes with points and meshes only'],
      [["view", "scan.laz", "--grid", "1"], '"--grid" goes with sparse grids only'],
      [["view", raw, "--voxel-size", "1"], '"--voxel-size" goes with points and meshes only'],
      [["view", "box", "--threshold", "1"], '"--threshold" goes with volumes or sparse grids only'],
      [["convert", "scan.laz", "a.ply", "--iso", "1"], '"--iso" goes with sparse grids only'],
      [["convert", raw, "a.nvdb", "--points"], '"--points" goes with points and meshes only'],
      [
        ["convert", "scan.laz", "a.las", "--voxel-size", "1"],
        '"--voxel-size" goes with .nvdb files only, not "IN/a.las"',
      ],
      [["convert", "scan.laz", "a.ply", "--codec", "zip"], '"--codec" goes with .nvdb files only'],
      [
        ["convert", "field.nvdb", "a.nrrd", "--iso", "2"],
        '"--iso" goes with .ply, .obj or .glb files only, not "IN/a.nrrd"',
      ],
      [["convert", "field.nvdb", "a.nvdb", "--iso", "2"], 'not "IN/a.nvdb"'],
      [
        ["convert", "index.nvdb", "a.ply", "--iso", "2"],
        '"--iso" goes with grids of values only, "set" is onIndex',
      ],
      [
        ["convert", "scan.laz", "a.las", "--points"],
        '"--points" goes with .ply, .obj, .glb or .nvdb files only',
      ],
      [
        ["convert", "scan.laz", "a.nvdb", "--voxel-size", "3", "--half-width", "2"],
        '"--half-width" needs triangles, "IN/scan.laz" has none',
      ],
      [
        ["convert", "scan.laz", "a.nvdb", "--voxel-size", "3", "--points", "--unsigned"],
        '"--unsigned" needs triangles, --points leaves them out',
      ],
      [
        ["lod", "scan.laz", "--out", "tiles", "--pick", "poisson"],
        '"--pick" goes with --format potree only',
      ],
      [
        ["lod", "scan.laz", "--out", "tiles", "--format", "dvlod", "--encoding", "brotli"],
        '"--encoding" goes with --format potree only',
      ],
      [
        ["lod", "scan.laz", "--out", "tiles", "--format", "potree", "--strategy", "first"],
        '"--strategy" does not go with --format potree',
      ],
      [["lod", "scan.laz", "--out", "tiles", "--device", "gpu"], "gpu"],
    ] as const
  ) {
    await assertRefused(path, args, 2, message);
  }
});

/** Runs a command on files of a folder; it has to fail in the way that is told, and to write nothing. */
async function assertRefused(
  folder: string,
  [command, input, ...args]: readonly [string, string, ...string[]],
  status: number,
  message: string,
): Promise<void> {
  const before = [...Deno.readDirSync(folder)].length;
  const placed = args.map((one) => /^(a\.|tiles)/.test(one) ? `${folder}/${one}` : one);
  const run = await runMain([command, `${folder}/${input}`, ...placed]);
  assertEquals([run.code, run.results], [status, []], [command, input, ...args].join(" "));
  assertStringIncludes(run.notes.replaceAll(folder, "IN"), message);
  assertEquals([...Deno.readDirSync(folder)].length, before);
}
