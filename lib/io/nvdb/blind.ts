/**
 * Data that NanoVDB grids carry beside their nodes.
 *
 * @module
 */
import type { NvdbBytes } from "./_bytes.ts";
import type { GridHeader } from "./_header.ts";
import { BLIND_BYTES, NAME_BYTES, NVDB_TYPES, type NvdbType, VALUE_FORMS } from "./layout.ts";
import { type NrrdType, type NrrdValues, valuesOf } from "../base/samples.ts";

/** Classes of data beside the nodes of a grid, by their numbers in a file. */
export const NVDB_BLIND_CLASSES: readonly NvdbBlindClass[] = [
  "unknown",
  "indexArray",
  "attributeArray",
  "gridName",
  "channelArray",
];

/**
 * Class of blind data.
 *
 * @category Sparse grids
 */
export type NvdbBlindClass =
  | "unknown"
  | "indexArray"
  | "attributeArray"
  | "gridName"
  | "channelArray";

/**
 * Blind data of a grid: arrays besides its nodes.
 *
 * @category Sparse grids
 */
export interface NvdbBlindData {
  /** Its name. */
  readonly name: string;
  /** Class of the data. */
  readonly blindClass: NvdbBlindClass;
  /** Semantic of the numbers, as in NanoVDB: 0 unknown, 1 positions, 2 colors, 3 normals and so on. */
  readonly semantic: number;
  /** The type of the values according to the file. */
  readonly type: NvdbType | "unknown";
  /** Channels per value. */
  readonly channels: number;
  /** The numbers, [values, channels]. */
  readonly values: NrrdValues;
}

/** Blind data, and the name if it is in there. */
export interface BlindParts {
  readonly blind: readonly NvdbBlindData[];
  readonly longName: string | undefined;
}

/** Reads blind data; names are taken out. */
export function readBlindData(bytes: NvdbBytes, { blindAt, blindCount }: GridHeader): BlindParts {
  const blind: NvdbBlindData[] = [];
  let longName: string | undefined;
  let total = 0;
  for (let block = 0; block < blindCount; block++) {
    const at = blindAt + block * BLIND_BYTES;
    const dataAt = at + bytes.i64(at);
    const [count, size] = [bytes.u64(at + 8), bytes.u32(at + 16)];
    bytes.need(`blind data ${block}`, dataAt, count * size);
    // Blocks may lie upon each other; copies of them may not fill the memory.
    total += count * size;
    if (total > bytes.length) {
      bytes.fail(`blind data has ${total} bytes, the grid ${bytes.length}`, at);
    }
    const classNumber = bytes.u32(at + 24);
    const blindClass = NVDB_BLIND_CLASSES[classNumber] ??
      bytes.fail(`class ${classNumber} of blind data is not known`, at + 24);
    if (blindClass === "gridName") {
      longName ??= bytes.text(dataAt, count * size);
      continue;
    }
    const type = NVDB_TYPES[bytes.u32(at + 28)] ?? "unknown";
    const { array, channels } = formOf(type, size, blindClass);
    blind.push({
      name: bytes.text(at + 32, NAME_BYTES),
      blindClass,
      semantic: bytes.u32(at + 20),
      type,
      channels,
      values: valuesOf(
        array,
        bytes.bytes.slice(dataAt, dataAt + count * size).buffer as ArrayBuffer,
      ),
    });
  }
  return { blind, longName };
}

/** Channels of an unknown type are floats; anything else that is not known is bytes. */
function formOf(
  type: NvdbType | "unknown",
  size: number,
  blindClass: NvdbBlindClass,
): { readonly array: NrrdType; readonly channels: number } {
  if (type !== "unknown" && VALUE_FORMS[type].bytes === size) return VALUE_FORMS[type];
  const isChannel = type === "unknown" &&
    (blindClass === "channelArray" || blindClass === "attributeArray");
  if (isChannel && size > 0 && size % 4 === 0) return { array: "f32", channels: size / 4 };
  return { array: "u8", channels: size };
}
