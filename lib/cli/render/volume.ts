/**
 * `denovdb render VOLUME`: the samples of a NRRD, NIfTI or raw file in, a picture out.
 *
 * @module
 */

import { type Context, openContext } from "../../core/mod.ts";
import type { NvdbGrid } from "../../io/mod.ts";
import { brickScene } from "../picture/volume/bricks.ts";
import { mistScene } from "../picture/volume/mist.ts";
import type { Output } from "../shared/output.ts";
import { checkTarget, savePicture } from "../picture/file.ts";
import { Progress } from "../shared/progress.ts";
import type { VolumeRequest } from "./request.ts";
import { seenOf, type SeenValues, type VolumeScene } from "../picture/volume/scene.ts";
import { viewOf } from "../picture/volume/upright.ts";
import { contentBox, type LoadedVolume, loadVolume, volumeOfGrid } from "../input/volume_file.ts";
import { type VolumeReport, volumeTable } from "./volume_report.ts";

/**
 * Runs the command.
 *
 * @param request What the user asked for.
 * @param output Where results and notes go.
 * @param grid The grid of the file that is meant, if it has been read.
 */
export async function renderVolume(
  request: VolumeRequest,
  output: Output,
  grid?: NvdbGrid,
): Promise<void> {
  await checkTarget(request.out, request);
  const fastest = fastestOf(request);
  const volume = grid === undefined
    ? await loadVolume(request, fastest)
    : volumeOfGrid(grid, fastest);
  using context = openContext({ device: request.device });
  const report = await drawVolume(context, volume, request, output);
  output.result(request.json ? JSON.stringify(report) : volumeTable(report, request));
}

/** Grids take dense boxes whose z is fastest, bricks what is in the order of files. */
function fastestOf({ mode }: VolumeRequest): "x" | "z" {
  return mode === "mist" ? "z" : "x";
}

async function drawVolume(
  context: Context,
  volume: LoadedVolume,
  request: VolumeRequest,
  output: Output,
): Promise<VolumeReport> {
  using progress = new Progress(output, !request.json);
  progress.show("building", 0);
  const built = performance.now();
  const seen = seenOf(volume, request.threshold ?? volume.threshold);
  const content = contentBox(volume, fastestOf(request), seen.threshold);
  if (content === undefined) {
    throw new RangeError(`Cannot render: no sample is above the threshold ${seen.threshold}`);
  }
  using scene = makeScene(context, volume, seen, request);
  context.synchronizeSync();
  const buildMs = performance.now() - built;

  const drawn = performance.now();
  const view = viewOf(content.box, volume.spacing, request);
  const onProgress = (done: number): void => progress.show("rendering", done);
  const { pixels, rays, samples } = scene.draw(view, { ...request, onProgress });
  const renderMs = performance.now() - drawn;

  await savePicture(request.out, pixels, request);
  return {
    input: request.input,
    output: request.out,
    device: context.device,
    deviceName: context.deviceName,
    ...(context.fallbackReason === undefined ? {} : { fallbackReason: context.fallbackReason }),
    mode: request.mode,
    shape: volume.dims,
    type: volume.type,
    spacing: volume.spacing,
    ...seen,
    voxels: content.voxels,
    ...scene.parts,
    buildMs,
    renderMs,
    rays,
    raysPerSecond: rays / (renderMs / 1000),
    ...(samples === undefined ? {} : { samples, samplesPerSecond: samples / (renderMs / 1000) }),
    width: request.width,
    height: request.height,
  };
}

function makeScene(
  context: Context,
  volume: LoadedVolume,
  seen: SeenValues,
  { mode, step }: VolumeRequest,
): VolumeScene {
  if (mode === "mist") return mistScene(context, volume, seen);
  return brickScene(context, volume, seen, { mode, step });
}
