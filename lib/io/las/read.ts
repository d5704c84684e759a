/**
 * Uncompressed LAS point clouds, versions 1.0 to 1.5, point formats 0 to 10.
 *
 * @module
 */
import { checkOptions, optionNames, pickOptions } from "../../../ffi/base/options.ts";
import {
  allocateLasColumns,
  finishLas,
  type LasColumnOptions,
  type LasColumns,
  unpackLasRecords,
} from "./points.ts";
import { checkBytes } from "../base/bytes.ts";
import { FormatError } from "../base/errors.ts";
import { isCompressed, isLasf, LAS_RECORD_BYTES, type LasHeader, readLasHeader } from "./header.ts";
import { type Argument, checkParts } from "../../../ffi/base/checks.ts";
import { checkFinites, checkWhole } from "../base/operands.ts";
import type { CloudFileFormat, PointCloud } from "../cloud.ts";

const NAMES = optionNames<LasColumnOptions>({ fields: "boolean" });

/**
 * Reads an uncompressed LAS file.
 *
 * Positions are exactly `X * scale + offset` in float64; the integers are kept in `lasIntegers`. Colors become 8 bits
 * per channel, with one decision per file: if no channel of any point exceeds 255 the values are 8-bit already,
 * otherwise the upper byte is kept. With `fields`, `columns` has near infrared and the bytes beyond the fields of the
 * point format, by what the file says of them.
 *
 * @param bytes The whole file.
 * @param options Which additional columns to read.
 * @returns The points, with intensities, classes and, if the format has them, colors.
 * @throws {FormatError} If the file is truncated, compressed or inconsistent.
 * @throws {TypeError} If the bytes or an option are of another kind.
 * @see ASPRS LAS 1.4 R16
 * @category Point clouds
 */
export function readLas(
  bytes: Uint8Array,
  options: LasColumnOptions = {},
): PointCloud {
  checkOptions("readLas", options, NAMES);
  const header = readLasHeader(bytes);
  const { count, recordLength, pointOffset } = header;
  if (header.compressed) {
    throw new FormatError("LAS", "the point data is compressed, this is a LAZ file", {
      offset: 104,
    });
  }
  const needed = count * recordLength;
  if (needed > bytes.length - pointOffset) {
    throw new FormatError(
      "LAS",
      `${count} points of ${recordLength} bytes end at byte ${pointOffset + needed}, ` +
        `the file holds ${bytes.length}: it is cut off after ` +
        `${Math.max(0, Math.floor((bytes.length - pointOffset) / recordLength))} points`,
      { offset: pointOffset },
    );
  }
  const columns = allocateLasColumns(header, options);
  const records = bytes.subarray(pointOffset, pointOffset + needed);
  unpackLasRecords(header, { records, count, first: 0 }, columns);
  return finishLas(header, columns);
}

/**
 * Reads some records of an uncompressed LAS file, for files that do not fit into memory.
 *
 * @param header The header, from {@linkcode readLasHeader}.
 * @param records Whole records, one after the other.
 * @param options Which additional columns to read.
 * @returns Their columns, as the file stores them.
 * @throws {RangeError} If the bytes are not whole records.
 * @throws {TypeError} If the header is not what `readLasHeader` gave, or the records are not bytes.
 * @category Point clouds
 */
export function readLasRecords(
  header: LasHeader,
  records: Uint8Array,
  options: LasColumnOptions = {},
): LasColumns {
  checkOptions("readLasRecords", options, NAMES);
  checkBytes(records);
  checkParts({ operator: "read LAS", name: "header" }, header, "what readLasHeader() gave");
  const part = (name: keyof LasHeader): Argument => ({
    operator: "read LAS",
    name: `${name} of header`,
  });
  checkWhole(part("pointFormat"), header.pointFormat, [0, LAS_RECORD_BYTES.length - 1]);
  const least = LAS_RECORD_BYTES[header.pointFormat] ?? 0;
  checkWhole(part("recordLength"), header.recordLength, [least, 65535]);
  for (const name of ["scale", "offset"] as const) checkFinites(part(name), header[name], 3);
  const count = records.length / header.recordLength;
  if (!Number.isInteger(count) || !Number.isInteger(header.recordLength) || count < 0) {
    throw new RangeError(
      `Cannot read LAS: ${records.length} bytes are not whole records of ${header.recordLength}`,
    );
  }
  const { fields = false } = options;
  const all = allocateLasColumns({ ...header, count }, { fields });
  unpackLasRecords(header, { records, count, first: 0 }, all);
  const { extras: _, ...columns } = all;
  return columns;
}

/** LAS among the formats of point clouds. */
export const FORMAT: CloudFileFormat<"las"> = {
  name: "las",
  title: "LAS",
  extensions: [".las"],
  matches: (start) => isLasf(start) && !isCompressed(start),
  read: (bytes, options) => readLas(bytes, pickOptions(options, ["fields"])),
};
