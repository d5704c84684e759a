/**
 * Runs the fuzzers for longer than the tests do: `--scale=100` (the default) times as much, from another seed with
 * `--seed=7`. What they find belongs in `tests/fuzz/corpus`, or in the test of what is at fault.
 *
 * @module
 */
import { parseArgs } from "@std/cli/parse-args";
import { buildNative, CPU } from "./_native.ts";
import { deno, main, TaskError, TEST_PERMISSIONS } from "./_shared.ts";

await main(async () => {
  const { scale, seed } = parseArgs(Deno.args, {
    string: ["scale", "seed"],
    default: { scale: "100", seed: `${Date.now() % 1_000_000}` },
  });
  await buildNative(CPU);
  Deno.env.set("DENOVDB_FUZZ_SCALE", scale);
  Deno.env.set("DENOVDB_FUZZ_SEED", seed);
  const code = await deno(["test", ...TEST_PERMISSIONS, "tests/fuzz"]);
  if (code !== 0) throw new TaskError(`deno test ended with status ${code}; the seed was ${seed}`);
});
