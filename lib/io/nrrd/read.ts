/**
 * NRRD volumes: "nearly raw raster data", the format of many scans.
 *
 * @module
 */
import { checkOptions, optionNames } from "../../../ffi/base/options.ts";
import { checkBytes, textOf } from "../base/bytes.ts";
import { decodeSamples } from "./_data.ts";
import { failNrrd } from "./_fields.ts";
import { layoutOf, type NrrdLayout, spaceOf } from "./layout.ts";
import { NRRD_TYPE_BYTES, type NrrdValues, reordered, valuesOf } from "../base/samples.ts";
import { type NrrdHeader, readNrrdHeader } from "./header.ts";
import type { Triple } from "../cloud.ts";
import { FormatError } from "../base/errors.ts";
import type { ReadVolumeOptions, VolumeFileFormat, VolumeSamples } from "../volume_data.ts";

/**
 * A volume, or an image or a line as a flat volume.
 *
 * @category Volumes
 */
export interface NrrdVolume {
  /** The header; its axes are in the order of the file, the fastest first. */
  readonly header: NrrdHeader;
  /** The samples, in the order of the library's dense boxes: x slowest, z fastest, then channels. */
  readonly values: NrrdValues;
  /** Extents of `values`: [x, y, z], or [x, y, z, ...channels] if an axis is not spatial. */
  readonly shape: readonly number[];
  /** Distances between samples along x, y and z, above 0; 1 if the file does not state them. */
  readonly spacing: Triple;
  /** World position of the center of sample (0, 0, 0); 0 if the file does not state it. */
  readonly origin: Triple;
  /**
   * Steps between samples along x, y and z in world space: sample (i, j, k) lies at
   * `origin + i * directions[0] + j * directions[1] + k * directions[2]`. They may be rotated or mirrored.
   */
  readonly directions: readonly [x: Triple, y: Triple, z: Triple];
}

/**
 * Options for {@linkcode readNrrd}.
 *
 * @category Volumes
 */
export interface ReadNrrdOptions {
  /** The data file that a detached header (.nhdr) names. */
  readonly data?: Uint8Array;
}

const NAMES = optionNames<ReadNrrdOptions>({ data: true });

/**
 * Reads an NRRD file, attached (.nrrd) or with its data in another file (.nhdr).
 *
 * Data may be raw, gzip, text or hex, of any integer or floating-point type and either byte order, with up to four
 * axes. The first axis of a file varies fastest; here it is x, and the samples are reordered as in the library's dense
 * boxes, in which the last axis, z, varies fastest. Missing axes of a volume have an extent of 1. Axes that are not
 * spatial (their direction is "none", or without directions their kind is neither "domain" nor "space") become
 * channels; of four axes without such information, the slowest does. If samples represent cells, as they do unless the
 * file says "node", "axis mins" are the borders of the first ones, half a spacing before their centers.
 *
 * @param bytes The whole file.
 * @param options The data file, for a detached header.
 * @returns The samples and their position.
 * @throws {FormatError} If the header is invalid or requires unsupported features, if the data do not match its sizes
 * exactly, or if they are damaged.
 * @see "Definition of NRRD File Format", Teem documentation.
 * @category Volumes
 *
 * @example Six samples as text
 * ```ts
 * import { readNrrd } from "@denovdb/denovdb/io";
 * import { assertEquals } from "@std/assert";
 *
 * const header = "NRRD0004\ntype: short\ndimension: 3\nsizes: 3 1 2\nencoding: ascii\n";
 * const bytes = new TextEncoder().encode(`${header}spacings: 1 1 0.5\n\n0 1 2 10 11 12\n`);
 * const { values, shape, spacing } = await readNrrd(bytes);
 * assertEquals(shape, [3, 1, 2]);
 * assertEquals(spacing, [1, 1, 0.5]);
 * assertEquals([...values], [0, 10, 1, 11, 2, 12]); // z varies fastest
 * ```
 */
export async function readNrrd(
  bytes: Uint8Array,
  options: ReadNrrdOptions = {},
): Promise<NrrdVolume> {
  const { data } = checkOptions("readNrrd", options, NAMES);
  const { header, samples, layout } = await readNrrdSamples(bytes, data);
  const { shape, spacing, origin, directions } = layout;
  const values = valuesOf(header.type, reordered(samples, NRRD_TYPE_BYTES[header.type], layout));
  return { header, values, shape, spacing, origin, directions };
}

/** A file with samples in its original order. */
export interface NrrdSamples {
  /** The header. */
  readonly header: NrrdHeader;
  /** The samples in this machine's byte order, at an offset that fits them. */
  readonly samples: Uint8Array;
  /** Their layout. */
  readonly layout: NrrdLayout;
}

/** Reads an NRRD file without reordering its samples. */
export async function readNrrdSamples(
  bytes: Uint8Array,
  data: Uint8Array | undefined,
): Promise<NrrdSamples> {
  const header = readNrrdHeader(bytes);
  if (data !== undefined) checkBytes(data);
  const { dataFile, dataOffset } = header;
  if (dataFile !== undefined && data === undefined) {
    failNrrd(`the data is in "${dataFile}", which was not given`, dataOffset);
  }
  if (dataFile === undefined && data !== undefined) {
    failNrrd("a data file was given, but the header names none", dataOffset);
  }
  const layout = layoutOf(header);
  const samples = await decodeSamples(header, data ?? bytes.subarray(dataOffset));
  return { header, samples, layout };
}

/** Reads samples of one number each. */
async function readScalars(
  bytes: Uint8Array,
  { data }: ReadVolumeOptions,
): Promise<VolumeSamples> {
  const { header, samples, layout } = await readNrrdSamples(bytes, data);
  const [x = 1, y = 1, z = 1, ...channels] = layout.shape;
  if (channels.some((extent) => extent !== 1)) {
    throw new FormatError(
      "NRRD",
      `the samples have ${channels.join(" x ")} channels, one number expected`,
    );
  }
  const { spacing, origin, directions, strides } = layout;
  const { type } = header;
  const space = spaceOf(header.space);
  return {
    format: "nrrd",
    type,
    dims: [x, y, z],
    samples,
    strides,
    spacing,
    origin,
    directions,
    ...(space === undefined ? {} : { space }),
  };
}

/** NRRD among the formats of volumes. */
export const FORMAT: VolumeFileFormat = {
  name: "nrrd",
  title: "NRRD",
  extensions: [".nrrd", ".nhdr"],
  matches: (start) => textOf(start, 4) === "NRRD",
  read: readScalars,
};
