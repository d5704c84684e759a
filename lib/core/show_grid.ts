/**
 * Displays of batches of grids: a text, and an image of their voxels.
 *
 * @module
 */

import { createBuffer } from "../../ffi/buffer.ts";
import { checkStatus, nativeOf } from "../../ffi/context.ts";
import { handleOf } from "../../ffi/owned.ts";
import { drawCubes } from "./cubes.ts";
import type { GridBatch } from "./grid_batch.ts";
import { formatBytes, type MimeBundle } from "./inspect.ts";
import { encodePng } from "./png.ts";

/** Grids that are described and drawn. */
const MOST_GRIDS = 4;
/** Cubes that a picture is made of at most. */
const MOST_CUBES = 1 << 20;
/** Edge of a leaf in voxels. */
const LEAF = 8;
/** Pixels along both axes of the picture of a grid. */
const PIXELS = 240;

/** The sizes of the batch, and the bounds of its first grids. */
export function gridText(batch: GridBatch): string {
  if (batch.disposed) return `${batch}`;
  const { counts, gridCount } = batch;
  const lines = Array.from(
    { length: Math.min(gridCount, MOST_GRIDS) },
    (_, b) => `\n  ${describe(batch, b)}`,
  );
  if (gridCount > MOST_GRIDS) lines.push(`\n  and ${gridCount - MOST_GRIDS} more`);
  return `${batch}, ${counts.leaves} leaves, ${formatBytes(counts.bytes)}${lines.join("")}`;
}

function describe(batch: GridBatch, b: number): string {
  const size = triple(batch.voxelSizes, b * 3);
  const origin = triple(batch.origins, b * 3);
  const voxels = Number((batch.offsets[b + 1] ?? 0n) - (batch.offsets[b] ?? 0n));
  const where = `voxel size ${size}, origin ${origin}`;
  if (voxels === 0) return `${b}: no voxels, ${where}`;
  const [least, most] = [0, 3].map((corner) => triple(batch.bboxes, b * 6 + corner));
  return `${b}: ${voxels} voxels in ${least} to ${most}, ${where}`;
}

/** Three numbers of six digits; whole ones, such as coordinates of voxels, have all of theirs. */
function triple(numbers: ArrayLike<number>, at: number): string {
  const short = [0, 1, 2].map((axis) => {
    const number = numbers[at + axis] ?? NaN;
    return Number.isInteger(number) ? number : Number(number.toPrecision(6));
  });
  return `(${short.join(", ")})`;
}

/**
 * The text, and the first grids side by side, seen from a corner with the last axis up: their voxels, or their leaves
 * if there are too many voxels.
 */
export async function gridPicture(batch: GridBatch): Promise<MimeBundle> {
  batch.assertUsable("show grid");
  const text = `<pre>${gridText(batch)}</pre>`;
  const { voxels, leaves } = batch.counts;
  if (leaves === 0 || leaves > MOST_CUBES) return { "text/html": text };
  const cubes = voxels <= MOST_CUBES ? await voxelCubes(batch) : await leafCubes(batch);
  const shown = cubes.slice(0, MOST_GRIDS);
  const options = { width: shown.length * PIXELS, height: PIXELS, channels: 4 } as const;
  const pixels = new Uint8Array(options.width * PIXELS * 4);
  for (const [n, cells] of shown.entries()) {
    const edges = [...batch.voxelSizes.subarray(n * 3, n * 3 + 3)];
    const picture = drawCubes(cells, { edges, pixels: PIXELS });
    for (let row = 0; row < PIXELS; row++) {
      const line = picture.subarray(row * PIXELS * 4, (row + 1) * PIXELS * 4);
      pixels.set(line, (row * options.width + n * PIXELS) * 4);
    }
  }
  const png = (await encodePng(pixels, options)).toBase64();
  const image = `<img src="data:image/png;base64,${png}" width="${options.width}">`;
  return { "image/png": png, "text/html": text + image };
}

/** The voxels of each grid. */
async function voxelCubes(batch: GridBatch): Promise<Int32Array[]> {
  const { context } = batch;
  const cells = new Int32Array(batch.numVoxels * 3);
  using buffer = createBuffer(context, cells.byteLength);
  checkStatus(
    context,
    nativeOf(context).gridIjk({
      context: handleOf(context),
      grid: handleOf(batch),
      out: handleOf(buffer),
    }),
    "show grid",
  );
  await buffer.readIntoAsync(cells);
  return Array.from(
    { length: batch.gridCount },
    (_, b) => cells.subarray(Number(batch.offsets[b]) * 3, Number(batch.offsets[b + 1]) * 3),
  );
}

/** The leaves of each grid, in units of leaves. */
async function leafCubes(batch: GridBatch): Promise<Int32Array[]> {
  const { context, gridCount, counts: { leaves } } = batch;
  const native = nativeOf(context);
  const [origins, grids] = [new Int32Array(leaves * 3), new Int32Array(leaves)];
  using originBuffer = createBuffer(context, origins.byteLength);
  using gridBuffer = createBuffer(context, grids.byteLength);
  const operator = "show grid";
  const request = { context: handleOf(context), grid: handleOf(batch) };
  checkStatus(
    context,
    native.leafOrigins({ ...request, out: handleOf(originBuffer) }),
    operator,
  );
  checkStatus(context, native.leafGrids({ ...request, out: handleOf(gridBuffer) }), operator);
  await originBuffer.readIntoAsync(origins);
  await gridBuffer.readIntoAsync(grids);
  const cells = origins.map((least) => least / LEAF);
  return Array.from({ length: Math.min(gridCount, MOST_GRIDS) }, (_, b) => {
    // Leaves are in the order of their grids.
    const [first, next] = [lowerBound(grids, b), lowerBound(grids, b + 1)];
    return cells.subarray(first * 3, next * 3);
  });
}

/** The first place whose value is not below a number, in an array that ascends. */
function lowerBound(sorted: Int32Array, value: number): number {
  const place = sorted.findIndex((one) => one >= value);
  return place < 0 ? sorted.length : place;
}
