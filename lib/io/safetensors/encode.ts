/**
 * Safetensors writer.
 *
 * @module
 */
import { cannot } from "../../../ffi/base/errors.ts";
import { checkArray, checkParts, checkText } from "../../../ffi/base/checks.ts";
import { checkOptions, optionNames } from "../../../ffi/base/options.ts";
import { ARRAY_BYTES, bytesOfArray, type NamedArray } from "../base/arrays.ts";
import { METADATA, MOST_HEADER, TYPES } from "./_types.ts";

/**
 * Options for {@linkcode encodeSafetensors}.
 *
 * @category Files
 */
export interface EncodeSafetensorsOptions {
  /**
   * Metadata of the file: texts by name.
   *
   * @default {{}}
   */
  readonly metadata?: Readonly<Record<string, string>>;
}

const NAMES = optionNames<EncodeSafetensorsOptions>({ metadata: true });
const NAMES_OF_TYPES = new Map([...TYPES].map(([name, dtype]) => [dtype, name]));
const SIZE_BYTES = 8;

/**
 * Writes a safetensors file, which PyTorch, JAX and others read.
 *
 * Arrays with larger elements come first, those of the same size in the order of their names, so that all data are
 * aligned and the same arrays give the same bytes.
 *
 * @param arrays The arrays, in any order, with names of their own.
 * @param options Metadata.
 * @returns The bytes of the file.
 * @throws {TypeError} If a part is of another kind.
 * @throws {RangeError} If a name is there twice or reserved, if an array has more or fewer values than its shape, or if
 * the header gets longer than 100 000 000 bytes.
 * @category Files
 *
 * @example A parameter and a number
 * ```ts
 * import { encodeSafetensors } from "@denovdb/denovdb/io";
 * import { assertEquals } from "@std/assert";
 *
 * const bytes = encodeSafetensors([
 *   { name: "weight", shape: [1, 2], dtype: "f32", values: Float32Array.of(1, 2) },
 *   { name: "step", shape: [], dtype: "i64", values: BigInt64Array.of(7n) },
 * ]);
 * const header = new TextDecoder().decode(bytes.subarray(8, 8 + (bytes[0] ?? 0)));
 * assertEquals(JSON.parse(header).weight.data_offsets, [8, 16]);
 * ```
 */
export function encodeSafetensors(
  arrays: readonly NamedArray[],
  options: EncodeSafetensorsOptions = {},
): Uint8Array<ArrayBuffer> {
  const operator = "encodeSafetensors";
  const { metadata } = checkOptions(operator, options, NAMES);
  checkArray({ operator, name: "arrays" }, arrays);
  if (metadata !== undefined) {
    checkParts({ operator, name: "metadata" }, metadata);
    for (const [name, text] of Object.entries(metadata)) {
      checkText({ operator, name: `metadata "${name}"` }, text);
    }
  }
  const parts = arrays.map((array, place) => ({
    ...{ array, bytes: bytesOfArray(operator, array, `array ${place}`) },
  }));
  parts.sort(({ array: a }, { array: b }) =>
    ARRAY_BYTES[b.dtype] - ARRAY_BYTES[a.dtype] || (a.name < b.name ? -1 : 1)
  );
  const entries: [string, unknown][] = metadata === undefined ? [] : [[METADATA, metadata]];
  const taken = new Set([METADATA]);
  let end = 0;
  for (const { array: { name, shape, dtype }, bytes } of parts) {
    if (taken.has(name)) {
      throw new RangeError(`${cannot(operator)}: the name "${name}" is there twice or reserved`);
    }
    taken.add(name);
    const begin = end;
    end += bytes.length;
    const type = NAMES_OF_TYPES.get(dtype);
    entries.push([name, { dtype: type, shape, data_offsets: [begin, end] }]);
  }
  // Not an object, which would bring names that are numbers to the front.
  const text = entries.map(([name, entry]) => `${JSON.stringify(name)}:${JSON.stringify(entry)}`);
  const header = new TextEncoder().encode(`{${text.join(",")}}`);
  const padded = Math.ceil(header.length / SIZE_BYTES) * SIZE_BYTES;
  if (padded > MOST_HEADER) {
    throw new RangeError(
      `${cannot(operator)}: the header takes ${padded} bytes, at most ${MOST_HEADER} expected`,
    );
  }
  const file = new Uint8Array(SIZE_BYTES + padded + end).fill(" ".charCodeAt(0), 0, 8 + padded);
  new DataView(file.buffer).setBigUint64(0, BigInt(padded), true);
  file.set(header, SIZE_BYTES);
  let at = SIZE_BYTES + padded;
  for (const { bytes } of parts) {
    file.set(bytes, at);
    at += bytes.length;
  }
  return file;
}
