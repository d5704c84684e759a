/**
 * Runs the examples of documentation in one module: `deno test dev/tests/examples.ts -- README.md lib`.
 *
 * `deno test --doc` gives each example an isolate of its own, in which the library is loaded and compiled anew: ten times
 * as long as the examples take. Each is a test of the same name here.
 *
 * @module
 */
import { examplesOf } from "./extract.ts";
import { filesBelow } from "./walk.ts";

for (const file of filesBelow(Deno.args, ".ts", ".md")) {
  const url = new URL(`../../${file}`, import.meta.url);
  const format = file.endsWith(".md") ? "markdown" : "typescript";
  for (const { lines, program } of examplesOf(Deno.readTextFileSync(url), format)) {
    // Its first line is empty. With the name there, programs that are alike are modules of their own, too.
    const module = `data:application/typescript,${encodeURIComponent(`// ${url}${program}`)}`;
    Deno.test(`${url}#${lines}.ts`, async () => void await import(module));
  }
}
