/**
 * Shows what the library does in one picture. Arguments are added to the command line. Where the library is not built
 * yet, it is compiled quickly, to run slower, in a folder of its own.
 *
 * @module
 */
import { buildNative, CPU, isBuilt, libraryPath, QUICK } from "./_native.ts";
import { deno, main, PROGRAM_PERMISSIONS, ROOT, say, TaskError } from "./_shared.ts";
import { join } from "@std/path";

const COMMAND = [
  ...["render", "examples/data/autzen_trim.laz"],
  ...["--voxel-size", "3", "--azimuth", "-124", "--elevation", "29", "--height", "720"],
  ...["--out", "out/autzen.png"],
];

await main(async () => {
  const build = await isBuilt(CPU) ? CPU : QUICK;
  await buildNative(build);
  if (build === QUICK) {
    say("compiled quickly to show a picture; deno task build makes the fast one");
  }
  await Deno.mkdir(join(ROOT, "out"), { recursive: true });
  const code = await deno([
    ...["run", ...PROGRAM_PERMISSIONS, "lib/cli/main.ts"],
    ...COMMAND,
    ...Deno.args,
  ], { env: { DENOVDB_LIBRARY_CPU: join(ROOT, libraryPath(build)) } });
  if (code !== 0) throw new TaskError(`The demo ended with status ${code}`);
});
