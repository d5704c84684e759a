/**
 * What a TypeScript file imports, exports and uses, read from its syntax tree.
 *
 * @module
 */
import { ROOT, type SourceFile } from "./_tree.ts";

/** One exported name. `from` is the module it comes from; absent for what the file declares itself. */
export interface Exported {
  readonly name: string;
  readonly from?: string;
  /** Its name over there. */
  readonly original: string;
}

/** The facts about one file. */
export interface Facts {
  /** Every module that the file names: imports, re-exports, dynamic imports, types in `import("...")`. */
  readonly imports: readonly string[];
  readonly exported: readonly Exported[];
  /** Modules re-exported whole by `export *`. */
  readonly stars: readonly string[];
  /** Findings such as `any`, `console`, `default export`. */
  readonly uses: readonly string[];
}

/** What is known of files, by their texts: several tests ask for the facts of all. */
const known = new Map<string, Facts>();

/** Reads the facts; a file that does not parse is an error. */
export function readFacts(file: SourceFile): Facts {
  const facts = known.get(file.text) ?? parseFacts(file);
  known.set(file.text, facts);
  return facts;
}

function parseFacts(file: SourceFile): Facts {
  const imports: string[] = [];
  const exported: Exported[] = [];
  const stars: string[] = [];
  const uses: string[] = [];
  const imported = new Map<string, { from: string; original: string }>();

  const visitor: Deno.lint.LintVisitor = {
    ImportDeclaration(node): void {
      const from = node.source.value;
      imports.push(from);
      for (const part of node.specifiers) {
        const original = part.type === "ImportSpecifier" ? nameOf(part.imported) : "*";
        imported.set(part.local.name, { from, original });
      }
    },
    ImportExpression(node): void {
      imports.push(node.source.type === "Literal" ? String(node.source.value) : "(computed)");
    },
    TSImportType(node): void {
      if (node.argument.type === "TSLiteralType" && node.argument.literal.type === "Literal") {
        imports.push(String(node.argument.literal.value));
      }
    },
    ExportAllDeclaration(node): void {
      const from = node.source.value;
      imports.push(from);
      if (node.exported === null) stars.push(from);
      else exported.push({ name: nameOf(node.exported), from, original: "*" });
    },
    ExportNamedDeclaration(node): void {
      const from = node.source?.value;
      if (from !== undefined) imports.push(from);
      for (const part of node.specifiers) {
        const name = nameOf(part.exported);
        const original = nameOf(part.local);
        exported.push(from === undefined ? { name, original } : { name, from, original });
      }
      for (const name of declaredNames(node.declaration)) exported.push({ name, original: name });
    },
    ExportDefaultDeclaration(): void {
      uses.push("default export");
    },
    TSAnyKeyword(): void {
      uses.push("any");
    },
    'MemberExpression[object.name="console"]'(): void {
      uses.push("console");
    },
  };
  // An ignore directive would keep the visitor away from the whole file.
  const text = file.text.replaceAll("deno-lint-ignore-file", "deno-lint-seen-file");
  const rule: Deno.lint.Rule = { create: (): Deno.lint.LintVisitor => visitor };
  Deno.lint.runPlugin({ name: "house", rules: { facts: rule } }, file.path, text);

  const resolved = exported.map((entry) => {
    const source = entry.from === undefined ? imported.get(entry.original) : undefined;
    return source === undefined ? entry : { ...entry, ...source };
  });
  return { imports, exported: resolved, stars, uses };
}

/**
 * The path that a specifier means, seen from the root; `undefined` for packages of others.
 */
export function resolveImport(specifier: string, importer: string): string | undefined {
  const own = DOORS.get(specifier);
  if (own !== undefined) return own;
  if (!specifier.startsWith(".")) return undefined;
  return new URL(specifier, `file:///${importer}`).pathname.slice(1);
}

/** The doors of the package: what programs import, and the files behind that. */
export const DOORS: ReadonlyMap<string, string> = doorsIn(
  Deno.readTextFileSync(`${ROOT}deno.json`),
);

/** The entries of `exports`, by what programs import. */
function doorsIn(config: string): ReadonlyMap<string, string> {
  const [, entries = ""] = /"exports": \{([^}]*)\}/.exec(config) ?? [];
  return new Map(
    [...entries.matchAll(/"\.([^"]*)": "\.\/([^"]+)"/g)]
      .map(([, path = "", file = ""]) => [`@denovdb/denovdb${path}`, file]),
  );
}

function nameOf(node: Deno.lint.Identifier | Deno.lint.StringLiteral): string {
  return node.type === "Identifier" ? node.name : node.value;
}

function declaredNames(node: Deno.lint.ExportNamedDeclaration["declaration"]): string[] {
  if (node === null) return [];
  if (node.type === "VariableDeclaration") {
    return node.declarations.flatMap(({ id }) => id.type === "Identifier" ? [id.name] : []);
  }
  if ("id" in node && node.id?.type === "Identifier") return [node.id.name];
  return [];
}
