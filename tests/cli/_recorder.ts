/**
 * An output that keeps what a command writes.
 *
 * @module
 */

import { main } from "../../lib/cli/main.ts";
import type { Output } from "../../lib/cli/shared/output.ts";

/** What a command line did. */
export interface Run {
  readonly code: number;
  readonly results: readonly string[];
  readonly notes: string;
}

/** Runs a command line in this process. */
export async function runMain(args: readonly string[], terminal = false): Promise<Run> {
  const results: string[] = [];
  const notes: string[] = [];
  const output: Output = {
    terminal,
    columns: 60,
    result: (line) => results.push(line),
    note: (text) => notes.push(text),
  };
  const code = await main(args, output);
  return { code, results, notes: notes.join("") };
}
