/**
 * Finds the examples in documentation that are tests, as `deno test --doc` does.
 *
 * @module
 */

/** A program in documentation. */
export interface Example {
  /** The lines that it takes with its fences, as in `12-34`. */
  readonly lines: string;
  /** The program, behind as many empty lines as stand above it in the file, so that errors tell its lines. */
  readonly program: string;
}

/** The examples of a page in Markdown, or of the comments of a TypeScript file. */
export function examplesOf(text: string, format: "markdown" | "typescript"): Example[] {
  const examples: Example[] = [];
  const lines = text.split("\n").map((line) => ({
    // What is in code is not in a comment.
    content: format === "markdown" ? line : /^\s*\* ?(.*)$/.exec(line)?.[1],
  }));
  for (let at = 0; at < lines.length; at++) {
    const [, fence, language, attributes] =
      /^\s*(`{3,})([a-z]*)(.*)$/.exec(lines[at]?.content ?? "") ?? [];
    if (fence === undefined) continue;
    const start = at;
    const isEnd = (line = ""): boolean => line.trim() === fence;
    do at++; while (at < lines.length && !isEnd(lines[at]?.content));
    if (language !== "ts" || /\bignore\b/.test(attributes ?? "")) continue;
    const body = lines.slice(start + 1, at).map(({ content }) => content ?? "");
    const program = "\n".repeat(start + 1) + body.join("\n") + "\n";
    examples.push({ lines: `${start + 1}-${at + 2}`, program });
  }
  return examples;
}
