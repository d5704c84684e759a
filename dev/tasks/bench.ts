/**
 * Runs the benchmarks, for example `deno task bench bench/grid --filter surface`.
 *
 * @module
 */
import { buildNative, CPU } from "./_native.ts";
import { deno, main, PROGRAM_PERMISSIONS, TaskError } from "./_shared.ts";

await main(async () => {
  const args = Deno.args.filter((arg) => arg !== "--no-build");
  if (args.length === Deno.args.length) await buildNative(CPU);
  const code = await deno([
    "bench",
    ...PROGRAM_PERMISSIONS,
    ...(args.length > 0 ? args : ["bench"]),
  ]);
  if (code !== 0) throw new TaskError(`deno bench ended with status ${code}`);
});
