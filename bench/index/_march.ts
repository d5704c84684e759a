/**
 * What is measured of pictures of volumes: scans and a sphere, dense and in bricks, as surfaces and as what light passes
 * through.
 *
 * @module
 */

import {
  type BrickVolume,
  brickVolume,
  type Context,
  marchIsoSurface,
  type MarchOptions,
  marchTransparent,
  type Tensor,
  tensor,
  type TransferFunction,
  type Triple,
  type VolumePicture,
} from "../_api.ts";
import { readVolume, type ReadVolumeOptions } from "../../lib/io/mod.ts";
import { equalArrays } from "../_harness.ts";

/** A volume to march through. */
export interface MarchInput {
  readonly name: string;
  readonly context: Context;
  readonly dims: Triple;
  readonly dense: Tensor<"u8">;
  readonly bricks: BrickVolume<"u8">;
  readonly threshold: number;
}

/** Where the volumes of {@linkcode SCANS} are, and above which values there is matter. */
export interface Scan {
  readonly name: string;
  /** In the folder that DENOVDB_DATA names. */
  readonly file: string;
  readonly threshold: number;
  readonly options?: ReadVolumeOptions;
}

/** The scans that are measured. */
export const SCANS: readonly Scan[] = [
  {
    name: "aneurism",
    file: "volume/aneurism.raw.gz",
    threshold: 92,
    options: { dims: [256, 256, 256], type: "u8" },
  },
  { name: "bonsai", file: "volume/bonsai.nrrd", threshold: 37 },
  { name: "engine", file: "volume/engine.nii.gz", threshold: 40 },
];

/** Samples with x fastest. */
export interface Voxels {
  readonly name: string;
  readonly dims: Triple;
  readonly values: Uint8Array<ArrayBuffer>;
  readonly threshold: number;
}

/** Reads a scan. */
export async function readScan(folder: string, scan: Scan): Promise<Voxels> {
  const { name, file, threshold, options } = scan;
  const { values, dims } = await readVolume(await Deno.readFile(`${folder}/${file}`), options);
  if (!(values instanceof Uint8Array)) throw new TypeError(`Cannot measure ${name}: it is not u8`);
  return { name, dims, values, threshold };
}

/** A thick sphere: about a tenth of the voxels are above the threshold. */
export function shellVoxels(n: number): Voxels {
  const values = new Uint8Array(n ** 3);
  const middle = (n - 1) / 2;
  let at = 0;
  for (let z = 0; z < n; z++) {
    for (let y = 0; y < n; y++) {
      for (let x = 0; x < n; x++) {
        const radius = Math.hypot(x - middle, y - middle, z - middle);
        values[at++] = Math.max(0, Math.round(200 - 1600 / n * Math.abs(radius - 0.38 * n)));
      }
    }
  }
  return { name: "shell", dims: [n, n, n], values, threshold: 100 };
}

/** Puts a volume on a device. */
export function placeVolume(context: Context, voxels: Voxels): MarchInput {
  const { name, dims, values, threshold } = voxels;
  const dense = tensor(values, { context, shape: dims.toReversed() });
  return { name, context, dims, dense, threshold, bricks: brickVolume(dense, { threshold }) };
}

/** How voxels are held, and what is drawn. */
export interface MarchCase {
  readonly operator: "marchIsoSurface" | "marchTransparent";
  readonly form: "dense" | "masked" | "bricks";
}

/** All cases. */
export const MARCH_CASES: readonly MarchCase[] = (["marchIsoSurface", "marchTransparent"] as const)
  .flatMap((operator) =>
    (["dense", "masked", "bricks"] as const).map((form) => ({ operator, form }))
  );

/** The size of the pictures. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** Draws a picture: the volume fills its height. */
export function drawCase(
  { dims: [x, y, z], dense, bricks, threshold }: MarchInput,
  { operator, form }: MarchCase,
  { width, height }: PictureSize,
): VolumePicture {
  const size = Math.hypot(x, y, z);
  const way: Triple = [0.6, 0.48, -0.64];
  const half = 0.36;
  const wide = half * width / height;
  const camera = {
    eye: [x / 2 - 1.6 * size * way[0], y / 2 - 1.6 * size * way[1], z / 2 - 1.6 * size * way[2]],
    forward: way,
    right: [wide * 0.6246950475544243, wide * -0.7808688094430304, 0],
    up: [half * 0.49975603804353943, half * 0.39980483043483155, half * 0.7683749084919418],
  } as const;
  const volume = form === "bricks" ? bricks : dense;
  const options: MarchOptions = {
    camera,
    width,
    height,
    ...(form === "masked" ? { skip: bricks } : form === "dense" ? { floor: threshold } : {}),
  };
  return operator === "marchIsoSurface"
    ? marchIsoSurface(volume, { ...options, isoLevel: threshold + 0.5 })
    : marchTransparent(volume, { ...options, transfer: rampAbove(threshold) });
}

function rampAbove(threshold: number): TransferFunction {
  const entries = 256;
  const table = new Float32Array(entries * 4);
  for (let at = 1; at < entries; at++) {
    table.set([at / entries, 0.7, 1 - at / entries, 0.15 * at / entries], 4 * at);
  }
  return { low: threshold, high: 255, table };
}

/** Whether a case draws what dense voxels do, and something. */
export function isSame(input: MarchInput, one: MarchCase, size: PictureSize): boolean {
  using wanted = drawCase(input, { ...one, form: "dense" }, size);
  using drawn = drawCase(input, one, size);
  const image = wanted.image.readSync();
  return image.some((byte) => byte > 100) && equalArrays(drawn.image.readSync(), image);
}
