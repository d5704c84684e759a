/**
 * What tests of the viewer share: things to view, and the command while it serves them.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { main } from "../../lib/cli/main.ts";
import { lasBytes, type LasPoint } from "../io/las/_bytes.ts";

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

/** What `denovdb view` notes up to where its page is served. */
export async function notesOfView(...args: readonly string[]): Promise<string> {
  const ending = new AbortController();
  let said = "";
  const output = {
    terminal: false,
    columns: 80,
    result: (): void => ending.abort(),
    note: (text: string): void => void (said += text),
  };
  assertEquals(await main(["view", ...args, "--port", "0"], output, ending.signal), 0);
  return said;
}

/**
 * Writes a LAS file: a red ground of 40 x 40 points at z = 0, and a green building of 20 x 20 at z = 9 with a stronger
 * return; with colors that are all 0 if asked for.
 */
export async function writeFloors(
  path: string,
  { isBlack = false }: { readonly isBlack?: boolean } = {},
): Promise<void> {
  const points: LasPoint[] = [];
  const rgb = (red: number, green: number, blue: number) =>
    isBlack ? [0, 0, 0] as const : [red * 257, green * 257, blue * 257] as const;
  for (let x = 0; x < 40; x++) {
    for (let y = 0; y < 40; y++) {
      points.push({ at: [x, y, 0], rgb: rgb(200, 30, 40), classByte: 2, intensity: 1000 });
      if (Math.max(Math.abs(x - 20), Math.abs(y - 20)) > 10) continue;
      points.push({ at: [x, y, 9], rgb: rgb(40, 180, 60), classByte: 6, intensity: 60_000 });
    }
  }
  await Deno.writeFile(path, lasBytes({ format: 3, points, scale: [1, 1, 1] }));
}
