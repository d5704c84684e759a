import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { fromFileUrl } from "@std/path";
import { encodePly, readPointCloud } from "../../lib/io/mod.ts";
import { outFolder } from "../_files.ts";
import { runMain } from "./_recorder.ts";

const ROOT = fromFileUrl(new URL("../../", import.meta.url));

const SCAN = encodePly({
  positions: Float64Array.from({ length: 300 }, (_, at) => at * 7 % 31),
  colors: Uint8Array.from({ length: 300 }, (_, at) => at),
});

interface Piped {
  readonly code: number;
  readonly stdout: Uint8Array<ArrayBuffer>;
  readonly stderr: string;
}

/** Runs the program with bytes on its stdin. */
async function pipe(input: Uint8Array<ArrayBuffer>, ...args: readonly string[]): Promise<Piped> {
  await using child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-check", "--no-prompt", "--allow-ffi=build", "--allow-read"]
      .concat("--allow-write=out", "lib/cli/main.ts", ...args),
    cwd: ROOT,
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  const written = writer.write(input).then(() => writer.close()).catch(() => {});
  const { code, stdout, stderr } = await child.output();
  await written;
  return { code, stdout, stderr: new TextDecoder().decode(stderr) };
}

Deno.test("commands read stdin and write stdout where - is their file", async () => {
  const info = await pipe(SCAN, "info", "-", "--json");
  assertEquals(info.code, 0, info.stderr);
  const { format, points } = JSON.parse(new TextDecoder().decode(info.stdout));
  assertEquals([format, points], ["ply", 100]);

  const picture = await pipe(
    SCAN,
    ...["render", "-", "-o", "-", "--voxel-size", "1", "--width", "40", "--height", "30"],
    ...["--device", "cpu"],
  );
  assertEquals(picture.code, 0, picture.stderr);
  assertEquals(picture.stdout.subarray(1, 4), new TextEncoder().encode("PNG"));
  assertStringIncludes(picture.stderr, "of size 1");

  const las = await pipe(SCAN, "convert", "-", "-", "--to", "las", "--device", "cpu");
  assertEquals(las.code, 0, las.stderr);
  const { count, colors } = await readPointCloud(las.stdout);
  assertEquals([count, colors?.[299]], [100, 299 - 256]);

  const voxels = await pipe(SCAN, "voxelize", "-", "-o", "-", "--voxel-size", "4");
  assertEquals(voxels.code, 0, voxels.stderr);
  assert((await readPointCloud(voxels.stdout)).count > 10);
  assertStringIncludes(voxels.stderr, "voxels");

  const unknown = await pipe(new TextEncoder().encode("1 2 3\n"), "info", "-");
  assertEquals([unknown.code, unknown.stdout.length], [1, 0]);
});

Deno.test("lod builds a tree of what comes from stdin", async () => {
  using folder = outFolder();
  for (const more of [[], ["--memory", "1M"]]) {
    const out = `${folder.path}/${more.length}`;
    const { code, stderr } = await pipe(SCAN, "lod", "-", "-o", out, "--device", "cpu", ...more);
    assertEquals(code, 0, stderr);
    assertEquals([...Deno.readDirSync(out)].length, 2);
  }
});

Deno.test("pipes need formats, and folders are no pipes", async () => {
  using folder = outFolder();
  const file = `${folder.path}/a.ply`;
  await Deno.writeFile(file, SCAN);
  const wrong = [
    [["convert", file, "-"], 'Option "--to" is missing, stdout has no name'],
    [["convert", file, "-o", "-", "--to", "gif"], "become .ply, .obj, .glb, .las or .nvdb"],
    [["lod", file, "-o", "-"], 'Option "--out" takes a folder, not "-"'],
  ] as const;
  for (const [args, message] of wrong) {
    const { code, notes } = await runMain(args);
    assertEquals(code, 2);
    assertStringIncludes(notes, message);
  }
  // A format may be named for files, too.
  const named = await runMain(["convert", file, `${folder.path}/data`, "--to", "OBJ"]);
  assertEquals(named.code, 0, named.notes);
  assertStringIncludes(Deno.readTextFileSync(`${folder.path}/data`), "\nv ");
});
