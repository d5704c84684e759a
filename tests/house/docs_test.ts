import { assert, assertEquals } from "@std/assert";
import { isGenerated, readFiles, type SourceFile } from "./_tree.ts";
import { readFacts } from "./_typescript.ts";

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

/** An exported function: its documentation, and what it takes, as the file writes it. */
interface Declared {
  readonly name: string;
  readonly doc: string;
  readonly takes: string;
}

/** The exported functions of a file, each by its first declaration. */
function functionsIn({ path, text }: SourceFile): ReadonlyMap<string, Declared> {
  const found = new Map<string, Declared>();
  const note = (
    { id, range, returnType, parent }:
      | Deno.lint.FunctionDeclaration
      | Deno.lint.TSDeclareFunction,
  ): void => {
    if (parent.type !== "ExportNamedDeclaration" || id === null || found.has(id.name)) return;
    const takes = text.slice(id.range[1], returnType?.range[0] ?? range[1])
      .replace(/\s+/g, " ").replace(/,? \)$/, ")").replace("( ", "(");
    const at = Math.min(parent.range[0], range[0]);
    found.set(id.name, { name: id.name, doc: docBefore(text, at), takes });
  };
  const rule: Deno.lint.Rule = {
    create: (): Deno.lint.LintVisitor => ({
      FunctionDeclaration: note,
      TSDeclareFunction: note,
    }),
  };
  Deno.lint.runPlugin({ name: "house", rules: { twins: rule } }, path, text);
  return found;
}

/** The function that documentation is about, where it says that another one is like it. */
function originalOf({ doc }: Declared): string | undefined {
  return /^\/\*\*\s+\* Like \{@linkcode (\w+)\}, without blocking/.exec(doc)?.[1];
}

/**
 * Asynchronous twins whose documentation does not lead to their original in the same file, or that take something else
 * than it does and a signal. A twin that passes may leave parameters, errors and determinism to its original.
 */
function oddTwins(file: SourceFile): string[] {
  const functions = functionsIn(file);
  return [...functions.values()].flatMap((twin) => {
    const original = originalOf(twin);
    const named = twin.name.endsWith("Async") && functions.has(twin.name.slice(0, -5));
    if (original === undefined) return named ? [`${file.path}: ${twin.name} names no twin`] : [];
    const other = functions.get(original);
    if (other === undefined) return [`${file.path}: ${twin.name} is like no ${original} there`];
    const takes = twin.takes.replace(/\(([^()]+)\) & Cancelable/, "$1")
      .replace(" & Cancelable", "").replace(", options: Cancelable = {}", "");
    return other.takes === takes ? [] : [
      `${file.path}: ${twin.name} takes ${twin.takes}, ${original} ${other.takes}`,
    ];
  });
}

/** Files whose functions users call; what is private may have twins without documentation. */
function publicFiles(): readonly SourceFile[] {
  return readFiles([".ts"], "lib").filter(({ path }) =>
    !path.startsWith("lib/core/") && !/\/_|\/cli\//.test(path)
  );
}

Deno.test("what does not block says whose twin it is, and takes the same", () => {
  const files = publicFiles();
  assertEquals(files.flatMap(oddTwins), []);
  const twins = files.flatMap((file) => [...functionsIn(file).values()].filter(originalOf));
  assert(twins.length > 20, `${twins.length} twins`);
});

/** What does not block and takes no signal, and why. */
const WITHOUT_SIGNAL: Readonly<Record<string, string>> = {
  valueAndGradAsync:
    "what it waits for is the function that it is given, and that may have a signal",
};

/** Functions that do not block and cannot be told to end. */
function endless(file: SourceFile): string[] {
  const takes = (name: string): boolean =>
    // Of several declarations, any may take it.
    new RegExp(`function ${name}\\b[^{]*\\bCancelable\\b`).test(file.text);
  return [...functionsIn(file).keys()].filter((name) => name.endsWith("Async") && !takes(name));
}

Deno.test("what does not block takes a signal", () => {
  const found = publicFiles().flatMap(endless);
  assertEquals(found, Object.keys(WITHOUT_SIGNAL));
  const text = "export async function aAsync(b: number): Promise<void> {}\n" +
    "export function cAsync(b: B): Promise<void>;\n" +
    "export function cAsync(b: Cancelable): Promise<void> {}\n";
  assertEquals(endless({ path: "sample.ts", text }), ["aAsync"]);
});

Deno.test("twins without an original, or with other parameters, are found", () => {
  const like = (name: string): string =>
    `/**\n * Like {@linkcode ${name}}, without blocking.\n */\n`;
  const text = "export function a(b: number, c = 1): void {}\n" +
    `${like("a")}export async function aAsync(\n  b: number,\n  c = 1,\n): Promise<void> {}\n` +
    "export function g(b: B | C = {}): void {}\n" +
    `${like("g")}export async function gAsync(b: (B | C) & Cancelable = {}): Promise<void> {}\n` +
    "export function h(b: number): void {}\n" +
    `${
      like("h")
    }export async function hAsync(b: number, options: Cancelable = {}): Promise<void> {}\n` +
    "export function d(b: number): void {}\n" +
    `${like("d")}export async function dAsync(b: string): Promise<void> {}\n` +
    `${like("e")}export async function eAsync(): Promise<void> {}\n` +
    "export function f(): void {}\n/** Runs. */\nexport async function fAsync(): Promise<void> {}\n";
  assertEquals(oddTwins({ path: "sample.ts", text }), [
    "sample.ts: dAsync takes (b: string), d (b: number)",
    "sample.ts: eAsync is like no e there",
    "sample.ts: fAsync names no twin",
  ]);
});

/** Functions that documentation names in links and that are not exported anywhere. */
function deadLinks(files: readonly SourceFile[]): string[] {
  const known = new Set(files.flatMap((file) => readFacts(file).exported.map(({ name }) => name)));
  return files.flatMap(({ path, text }) =>
    [...text.matchAll(/\{@linkcode (\w+)[.}]/g)].flatMap(([, name = ""]) =>
      known.has(name) ? [] : [`${path}: there is no ${name}`]
    )
  );
}

Deno.test("documentation links to what there is", () => {
  const files = readFiles([".ts"], "lib", "ffi").filter(({ path }) => !path.includes("/_gen"));
  assertEquals(deadLinks(files), []);
});

Deno.test("links to nothing are found", () => {
  const text = "/** See {@linkcode a} and {@linkcode B.c} and {@linkcode d}. */\n" +
    "export function a(): void {}\nexport class B {}\n";
  assertEquals(deadLinks([{ path: "sample.ts", text }]), ["sample.ts: there is no d"]);
});
