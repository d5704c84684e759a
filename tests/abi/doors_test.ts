import { assertEquals } from "@std/assert";
import { emitOperators } from "../../ffi/_gen/doors.ts";

const OPERATOR = `/** What it does.
 *
 * @category Pooling
 */
export function medianPool(a: number): void;
/** Of another type. */
export function medianPool(): void {}

/**
 * Options.
 *
 * @category Pooling
 */
export interface MedianOptions {}

/** For other files of the family. */
export const shared: number = 1;
`;

/** The lines of the exports. */
function linesOf(...files: readonly (readonly [name: string, text: string])[]): string[] {
  const text = emitOperators(files.map(([name, text]) => ({ name, text })));
  return text.trimEnd().split("\n").slice(2);
}

Deno.test("emitOperators() exports what has a category from files that are not private", () => {
  const types = OPERATOR.slice(OPERATOR.indexOf("/**\n * Options"));
  assertEquals(
    linesOf(
      ["median_pool.ts", OPERATOR],
      ["a_options.ts", types],
      ["mod.ts", OPERATOR],
      ["_windows.ts", OPERATOR],
      ["none.ts", "export const shared: number = 1;\n"],
    ),
    [
      'export type { MedianOptions } from "../a_options.ts";',
      'export { type MedianOptions, medianPool } from "../median_pool.ts";',
    ],
  );
});

Deno.test("emitOperators() breaks lines as the formatter does", () => {
  const many = ["c", "a", "B"].map((name) => OPERATOR.replaceAll("medianPool", name.repeat(40)));
  assertEquals(linesOf(["many.ts", many.join("")]), [
    "export {",
    ...["a", "B", "c"].map((name) => `  ${name.repeat(40)},`),
    "  type MedianOptions,",
    '} from "../many.ts";',
  ]);
});

Deno.test("every operator's file has a public name, which its door exports", async () => {
  const lib = new URL("../../lib/", import.meta.url);
  const missing: string[] = [];
  for (const { name: family } of Deno.readDirSync(lib)) {
    const listed = await Deno.readTextFile(new URL(`${family}/_generated/operators.ts`, lib))
      .catch(() => undefined);
    if (listed === undefined) continue;
    for (const { name, isFile } of Deno.readDirSync(new URL(`${family}/`, lib))) {
      if (!isFile || name.startsWith("_") || name === "mod.ts") continue;
      if (!listed.includes(`from "../${name}";`)) missing.push(`${family}/${name}`);
    }
  }
  assertEquals(missing, []);
});
