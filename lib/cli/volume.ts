/**
 * `denovdb render --volume`: the samples of a NRRD file in, a picture by emission and absorption out.
 *
 * @module
 */

import { dirname, join } from "@std/path";
import {
  type Context,
  type GridBatch,
  openContext,
  scope,
  type Tensor,
  tensor,
} from "../core/mod.ts";
import { gridFromDense } from "../grid/mod.ts";
import { injectFromDenseCminor } from "../inject/mod.ts";
import { type NrrdVolume, readNrrd, readNrrdHeader } from "../io/mod.ts";
import { asType, greater, minimum, multiply, subtract } from "../jagged/mod.ts";
import { type Camera, orbitCamera, skyDirection, type Vector } from "./camera.ts";
import { airThreshold, histogramOf, quantileAbove } from "./histogram.ts";
import { marchField } from "./march.ts";
import type { Output } from "./output.ts";
import { checkFolder, savePicture } from "./picture.ts";
import { Progress } from "./progress.ts";
import type { UpAxis, VolumeRequest } from "./request.ts";
import { centralSlopes } from "./slopes.ts";
import { type VolumeReport, volumeTable } from "./volume_report.ts";

/** Leaves a little room around the picture's content. */
const MARGIN = 0.96;

/** The share of the samples above the threshold that the colour map tells apart; a few bright ones may be far off. */
const COLOURED = 0.999;

/**
 * Runs the command.
 *
 * @param request What the user asked for.
 * @param output Where results and notes go.
 */
export async function renderVolume(request: VolumeRequest, output: Output): Promise<void> {
  await checkFolder(request.out);
  const volume = await loadVolume(request.input);
  using context = openContext({ device: request.device });
  const report = await drawVolume(context, volume, request, output);
  output.result(request.json ? JSON.stringify(report) : volumeTable(report));
}

/** Reads a file, and the data file that its header names. */
async function loadVolume(path: string): Promise<NrrdVolume> {
  const bytes = await Deno.readFile(path);
  const { dataFile } = readNrrdHeader(bytes);
  const volume = dataFile === undefined
    ? await readNrrd(bytes)
    : await readNrrd(bytes, { data: await Deno.readFile(join(dirname(path), dataFile)) });
  const channels = volume.shape.slice(3);
  if (channels.length === 0) return volume;
  throw new RangeError(
    `Cannot render: the samples have ${channels.join(" x ")} channels, one number expected`,
  );
}

async function drawVolume(
  context: Context,
  volume: NrrdVolume,
  request: VolumeRequest,
  output: Output,
): Promise<VolumeReport> {
  using progress = new Progress(output, !request.json);
  progress.show("building", 0);
  const built = performance.now();
  using voxels = buildVoxels(context, volume, request.threshold);
  context.synchronizeSync();
  const buildMs = performance.now() - built;

  const { grid, values, slopes, threshold, brightest } = voxels;
  const drawn = performance.now();
  const turn = UPRIGHT[request.up];
  const corners = cornersOf(grid, volume.spacing);
  const camera = orbitCamera(corners.flatMap((corner) => [...turn.to(corner)]), {
    azimuth: request.azimuth,
    elevation: request.elevation,
    zoom: request.zoom * MARGIN,
    fieldOfView: 32,
    aspect: request.width / request.height,
  });
  const image = marchField({
    grid,
    values,
    slopes,
    voxelSize: Math.min(...volume.spacing),
    far: farthest(turn.back(camera.eye), corners),
    camera: turned(camera, turn.back),
    light: turn.back(skyDirection(request.azimuth + 50, 50)),
    up: turn.back([0, 0, 1]),
  }, { ...request, onProgress: (done) => progress.show("rendering", done) });
  const renderMs = performance.now() - drawn;

  await savePicture(request.out, image.pixels, request);
  const { counts } = grid;
  return {
    input: request.input,
    output: request.out,
    device: context.device,
    deviceName: context.deviceName,
    ...(context.fallbackReason === undefined ? {} : { fallbackReason: context.fallbackReason }),
    shape: [volume.shape[0] ?? 1, volume.shape[1] ?? 1, volume.shape[2] ?? 1],
    type: volume.header.type,
    spacing: volume.spacing,
    threshold,
    brightest,
    voxels: counts.voxels,
    leaves: counts.leaves,
    gridBytes: counts.bytes,
    bytesPerVoxel: counts.bytes / Math.max(1, counts.voxels),
    buildMs,
    renderMs,
    rays: image.rays,
    raysPerSecond: image.rays / (renderMs / 1000),
    samples: image.samples,
    samplesPerSecond: image.samples / (renderMs / 1000),
    width: request.width,
    height: request.height,
  };
}

/** The voxels that are not air. */
interface Voxels extends Disposable {
  readonly grid: GridBatch;
  /** From 0 at the threshold to 1, [voxels]. */
  readonly values: Tensor<"f32">;
  /** How they change, [voxels, 3]. */
  readonly slopes: Tensor<"f32">;
  readonly threshold: number;
  /** The sample that is 1, as are those above it. */
  readonly brightest: number;
}

/**
 * Puts samples above a threshold into a grid.
 *
 * Values are those above the threshold, so that what is not in the grid, which counts as 0, joins on without a step.
 */
function buildVoxels(context: Context, volume: NrrdVolume, given: number | undefined): Voxels {
  const histogram = histogramOf(volume.values);
  const threshold = given ?? airThreshold(histogram);
  const brightest = Math.max(quantileAbove(histogram, threshold, COLOURED), threshold);
  const { shape: [x = 1, y = 1, z = 1], spacing } = volume;
  const parts = scope((own) => {
    const dense = own(tensor(deviceNumbers(volume), { context, shape: [x, y, z] }));
    const mask = own(greater(dense, threshold)) as Tensor<"bool">;
    const options = { context, dims: [x, y, z], mask, voxelSize: spacing } as const;
    const grid = own(gridFromDense(options));
    if (grid.numVoxels === 0) {
      throw new RangeError(`Cannot render: no sample is above the threshold ${threshold}`);
    }
    const samples = own(injectFromDenseCminor(grid, own(dense.reshape([1, x, y, z]))));
    const above = own(subtract(own(asType(samples, "f64")), threshold));
    const scale = brightest > threshold ? 1 / (brightest - threshold) : Number.MAX_VALUE;
    const values = own(asType(own(minimum(own(multiply(above, scale)), 1)), "f32"));
    const slopes = own(centralSlopes(grid, values, spacing));
    return { grid, values, slopes };
  });
  const dispose = (): void => {
    parts.grid.dispose();
    parts.values.dispose();
    parts.slopes.dispose();
  };
  return { ...parts, threshold, brightest, [Symbol.dispose]: dispose };
}

/** Samples as numbers that a device compares; those of 64 bits in double precision. */
function deviceNumbers(
  { values }: NrrdVolume,
): Uint8Array | Int32Array | Float32Array | Float64Array {
  if (
    values instanceof Uint8Array || values instanceof Int32Array ||
    values instanceof Float32Array || values instanceof Float64Array
  ) return values;
  if (
    values instanceof Uint32Array || values instanceof BigInt64Array ||
    values instanceof BigUint64Array
  ) return Float64Array.from<number | bigint>(values, Number);
  return Int32Array.from(values);
}

/** A turn of the file's axes so that one points up, and back. */
interface Turn {
  readonly to: (vector: Vector) => Vector;
  readonly back: (vector: Vector) => Vector;
}

/** Turns without mirroring: left stays left. */
const UPRIGHT: Readonly<Record<UpAxis, Turn>> = {
  x: { to: ([x, y, z]) => [y, z, x], back: ([x, y, z]) => [z, x, y] },
  y: { to: ([x, y, z]) => [z, x, y], back: ([x, y, z]) => [y, z, x] },
  z: { to: (vector) => vector, back: (vector) => vector },
  "-x": { to: ([x, y, z]) => [z, y, -x], back: ([x, y, z]) => [-z, y, x] },
  "-y": { to: ([x, y, z]) => [x, z, -y], back: ([x, y, z]) => [x, -z, y] },
  "-z": { to: ([x, y, z]) => [x, -y, -z], back: ([x, y, z]) => [x, -y, -z] },
};

function turned(camera: Camera, turn: (vector: Vector) => Vector): Camera {
  return {
    eye: turn(camera.eye),
    forward: turn(camera.forward),
    right: turn(camera.right),
    up: turn(camera.up),
    distance: camera.distance,
  };
}

/** The corners of the box around a batch's first grid, the least first and the greatest last. */
function cornersOf(grid: GridBatch, spacing: Vector): Vector[] {
  const bbox = grid.bbox(0);
  const place = (axis: 0 | 1 | 2, high: number): number =>
    ((bbox[axis + 3 * high] ?? 0) + high - 0.5) * spacing[axis];
  return Array.from(
    { length: 8 },
    (_, n): Vector => [place(0, n >> 2), place(1, n >> 1 & 1), place(2, n & 1)],
  );
}

/** Distance from a place to the farthest corner. */
function farthest(eye: Vector, corners: readonly Vector[]): number {
  return Math.max(...corners.map((corner) => distance(eye, corner)));
}

function distance(a: Vector, b: Vector): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}
