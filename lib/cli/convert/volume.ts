/**
 * Volumes on their way to other formats.
 *
 * @module
 */

import { encodeNrrd, encodeNvdb } from "../../io/mod.ts";
import { type Converted, type Converter, stemOf } from "./request.ts";
import { lossesOfFloats, lossesOfRaw, lossesOfSpace } from "./losses.ts";
import { airThreshold, histogramOf } from "../input/histogram.ts";
import { type LoadedVolume, loadVolume } from "../input/volume_file.ts";

/** Converts samples on a grid. */
export const convertVolume: Converter = async (request, { progress }) => {
  const volume = await loadVolume(request, "x");
  progress.show("building", 0.3);
  const { values, dims, origin, directions, space } = volume;
  const facts = { format: volume.format, shape: dims, type: volume.type };
  if (request.ending === ".nrrd") {
    const place = { origin, directions, ...(space === undefined ? {} : { space }) };
    return { bytes: encodeNrrd({ values, dims, ...place }), facts };
  }
  if (request.ending === ".raw") {
    return { bytes: bytesOf(values), facts, losses: lossesOfRaw(volume) };
  }
  const { voxels, ...made } = voxelsAbove(volume, request.threshold);
  const name = stemOf(request.input);
  return {
    bytes: encodeNvdb([{ type: "float", name, gridClass: "fogVolume", ...made }], request.nvdb),
    facts: { ...facts, threshold: made.threshold, voxels, fill: voxels / values.length },
    losses: [...lossesOfFloats(volume, made.threshold), ...lossesOfSpace(volume)],
  } satisfies Converted;
};

/** The bytes of samples as they are, in the order of this machine, which is the little-endian one. */
export function bytesOf({ buffer, byteOffset, byteLength }: LoadedVolume["values"]): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** The samples above a threshold as voxels. */
function voxelsAbove(
  { values, dims: [nx, ny], directions: [x, y, z], origin }: LoadedVolume,
  given: number | undefined,
): {
  readonly voxels: number;
  readonly threshold: number;
  readonly ijk: Int32Array;
  readonly values: Float32Array<ArrayBuffer>;
  readonly matrix: readonly number[];
  readonly origin: LoadedVolume["origin"];
} {
  const threshold = given ?? airThreshold(histogramOf(values));
  let voxels = 0;
  for (let at = 0; at < values.length; at++) if (Number(values[at]) > threshold) voxels++;
  const ijk = new Int32Array(3 * voxels);
  const found = new Float32Array(voxels);
  let row = 0;
  for (let at = 0; at < values.length; at++) {
    const value = Number(values[at]);
    if (!(value > threshold)) continue;
    ijk[3 * row] = at % nx;
    ijk[3 * row + 1] = Math.floor(at / nx) % ny;
    ijk[3 * row + 2] = Math.floor(at / nx / ny);
    found[row++] = value;
  }
  // Columns of the matrix are the steps along x, y and z.
  const matrix = ([0, 1, 2] as const).flatMap((axis) => [x[axis], y[axis], z[axis]]);
  return { voxels, threshold, ijk, values: found, matrix, origin };
}
