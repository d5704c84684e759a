/**
 * Which public functions call which native ones, read from the syntax trees of the library.
 *
 * @module
 */
import { resolveImport } from "./_typescript.ts";
import type { SourceFile } from "./_tree.ts";

/** A declaration at the top of a file, and what it names. */
interface Declaration {
  /** Names of declarations, here or imported. */
  readonly names: Set<string>;
  /** Names of methods of the native library, and texts, by which methods may be chosen. */
  readonly methods: Set<string>;
}

/** The declarations of a file by their names, and where imported names come from. */
interface Module {
  readonly declarations: ReadonlyMap<string, Declaration>;
  readonly imported: ReadonlyMap<string, { readonly from: string; readonly original: string }>;
}

/** Whether something is the native library, as the library writes it. */
function isNative(node: Deno.lint.Node): boolean {
  if (node.type === "Identifier") return node.name === "native";
  if (node.type === "CallExpression") {
    return node.callee.type === "Identifier" && node.callee.name === "nativeOf";
  }
  return node.type === "MemberExpression" && isNative(node.property);
}

function readModule(file: SourceFile): Module {
  const declarations = new Map<string, Declaration>();
  const imported = new Map<string, { from: string; original: string }>();
  const inOrder: { readonly range: readonly [number, number]; readonly own: Declaration }[] = [];
  const of = ([start]: readonly [number, number]): Declaration | undefined =>
    inOrder.find(({ range }) => range[0] <= start && start < range[1])?.own;
  const declare = (node: Deno.lint.Statement): void => {
    const declared = node.type === "ExportNamedDeclaration" ? node.declaration : node;
    if (!declared) return; // undefined, whatever the type says, for re-exports
    const own: Declaration = {
      names: new Set(),
      methods: new Set(),
    };
    const ids = declared.type === "VariableDeclaration"
      ? declared.declarations.map(({ id }) => id)
      : "id" in declared
      ? [declared.id]
      : [];
    for (const id of ids) {
      if (id?.type !== "Identifier") continue;
      const known = declarations.get(id.name) ?? own; // overloads share what they name
      declarations.set(id.name, known);
      inOrder.push({ range: node.range, own: known });
    }
  };
  const visitor: Deno.lint.LintVisitor = {
    Program({ body }): void {
      body.forEach(declare);
    },
    ImportDeclaration(node): void {
      for (const part of node.specifiers) {
        if (part.type !== "ImportSpecifier" || part.imported.type !== "Identifier") continue;
        const from = resolveImport(node.source.value, file.path);
        if (from !== undefined) {
          imported.set(part.local.name, { from, original: part.imported.name });
        }
      }
    },
    Identifier({ name, range, parent }): void {
      const isMember = parent.type === "MemberExpression" && !parent.computed &&
        parent.property.range[0] === range[0];
      if (!isMember) of(range)?.names.add(name);
    },
    MemberExpression({ object, property, computed, range }): void {
      if (computed || property.type !== "Identifier" || !isNative(object)) return;
      of(range)?.methods.add(property.name);
    },
    Literal({ value, range }): void {
      if (typeof value === "string") of(range)?.methods.add(value);
    },
  };
  const rule: Deno.lint.Rule = { create: (): Deno.lint.LintVisitor => visitor };
  Deno.lint.runPlugin({ name: "house", rules: { served: rule } }, file.path, file.text);
  return { declarations, imported };
}

/**
 * The public functions that reach each native function, by its name in TypeScript.
 *
 * @param natives Names of native functions; their asynchronous twins count as the same.
 * @param exported Names of public functions.
 */
export function readServed(
  files: readonly SourceFile[],
  natives: ReadonlySet<string>,
  exported: ReadonlySet<string>,
): Map<string, Set<string>> {
  const modules = new Map(files.map((file) => [file.path, readModule(file)]));
  const served = new Map([...natives].map((name) => [name, new Set<string>()]));
  const visit = (path: string, name: string, seen: Set<string>, root: string): void => {
    if (seen.has(`${path} ${name}`)) return;
    seen.add(`${path} ${name}`);
    const module = modules.get(path);
    const declaration = module?.declarations.get(name);
    if (declaration === undefined) return;
    for (const method of declaration.methods) served.get(plain(method))?.add(plain(root));
    for (const other of declaration.names) {
      const source = module?.imported.get(other);
      if (source === undefined) visit(path, other, seen, root);
      else visit(source.from, source.original, seen, root);
    }
  };
  for (const [path, { declarations }] of modules) {
    for (const name of declarations.keys()) {
      if (exported.has(name)) visit(path, name, new Set(), name);
    }
  }
  return served;
}

/** A name without the ending of asynchronous functions. */
export function plain(name: string): string {
  return name.replace(/Async$/, "");
}
