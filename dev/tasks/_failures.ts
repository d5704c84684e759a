/**
 * What is shown of failed parts of the tests when all have ended.
 *
 * @module
 */

/** A part that failed. */
export interface Failure {
  /** How it is run alone. */
  readonly command: string;
  /** Its exit status. */
  readonly code: number;
  /** What it printed. */
  readonly output: string;
}

/** How much of a failed part is shown again: what went wrong, not its whole stacks. */
const LINES_OF_FAILURE = 40;

/** The names and errors of failed tests, as `deno test` lists them at its end; or else the end of what was printed. */
export function describeFailure({ command, code, output }: Failure): string {
  const from = output.lastIndexOf("\n ERRORS ");
  const to = output.lastIndexOf("\n FAILURES ");
  const text = from < 0 ? output : output.slice(from, to < from ? undefined : to);
  // Who counts tests has counted them.
  const lines = text.trim().split("\n").filter((line) => !/^(ok|FAILED) \|/.test(line));
  const shown = from < 0 ? lines.slice(-LINES_OF_FAILURE) : lines.slice(0, LINES_OF_FAILURE);
  return `${command}\nended with status ${code}:\n${shown.join("\n")}\n`;
}
