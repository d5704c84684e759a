import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { fromFileUrl } from "@std/path";
import { encodeNrrd, encodePly } from "../../lib/io/mod.ts";
import { outFolder } from "../_files.ts";
import { flatFaces, flatVertices, makeBall } from "../grid/_triangles.ts";
import { runMain } from "./_recorder.ts";

const BALL = makeBall([0, 0, 0], 3, 2);

/** Writes a mesh and a volume; the ways to write each kind of data, and where it goes. */
async function writeInputs(
  at: (name: string) => string,
): Promise<[out: string, args: readonly string[]][]> {
  const mesh = { positions: flatVertices(BALL), faces: flatFaces(BALL) };
  await Deno.writeFile(at("ball.ply"), encodePly(mesh));
  const values = Float32Array.from({ length: 64 }, (_, n) => n % 7 - 3);
  await Deno.writeFile(at("v.nrrd"), encodeNrrd({ values, dims: [4, 4, 4] }));
  const size = ["--voxel-size", "1"];
  return [
    [at("a.obj"), ["convert", at("ball.ply"), at("a.obj")]],
    [at("a.nvdb"), ["convert", at("ball.ply"), at("a.nvdb"), ...size]],
    [at("b.ply"), ["mesh", at("ball.ply"), ...size, "--out", at("b.ply")]],
    [at("c.glb"), ["mesh", at("v.nrrd"), "--out", at("c.glb")]],
    [at("d.ply"), ["voxelize", at("ball.ply"), ...size, "--out", at("d.ply")]],
  ];
}

Deno.test("commands write over data only with --force", async () => {
  using folder = outFolder();
  const at = (name: string): string => `${folder.path}/${name}`;
  for (const [out, args] of await writeInputs(at)) {
    const run = (...more: string[]) => runMain([...args, "--device", "cpu", ...more]);
    const first = await run();
    assertEquals(first.code, 0, first.notes);
    const bytes = await Deno.readFile(out);
    const refused = `denovdb: Cannot write "${out}": it exists already; --force overwrites it\n`;
    assertEquals([(await run()).notes, await Deno.readFile(out)], [refused, bytes]);
    await Deno.writeTextFile(out, "kept");
    assertEquals([(await run()).code, await Deno.readTextFile(out)], [1, "kept"]);
    const forced = await run("--force");
    assertEquals([forced.code, await Deno.readFile(out)], [0, bytes], forced.notes);
  }
});

/** In a process of its own, since links need more permissions than tests have. */
Deno.test("checkTarget() takes links for what they lead to, and keeps those that lead nowhere", async () => {
  using folder = outFolder();
  const at = (name: string): string => `${folder.path}/${name}`;
  const { href } = new URL("../../lib/cli/picture/file.ts", import.meta.url);
  const config = fromFileUrl(new URL("../../deno.json", import.meta.url));
  const script = `import { checkTarget } from "${href}";
    Deno.writeTextFileSync("${at("file")}", "data");
    for (const [from, to] of [["/dev/null", "null"], ["nowhere", "lost"], ["file", "known"]]) {
      const path = "${at("")}" + to;
      Deno.symlinkSync(from, path);
      const told = (createNew) =>
        checkTarget(path, { json: true, createNew }).then(() => "taken", ({ message }) => message);
      console.log(await told(true), await told(false));
    }`;
  await Deno.writeTextFile(at("links.js"), script);
  const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", `--config=${config}`, at("links.js")],
  }).output();
  const read = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
  const refused = (name: string): string =>
    `Cannot write "${at(name)}": it exists already; --force overwrites it`;
  assertEquals(
    read(stdout),
    [
      "taken taken",
      `${refused("lost")} taken`,
      `${refused("known")} taken\n`,
    ].join("\n"),
    read(stderr),
  );
});

Deno.test("convert --force may write to the file that it reads", async () => {
  using folder = outFolder();
  const path = `${folder.path}/a.ply`;
  const bytes = encodePly({ positions: new Float32Array(9), faces: Uint32Array.of(0, 1, 2) });
  await Deno.writeFile(path, bytes);
  const { code, results } = await runMain(["convert", path, path, "--points", "--force", "--json"]);
  assertEquals(code, 0);
  const { inputBytes, outputBytes } = JSON.parse(results.join(""));
  assertEquals([inputBytes, outputBytes], [bytes.length, (await Deno.readFile(path)).length]);
  assert(inputBytes !== outputBytes);
});

Deno.test("lod replaces a dataset only with --force", async () => {
  using folder = outFolder();
  const at = (name: string): string => `${folder.path}/${name}`;
  await writeInputs(at);
  const run = (...more: string[]) =>
    runMain(["lod", at("ball.ply"), "--out", at("tiles"), "--device", "cpu", ...more]);
  assertEquals((await run()).code, 0);
  const again = await run();
  assertEquals(again.code, 1);
  assertStringIncludes(again.notes, "it is not empty; --force replaces it");
  assertEquals((await run("--force")).code, 0);
});

Deno.test("render draws over pictures", async () => {
  using folder = outFolder();
  const at = (name: string): string => `${folder.path}/${name}`;
  await writeInputs(at);
  const small = ["--width", "20", "--height", "20", "--device", "cpu", "--out", at("a.png")];
  for (const args of [[at("ball.ply"), "--voxel-size", "1"], [at("v.nrrd"), "--threshold", "0"]]) {
    await Deno.writeTextFile(at("a.png"), "old");
    const { code, notes } = await runMain(["render", ...args, ...small]);
    assertEquals(code, 0, notes);
    assertEquals([...(await Deno.readFile(at("a.png"))).subarray(1, 4)], [0x50, 0x4e, 0x47]);
  }
  const { notes } = await runMain(["render", at("ball.ply"), "--force", ...small]);
  assertStringIncludes(notes, 'Unknown option "--force"');
});

Deno.test("every command that writes says what becomes of files that are there", async () => {
  for (const name of ["convert", "mesh", "voxelize"]) {
    const [help = ""] = (await runMain([name, "--help"])).results;
    assertStringIncludes(help.replaceAll(/ +/g, " "), "--force overwrite an existing file");
  }
  const [lod = ""] = (await runMain(["lod", "--help"])).results;
  assertStringIncludes(lod.replaceAll(/ +/g, " "), "--force replace an existing dataset");
  const [render = ""] = (await runMain(["render", "--help"])).results;
  assertStringIncludes(render, "an existing file is overwritten");
});
