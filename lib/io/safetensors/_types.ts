/**
 * Element types of safetensors files.
 *
 * @module
 */
import type { ArrayDType } from "../base/arrays.ts";

/** Element types as files name them. */
export const TYPES: ReadonlyMap<string, ArrayDType> = new Map([
  ...[["BOOL", "bool"], ["U8", "u8"], ["I8", "i8"], ["I16", "i16"], ["U16", "u16"]] as const,
  ...[["F16", "f16"], ["BF16", "bf16"], ["I32", "i32"], ["U32", "u32"]] as const,
  ...[["F32", "f32"], ["F64", "f64"], ["I64", "i64"], ["U64", "u64"]] as const,
]);

/** Most bytes that a header may have, padding included. */
export const MOST_HEADER = 100_000_000;

/** The name of what is no tensor. */
export const METADATA = "__metadata__";
