/**
 * Arrays with three axes in NPZ files as volumes.
 *
 * @module
 */
import { FormatError } from "../base/errors.ts";
import type { OtherArray } from "../npy/array.ts";
import { samplesOfArray } from "../npy/volume.ts";
import type { VolumeFileFormat, VolumeSamples } from "../volume_data.ts";
import { describeArrays, storedArrays } from "./arrays.ts";
import { isNpz } from "./_zip.ts";

async function readNpzVolume(bytes: Uint8Array): Promise<VolumeSamples> {
  const skipped: OtherArray[] = [];
  const arrays = await storedArrays(bytes, skipped);
  const volumes = arrays.filter(({ shape }) => shape.length === 3 && !shape.includes(0));
  const [volume] = volumes;
  if (volume !== undefined && volumes.length === 1) return samplesOfArray(volume, "npz");
  const held = describeArrays(arrays, skipped);
  throw new FormatError("NPZ", `it holds ${held}, one array [x, y, z] expected`, { offset: 0 });
}

/** NPZ among the formats of volumes. */
export const FORMAT: VolumeFileFormat = {
  name: "npz",
  title: "NPZ",
  detail: "with an array of three axes",
  extensions: [],
  compressed: true,
  matches: isNpz,
  read: readNpzVolume,
};
