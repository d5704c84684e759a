/**
 * The page of `examples/web`, served by its task in a process of its own, as the compiler reads variables of the
 * environment.
 *
 * @module
 */

import { fromFileUrl } from "@std/path";

/** A task that serves the page. */
export interface Served extends AsyncDisposable {
  /** Where the page is. */
  readonly address: string;
}

/** Serves the page on a free port until it is disposed. */
export async function servePage(...args: readonly string[]): Promise<Served> {
  const task = fromFileUrl(new URL("../../dev/tasks/web.ts", import.meta.url));
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      ...["run", "--quiet", "--no-prompt", "--no-check", "--allow-read", "--allow-env"],
      ...["--allow-net=127.0.0.1", task, "--port", "0", ...args],
    ],
    ...{ stdin: "null", stdout: "piped", stderr: "inherit", env: { NO_COLOR: "1" } },
  }).spawn();
  const lines = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  const { value = "" } = await lines.read();
  return {
    address: value.trim(),
    async [Symbol.asyncDispose](): Promise<void> {
      child.kill("SIGTERM");
      await child.status;
      await lines.cancel();
    },
  };
}
