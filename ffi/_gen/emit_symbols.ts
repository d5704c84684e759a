/**
 * Writes the symbol table and the enums.
 *
 * @module
 */

import type { Declarations, EnumType, FunctionType, Parameter } from "./model.ts";
import { jsDoc, pascalCase, valueNames } from "./names.ts";

const NATIVE_TYPES: ReadonlyMap<string, string> = new Map([["int64_t", "i64"], ["double", "f64"]]);

/** Writes `ffi/_generated/symbols.ts`. */
export function emitSymbols(
  banner: string,
  { enums, functions }: Declarations,
  hash: string,
  version: string,
): string {
  return `// ${banner}
// deno-fmt-ignore-file
// deno-lint-ignore-file

/**
 * The symbols of the native library and the numbers that its functions take.
 *
 * @module
 */

/** Hash of the headers that this file was written from; a library must give the same. */
export const ABI_HASH = ${hash};

/** Version of the headers that this file was written from. */
export const LIBRARY_VERSION = "${version}";

${enums.map(emitEnum).join("\n\n")}

/**
 * Every function of the library; those that may wait for the device also as \`_async\`. What they write of the memory
 * that they borrow are the places in \`written\`, which WebAssembly has to know.
 */
export const SYMBOLS = {
${functions.flatMap(emitSymbol).join("\n")}
} as const;
`;
}

function emitEnum(type: EnumType): string {
  const name = pascalCase(type.name);
  const names = valueNames(type);
  const rows = type.values.map(({ value, doc }, place) =>
    `${jsDoc((doc || type.doc).split("\n"), "  ")}\n  ${names[place]}: ${value},`
  );
  const doc = jsDoc(type.doc.split("\n"), "");
  return `${doc}
export const ${name} = {
${rows.join("\n")}
} as const;

${doc}
export type ${name} = ${type.values.map(({ value }) => value).join(" | ")};`;
}

function emitSymbol({ name, nonblocking, parameters }: FunctionType): string[] {
  const types = parameters.map(nativeType).join(", ");
  const places = parameters.flatMap(({ direction }, place) => direction === "out" ? [place] : []);
  const written = places.length === 0 ? "" : `, written: [${places.join(", ")}]`;
  const shared = `parameters: [${types}], result: "i32"${written}`;
  const rows = [`  ${name}: { ${shared} },`];
  if (nonblocking) rows.push(`  ${name}_async: { name: "${name}", ${shared}, nonblocking: true },`);
  return rows;
}

function nativeType({ type, direction }: Parameter): string {
  return direction === "value" ? `"${NATIVE_TYPES.get(type) ?? "u32"}"` : `"buffer"`;
}
