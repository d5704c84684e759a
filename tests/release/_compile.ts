/**
 * Makes the package for npm of one source, and prints its files as JSON: `source`.
 *
 * @module
 */

import { javaScriptPackage } from "../../dev/release/pack/javascript.ts";
import { textFile } from "../../dev/release/pack/tarball.ts";
import { printJson } from "../_child.ts";

if (import.meta.main) {
  const [source = ""] = Deno.args;
  const files = javaScriptPackage({
    version: "1.2.3",
    sources: [textFile("mod.ts", source), textFile("page.css", "p {}")],
    exports: { ".": "./mod.ts" },
    dependencies: { zip: "1.0.0" },
    replaced: {},
  });
  const decoder = new TextDecoder();
  printJson(Object.fromEntries(files.map(({ path, bytes }) => [path, decoder.decode(bytes)])));
}
