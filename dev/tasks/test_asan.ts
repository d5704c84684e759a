/**
 * Runs the tests on a CPU library built with AddressSanitizer and UBSan, so that reads and writes past the end of a
 * native or JavaScript buffer stop the run with the line in the C++ source. The house tests are left out.
 *
 * @module
 */
import { ASAN, buildNative, libraryPath, SANITIZERS, testNative } from "./_native.ts";
import { deno, main, PROGRAM_PERMISSIONS, ROOT, TaskError } from "./_shared.ts";
import { join } from "@std/path";

/** The sanitizer's runtime has to come before everything else in the process. */
async function sanitizerRuntime(): Promise<string> {
  const compiler = Deno.env.get("CXX") ?? "g++";
  const { stdout } = await new Deno.Command(compiler, { args: ["-print-file-name=libasan.so"] })
    .output();
  const path = new TextDecoder().decode(stdout).trim();
  if (!path.startsWith("/")) {
    throw new TaskError(`Cannot find libasan.so of ${compiler}: install the compiler's sanitizers`);
  }
  return path;
}

await main(async () => {
  await buildNative({ ...ASAN, tests: Deno.args.length === 0 });
  if (Deno.args.length === 0) await testNative({ ...ASAN, tests: true });
  const what = Deno.args.length > 0 ? Deno.args : ["--ignore=tests/house", "tests"];
  // A process with LD_PRELOAD may start others only with the unscoped permission.
  const code = await deno(["test", ...PROGRAM_PERMISSIONS, "--allow-run", ...what], {
    env: {
      DENOVDB_LIBRARY_CPU: join(ROOT, libraryPath(ASAN)),
      LD_PRELOAD: await sanitizerRuntime(),
      ...SANITIZERS,
      // Deno itself never frees everything, so leaks are counted by the library instead.
      ASAN_OPTIONS: `${SANITIZERS.ASAN_OPTIONS}:detect_leaks=0`,
    },
  });
  if (code !== 0) throw new TaskError(`deno test ended with status ${code}`);
});
