import { assertEquals } from "@std/assert";
import { listFiles, readFiles, type SourceFile } from "./_tree.ts";
import { type Facts, readFacts, resolveImport } from "./_typescript.ts";

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
