/**
 * The package as JSR has it after an upload: the sources, with the names of packages written out.
 *
 * @module
 */

import { type PackedFile, textFile } from "./tarball.ts";

/** JSR takes no more, for a package or one of its files. */
export const JSR_LIMIT: number = 20 << 20;

const SPECIFIERS = /(\bfrom\s*|\bimport\s*\(\s*|^import\s*)"([^"\n]+)"/gm;

/**
 * Writes out the names of packages in sources.
 *
 * @param imports Where the packages come from, by the names that sources call them.
 */
export function jsrPackage(
  sources: readonly PackedFile[],
  imports: Readonly<Record<string, string>>,
): readonly PackedFile[] {
  return sources.map((source) => {
    if (!source.path.endsWith(".ts")) return source;
    const text = new TextDecoder().decode(source.bytes);
    return textFile(
      source.path,
      text.replace(
        SPECIFIERS,
        (_, before: string, name: string) => `${before}"${writeOut(name, imports)}"`,
      ),
    );
  });
}

function writeOut(specifier: string, imports: Readonly<Record<string, string>>): string {
  const whole = imports[specifier];
  if (whole !== undefined) return whole;
  for (const [name, from] of Object.entries(imports)) {
    if (specifier.startsWith(`${name}/`)) return from + specifier.slice(name.length);
  }
  return specifier;
}
