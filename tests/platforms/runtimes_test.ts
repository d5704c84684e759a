import { assertEquals, assertMatch } from "@std/assert";
import { fromFileUrl } from "@std/path";
import { runScript } from "../_child.ts";
import { outFolder } from "../_files.ts";
import { hasModule } from "../ffi/_wasm.ts";
import { findVoxels } from "./_program.ts";

const SCAN = fromFileUrl(new URL("../../examples/data/autzen_trim.laz", import.meta.url));

/** Why a runtime is not tested; empty if it is. */
async function reasonFor(command: string): Promise<string> {
  if (!hasModule) return ": skipped: no module for WebAssembly";
  const { state } = await Deno.permissions.query({ name: "run", command });
  if (state !== "granted") return ": skipped: it is not installed, or may not be started";
  try {
    const { success } = await new Deno.Command(command, { args: ["--version"] }).output();
    return success ? "" : ": skipped: it does not run";
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return ": skipped: it is not installed";
    throw error;
  }
}

/** The program as it runs elsewhere: what it found, and the file that it wrote. */
async function runIn(command: string, folder: string): Promise<unknown> {
  const [program, ply] = [`${folder}/tests/platforms/_run.js`, `${folder}/${command}.ply`];
  const { code, stdout, stderr } = await new Deno.Command(command, {
    args: [program, SCAN, ply],
    env: { DENOVDB_DEVICE: "" },
  }).output();
  const decoder = new TextDecoder();
  assertEquals([code, decoder.decode(stderr)], [0, ""]);
  const { fallbackReason, threads, ...found } = JSON.parse(decoder.decode(stdout));
  assertMatch(fallbackReason, /^Cannot open the cuda library: .*; Cannot open the cpu library: /);
  assertEquals(threads, navigator.hardwareConcurrency);
  return { ...found, ply: Deno.readFileSync(ply) };
}

const RUNTIMES = ["node", "bun"] as const;
const reasons = await Promise.all(RUNTIMES.map(reasonFor));
const installed = RUNTIMES.filter((_, at) => reasons[at] === "");
const told = RUNTIMES.map((name, at) => `${name}${reasons[at]}`).join("; ");

Deno.test({
  name: `other runtimes find the same voxels by WebAssembly, and write the same file [${told}]`,
  ignore: installed.length === 0,
  async fn(): Promise<void> {
    using folder = outFolder();
    const permissions = ["--allow-env", "--allow-read", "--allow-write=out"];
    const compiled = await runScript("platforms/_compile.ts", permissions, [folder.path]);
    assertEquals([compiled.code, compiled.stderr], [0, ""]);
    const { results, ply } = await findVoxels(Deno.readFileSync(SCAN));
    for (const command of installed) {
      const found = await runIn(command, folder.path);
      assertEquals(found, { device: "wasm", hasDeno: false, results, ply }, command);
    }
  },
});
