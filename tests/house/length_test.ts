import { assertEquals } from "@std/assert";
import { isGenerated, readFiles, type SourceFile } from "./_tree.ts";

const LIMIT = 400;
const ENDINGS = [".ts", ".cpp", ".hpp", ".cu", ".cuh", ".h"];

/** The authored files that are too long to be about one thing. */
function longFiles(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path }) => !isGenerated(path))
    .map(({ path, text }) => ({
      path,
      lines: text.split("\n").length - (text.endsWith("\n") ? 1 : 0),
    }))
    .filter(({ lines }) => lines > LIMIT)
    .map(({ path, lines }) => `${path} has ${lines} lines`);
}

Deno.test(`authored files have at most ${LIMIT} lines`, () => {
  assertEquals(longFiles(readFiles(ENDINGS, ".")), []);
});

Deno.test("longFiles() names a file one line over the limit", () => {
  const file = (path: string, lines: number): SourceFile => ({ path, text: "a\n".repeat(lines) });
  assertEquals(longFiles([file("lib/grid/build.ts", LIMIT + 1)]).length, 1);
  assertEquals(longFiles([{ path: "a.ts", text: "a\n".repeat(LIMIT) + "a" }]).length, 1);
  assertEquals(longFiles([file("lib/grid/build.ts", LIMIT)]), []);
  assertEquals(longFiles([file("ffi/_generated/symbols.ts", LIMIT + 1)]), []);
});
