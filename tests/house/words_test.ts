import { assertEquals } from "@std/assert";
import { isGenerated, readFiles, type SourceFile } from "./_tree.ts";
import { readFacts } from "./_typescript.ts";

const TEXT = [
  ".ts",
  ".md",
  ".json",
  ".h",
  ".hpp",
  ".cpp",
  ".cu",
  ".cuh",
  ".txt",
  ".cmake",
  "/run",
  ".py",
];
const CODE = [".ts", ".h", ".hpp", ".cpp", ".cu", ".cuh", ".txt", ".cmake", "/run", ".py"];

/** Put together from pieces, so that this file passes its own test. */
const FOREIGN: readonly RegExp[] = [
  "/wor" + "k/",
  "\\bwork" + "place\\b",
  "\\bthis " + "session\\b",
  "\\bprevious " + "session\\b",
].map((pattern) => new RegExp(pattern, "i"));

const UNFINISHED: readonly RegExp[] = ["TO" + "DO", "FIX" + "ME", "XX" + "X"]
  .map((word) => new RegExp(`\\b${word}\\b`));

/** Verbs that British English may end differently. */
const VERBS =
  "normal organ optim quant recogn summar synchron final initial serial minim maxim general special visual " +
  "random parallel linear voxel raster util categor custom polygon discret token local standard";

/** British spellings, also as parts of identifiers; `~` is where a word is cut, so that this file passes its own test. */
const BRITISH: readonly RegExp[] = [
  ..."col~our neigh~bour behavi~our fav~our hon~our cent~re cent~ring met~re gr~ey lice~nce arte~fact"
    .split(" "),
  ..."catalo~gue label~led model~led travel~led cancel~led signal~ling anal~yse".split(" "),
  ...VERBS.split(" ").map((verb) => `${verb}is(e|ing|able|ation|er)(?!t)`),
].map((word) => word.replace("~", "")).map((word) =>
  new RegExp(`${word}|${word[0]?.toUpperCase()}${word.slice(1)}|${word.toUpperCase()}`)
);

/** The lines that match one of the patterns. */
function linesWith(patterns: readonly RegExp[], files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, text }) =>
    text.split("\n").flatMap((line, position) =>
      patterns.some((pattern) => pattern.test(line)) ? [`${path}:${position + 1}`] : []
    )
  );
}

/** Default exports and `any`, which are nowhere allowed, and output outside the command line. */
function unwantedSyntax(files: readonly SourceFile[]): string[] {
  // Only what holds the words can use them.
  return files.filter(({ path, text }) =>
    !path.endsWith(".d.ts") && /\b(?:any|default|console)\b/.test(text)
  ).flatMap((file) =>
    readFacts(file).uses
      .filter((use) => use !== "console" || !maySpeak(file.path))
      .map((use) => `${file.path}: ${use}`)
  );
}

/**
 * Where text for people is written; generated and published library code stays silent, but for the one warning that
 * nobody is left to be given.
 */
function maySpeak(path: string): boolean {
  return path === "ffi/finalizer.ts" ||
    ["lib/cli/", "dev/", "bench/", "examples/", "ffi/_gen/", "tests/"]
      .some((folder) => path.startsWith(folder));
}

Deno.test("the project speaks of itself alone", () => {
  assertEquals(linesWith(FOREIGN, readFiles(TEXT, ".")), []);
});

Deno.test("authored code leaves nothing unfinished", () => {
  assertEquals(
    linesWith(UNFINISHED, readFiles(CODE, ".").filter(({ path }) => !isGenerated(path))),
    [],
  );
});

Deno.test("words are spelled as in American English", () => {
  const files = readFiles([...TEXT, ".js", ".css", ".html"], ".").filter(({ path }) =>
    !isGenerated(path)
  );
  assertEquals(linesWith(BRITISH, files), []);
  assertEquals(
    files.map(({ path }) => path).filter((path) => BRITISH.some((word) => word.test(path))),
    [],
  );
});

Deno.test("no any, no default export, no console in the library", () => {
  const files = readFiles([".ts"], "mod.ts", "ffi", "lib", "bench", "tests", "examples", "dev");
  assertEquals(unwantedSyntax(files), []);
});

Deno.test("linesWith() names each line that holds a pattern", () => {
  const text = ["clean", "cd /wor" + "k/main", "as This " + "Session goes", "framework/s"].join(
    "\n",
  );
  assertEquals(linesWith(FOREIGN, [{ path: "a.md", text }]), ["a.md:2", "a.md:3"]);
  assertEquals(linesWith(UNFINISHED, [{ path: "a.ts", text: "// TO" + "DO later" }]), ["a.ts:1"]);
});

Deno.test("linesWith() names British words, and no others", () => {
  const lines = (text: string): string[] => linesWith(BRITISH, [{ path: "a.md", text }]);
  for (
    const word of [
      "col" + "ours",
      "neigh" + "bourOf",
      "cell" + "Cent" + "re",
      "cent" + "red",
      "in met" + "res",
      "gr" + "eyValue",
      "GR" + "EY",
      "renormal" + "ise",
      "Optim" + "isation",
      "synchron" + "ised",
    ]
  ) {
    assertEquals(lines(word), ["a.md:1"], word);
  }
  const fine =
    "color neighbor center centered central parameter geometric geometry meter concentrate " +
    "finalist optimistic minimum precise promise realistic specialist organism normals lists";
  assertEquals(lines(fine), []);
});

Deno.test("unwantedSyntax() names any, default exports and console", () => {
  const uses = (path: string, text: string): string[] => unwantedSyntax([{ path, text }]);
  const ignored = "// deno-lint-ignore-file\n";
  assertEquals(uses("lib/a/b.ts", `${ignored}export const a: any = 1;`), ["lib/a/b.ts: any"]);
  assertEquals(uses("lib/a/b.ts", "export default 1;"), ["lib/a/b.ts: default export"]);
  assertEquals(uses("lib/a/b.ts", "console.log(1);"), ["lib/a/b.ts: console"]);
  assertEquals(uses("lib/cli/main.ts", "console.log(1);"), []);
  assertEquals(uses("lib/a/b.ts", 'const any = "any console default";'), []);
});
