import { assertEquals } from "@std/assert";
import { listFiles, readFiles, type SourceFile } from "./_tree.ts";
import { DOORS, type Facts, readFacts, resolveImport } from "./_typescript.ts";

/** An exported name and the place that declares it. */
interface Public {
  readonly name: string;
  readonly origin: string;
}

/** Follows re-exports down to the declarations. */
class ExportTable {
  readonly #files: ReadonlyMap<string, SourceFile>;
  readonly #facts = new Map<string, Facts>();

  constructor(files: readonly SourceFile[]) {
    this.#files = new Map(files.map((file) => [file.path, file]));
  }

  /** Every exported name of a module, once for each way that it is exported. */
  of(path: string): readonly Public[] {
    const facts = this.#factsOf(path);
    if (facts === undefined) return [];
    const own = new Map<string, Public>();
    const passed: Public[] = [];
    for (const { name, from, original } of facts.exported) {
      if (from !== undefined) passed.push({ name, origin: this.#origin(from, original, path) });
      else own.set(name, { name, origin: `${path} ${original}` });
    }
    const starred = facts.stars.flatMap((from) => this.of(resolveImport(from, path) ?? from));
    return [...own.values(), ...passed, ...starred];
  }

  #origin(from: string, original: string, importer: string): string {
    const target = resolveImport(from, importer) ?? from;
    const found = this.of(target).find(({ name }) => name === original);
    return found?.origin ?? `${target} ${original}`;
  }

  #factsOf(path: string): Facts | undefined {
    const file = this.#files.get(path);
    if (file === undefined) return undefined;
    const facts = this.#facts.get(path) ?? readFacts(file);
    this.#facts.set(path, facts);
    return facts;
  }
}

/** The names exported twice, and the declarations exported under two names. */
function exportedTwice(table: ExportTable, path: string): string[] {
  const exported = table.of(path);
  return [
    ...repeated(exported.map(({ name }) => name)),
    ...repeated([...new Set(exported.map(({ name, origin }) => `${name} < ${origin}`))]
      .map((entry) => entry.split(" < ")[1] ?? "")),
  ].map((what) => `${path} exports ${what} twice`);
}

function repeated(values: readonly string[]): string[] {
  return [...new Set(values.filter((value, position) => values.indexOf(value) !== position))];
}

Deno.test("no door exports a name or a declaration twice", () => {
  const table = new ExportTable(readFiles([".ts"], "mod.ts", "lib", "ffi"));
  const doors = listFiles("mod.ts", "lib").filter((path) => /(^|\/)mod\.ts$/.test(path));
  assertEquals(doors.flatMap((path) => exportedTwice(table, path)), []);
});

/** The public names of doors that files marked private, by `_`, declare. */
function declaredInPrivate(table: ExportTable, doors: readonly string[]): string[] {
  const origins = doors.flatMap((door) => table.of(door).map(({ origin }) => origin));
  return [...new Set(origins)].filter((origin) => /(?:^|\/)_[^/]*\.ts /.test(origin)).sort();
}

Deno.test("no public name is declared in a private file", () => {
  const table = new ExportTable(readFiles([".ts"], "mod.ts", "lib", "ffi"));
  assertEquals(declaredInPrivate(table, [...DOORS.values()]), []);
});

/** The files that export again what others of `ffi/base` or `lib/core/checks.ts` declare, so that a check has two addresses. */
function secondAddresses(files: readonly SourceFile[]): string[] {
  return files.filter(({ path }) => !/(?:^|\/)mod\.ts$/.test(path)).flatMap((file) => {
    const { exported, stars } = readFacts(file);
    const from = [...exported.flatMap(({ from = [] }) => from), ...stars];
    const checks = from.filter((one) =>
      /^(?:ffi\/base\/|lib\/core\/checks\.ts)/.test(resolveImport(one, file.path) ?? "")
    );
    return checks.map((one) => `${file.path} exports again from ${one}`);
  });
}

Deno.test("every check has one address", () => {
  assertEquals(secondAddresses(readFiles([".ts"], "lib", "ffi")), []);
});

/** Two families whose names meet in `mod.ts`. */
function sample(mod: string): ExportTable {
  return new ExportTable([
    { path: "mod.ts", text: mod },
    {
      path: "lib/a/mod.ts",
      text: 'export * from "./one.ts";\nexport { type T } from "./two.ts";\n',
    },
    {
      path: "lib/a/one.ts",
      text: "export function one(a: number): void;\nexport function one(): void {}\n",
    },
    { path: "lib/a/two.ts", text: "export interface T {}\nexport const hidden: number = 2;\n" },
    { path: "lib/b/mod.ts", text: "export class one {}\n" },
  ]);
}

Deno.test("exportedTwice() names clashes and second names", () => {
  const clash = 'export * from "./lib/a/mod.ts";\nexport * from "./lib/b/mod.ts";\n';
  assertEquals(exportedTwice(sample(clash), "mod.ts").length, 1);
  const second = 'export * from "./lib/a/mod.ts";\nexport { one as uno } from "./lib/a/mod.ts";\n';
  assertEquals(exportedTwice(sample(second), "mod.ts").length, 1);
  assertEquals(exportedTwice(sample('export * from "./lib/a/mod.ts";\n'), "mod.ts"), []);
});

Deno.test("declaredInPrivate() and secondAddresses() name declarations and re-exports", () => {
  const table = new ExportTable([
    { path: "lib/a/mod.ts", text: 'export { A, type B } from "./a.ts";\n' },
    { path: "lib/a/a.ts", text: 'export { A } from "./_a.ts";\nexport interface B {}\n' },
    { path: "lib/a/_a.ts", text: "export class A {}\n" },
  ]);
  assertEquals(declaredInPrivate(table, ["lib/a/mod.ts"]), ["lib/a/_a.ts A"]);
  const text = 'export { refuse } from "../../ffi/base/checks.ts";\n';
  assertEquals(secondAddresses([{ path: "lib/a/a.ts", text }]).length, 1);
  assertEquals(secondAddresses([{ path: "lib/a/mod.ts", text }]), []);
});
