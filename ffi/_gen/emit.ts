/**
 * Writes every generated file from what the headers declare.
 *
 * @module
 */

import { abiHash, fnv1a } from "./abi_hash.ts";
import { emitChecks, emitHashHeader } from "./emit_cpp.ts";
import { emitEntries } from "./emit_entries.ts";
import { emitNative } from "./emit_native.ts";
import { emitSymbols } from "./emit_symbols.ts";
import type { HeaderSource } from "./model.ts";
import { parseHeaders } from "./parse_header.ts";

/** Texts of the generated files by their path from the project's root. */
export function emitFiles(sources: readonly HeaderSource[], version: string): Map<string, string> {
  const declarations = parseHeaders(sources);
  const hash = hex(abiHash(declarations, version));
  const source = hex(fnv1a(sources.map(({ text }) => text).join("\n")));
  const banner =
    `Generated from ffi/include by \`deno task bindgen\`; do not edit. Source hash ${source}.`;
  return new Map([
    ["ffi/_generated/symbols.ts", emitSymbols(banner, declarations, hash, version)],
    ["ffi/_generated/native.ts", emitNative(banner, declarations)],
    ["cuda/_generated/abi_hash.hpp", emitHashHeader(banner, hash, version)],
    ["cuda/_generated/abi_check.cpp", emitChecks(banner, declarations)],
    ...emitEntries(declarations),
  ]);
}

function hex(value: number): string {
  return `0x${value.toString(16).padStart(8, "0")}`;
}
