import { assertEquals, assertStringIncludes } from "@std/assert";
import { listFiles, ROOT } from "./_tree.ts";

/** Runs Deno in the project's root. */
async function deno(...args: string[]): Promise<{ readonly ok: boolean; readonly text: string }> {
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args,
    cwd: ROOT,
    stdin: "null",
    env: { NO_COLOR: "1" },
  }).output();
  const decoder = new TextDecoder();
  return { ok: success, text: decoder.decode(stdout) + decoder.decode(stderr) };
}

/** Checks that a generator finds its files current; its own words explain a failure. */
async function complaintsOf(...args: string[]): Promise<string> {
  const { ok, text } = await deno(...args);
  return ok ? "" : text || "failed without a word";
}

Deno.test({
  name: "the generated files match the C headers",
  ignore: listFiles("ffi/_gen/main.ts").length === 0,
  async fn(): Promise<void> {
    assertEquals(await complaintsOf("task", "--quiet", "bindgen", "--check"), "");
  },
});

Deno.test("complaintsOf() passes on what a failing generator says", async () => {
  assertStringIncludes(await complaintsOf("eval", 'console.error("stale"); Deno.exit(1)'), "stale");
});

const PUBLISHED = [/^mod\.ts$/, /^deno\.json$/, /^(?:README|CHANGELOG)\.md$/, /^LICENSE$/]
  .concat([/^lib\//, /^ffi\//, /^cuda\//, /^examples\/(?:(?:networks|segmentation)\/)?[^/]+\.ts$/]);

/** The files in a publishing report that are not meant to leave the house. */
function strangers(report: string): string[] {
  return publishedFiles(report).filter((path) => !PUBLISHED.some((wanted) => wanted.test(path)));
}

/** The paths in the report of a simulated upload. */
function publishedFiles(report: string): string[] {
  return [...report.matchAll(/^ +file:\/\/(\S+) \(/gm)]
    .map((match) => decodeURI(match[1] ?? ""))
    .map((path) => path.startsWith(ROOT) ? path.slice(ROOT.length) : path);
}

Deno.test({
  name: "the package holds the library, the native sources and nothing else",
  ignore: listFiles("mod.ts", "lib/io/mod.ts", "lib/cli/main.ts").length < 3,
  async fn(): Promise<void> {
    const { ok, text } = await deno("publish", "--dry-run", "--allow-dirty", "--no-check");
    assertEquals(ok, true, text);
    assertEquals(strangers(text), []);
    const files = new Set(publishedFiles(text));
    const wanted = ["mod.ts", "LICENSE", ...listFiles("README.md", "ffi/include", "cuda")];
    assertEquals(wanted.filter((path) => !files.has(path)), []);
  },
});

Deno.test("strangers() names tests, benchmarks, tools and data in a report", () => {
  const report = (path: string): string => `with files:\n   file://${ROOT}${path} (3B)\nSuccess\n`;
  const outside = ["tests/a_test.ts", "bench/a_bench.ts", "dev/tasks/ok.ts", "examples/data/a.las"];
  for (const path of outside) assertEquals(strangers(report(path)), [path]);
  assertEquals(strangers(report("lib/grid/mod.ts")), []);
  assertEquals(strangers(report("examples/render.ts")), []);
  assertEquals(strangers(report("examples/networks/blocks.ts")), []);
});
