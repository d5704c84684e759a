/**
 * Deno processes for what must not happen in the process of the tests.
 *
 * @module
 */

import { fromFileUrl } from "@std/path";

/** How a process ended and what it wrote. */
export interface Ended {
  readonly code: number;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a script of the tests with the given permissions and nothing else. */
export async function runScript(
  name: string,
  permissions: readonly string[],
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const script = fromFileUrl(new URL(name, import.meta.url));
  const { code, signal, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "--no-prompt", "--no-lock", ...permissions, script, ...args],
    env: { NO_COLOR: "1", ...env },
  }).output();
  const decoder = new TextDecoder();
  return { code, signal, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}

/** Prints a value for the process that started this one. */
export function printJson(value: unknown): void {
  Deno.stdout.writeSync(new TextEncoder().encode(JSON.stringify(value)));
}
