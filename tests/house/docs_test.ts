import { assertEquals } from "@std/assert";
import { isGenerated, readFiles, type SourceFile } from "./_tree.ts";

/** Parameters that docs name and functions and methods do not have; those that are taken apart have no name. */
function strangers({ path, text }: SourceFile): string[] {
  const found: string[] = [];
  const check = (at: number, name: string, parameters: readonly Deno.lint.Parameter[]): void => {
    const names = parameters.map(parameterName);
    if (names.includes(undefined)) return;
    for (const [, told] of docBefore(text, at).matchAll(/@param (\w+)/g)) {
      if (!names.includes(told)) found.push(`${path}: ${name} has no ${told}`);
    }
  };
  const checkFunction = (
    { id, params, range, parent }: Deno.lint.FunctionDeclaration | Deno.lint.TSDeclareFunction,
  ): void => {
    const isExported = parent.type === "ExportNamedDeclaration";
    check(isExported ? parent.range[0] : range[0], id?.name ?? "a function", params);
  };
  const rule: Deno.lint.Rule = {
    create: (): Deno.lint.LintVisitor => ({
      FunctionDeclaration: checkFunction,
      TSDeclareFunction: checkFunction, // overloads
      MethodDefinition({ key, value, range }): void {
        check(range[0], key.type === "Identifier" ? key.name : "a method", value.params);
      },
    }),
  };
  Deno.lint.runPlugin({ name: "house", rules: { docs: rule } }, path, text);
  return found;
}

/** The comment that ends where a declaration begins, or nothing. */
function docBefore(text: string, at: number): string {
  const before = text.slice(0, at).trimEnd();
  return before.endsWith("*/") ? before.slice(before.lastIndexOf("/**")) : "";
}

function parameterName(parameter: Deno.lint.Parameter): string | undefined {
  switch (parameter.type) {
    case "Identifier":
      return parameter.name;
    case "AssignmentPattern":
      return parameter.left.type === "Identifier" ? parameter.left.name : undefined;
    case "RestElement":
      return parameter.argument.type === "Identifier" ? parameter.argument.name : undefined;
    default:
      return undefined;
  }
}

Deno.test("docs name parameters that there are", () => {
  const files = readFiles([".ts"], "lib", "ffi", "mod.ts").filter(({ path }) => !isGenerated(path));
  assertEquals(files.flatMap(strangers), []);
});

Deno.test("docs that name other parameters are found", () => {
  const text = "/**\n * @param b Other.\n */\nexport function f(a: number, { c }: D): void {}\n" +
    "/** @param b Other. */\nexport function g(a = 1): void {}\n" +
    "/** @param d Other. */\nexport function i(a: number): void;\n" +
    "export function i(a: unknown): void {}\n" +
    "class C {\n  /** @param x Other. */\n  h(...rest: number[]): void {}\n}\n";
  assertEquals(strangers({ path: "sample.ts", text }), [
    "sample.ts: g has no b",
    "sample.ts: i has no d",
    "sample.ts: h has no x",
  ]);
});
