/**
 * Writes the sources of this checkout as JavaScript into a folder, with the package that they need: `folder`.
 *
 * @module
 */

import { dirname, fromFileUrl, join } from "@std/path";
import { filesBelow } from "../../dev/release/pack/packages.ts";
import { compileSource, lazPerfFolder } from "../../dev/web/sources.ts";

const ROOT = fromFileUrl(new URL("../..", import.meta.url));

async function copyFolder(from: string, to: string): Promise<void> {
  await Deno.mkdir(to, { recursive: true });
  for await (const { name, isDirectory } of Deno.readDir(from)) {
    if (isDirectory) await copyFolder(join(from, name), join(to, name));
    else await Deno.copyFile(join(from, name), join(to, name));
  }
}

if (import.meta.main) {
  const [folder = ""] = Deno.args;
  const wanted = ["lib", "ffi", "tests/platforms", "dev/std/path"].flatMap(filesBelow);
  const left = /^(?:lib\/cli|ffi\/_gen|ffi\/include)\/|_test\.ts$/;
  for (const path of ["mod.ts", ...wanted]) {
    if (left.test(path) || !path.endsWith(".ts")) continue;
    const to = join(folder, path.replace(/ts$/, "js"));
    await Deno.mkdir(dirname(to), { recursive: true });
    await Deno.writeTextFile(to, compileSource(path, { forPages: false }));
  }
  await Deno.writeTextFile(join(folder, "package.json"), '{ "type": "module" }\n');
  await copyFolder(await lazPerfFolder(), join(folder, "node_modules/laz-perf"));
  await Deno.mkdir(join(folder, "build/wasm"), { recursive: true });
  const module = "build/wasm/denovdb.wasm";
  await Deno.copyFile(join(ROOT, module), join(folder, module));
}
