/**
 * `denovdb render`: a point cloud in, a picture of its voxels out.
 *
 * @module
 */

import {
  type Context,
  type Device,
  type GridBatch,
  openContext,
  scope,
  tensor,
} from "../core/mod.ts";
import { gridFromPointsWithRows } from "../grid/mod.ts";
import { encodePng, readPointCloud } from "../io/mod.ts";
import { voxelMean } from "../pool/mod.ts";
import {
  describeOptions,
  type OptionSpecs,
  parseArgs,
  type ParsedArgs,
  UsageError,
} from "./args.ts";
import { orbitCamera } from "./camera.ts";
import { framedPoints, type LocalCloud, localCloud } from "./cloud.ts";
import type { Output } from "./output.ts";
import { Progress } from "./progress.ts";
import { type RenderReport, reportTable } from "./report.ts";
import { daylight, fromSrgb } from "./shading.ts";
import { traceImage } from "./trace.ts";

const OPTIONS: OptionSpecs = {
  "voxel-size": { kind: "number", value: "S", help: "edge length of a voxel, in the file's units" },
  out: { kind: "text", value: "FILE.png", help: "where the picture goes" },
  device: { kind: "text", value: "NAME", help: "auto (default), cpu, cuda or cuda:N" },
  width: { kind: "count", value: "W", help: "pixels from left to right (1600)" },
  height: { kind: "count", value: "H", help: "pixels from top to bottom (900)" },
  azimuth: {
    kind: "number",
    value: "DEG",
    help: "where the camera stands, from +x towards +y (-120)",
  },
  elevation: { kind: "number", value: "DEG", help: "how high it stands, -89 to 89 (30)" },
  zoom: { kind: "number", value: "F", help: "1 shows everything, 2 twice as large (1)" },
  samples: { kind: "count", value: "N", help: "N x N samples per pixel, 1 to 8 (2)" },
  "sky-rays": { kind: "number", value: "N", help: "rays per sample for soft shade, 0 to 64 (4)" },
  json: { kind: "flag", help: "print one JSON object instead of a table" },
  help: { kind: "flag", help: "show this text" },
};

/** How much farther than in the file colours are from grey. */
const SATURATION = 1.2;

/** Leaves a little room around the picture's content. */
const MARGIN = 0.96;

const HINT = 'Run "denovdb render --help" for the options';

/** The help text of the command. */
export function renderHelp(): string {
  return `Draw a point cloud as voxels

Usage: denovdb render INPUT --voxel-size S --out FILE.png [options]

INPUT is a LAS, LAZ, PLY, OBJ or KITTI (.bin) file.

Options:
${describeOptions(OPTIONS)}`;
}

/** What the user asked for, checked. */
interface RenderRequest {
  readonly input: string;
  readonly out: string;
  readonly device: Device;
  readonly voxelSize: number;
  readonly width: number;
  readonly height: number;
  readonly azimuth: number;
  readonly elevation: number;
  readonly zoom: number;
  readonly samples: number;
  readonly skyRays: number;
  readonly json: boolean;
}

/**
 * Runs the command.
 *
 * @param args The arguments behind "render".
 * @param output Where results and notes go.
 * @throws {UsageError} If the arguments do not say what to do.
 */
export async function render(args: readonly string[], output: Output): Promise<void> {
  const parsed = parseArgs(args, OPTIONS, HINT);
  if (parsed.flag("help")) return output.result(renderHelp());
  const request = readRequest(parsed);
  const bytes = await Deno.readFile(request.input);
  const cloud = localCloud(await readPointCloud(bytes, { name: request.input }));
  using context = openContext({ device: request.device });
  const report = await drawCloud(context, cloud, request, output);
  output.result(request.json ? JSON.stringify(report) : reportTable(report));
}

function readRequest(parsed: ParsedArgs): RenderRequest {
  const [input, extra] = parsed.positionals;
  const out = parsed.text("out");
  const voxelSize = parsed.number("voxel-size");
  if (input === undefined) throw new UsageError("No input file is given", HINT);
  if (extra !== undefined) throw new UsageError(`Unexpected argument "${extra}"`, HINT);
  if (voxelSize === undefined) throw new UsageError('Option "--voxel-size" is missing', HINT);
  if (out === undefined) throw new UsageError('Option "--out" is missing', HINT);
  const within = (name: string, fallback: number, low: number, high: number): number => {
    const value = parsed.number(name) ?? fallback;
    if (value >= low && value <= high) return value;
    throw new UsageError(`Option "--${name}" takes ${low} to ${high}, not ${value}`, HINT);
  };
  if (!(voxelSize > 0)) {
    throw new UsageError(`Option "--voxel-size" takes a positive number, not ${voxelSize}`, HINT);
  }
  const skyRays = within("sky-rays", 4, 0, 64);
  if (!Number.isInteger(skyRays)) {
    throw new UsageError(`Option "--sky-rays" takes a whole number, not ${skyRays}`, HINT);
  }
  return {
    input,
    out,
    voxelSize,
    device: readDevice(parsed.text("device") ?? "auto"),
    width: within("width", 1600, 1, 16384),
    height: within("height", 900, 1, 16384),
    azimuth: within("azimuth", -120, -360, 360),
    elevation: within("elevation", 30, -89, 89),
    zoom: within("zoom", 1, 0.01, 1000),
    samples: within("samples", 2, 1, 8),
    skyRays,
    json: parsed.flag("json"),
  };
}

function readDevice(name: string): Device {
  if (name === "auto" || name === "cpu" || name === "cuda") return name;
  const ordinal = /^cuda:(\d{1,3})$/.exec(name)?.[1];
  if (ordinal !== undefined) return `cuda:${Number(ordinal)}`;
  throw new UsageError(`Option "--device" takes auto, cpu, cuda or cuda:N, not "${name}"`, HINT);
}

async function drawCloud(
  context: Context,
  cloud: LocalCloud,
  request: RenderRequest,
  output: Output,
): Promise<RenderReport> {
  using progress = new Progress(output, !request.json);
  progress.show("building", 0);
  const built = performance.now();
  using voxels = buildVoxels(context, cloud, request.voxelSize);
  const buildMs = performance.now() - built;

  const { grid, albedo } = voxels;
  const drawn = performance.now();
  const image = traceImage({
    grid,
    albedo,
    voxelSize: request.voxelSize,
    extent: longestSide(grid, request.voxelSize),
    camera: orbitCamera(framedPoints(cloud.points), {
      azimuth: request.azimuth,
      elevation: request.elevation,
      zoom: request.zoom * MARGIN,
      fieldOfView: 32,
      aspect: request.width / request.height,
    }),
    light: daylight(request.azimuth + 80, 36),
  }, { ...request, onProgress: (done) => progress.show("rendering", done) });
  const renderMs = performance.now() - drawn;

  const png = await encodePng(image.pixels, {
    width: request.width,
    height: request.height,
    channels: 3,
  });
  await Deno.writeFile(request.out, png);
  return {
    input: request.input,
    output: request.out,
    device: context.device,
    deviceName: context.deviceName,
    ...(context.fallbackReason === undefined ? {} : { fallbackReason: context.fallbackReason }),
    points: cloud.count,
    droppedPoints: cloud.dropped,
    colors: cloud.colorSource,
    localOrigin: cloud.origin,
    voxelSize: request.voxelSize,
    voxels: grid.counts.voxels,
    leaves: grid.counts.leaves,
    gridBytes: grid.counts.bytes,
    bytesPerVoxel: grid.counts.bytes / Math.max(1, grid.counts.voxels),
    buildMs,
    renderMs,
    rays: image.rays,
    raysPerSecond: image.rays / (renderMs / 1000),
    width: request.width,
    height: request.height,
  };
}

/** A grid on its device and the colours of its voxels on the host. */
interface Voxels extends Disposable {
  readonly grid: GridBatch;
  /** Linear RGB, [voxels, 3]. */
  readonly albedo: Float32Array;
}

function buildVoxels(context: Context, cloud: LocalCloud, voxelSize: number): Voxels {
  return scope((own) => {
    const shape = [cloud.count, 3];
    const points = own(tensor(cloud.points, { context, shape }));
    const colors = own(tensor(cloud.colors, { context, shape }));
    const { grid, rows } = gridFromPointsWithRows(points, { voxelSize });
    own(grid);
    own(rows);
    const mean = own(voxelMean(grid, rows, colors)).readSync();
    const albedo = linearColours(mean);
    return { grid, albedo, [Symbol.dispose]: () => grid.dispose() };
  });
}

/** Turns mean sRGB bytes into linear light, a little more colourful than averages are. */
function linearColours(mean: Float32Array): Float32Array {
  const colours = new Float32Array(mean.length);
  for (let at = 0; at + 2 < mean.length; at += 3) {
    const rgb = [0, 1, 2].map((channel) => fromSrgb((mean[at + channel] ?? 0) / 255));
    const grey = rgb.reduce((sum, value) => sum + value, 0) / 3;
    colours.set(rgb.map((value) => Math.max(0, grey + (value - grey) * SATURATION)), at);
  }
  return colours;
}

/** The longest side of the box around a batch's first grid, in world units. */
function longestSide(grid: GridBatch, voxelSize: number): number {
  const bbox = grid.bbox(0);
  const sides = ([0, 1, 2] as const).map((axis) => (bbox[axis + 3] ?? 0) - (bbox[axis] ?? 0) + 1);
  return Math.max(...sides) * voxelSize;
}
