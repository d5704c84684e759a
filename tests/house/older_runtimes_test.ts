import { assertEquals } from "@std/assert";
import { readFiles, type SourceFile } from "./_tree.ts";

/** What Node.js 20 does not have, and where a stand-in for it is; what has none must not be used. */
const ABSENT: ReadonlyMap<string, string | undefined> = new Map([
  ["DisposableStack", "ffi/base/disposable_stack.ts"],
  ["AsyncDisposableStack", undefined],
]);

/** The files whose code uses what older runtimes do not have, without importing what stands in for it. */
function bareUses(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, text }) => {
    const code = text.replaceAll(/\/\*[^]*?\*\/|\/\/.*$/gm, "");
    return [...ABSENT].flatMap(([name, standIn]) => {
      if (path === standIn || !new RegExp(`(?<!["\\w])${name}(?!["\\w])`).test(code)) return [];
      const end = standIn?.replace(/^ffi/, "");
      const imported = new RegExp(`import (?:type )?\\{[^}]*\\b${name}\\b[^}]*\\} from "([^"]+)"`)
        .exec(code)?.[1];
      return end !== undefined && imported?.endsWith(end) ? [] : [`${path} uses ${name}`];
    });
  });
}

Deno.test("the library uses nothing that Node.js 20 lacks", () => {
  assertEquals(bareUses(readFiles([".ts", ".js"], "mod.ts", "ffi", "lib", "examples")), []);
});

Deno.test("bareUses() names what is used without its stand-in, in code alone", () => {
  const uses = (text: string): readonly string[] => bareUses([{ path: "lib/a.ts", text }]);
  const use = "using stack = new DisposableStack();\n";
  const standIn = "../ffi/base/disposable_stack.ts";
  assertEquals(uses(use), ["lib/a.ts uses DisposableStack"]);
  assertEquals(uses(`import { DisposableStack } from "${standIn}";\n${use}`), []);
  assertEquals(uses(`import type { DisposableStack } from "${standIn}";\n${use}`), []);
  assertEquals(uses(`import { other } from "${standIn}";\n${use}`), [
    "lib/a.ts uses DisposableStack",
  ]);
  assertEquals(uses("const s: globalThis.DisposableStack = x;"), ["lib/a.ts uses DisposableStack"]);
  assertEquals(uses("await using s = new AsyncDisposableStack();"), [
    "lib/a.ts uses AsyncDisposableStack",
  ]);
  assertEquals(uses("// a DisposableStack\n/** Like AsyncDisposableStack. */\n"), []);
  assertEquals(uses("class OwnDisposableStack {}"), []);
});
