/**
 * Where the CLI writes: the only place that knows the process's streams.
 *
 * @module
 */

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

function writeAll(stream: { writeSync(bytes: Uint8Array): number }, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) at += stream.writeSync(bytes.subarray(at));
}
