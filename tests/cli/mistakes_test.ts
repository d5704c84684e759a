import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { fromFileUrl } from "@std/path";
import { encodeNvdb, encodePly } from "../../lib/io/mod.ts";
import { outFolder } from "../_files.ts";
import { runMain } from "./_recorder.ts";

/** A command line, what the message says of the cause, and what of the cure. */
type Mistake = readonly [line: string, cause: string, cure: string];

/** Files as users have them: a scan, a mesh, an index grid, and what is none of these. */
async function makeFiles(folder: string): Promise<void> {
  const scan = await Deno.readFile(new URL("../../examples/data/autzen_trim.laz", import.meta.url));
  await Deno.writeFile(`${folder}/scan.laz`, scan);
  await Deno.writeFile(`${folder}/cut.laz`, scan.subarray(0, 9000));
  await Deno.writeFile(`${folder}/scan.ply`, scan);
  await Deno.writeFile(`${folder}/empty.las`, new Uint8Array());
  await Deno.writeFile(`${folder}/volume.raw`, new Uint8Array(8));
  await Deno.writeTextFile(`${folder}/notes.txt`, "hello world\n");
  await Deno.writeTextFile(`${folder}/header.csv`, "x,y,z\n");
  const positions = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0);
  const faces = Uint32Array.of(0, 1, 2);
  await Deno.writeFile(`${folder}/mesh.ply`, encodePly({ positions, faces }));
  const ijk = Int32Array.of(0, 0, 0);
  const two = [{ type: "onIndex", name: "a", ijk }, { type: "onIndex", name: "b", ijk }] as const;
  await Deno.writeFile(`${folder}/two.nvdb`, encodeNvdb(two));
  await Deno.mkdir(`${folder}/box`);
}

const MISTAKES: readonly Mistake[] = [
  // Commands and options.
  ["", "No command is given", '"denovdb --help" for the commands'],
  ["redner IN/scan.laz", 'Unknown command "redner"', 'did you mean "render"?'],
  ["help cnvert", 'Unknown command "cnvert"', 'did you mean "convert"?'],
  ["--verbose info IN/scan.laz", 'Unknown option "--verbose"', "a command comes first"],
  ["render IN/scan.laz -o IN/a.png --voxelsize 1", '"--voxelsize"', 'mean "--voxel-size"?'],
  ["render IN/scan.laz -o IN/a.png --colr class", '"--colr"', 'did you mean "--color"?'],
  ["render IN/scan.laz -o IN/a.png -f", 'Unknown option "-f"', '"denovdb render --help"'],
  ["render IN/scan.laz -o IN/a.png -o IN/b.png", '"--out" is given twice', "render --help"],
  ["render IN/scan.laz -o IN/a.png --lod=1", '"--lod" takes no value', "render --help"],
  ["render IN/scan.laz -o", '"--out" needs a value', "render --help"],
  ["render IN/scan.laz", '"--out" is missing', '"-o FILE.png" names the picture'],
  ["render -o IN/a.png", "No input file is given", "render --help"],
  ["render IN/scan.laz IN/mesh.ply -o IN/a.png", "Unexpected argument", "render --help"],
  ["lod IN/scan.laz", '"--out" is missing', '"-o DIR" names the folder to write'],
  ["convert IN/scan.laz", "No output file is given", '"convert scan.laz scan.ply"'],
  ["mesh IN/mesh.ply -o IN/a.ply", '"--voxel-size" is missing', "in units of the file"],
  ["voxelize IN/mesh.ply --voxel-size 1", '"--out" is missing', '"-o FILE" names what to write'],
  ["train IN/scan.laz --voxel-size 1", '"--out" is missing', '"-o FILE" names what to write'],
  ["train IN/scan.laz -o IN/a.safetensors", '"--voxel-size" is missing', "in units of the files"],
  ["train IN/scan.laz -o IN/a.png --voxel-size 1", 'not "IN/a.png"', "takes a .safetensors file"],
  ["predict IN/scan.laz -o IN/a.las", "No input file is given", "predict --help"],
  // Values.
  ["render IN/scan.laz -o IN/a.png --voxel-size abc", 'not "abc"', "takes a number"],
  ["render IN/scan.laz -o IN/a.png --voxel-size -1", "not -1", "takes a positive number"],
  ["render IN/scan.laz -o IN/a.png --voxel-size nan", 'not "nan"', "takes a number"],
  ["render IN/scan.laz -o IN/a.png --voxel-size 3m", 'not "3m"', "takes a number"],
  [
    "render IN/scan.laz -o IN/a.png --voxel-size 1e-5",
    "voxels of size 0.00001",
    'choose a larger "--voxel-size"',
  ],
  ["render IN/scan.laz -o IN/a.png --width 99999", "not 99999", '"--width" takes 1 to 16384'],
  ["render IN/scan.laz -o IN/a.png --width 1.5", 'not "1.5"', "takes a positive whole number"],
  ["render IN/scan.laz -o IN/a.png --elevation 90", "not 90", "takes -89 to 89"],
  ["render IN/scan.laz -o IN/a.png --eye 1,2", 'not "1,2"', '"--eye" takes X,Y,Z'],
  ["render IN/scan.laz -o IN/a.png --color clas", 'not "clas"', 'did you mean "class"?'],
  ["render IN/scan.laz -o IN/a.png --color normal", "has no normals", "to color points by"],
  ["render IN/scan.laz -o IN/a.png --up up", 'not "up"', "takes x, y, z, -x, -y or -z"],
  ["render IN/mesh.ply -o IN/a.png --color class", 'not "class"', "takes rgb, height or normal"],
  [
    "render IN/scan.laz -o IN/a.png --device gpu",
    'not "gpu"',
    "takes auto, cpu, cuda, cuda:N or wasm",
  ],
  ["render IN/scan.laz -o IN/a.png --threshold 1", '"--threshold"', "goes with volumes only"],
  ["render IN/volume.raw -o IN/a.png --dims 1x2", 'not "1x2"', "three sizes as in 256x256x128"],
  ["lod IN/scan.laz -o IN/t --memory 8X", 'not "8X"', "as in 512M or 8G"],
  ["lod IN/scan.laz -o IN/t --memory 5", 'not "5"', "takes more than 64K"],
  ["lod IN/scan.laz -o IN/t --format tile", 'not "tile"', 'did you mean "tiles"?'],
  ["lod IN/scan.laz -o IN/t --pick poisson", '"--pick"', "goes with --format potree only"],
  ["convert IN/scan.laz IN/a.las --crs 25832", 'not "25832"', 'did you mean "EPSG:25832"?'],
  ["convert IN/scan.laz IN/a.las --crs WGS84", 'not "WGS84"', "EPSG:CODE, a file of WKT or none"],
  // What is read.
  ["info IN/scan.las", "there is no such file or folder", 'did you mean "scan.laz"?'],
  ["render IN/box -o IN/a.png", "it is a folder", "a file expected"],
  ["mesh IN/box -o IN/a.ply --voxel-size 1", "there is no such file", "lists the images"],
  ["info IN/empty.las", 'Cannot read "IN/empty.las"', "the file is empty"],
  ["info IN/cut.laz", 'Cannot read "IN/cut.laz"', "cut off"],
  ["info IN/scan.ply", 'Cannot read "IN/scan.ply"', "holds LA"],
  ["info IN/notes.txt", 'names no column "x"', "numbers or the names x, y and z expected"],
  ["render IN/header.csv -o IN/a.png", '"IN/header.csv" holds no finite point', '"denovdb info"'],
  ["lod IN/header.csv -o IN/t", "no finite point in IN/header.csv", '"denovdb info"'],
  ["render IN/volume.raw -o IN/a.png", "of raw samples are not known", "--dims and --type"],
  [
    "train IN/mesh.ply -o IN/a.safetensors --voxel-size 1",
    '"IN/mesh.ply": its points have no classes',
    '"--label" may name',
  ],
  ["predict IN/scan.laz IN/scan.laz -o IN/a.las", "as safetensors", '"denovdb train" wrote'],
  ["convert IN/two.nvdb IN/a.ply --grid c", 'There is no grid "c"', 'one of 0 "a", 1 "b"'],
  // What is written.
  ["render IN/scan.laz -o IN/a.jpg", 'not "IN/a.jpg"', "takes a .png file"],
  ["render IN/scan.laz -o IN/no/a.png", 'there is no folder "IN/no"', "make it first"],
  ["render IN/scan.laz -o IN/box", "it is a folder", "a file expected"],
  ["lod IN/scan.laz -o IN/notes.txt", "it is a file", "a folder expected"],
  ["lod IN/scan.laz -o IN", "it is not empty", "--force replaces it"],
  ["convert IN/scan.laz IN/a", 'not "IN/a"', "become .ply, .obj, .glb, .las or .nvdb"],
  ["convert IN/scan.laz IN/a.xyz", 'not "IN/a.xyz"', "become .ply, .obj, .glb, .las or .nvdb"],
  ["convert IN/scan.laz IN/mesh.ply", "it exists already", "--force overwrites it"],
  ["convert IN/scan.laz -", '"--to" is missing', "stdout has no name that ends in a format"],
];

Deno.test("the mistakes of new users at the command line are told with cause and cure", async () => {
  using folder = outFolder();
  await makeFiles(folder.path);
  assert(MISTAKES.length >= 65);
  for (const [line, cause, cure] of MISTAKES) {
    const args = line.replaceAll("IN", folder.path).split(" ").filter((word) => word !== "");
    const { code, results, notes } = await runMain(args);
    assert(code > 0, line);
    assertEquals(results, [], line);
    const text = notes.replaceAll(folder.path, "IN");
    assertStringIncludes(text, cause, line);
    assertStringIncludes(text, cure, line);
  }
  const names = [...Deno.readDirSync(folder.path)].map(({ name }) => name).sort();
  assertEquals(names.filter((name) => /^(?:a|b|t|\..*)(?:\.|$)/.test(name)), [], "nothing is left");
});

Deno.test("missing permissions are told with the flag that grants them", async () => {
  using folder = outFolder();
  const main = fromFileUrl(new URL("../../lib/cli/main.ts", import.meta.url));
  const scan = fromFileUrl(new URL("../../examples/data/autzen_trim.laz", import.meta.url));
  const draw = ["render", scan, "-o", `${folder.path}/a.png`];
  const FFI = "--allow-ffi";
  for (
    const [permissions, line, cause, cure] of [
      // By itself it would draw with WebAssembly, where that is built.
      [
        ["--allow-read", "--allow-write"],
        [...draw, "--device", "cpu"],
        "Requires ffi access",
        "--allow-ffi",
      ],
      [[FFI, "--allow-read"], draw, "Cannot write", "run again with --allow-write="],
      [[FFI, "--allow-write"], draw, "Requires read access", "--allow-read"],
      [[FFI, "--allow-read"], ["view", scan], "Requires net access", "--allow-net"],
      [
        [FFI, "--allow-read"],
        ["lod", scan, "-o", `${folder.path}/t`],
        "Requires write access",
        "--allow-write",
      ],
    ] as const
  ) {
    const { code, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "--no-check", "--no-prompt", ...permissions, main, ...line],
      stdin: "null",
    }).output();
    const text = new TextDecoder().decode(stderr);
    assertEquals(code, 1, text);
    assertStringIncludes(text, cause);
    assertStringIncludes(text, cure);
  }
});
