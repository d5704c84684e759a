/**
 * The files of the house, as the house tests see them.
 *
 * @module
 */
import { fromFileUrl } from "@std/path";

/** The folder of `deno.json`. */
export const ROOT: string = fromFileUrl(new URL("../..", import.meta.url));

/** A file with its path seen from the root, parts joined by `/`. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

const NOT_OURS = new Set([".git", "build", "out", "coverage", "node_modules", ".gpu", ".deno"]);

/** Lists the files under the given folders or at the given paths; what is not there is left out. */
export function listFiles(...paths: string[]): string[] {
  return paths.flatMap((path) => [...walk(path)]).sort();
}

/** Reads the files under the given folders whose name ends in one of the given ways. */
export function readFiles(endings: readonly string[], ...paths: string[]): SourceFile[] {
  return listFiles(...paths)
    .filter((path) => endings.some((ending) => path.endsWith(ending)))
    .map((path) => ({ path, text: Deno.readTextFileSync(ROOT + path) }));
}

/** Tells whether a tool wrote the file. */
export function isGenerated(path: string): boolean {
  return path.includes("_generated/");
}

/** The name of the last folder or file in a path. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function* walk(path: string): Generator<string> {
  const info = statIfThere(path);
  if (info === undefined) return;
  if (!info.isDirectory) {
    yield path;
    return;
  }
  const folder = path === "." ? "" : `${path}/`;
  for (const entry of Deno.readDirSync(ROOT + folder)) {
    if (!NOT_OURS.has(entry.name)) yield* walk(folder + entry.name);
  }
}

function statIfThere(path: string): Deno.FileInfo | undefined {
  try {
    return Deno.statSync(ROOT + path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}
