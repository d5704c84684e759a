/**
 * What tests of the viewer share: things to view, and the command while it serves them.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { main } from "../../lib/cli/main.ts";
import { encodePly } from "../../lib/io/mod.ts";

/** A command that serves a page. */
export interface Viewing extends AsyncDisposable {
  /** What it printed with `--json`. */
  readonly report: Readonly<Record<string, unknown>>;
  /** Where the page is. */
  readonly address: string;
}

/** Runs `denovdb view` on a free port until it is disposed. */
export async function startView(...args: readonly string[]): Promise<Viewing> {
  const ending = new AbortController();
  const started = Promise.withResolvers<string>();
  const notes: string[] = [];
  const output = {
    terminal: false,
    columns: 80,
    result: started.resolve,
    note: (text: string): unknown => notes.push(text),
  };
  const ended = main(["view", ...args, "--port", "0", "--json"], output, ending.signal);
  const line = await Promise.race([started.promise, ended.then(() => "")]);
  assertEquals(notes, []);
  const report = JSON.parse(line);
  return {
    report,
    address: report.address,
    async [Symbol.asyncDispose](): Promise<void> {
      ending.abort();
      assertEquals([await ended, ...notes], [0]);
    },
  };
}

/** Writes points: a red floor of 40 x 40 at z = 0, and a green one of 20 x 20 at z = 9. */
export async function writeFloors(path: string): Promise<void> {
  const positions: number[] = [];
  const colors: number[] = [];
  for (let x = 0; x < 40; x++) {
    for (let y = 0; y < 40; y++) {
      positions.push(x, y, 0);
      colors.push(200, 30, 40);
      if (Math.max(Math.abs(x - 20), Math.abs(y - 20)) > 10) continue;
      positions.push(x, y, 9);
      colors.push(40, 180, 60);
    }
  }
  const mesh = { positions: Float64Array.from(positions), colors: Uint8Array.from(colors) };
  await Deno.writeFile(path, encodePly(mesh));
}
