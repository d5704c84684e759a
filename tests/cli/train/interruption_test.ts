import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { fromFileUrl } from "@std/path";
import { readSafetensors } from "../../../lib/io/mod.ts";
import { outFolder } from "../../_files.ts";
import { runMain } from "../_recorder.ts";
import { writeTown } from "./_town.ts";

const ROOT = fromFileUrl(new URL("../../../", import.meta.url)).replace(/\/$/, "");

/** Runs a command line in a process of its own, which gets SIGINT when it has taken some steps. */
async function interrupt(
  folder: string,
  args: readonly string[],
): Promise<{ readonly code: number; readonly notes: string }> {
  const script = `${folder}/main.ts`;
  const cli = new URL("../../../lib/cli", import.meta.url).href;
  await Deno.writeTextFile(
    script,
    `import { main } from "${cli}/main.ts";
    // Nobody waits longer than this for a signal that does not come.
    setTimeout(() => Deno.exit(99), 60_000);
    let shown = 0;
    const note = (text) => {
      if (!text.startsWith("\\r")) return console.error(text);
      if (text.includes("training") && ++shown === 3) Deno.stdout.writeSync(Uint8Array.of(1));
    };
    const output = { terminal: true, columns: 80, result: () => {}, note };
    Deno.exit(await main(${JSON.stringify(args)}, output));`,
  );
  const allowed = ["--allow-ffi=build", "--allow-env=DENOVDB_*", "--allow-read"];
  await using child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-prompt", "--no-check", `--config=${ROOT}/deno.json`, ...allowed]
      .concat(`--allow-write=${ROOT}/out`, script),
    cwd: ROOT,
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const reader = child.stdout.getReader();
  const { value } = await reader.read();
  reader.releaseLock();
  if (value !== undefined) child.kill("SIGINT");
  const { code, stderr } = await child.output();
  await Deno.remove(script);
  return { code, notes: new TextDecoder().decode(stderr) };
}

Deno.test("train leaves a whole checkpoint of the steps so far where SIGINT comes", async () => {
  using folder = outFolder();
  const [input, out] = [`${folder.path}/a.ply`, `${folder.path}/a.safetensors`];
  await writeTown(input, 600, 1);
  const args = ["train", input, "--voxel-size", "1", "--widths", "4,6", "--batch", "1"]
    .concat("--steps", "1000000", "-o", out, "--device", "cpu");
  const { code, notes } = await interrupt(folder.path, args);
  assertEquals(code, 130, notes);
  assertStringIncludes(notes, `"${out}" has the steps so far, and "--resume" goes on with it`);
  const files = [...Deno.readDirSync(folder.path)].map(({ name }) => name).toSorted();
  assertEquals(files, ["a.ply", "a.safetensors"]);
  const { arrays } = readSafetensors(await Deno.readFile(out));
  const losses = arrays.find(({ name }) => name === "losses")?.values.length ?? 0;
  assert(losses >= 3, `${losses} steps`);
  const told = await runMain(["predict", out, input, "-o", `${folder.path}/b.ply`, "--json"]);
  assertEquals(told.code, 0, told.notes);
});
