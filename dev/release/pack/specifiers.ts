/**
 * Names of modules in compiled sources.
 *
 * @module
 */

import { dirname } from "@std/path";

/** Names of modules in imports, re-exports and addresses of workers. */
const SPECIFIERS = /(\bfrom\s*|\bimport\s*\(\s*|^import\s*|\bnew URL\(\s*)"([^"\n]+)"/gm;

/** Lets compiled code import compiled files. */
export function rewriteSpecifiers(
  text: string,
  path: string,
  replaced: Readonly<Record<string, string>>,
): string {
  return text.replace(SPECIFIERS, (_, before: string, specifier: string) => {
    const other = replaced[specifier];
    const target = other === undefined ? specifier : relative(path, other);
    const isOwn = target.startsWith("./") || target.startsWith("../");
    return `${before}"${isOwn ? target.replace(/\.ts$/, ".js") : target}"`;
  });
}

/** The way from one file to another, both seen from the root. */
function relative(from: string, to: string): string {
  const folder = dirname(from);
  const up = folder === "." ? "./" : "../".repeat(folder.split("/").length);
  return `${up}${to}`;
}
