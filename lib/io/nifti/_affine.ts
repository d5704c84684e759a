/**
 * Transforms of the samples of NIfTI files.
 *
 * @module
 */
import { FormatError } from "../base/errors.ts";
import type { Triple } from "../cloud.ts";

/** Accessors for fields whose position depends on the version. */
export interface NiftiFields {
  /** 32 or 64 bits; a whole number. */
  readonly dim: (axis: number) => number;
  readonly pixdim: (axis: number) => number;
  readonly datatype: number;
  readonly bitpix: number;
  readonly voxOffset: number;
  readonly slope: number;
  readonly intercept: number;
  readonly qformCode: number;
  readonly sformCode: number;
  /** Quaternion b, c, d, then the offsets along x, y and z. */
  readonly quatern: (at: number) => number;
  readonly srow: (row: number, column: number) => number;
}

/** Steps from sample to sample, and where the first one is. */
export interface NiftiAffine {
  readonly directions: readonly [x: Triple, y: Triple, z: Triple];
  readonly origin: Triple;
}

/** Finds out by whichever transform the file gives: an affine one, a turn, or none. */
export function affineOf(fields: NiftiFields): NiftiAffine {
  const affine = fields.sformCode > 0 ? byRows(fields) : byTurn(fields);
  const { directions, origin } = affine;
  for (const direction of directions) {
    const length = Math.hypot(...direction);
    if (length > 0 && Number.isFinite(length)) continue;
    throw new FormatError("NIfTI", `a spacing of ${length} is not above 0`);
  }
  if (!origin.every(Number.isFinite)) {
    throw new FormatError("NIfTI", `the first sample is at ${origin.join(", ")}`);
  }
  return affine;
}

function byRows({ srow }: NiftiFields): NiftiAffine {
  const column = (at: number): Triple => [srow(0, at), srow(1, at), srow(2, at)];
  return { directions: [column(0), column(1), column(2)], origin: column(3) };
}

/** Distance of samples along an axis; of axes that the file does not have it may say anything. */
function stepOf({ dim, pixdim }: NiftiFields, axis: number): number {
  const step = Math.abs(pixdim(axis));
  return axis > dim(0) && !(step > 0 && Number.isFinite(step)) ? 1 : step;
}

function byTurn(fields: NiftiFields): NiftiAffine {
  const { pixdim, quatern, qformCode } = fields;
  const [dx, dy, dz] = [stepOf(fields, 1), stepOf(fields, 2), stepOf(fields, 3)];
  if (!(qformCode > 0)) {
    return { directions: [[dx, 0, 0], [0, dy, 0], [0, 0, dz]], origin: [0, 0, 0] };
  }
  const [b, c, d] = [quatern(0), quatern(1), quatern(2)];
  // The scalar part is not stored: the quaternion has length 1.
  const a = Math.sqrt(Math.max(0, 1 - (b * b + c * c + d * d)));
  const mirrored = pixdim(0) < 0 ? -dz : dz;
  return {
    directions: [
      [(a * a + b * b - c * c - d * d) * dx, 2 * (b * c + a * d) * dx, 2 * (b * d - a * c) * dx],
      [2 * (b * c - a * d) * dy, (a * a + c * c - b * b - d * d) * dy, 2 * (c * d + a * b) * dy],
      [
        2 * (b * d + a * c) * mirrored,
        2 * (c * d - a * b) * mirrored,
        (a * a + d * d - c * c - b * b) * mirrored,
      ],
    ],
    origin: [quatern(3), quatern(4), quatern(5)],
  };
}
