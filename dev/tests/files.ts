/**
 * Runs files of tests in one module: `deno test dev/tests/files.ts -- --shard=1/2 tests/grid`.
 *
 * `deno test` gives each file an isolate of its own, in which the library is loaded, compiled and warmed up anew. That
 * takes longer than the tests of most files.
 *
 * @module
 */
import { filesBelow, shardOf } from "./walk.ts";

const [first = "", ...others] = Deno.args;
const isShard = first.startsWith("--shard=");
const files = filesBelow(isShard ? others : Deno.args, "_test.ts");
for (const file of isShard ? shardOf(files, first) : files) {
  await import(new URL(`../../${file}`, import.meta.url).href);
}
