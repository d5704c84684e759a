/**
 * The npm package `denovdb`: the library as JavaScript with declarations of its types, a file for each of its files.
 *
 * @module
 */

import ts from "typescript";
import { rewriteSpecifiers } from "./specifiers.ts";
import { type PackedFile, textFile } from "./tarball.ts";

/** What `denovdb` is made of. */
export interface JavaScriptContents {
  readonly version: string;
  /** The sources by their paths, seen from the root: TypeScript, and what goes along as it is. */
  readonly sources: readonly PackedFile[];
  /** The doors: `.` and so on, and the files behind them. */
  readonly exports: Readonly<Record<string, string>>;
  /** The packages of others by the names that the sources call them, with their versions on npm. */
  readonly dependencies: Readonly<Record<string, string>>;
  /** Names in the sources for which there is a source. */
  readonly replaced: Readonly<Record<string, string>>;
}

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  removeComments: false,
  newLine: ts.NewLineKind.LineFeed,
};

/** The files of the package. */
export function javaScriptPackage(contents: JavaScriptContents): readonly PackedFile[] {
  const files = contents.sources.flatMap((source) =>
    source.path.endsWith(".ts") ? compile(source, contents.replaced) : [source]
  );
  const doors = Object.entries(contents.exports).map(([door, file]) => {
    const stem = file.replace(/\.ts$/, "");
    return [door, { types: `${stem}.d.ts`, default: `${stem}.js` }];
  });
  const manifest = {
    ...{ name: "denovdb", version: contents.version, license: "Apache-2.0", type: "module" },
    description: "A toolkit for sparse voxel grids, point clouds and volumes",
    exports: { ...Object.fromEntries(doors), "./package.json": "./package.json" },
    bin: { denovdb: "lib/cli/main.js" },
    dependencies: contents.dependencies,
    sideEffects: false,
  };
  return [...files, textFile("package.json", `${JSON.stringify(manifest, null, 2)}\n`)];
}

/** The code of one source, without types. */
export function compileCode(
  text: string,
  path: string,
  replaced: Readonly<Record<string, string>>,
): string {
  const code = ts.transpileModule(text, { fileName: path, compilerOptions: OPTIONS });
  return rewriteSpecifiers(code.outputText, path, replaced);
}

function compile(
  { path, bytes }: PackedFile,
  replaced: Readonly<Record<string, string>>,
): PackedFile[] {
  const text = new TextDecoder().decode(bytes);
  const settings = { fileName: path, reportDiagnostics: true };
  const code = ts.transpileModule(text, { ...settings, compilerOptions: OPTIONS });
  const compilerOptions = { ...OPTIONS, isolatedDeclarations: true, declaration: true };
  const types = ts.transpileDeclaration(text, { ...settings, compilerOptions });
  const complaints = [...code.diagnostics ?? [], ...types.diagnostics ?? []];
  for (const { messageText } of complaints) {
    throw new Error(
      `Cannot compile ${path}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`,
    );
  }
  const stem = path.replace(/\.ts$/, "");
  const start = path === "lib/cli/main.ts" ? "#!/usr/bin/env -S deno run --allow-all\n" : "";
  return [
    textFile(`${stem}.js`, start + rewriteSpecifiers(code.outputText, path, replaced)),
    textFile(`${stem}.d.ts`, rewriteSpecifiers(types.outputText, path, replaced)),
  ];
}
