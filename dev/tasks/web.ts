/**
 * Serves the page of `examples/web` to browsers on this machine: `--port 8000`; `--alone` does without the headers that
 * pages need for threads.
 *
 * @module
 */
import { parseArgs } from "@std/cli/parse-args";
import { webSite } from "../web/site.ts";
import { exists, main, say, TaskError } from "./_shared.ts";

await main(async () => {
  const { port, alone } = parseArgs(Deno.args, {
    string: ["port"],
    boolean: ["alone"],
    default: { port: "8000" },
  });
  if (!exists("build/wasm/denovdb.wasm")) {
    throw new TaskError("Cannot serve: there is no module yet, `deno task build:wasm` builds it");
  }
  const server = Deno.serve({
    hostname: "127.0.0.1",
    port: Number(port),
    onListen: ({ port }) => say(`http://127.0.0.1:${port}/`),
  }, webSite({ isolated: !alone }));
  await server.finished;
});
