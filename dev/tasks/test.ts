/**
 * Runs the tests. Without arguments: everything. With arguments: `deno test` on what they select, for example
 * `deno task test tests/grid --filter build`. `--no-build` takes the libraries in `build/` as they are.
 *
 * @module
 */
import { buildNative, CPU, testNative, testNativeOnGpu } from "./_native.ts";
import { deno, main, say, TaskError, TEST_PERMISSIONS } from "./_shared.ts";
import { testEverything } from "./_tests.ts";

await main(async () => {
  const args = Deno.args.filter((arg) => arg !== "--no-build");
  const build = args.length === Deno.args.length;
  if (build) await buildNative({ ...CPU, tests: args.length === 0 });
  if (args.length > 0) {
    const code = await deno(["test", ...TEST_PERMISSIONS, ...args]);
    if (code !== 0) throw new TaskError(`deno test ended with status ${code}`);
    return;
  }
  if (build) await testNative({ ...CPU, tests: true });
  else say("native tests, build/cpu: none run, as nothing was built");
  await testNativeOnGpu();
  await testEverything();
});
