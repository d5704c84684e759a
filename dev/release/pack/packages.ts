/**
 * All packages of a release, from this checkout and the libraries that were built for it.
 *
 * @module
 */

import { join } from "@std/path";
import { ROOT } from "../../tasks/_shared.ts";
import { folderOf, nameOfLevel, type Target, TARGETS } from "../build/targets.ts";
import { probeOf } from "../build/build.ts";
import type { JsrPackage, NpmPackage } from "../registry/registry.ts";
import { type EmbeddedModule, withModule } from "./embedded.ts";
import { javaScriptPackage } from "./javascript.ts";
import { jsrPackage } from "./jsr.ts";
import { type BuiltLibrary, finderPackage, nativePackage } from "./native.ts";
import { type PackedFile, packTarball } from "./tarball.ts";

/** What `deno.json` says that matters here. */
export interface Configuration {
  readonly name: string;
  readonly version: string;
  readonly exports: Readonly<Record<string, string>>;
  readonly imports: Readonly<Record<string, string>>;
}

/** Reads a file of the checkout. */
export function read(path: string): Uint8Array<ArrayBuffer> {
  return Deno.readFileSync(join(ROOT, path));
}

/** Reads a text of the checkout. */
export function readText(path: string): string {
  return new TextDecoder().decode(read(path));
}

/** Reads `deno.json`, which has comments and no `//` elsewhere but in addresses. */
export function readConfiguration(): Configuration {
  return JSON.parse(readText("deno.json").replace(/^\s*\/\/.*$/gm, ""));
}

/** Every file below a folder. */
export function filesBelow(folder: string): string[] {
  return [...Deno.readDirSync(join(ROOT, folder))].flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    return entry.isDirectory ? filesBelow(path) : [path];
  }).sort();
}

/** What runs: the library's TypeScript, and what goes along with it. */
function librarySources(): PackedFile[] {
  const wanted = ["mod.ts", ...filesBelow("lib"), ...filesBelow("ffi")];
  return wanted
    .filter((path) => !/^ffi\/(?:_gen|include|stand_ins)\//.test(path))
    .map((path) => ({ path, bytes: read(path) }));
}

const TEXTS = ["README.md", "LICENSE", "CHANGELOG.md"];

function textFiles(): PackedFile[] {
  return TEXTS.map((path) => ({ path, bytes: read(path) }));
}

/** The specifiers of packages on npm, as names and versions. */
function npmDependencies(
  imports: Readonly<Record<string, string>>,
  sources: readonly PackedFile[],
): Record<string, string> {
  const decoder = new TextDecoder();
  const texts = sources.filter(({ path }) => path.endsWith(".ts")).map(({ bytes }) =>
    decoder.decode(bytes)
  );
  return Object.fromEntries(
    Object.entries(imports).flatMap(([name, from]) => {
      const version = /^npm:.+@([^@]+)$/.exec(from)?.[1];
      const isUsed = texts.some((text) => text.includes(`"${name}"`) || text.includes(`"${name}/`));
      return version !== undefined && isUsed ? [[name, version]] : [];
    }),
  );
}

/** Makes a package for npm from its files, which have a `package.json`. */
export function npmPackage(files: readonly PackedFile[]): NpmPackage {
  const manifest = files.find(({ path }) => path === "package.json");
  if (manifest === undefined) throw new Error("Cannot pack files: package.json is not among them");
  return {
    manifest: JSON.parse(new TextDecoder().decode(manifest.bytes)),
    tarball: packTarball(files),
  };
}

/** The package `denovdb`. */
export function packJavaScript(configuration: Configuration, module: EmbeddedModule): NpmPackage {
  const { version, exports, imports } = configuration;
  const path: PackedFile = { path: "lib/std_path.ts", bytes: read("dev/std/path/mod.ts") };
  const sources = [...withModule(librarySources(), module), path, ...textFiles()];
  const dependencies = { ...npmDependencies(imports, sources), "@denovdb/native": version };
  const replaced = { "@std/path": "lib/std_path.ts" };
  return npmPackage(javaScriptPackage({ version, sources, exports, dependencies, replaced }));
}

/** The package of JSR, and a stand-in for the one of the standard library that it imports. */
export function packJsr(
  configuration: Configuration,
  module: EmbeddedModule,
): readonly JsrPackage[] {
  const { name, version, exports, imports } = configuration;
  const native = { "@denovdb/native": `npm:@denovdb/native@${version}` };
  const files = jsrPackage([
    ...withModule(librarySources(), module),
    ...[...filesBelow("ffi/include"), ...filesBelow("cuda")].map((path) => ({
      path,
      bytes: read(path),
    })),
    ...textFiles(),
  ], { ...imports, ...native });
  const standIn = JSON.parse(readText("dev/std/path/deno.json"));
  const path = { path: "mod.ts", bytes: read("dev/std/path/mod.ts") };
  return [
    { name, version, exports, files },
    { name: standIn.name, version: standIn.version, exports: standIn.exports, files: [path] },
  ];
}

/** The package that finds the native libraries, of those packages that the registry has: others could not be installed. */
export function packFinder(
  { version }: Configuration,
  packages: readonly NpmPackage[],
): NpmPackage {
  const names = (backend: string): string[] =>
    TARGETS.filter((target) =>
      target.backend === backend &&
      packages.some(({ manifest }) => manifest.name === `@denovdb/${target.name}`)
    ).map(({ name }) => name);
  const license = readText("LICENSE");
  return npmPackage(
    finderPackage({ version, usual: names("cpu"), others: names("cuda"), license }),
  );
}

/** The package of a target's libraries, of those that were built for all its levels, or of one that serves alone. */
export function packNative(
  configuration: Configuration,
  target: Target,
  single?: string,
): NpmPackage {
  const hash = /\bABI_HASH = (0x[0-9a-f]+)/.exec(readText("ffi/_generated/symbols.ts"))?.[1];
  const library = (level: number, path: string): BuiltLibrary => ({
    level,
    path: level === 0 ? target.file : `${nameOfLevel(level)}/${target.file}`,
    bytes: read(path),
  });
  const libraries = single !== undefined
    ? [library(0, single)]
    : target.levels.map((level) => library(level, `${folderOf(target, level)}/${target.file}`));
  const probe = single === undefined ? probeOf(target) : undefined;
  const ownProbe = probe === undefined
    ? {}
    : { probe: { level: 0, path: probe.split("/").at(-1) ?? "", bytes: read(probe) } };
  return npmPackage(nativePackage({
    ...{ target, version: configuration.version, abiHash: Number(hash), libraries, ...ownProbe },
    license: readText("LICENSE"),
  }));
}
