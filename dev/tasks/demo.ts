/**
 * Builds the library and shows what it does in one picture. Arguments are added to the command line.
 *
 * @module
 */
import { buildNative, CPU } from "./_native.ts";
import { deno, main, PROGRAM_PERMISSIONS, ROOT, TaskError } from "./_shared.ts";
import { join } from "@std/path";

const COMMAND = [
  ...["render", "examples/data/autzen_trim.laz"],
  ...["--voxel-size", "3", "--azimuth", "-124", "--elevation", "29", "--height", "720"],
  ...["--out", "out/autzen.png"],
];

await main(async () => {
  await buildNative(CPU);
  await Deno.mkdir(join(ROOT, "out"), { recursive: true });
  const code = await deno([
    ...["run", ...PROGRAM_PERMISSIONS, "lib/cli/main.ts"],
    ...COMMAND,
    ...Deno.args,
  ]);
  if (code !== 0) throw new TaskError(`The demo ended with status ${code}`);
});
