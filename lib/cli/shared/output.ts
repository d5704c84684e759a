/**
 * Output of the CLI: the only place that knows the process's streams.
 *
 * @module
 */

import { type ParsedArgs, PIPE } from "./args.ts";
import { writeAll } from "./bytes.ts";

/** The two streams of a command. */
export interface Output {
  /** Whether notes go to a terminal, so that a progress bar makes sense. */
  readonly terminal: boolean;
  /** Columns of the terminal. */
  readonly columns: number;
  /** Writes a line of results. */
  result(line: string): void;
  /** Writes text beside the results: notes, errors and the progress bar. */
  note(text: string): void;
}

/** Path of this process's stdout among files; by any name, Deno opens it with all permissions only. */
export const STDOUT = "/dev/stdout";

/** The file that a command line names for results: `-` is stdout. */
export function outputOf(parsed: ParsedArgs): string | undefined {
  const out = parsed.text("out");
  return out === PIPE ? STDOUT : out;
}

/** Writes bytes to this process's stdout. */
export function writeToStdout(bytes: Uint8Array): void {
  writeAll(Deno.stdout, bytes);
}

/** Says beside the results what may not be as expected. */
export function warn(output: Output, text: string): void {
  output.note(`denovdb: warning: ${text}\n`);
}

/**
 * Output of a command that has its file written to stdout.
 *
 * @param output Where it would write.
 * @param out The file.
 * @returns The same; an output whose results are notes where the file is stdout.
 */
export function besideFile(output: Output, out: string): Output {
  if (out !== STDOUT) return output;
  const { terminal, columns } = output;
  const note = (text: string): void => output.note(text);
  return { terminal, columns, note, result: (line) => note(`${line}\n`) };
}

/**
 * Makes the output that writes to this process's stdout and stderr.
 *
 * @returns An output without state of its own.
 */
export function processOutput(): Output {
  const encoder = new TextEncoder();
  const terminal = Deno.stderr.isTerminal();
  return {
    terminal,
    columns: terminal ? terminalColumns() : 80,
    result: (line) => writeAll(Deno.stdout, encoder.encode(line + "\n")),
    note: (text) => writeAll(Deno.stderr, encoder.encode(text)),
  };
}

function terminalColumns(): number {
  try {
    return Math.max(40, Deno.consoleSize().columns);
  } catch {
    return 80; // stdin, stdout and stderr are all redirected
  }
}
