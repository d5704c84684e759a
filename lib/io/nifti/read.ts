/**
 * The samples of NIfTI files.
 *
 * @module
 */
import { isGzip, textOf } from "../base/bytes.ts";
import { inflate, inflateUpTo } from "../base/inflate.ts";
import {
  fileStrides,
  NRRD_TYPE_BYTES,
  type NrrdType,
  type NrrdValues,
  toHostOrder,
  valuesOf,
} from "../base/samples.ts";
import { failNifti, NIFTI_HEADER_BYTES, type NiftiHeader, readNiftiHeader } from "./header.ts";
import type { VolumeFileFormat, VolumeSamples } from "../volume_data.ts";
import type { Triple } from "../cloud.ts";

/** A file whose samples are still in its own order, x fastest. */
export interface NiftiSamples {
  readonly header: NiftiHeader;
  /** Type of the samples: that of the file, or real numbers where it scales them. */
  readonly type: NrrdType;
  /** In this machine's byte order, at an offset that fits them. */
  readonly samples: Uint8Array;
}

/** Types whose numbers single precision does not hold. */
const WIDE: ReadonlySet<NrrdType> = new Set(["i32", "u32", "i64", "u64", "f64"]);

/** Reads a file, compressed by gzip or not. */
export async function readNiftiSamples(bytes: Uint8Array): Promise<NiftiSamples> {
  const packed = isGzip(bytes);
  const head = packed
    ? await inflateUpTo(bytes, { format: "NIfTI", needed: NIFTI_HEADER_BYTES })
    : bytes;
  const header = readNiftiHeader(head);
  const { type, dims, dataOffset, endian } = header;
  const width = NRRD_TYPE_BYTES[type];
  const length = dims[0] * dims[1] * dims[2] * width;
  const needed = dataOffset + length;
  const plain = packed ? await inflate(bytes, { format: "NIfTI", needed }) : bytes;
  if (plain.length !== needed) {
    failNifti(
      `the samples take ${length} bytes from byte ${dataOffset} on, the file has ${plain.length}`,
      plain.length,
    );
  }
  const stored = toHostOrder(plain.subarray(dataOffset), width, endian);
  return { header, ...scaled(type, stored, header) };
}

function scaled(
  type: NrrdType,
  stored: Uint8Array,
  { slope, intercept }: NiftiHeader,
): Pick<NiftiSamples, "type" | "samples"> {
  if (slope === 1 && intercept === 0) return { type, samples: stored };
  const values: NrrdValues = valuesOf(type, stored.slice().buffer);
  const real = WIDE.has(type) ? new Float64Array(values.length) : new Float32Array(values.length);
  for (let at = 0; at < values.length; at++) {
    real[at] = Number(values[at]) * slope + intercept;
  }
  return { type: WIDE.has(type) ? "f64" : "f32", samples: new Uint8Array(real.buffer) };
}

async function readNifti(bytes: Uint8Array): Promise<VolumeSamples> {
  const { header, type, samples } = await readNiftiSamples(bytes);
  const { dims, origin, directions } = header;
  const [x, y, z] = directions;
  const spacing: Triple = [Math.hypot(...x), Math.hypot(...y), Math.hypot(...z)];
  return {
    format: "nifti",
    type,
    dims,
    samples,
    strides: fileStrides(dims),
    spacing,
    origin,
    directions,
    ...(header.oriented ? { space: "right-anterior-superior" } : {}),
  };
}

/** NIfTI among the formats of volumes; the position of its signature depends on the version. */
export const FORMAT: VolumeFileFormat = {
  name: "nifti",
  title: "NIfTI",
  extensions: [".nii"],
  packed: true,
  matches: (start) =>
    textOf(start.subarray(344), 3) === "n+1" || textOf(start.subarray(4), 3) === "n+2",
  read: readNifti,
};
