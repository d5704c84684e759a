/**
 * The rows of PLY elements, read into columns.
 *
 * @module
 */
import { LineScanner } from "../base/text.ts";
import type { PlyElement, PlyHeader } from "./_header.ts";
import { type Column, copyScalars, SCALAR_BYTES, SCALAR_READERS } from "../base/scalars.ts";
import { FormatError } from "../base/errors.ts";

/** Takes one list; `items` holds `count` numbers and is used again for the next row. */
export type TakeList = (items: readonly number[], count: number, offset: number) => void;

/** Destinations of the properties of one element; all others are skipped. */
export interface PlyTargets {
  readonly columns?: ReadonlyMap<string, Column>;
  readonly lists?: ReadonlyMap<string, TakeList>;
}

interface BinarySource {
  readonly view: DataView;
  readonly little: boolean;
}

/** Reads every element in file order. */
export function readPlyRows(
  bytes: Uint8Array,
  header: PlyHeader,
  targets: ReadonlyMap<string, PlyTargets>,
): void {
  const text = header.encoding === "ascii";
  const end = text ? readTextRows(bytes, header, targets) : readBinaryRows(bytes, header, targets);
  for (let at = end; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte !== 32 && (byte < 9 || byte > 13)) {
      throw new FormatError(
        "PLY",
        `${bytes.length - at} bytes follow the last element that the header describes`,
        { offset: at },
      );
    }
  }
}

function readTextRows(
  bytes: Uint8Array,
  header: PlyHeader,
  targets: ReadonlyMap<string, PlyTargets>,
): number {
  const scanner = new LineScanner(bytes, { format: "PLY", at: header.dataOffset });
  const items: number[] = [];
  for (const { name, count, properties } of header.elements) {
    if (properties.length === 0) continue;
    const { columns, lists } = targets.get(name) ?? {};
    const steps = properties.map((property) => ({
      list: property.countType !== undefined,
      column: columns?.get(property.name),
      take: lists?.get(property.name),
    }));
    for (let row = 0; row < count; row++) {
      if (!scanner.nextLine()) {
        scanner.fail(`row ${row} of ${count} of element "${name}" is missing`);
      }
      for (const { list, column, take } of steps) {
        if (!list) {
          const value = scanner.number();
          if (column !== undefined) column.values[column.first + row * column.stride] = value;
          continue;
        }
        const start = scanner.offset;
        const length = scanner.number();
        if (!Number.isInteger(length) || length < 0) scanner.fail(`a list has length ${length}`);
        for (let item = 0; item < length; item++) items[item] = scanner.number();
        take?.(items, length, start);
      }
      if (scanner.hasWord()) {
        scanner.fail(`row ${row} of element "${name}" holds more values than it has properties`);
      }
    }
  }
  return scanner.nextLine() ? scanner.offset : bytes.length;
}

function readBinaryRows(
  bytes: Uint8Array,
  header: PlyHeader,
  targets: ReadonlyMap<string, PlyTargets>,
): number {
  const source: BinarySource = {
    view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    little: header.encoding === "binary_little_endian",
  };
  let at = header.dataOffset;
  for (const element of header.elements) {
    if (element.properties.length === 0) continue;
    const target = targets.get(element.name) ?? {};
    const fixed = element.properties.every((property) => property.countType === undefined);
    const readRows = fixed ? readFixedRows : readListRows;
    at = readRows(source, at, element, target);
  }
  return at;
}

/** Rows of equal length: one loop per wanted property. */
function readFixedRows(
  { view, little }: BinarySource,
  start: number,
  element: PlyElement,
  target: PlyTargets,
): number {
  const { count, properties } = element;
  const length = properties.reduce((sum, { type }) => sum + SCALAR_BYTES[type], 0);
  const end = start + count * length;
  if (end > view.byteLength) failEnd(element, end, view);
  let offset = start;
  for (const { name, type } of properties) {
    const column = target.columns?.get(name);
    if (column !== undefined) {
      copyScalars({ view, type, little, at: offset, step: length, count }, column);
    }
    offset += SCALAR_BYTES[type];
  }
  return end;
}

/** Rows with lists: one value after the other. */
function readListRows(
  { view, little }: BinarySource,
  start: number,
  element: PlyElement,
  target: PlyTargets,
): number {
  const steps = element.properties.map(({ name, type, countType }) => ({
    read: SCALAR_READERS[type],
    bytes: SCALAR_BYTES[type],
    readCount: countType === undefined ? undefined : SCALAR_READERS[countType],
    countBytes: countType === undefined ? 0 : SCALAR_BYTES[countType],
    column: target.columns?.get(name),
    take: target.lists?.get(name),
  }));
  const items: number[] = [];
  let at = start;
  for (let row = 0; row < element.count; row++) {
    for (const { read, bytes, readCount, countBytes, column, take } of steps) {
      if (at + Math.max(countBytes, readCount ? 0 : bytes) > view.byteLength) {
        failEnd(element, at + Math.max(countBytes, bytes), view);
      }
      if (readCount === undefined) {
        if (column !== undefined) {
          column.values[column.first + row * column.stride] = read(view, at, little);
        }
        at += bytes;
        continue;
      }
      const listAt = at;
      const length = readCount(view, at, little);
      at += countBytes;
      if (length < 0) {
        throw new FormatError("PLY", `a list has length ${length}`, { offset: listAt });
      }
      if (at + length * bytes > view.byteLength) failEnd(element, at + length * bytes, view);
      if (take !== undefined) {
        for (let item = 0; item < length; item++) {
          items[item] = read(view, at + item * bytes, little);
        }
        take(items, length, listAt);
      }
      at += length * bytes;
    }
  }
  return at;
}

function failEnd(element: PlyElement, end: number, view: DataView): never {
  throw new FormatError(
    "PLY",
    `element "${element.name}" reaches byte ${end}, the file holds ${view.byteLength}`,
    { offset: view.byteLength },
  );
}
