import { parseArgs } from "@std/cli/parse-args";
import { buildNative } from "./_native.ts";
import { main, TaskError } from "./_shared.ts";

await main(async () => {
  const { arch, quick } = parseArgs(Deno.args, { string: ["arch"], boolean: ["quick"] });
  if (arch !== undefined && !/^\d+[af]?([;,]\d+[af]?)*$/.test(arch)) {
    throw new TaskError(
      `Cannot build for architecture "${arch}": expected a form like 90a or 80,90a`,
    );
  }
  const archs = arch?.replaceAll(",", ";");
  await buildNative({
    ...{ folder: "cuda", backend: "cuda", quick, tests: !quick },
    ...(archs ? { archs } : {}),
  });
});
