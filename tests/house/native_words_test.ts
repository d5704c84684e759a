import { assertEquals } from "@std/assert";
import { isGenerated, readFiles, type SourceFile } from "./_tree.ts";

/** Words for which the field has others: `gift` is a contribution, `brief` is bf16, and so on. */
const PRIVATE: readonly RegExp[] = [
  "gifts?",
  "crews?",
  "Askers?",
  "Brief",
  "Spot",
  "Few",
  "Loose[A-Za-z]*",
  "[A-Za-z]*Pulls?",
  "[A-Za-z]*Bends?",
  "[A-Za-z]*Way",
  "Met",
  "Places",
  "Shares?",
].map((word) => new RegExp(`\\b${word}\\b`));

/** Files that do not say in their first line what they hold. */
function silentFiles(files: readonly SourceFile[]): string[] {
  return files.filter(({ text }) => !/^\/\/\/? \p{Lu}/u.test(text)).map(({ path }) => path);
}

/** Identifiers that only the author understands; comments, which may begin with such a word, do not count. */
function privateWords(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, text }) =>
    text.split("\n").flatMap((line, position) => {
      const code = line.replace(/\/\/.*$/, "").replace(/"(?:\\.|[^"\\])*"/g, "");
      return PRIVATE.some((word) => word.test(code)) ? [`${path}:${position + 1}`] : [];
    })
  );
}

function nativeFiles(): SourceFile[] {
  return readFiles([".hpp", ".cpp", ".cu", ".cuh"], "cuda").filter(({ path }) =>
    !isGenerated(path)
  );
}

Deno.test("each native file opens with a sentence about what it holds", () => {
  assertEquals(silentFiles(nativeFiles()), []);
});

Deno.test("native code uses the terms of the field", () => {
  assertEquals(privateWords(nativeFiles()), []);
});

Deno.test("silentFiles() names files that begin with code", () => {
  const texts = {
    "a.cpp": "/// Sums of rows.\n",
    "b.cpp": "#include <new>\n",
    "c.cpp": "// sums\n",
  };
  const files = Object.entries(texts).map(([path, text]) => ({ path, text }));
  assertEquals(silentFiles(files), ["b.cpp", "c.cpp"]);
});

Deno.test("privateWords() reads code, not comments and messages", () => {
  const text = 'Gift gift;\n// A gift.\nfail("no gift");\nstruct LowerWay {};\nint always;';
  assertEquals(privateWords([{ path: "a.cpp", text }]), ["a.cpp:1", "a.cpp:4"]);
});
