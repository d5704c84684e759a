import { assertEquals, assertThrows } from "@std/assert";
import { examplesOf } from "../../dev/tests/extract.ts";
import { filesBelow, shardOf } from "../../dev/tests/walk.ts";

const PAGE = `# A page

\`\`\`ts
const a = 1;

const b = a;
\`\`\`

Not programs that run:

\`\`\`ts ignore
elsewhere();
\`\`\`

\`\`\`sh
\`\`\`

- in a list
  \`\`\`ts
  const c = 3;
  \`\`\`
`;

const MODULE = `/**
 * What it does.
 *
 * \`\`\`ts
 * const a = \`1\`;
 *
 *   indented(a);
 * \`\`\`
 */
export const text = \`
\`\`\`ts
notInAComment();
\`\`\`
\`;

export class Inside {
  /** A member. Longer fences have shorter ones inside.
   *
   * \`\`\`\`ts
   * // \`\`\`
   * \`\`\`\`
   */
  member = 1;
}
`;

Deno.test("examplesOf() finds the programs of a page, each at its line", () => {
  assertEquals(examplesOf(PAGE, "markdown"), [
    { lines: "3-8", program: "\n\n\nconst a = 1;\n\nconst b = a;\n" },
    { lines: "19-22", program: `${"\n".repeat(19)}  const c = 3;\n` },
  ]);
  assertEquals(examplesOf("", "markdown"), []);
});

Deno.test("examplesOf() finds the programs in the comments of a module", () => {
  assertEquals(examplesOf(MODULE, "typescript"), [
    { lines: "4-9", program: "\n\n\n\nconst a = `1`;\n\n  indented(a);\n" },
    { lines: "19-22", program: `${"\n".repeat(19)}// \`\`\`\n` },
  ]);
});

Deno.test("filesBelow() finds files of all folders below, and those that are named", () => {
  const found = filesBelow(["tests/house", "README.md", "docs"], "_test.ts", ".md");
  const some = ["tests/house/examples_test.ts", "README.md", "docs/guide/1_first_grid.md"];
  assertEquals(some.filter((file) => !found.includes(file)), []);
  assertEquals(found.filter((file) => !/(?:_test\.ts|\.md)$/.test(file)), []);
});

Deno.test("shardOf() takes each item once", () => {
  const list = ["a", "b", "c", "d", "e"];
  const shards = [1, 2, 3].map((part) => shardOf(list, `--shard=${part}/3`));
  assertEquals(shards.flat().sort(), list);
  assertEquals(shards.map(({ length }) => length), [2, 2, 1]);
  assertThrows(() => shardOf(list, "--shard=0/3"), RangeError, "--shard=0/3");
});
