/**
 * Formats everything: TypeScript and Markdown with Deno, the native code with clang-format.
 *
 * `--check` changes nothing and names the files that are not formatted. clang-format comes as a package, so that every
 * machine has the same version of it.
 *
 * @module
 */
import { parseArgs } from "@std/cli/parse-args";
import { format } from "@wasm-fmt/clang-format";
import { join } from "@std/path";
import { deno, main, ROOT, say, TaskError } from "./_shared.ts";

const NATIVE_FOLDERS: readonly string[] = ["cuda", "tests/native", "bench"];
const NATIVE_FILE = /\.(cpp|hpp|cu|cuh)$/;

await main(async () => {
  const { check, native } = parseArgs(Deno.args, { boolean: ["check", "native"] });
  const unformatted: string[] = [];
  if (!native && await deno(["fmt", ...(check ? ["--check"] : [])]) !== 0) {
    unformatted.push("deno fmt");
  }
  unformatted.push(...await formatNative(check));
  if (unformatted.length > 0) {
    throw new TaskError(`Not formatted: ${unformatted.join(", ")}; deno task fmt does it`);
  }
});

/** Formats the native code and returns what was, for a check, left as it is. */
async function formatNative(check: boolean): Promise<string[]> {
  const style = await Deno.readTextFile(join(ROOT, ".clang-format"));
  const different: string[] = [];
  for (const folder of NATIVE_FOLDERS) {
    for await (const path of files(folder)) {
      if (!NATIVE_FILE.test(path) || path.includes("_generated/")) continue;
      const text = await Deno.readTextFile(join(ROOT, path));
      // Comments that are broken anew may want one more pass.
      const formatted = format(format(text, "file.cpp", style), "file.cpp", style);
      if (formatted === text) continue;
      different.push(path);
      if (!check) await Deno.writeTextFile(join(ROOT, path), formatted);
    }
  }
  if (check) return different;
  say(`${different.length} native files formatted`);
  return [];
}

async function* files(folder: string): AsyncGenerator<string> {
  for await (const entry of Deno.readDir(join(ROOT, folder))) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory) yield* files(path);
    else yield path;
  }
}
