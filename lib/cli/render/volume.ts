/**
 * `denovdb render VOLUME`: the samples of a NRRD, NIfTI or raw file in, a picture out.
 *
 * @module
 */

import { type Context, openContext } from "../../core/mod.ts";
import type { NvdbGrid } from "../../io/mod.ts";
import { brickScene } from "../picture/volume/bricks.ts";
import { mistScene } from "../picture/volume/mist.ts";
import { type Output, warn } from "../shared/output.ts";
import { checkTarget, savePicture } from "../picture/file.ts";
import { drawLegend, type Legend } from "../picture/legend.ts";
import { type Color, toSrgbByte } from "../picture/shading.ts";
import { transfer } from "../picture/volume/transfer.ts";
import { shortNumber } from "../shared/table.ts";
import { heightRamp } from "./colors.ts";
import { lightOfHeight } from "./surface_colors.ts";
import { Progress } from "../shared/progress.ts";
import type { VolumeRequest } from "./request.ts";
import { seenOf, type SeenValues, type VolumeScene } from "../picture/volume/scene.ts";
import { viewOf } from "../picture/volume/upright.ts";
import {
  type ContentBox,
  contentBox,
  type LoadedVolume,
  loadVolume,
  volumeOfGrid,
} from "../input/volume_file.ts";
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
  volume.warnings?.forEach((one) => warn(output, one));
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
    const { values } = volume;
    let [least, most] = [Infinity, -Infinity];
    for (let at = 0; at < values.length; at++) {
      const value = Number(values[at]);
      least = Math.min(least, value);
      most = Math.max(most, value);
    }
    const range = least <= most ? `; they are ${least} to ${most}` : "";
    throw new RangeError(
      `Cannot render: no sample is above the threshold ${seen.threshold}${range}`,
    );
  }
  using scene = makeScene(context, volume, seen, request);
  context.synchronizeSync();
  const buildMs = performance.now() - built;

  const drawn = performance.now();
  const view = viewOf(content.box, volume, request);
  const painted = paintOf(request, { volume, box: content.box, seen });
  const onProgress = (done: number): void => progress.show("rendering", done);
  const colorOfHeight = painted?.colorOfHeight;
  const { pixels, rays, samples } = scene.draw(view, { ...request, onProgress, colorOfHeight });
  const renderMs = performance.now() - drawn;
  if (painted !== undefined) drawLegend({ ...request, pixels }, painted.legend);

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

/** Meaning of colors, and how they are computed. */
interface VolumePaint {
  readonly legend: Legend;
  readonly colorOfHeight?: (height: number) => Color;
}

/** Meaning of colors, if a legend shall say it. */
function paintOf(
  { color, up }: VolumeRequest,
  { volume: { spacing, origin, directions }, box, seen }: {
    readonly volume: LoadedVolume;
    readonly box: ContentBox;
    readonly seen: SeenValues;
  },
): VolumePaint | undefined {
  if (color === undefined) return undefined;
  if (color === "value") {
    const ramp = {
      color: (share: number) => transfer(share).color.map(toSrgbByte),
      low: shortNumber(seen.threshold),
      high: shortNumber(seen.brightest),
    };
    return { legend: { title: "value", ramp } };
  }
  const axis = AXES[up.at(-1) as keyof typeof AXES];
  const sign = up.startsWith("-") ? -1 : 1;
  const ends = [box.low[axis], box.high[axis]].map((one) => sign * one * spacing[axis]);
  const range = { low: Math.min(...ends), high: Math.max(...ends) };
  // Where axes are turned in the world, heights are along the volume's own.
  const isStraight = directions[axis].every((one, at) => at === axis ? one > 0 : one === 0);
  const shift = isStraight ? sign * origin[axis] : 0;
  return {
    legend: heightRamp("height", { low: range.low + shift, high: range.high + shift }),
    colorOfHeight: (height) => lightOfHeight(range, height),
  };
}

const AXES = { x: 0, y: 1, z: 2 } as const;

function makeScene(
  context: Context,
  volume: LoadedVolume,
  seen: SeenValues,
  { mode, step }: VolumeRequest,
): VolumeScene {
  if (mode === "mist") return mistScene(context, volume, seen);
  return brickScene(context, volume, seen, { mode, step });
}
