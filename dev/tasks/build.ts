import { parseArgs } from "@std/cli/parse-args";
import { buildNative, CPU } from "./_native.ts";
import { main } from "./_shared.ts";

await main(() => {
  const { portable, tests } = parseArgs(Deno.args, { boolean: ["portable", "tests"] });
  return buildNative({ ...CPU, portable, tests });
});
