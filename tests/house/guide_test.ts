import { assertEquals } from "@std/assert";
import { listFiles, readFiles, ROOT, type SourceFile } from "./_tree.ts";

/** The most bytes that the README may have: it sells, and leaves the rest to `docs`. */
const MOST_README_BYTES = 9216;

const CHAPTERS = 9;

/** An example that the tests run, and that uses the library; those marked `ignore` are not run. */
const TESTED_EXAMPLE = /^```ts\n(?:(?!```)[^])*?from "@denovdb\/denovdb/m;

/** Links of Markdown text and pictures, as they are written; code has none. */
function linksIn(text: string): string[] {
  const prose = text.replaceAll(/^(`{3,}).*\n[^]*?^\1$/gm, "").replaceAll(/`[^`]*`/g, "code");
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = ""]) => link);
}

/** What a heading is called in the address of a page. */
function anchorOf(heading: string): string {
  const letters = heading.toLowerCase().replaceAll(/[^\p{L}\p{N}\s_-]/gu, "");
  return letters.trim().replaceAll(/\s/g, "-");
}

function anchorsIn(text: string): string[] {
  const prose = text.replaceAll(/^(`{3,}).*\n[^]*?^\1$/gm, "");
  return [...prose.matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) => anchorOf(heading));
}

/** The path, seen from the root, that a link in a file leads to. */
function targetOf(path: string, link: string): string {
  return new URL(link, `file:///${path}`).pathname.slice(1);
}

/** Links that lead nowhere, given all pages and what else is there. */
function deadLinks(pages: readonly SourceFile[], exists: (path: string) => boolean): string[] {
  const texts = new Map(pages.map(({ path, text }) => [path, text]));
  return pages.flatMap(({ path, text }) =>
    linksIn(text).filter((link) => {
      if (/^[a-z]+:/.test(link)) return false;
      const [file = "", anchor] = link.split("#");
      const target = file === "" ? path : targetOf(path, file);
      if (!exists(target)) return true;
      return anchor !== undefined && !anchorsIn(texts.get(target) ?? "").includes(anchor);
    }).map((link) => `${path}: ${link}`)
  );
}

function existsInHouse(path: string): boolean {
  try {
    Deno.statSync(ROOT + path);
    return true;
  } catch {
    return false;
  }
}

/** The chapters of the guide, by their numbers. */
function chapters(): SourceFile[] {
  return readFiles([".md"], "docs/guide");
}

Deno.test("the guide has nine chapters, numbered from 1, of 60 to 150 lines", () => {
  const found = chapters();
  const numbers = found.map(({ path }) => /^docs\/guide\/(\d+)_[a-z_]+\.md$/.exec(path)?.[1]);
  assertEquals(numbers, Array.from({ length: CHAPTERS }, (_, index) => `${index + 1}`));
  const sizes = found.map(({ path, text }) => ({ path, lines: text.trimEnd().split("\n").length }));
  assertEquals(sizes.filter(({ lines }) => lines < 60 || lines > 150), []);
});

Deno.test("every chapter has an example that is tested", () => {
  const untested = chapters().filter(({ text }) => !TESTED_EXAMPLE.test(text));
  assertEquals(untested.map(({ path }) => path), []);
});

Deno.test("examples that are not run do not count as tested", () => {
  const example = 'import { tensor } from "@denovdb/denovdb";\n```\n';
  assertEquals(TESTED_EXAMPLE.test(`# One\n\n\`\`\`ts\n${example}`), true);
  assertEquals(TESTED_EXAMPLE.test(`# One\n\n\`\`\`ts ignore\n${example}`), false);
  assertEquals(TESTED_EXAMPLE.test(`# One\n\n\`\`\`ts\nlet a;\n\`\`\`\n${example}`), false);
});

Deno.test("the contents of the documentation list every chapter and every page", () => {
  const listed = linksIn(Deno.readTextFileSync(`${ROOT}docs/README.md`))
    .map((link) => targetOf("docs/README.md", link));
  const pages = listFiles("docs").filter((path) =>
    path.endsWith(".md") && path !== "docs/README.md" && !path.startsWith("docs/decisions/")
  );
  assertEquals(pages.filter((path) => !listed.includes(path)), []);
});

Deno.test(`the README has at most ${MOST_README_BYTES} bytes`, () => {
  const { size } = Deno.statSync(`${ROOT}README.md`);
  assertEquals(size <= MOST_README_BYTES, true, `README.md has ${size} bytes`);
});

Deno.test("links in README, CONTRIBUTING and docs lead to what is there", () => {
  const pages = readFiles([".md"], "README.md", "CONTRIBUTING.md", "docs", "bench/results");
  assertEquals(deadLinks(pages, existsInHouse), []);
});

Deno.test("links that lead nowhere are found", () => {
  const text = "# A title, with `code`\n[a](#a-title-with-code) [b](#other) [c](d.md#there)\n" +
    "[d](../mod.ts) ![e](no.png) [f](https://x.example) `[g](no.md)`\n```md\n[h](no.md)\n```\n";
  const pages = [{ path: "docs/a.md", text }, { path: "docs/d.md", text: "# There\n" }];
  const exists = (path: string): boolean => ["docs/a.md", "docs/d.md", "mod.ts"].includes(path);
  assertEquals(deadLinks(pages, exists), ["docs/a.md: #other", "docs/a.md: no.png"]);
});
