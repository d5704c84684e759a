/**
 * `denovdb render`: a point cloud, a volume or the name of a field in, a picture out.
 *
 * @module
 */

import {
  type Context,
  type GridBatch,
  openContext,
  type Own,
  scope,
  type Tensor,
  tensor,
} from "../../core/mod.ts";
import { gridFromIjk, gridFromPointsWithRows } from "../../grid/mod.ts";
import { voxelMean } from "../../pool/mod.ts";
import { ijkToIndex } from "../../query/mod.ts";
import { parseArgs, type ParsedArgs, UsageError, wrongValue } from "../shared/args.ts";
import type { Vector } from "../picture/camera.ts";
import { drawLegend, type Legend } from "../picture/legend.ts";
import { lookCamera } from "../picture/look.ts";
import { COLOR_MODES, pointColors } from "./colors.ts";
import { framedPoints, type LocalCloud, localCloud } from "../input/cloud.ts";
import { readCloudFile } from "../input/cloud_file.ts";
import { cloudTurnedUp, gridTurnedUp, turnedUp } from "../input/up.ts";
import { renderMesh } from "./mesh.ts";
import { coloredGrid } from "../input/colored_grid.ts";
import { renderField } from "./field.ts";
import { renderLodPicture } from "./lod.ts";
import { besideFile, type Output, outputOf, warn } from "../shared/output.ts";
import { checkTarget, savePicture } from "../picture/file.ts";
import { Progress } from "../shared/progress.ts";
import { type RenderReport, reportTable } from "./report.ts";
import { HINT } from "./look_request.ts";
import { OPTIONS, renderHelp } from "./options.ts";
import {
  readFieldRequest,
  readLodRequest,
  readRequest,
  readVolumeRequest,
  readVoxelsRequest,
  type RenderRequest,
  type VoxelsRequest,
} from "./request.ts";
import { daylight, fromSrgb } from "../picture/shading.ts";
import { SURFACE_COLORS, type SurfaceColor } from "./surface_colors.ts";
import { traceImage } from "./trace.ts";
import { renderVolume } from "./volume.ts";
import { loadGrid } from "../input/volume_file.ts";
import { holdsSparse, holdsVolume } from "../input/kind.ts";
import { checkPointVoxels, doubtsAboutVoxels, guessVoxelSize } from "../input/voxel_size.ts";

/** Factor of the distance of colors from gray, compared with the file. */
const SATURATION = 1.2;

/** Leaves a little room around the picture's content. */
const MARGIN = 0.96;

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
  return await draw(parsed, besideFile(output, outputOf(parsed) ?? ""));
}

/** Draws what the command line asks for. */
async function draw(parsed: ParsedArgs, output: Output): Promise<void> {
  if (parsed.flag("lod")) return await renderLodPicture(readLodRequest(parsed), output);
  if (parsed.flag("field")) return await renderField(readFieldRequest(parsed), output);
  const [input = ""] = parsed.positionals;
  const isSparse = input !== "" && await holdsSparse(input);
  const voxels = isSparse ? readVoxelsRequest(parsed) : undefined;
  if (voxels !== undefined) return await renderGrid(voxels, parsed, output);
  if (isSparse || await isVolume(parsed)) {
    return await renderVolume(readVolumeRequest(parsed), output);
  }
  const request = readRequest(parsed);
  await checkTarget(request.out, request);
  const { color } = request;
  const read = await readCloudFile(request.input, {
    ...request,
    nonFinite: "drop",
    fields: color === "return",
  });
  const file = cloudTurnedUp(read, request.up);
  if (file.faces !== undefined && file.faces.length > 0 && request.voxelSize === undefined) {
    const mode = surfaceColor(request);
    return await renderMesh(file, file.faces, { ...request, mode }, output);
  }
  const voxelSize = request.voxelSize ?? guessVoxelSize(file.bounds);
  checkPointVoxels(file.bounds, voxelSize);
  const { count, ...own } = localCloud(file, request.input);
  const painted = pointColors(file, { count, ...own }, color);
  const cloud: LocalCloud = {
    ...own,
    count,
    colors: painted.colors,
    dropped: file.nonFinite,
  };
  const { legend } = painted;
  const sized = {
    ...(legend && { legend }),
    ...request,
    voxelSize,
    isGuessed: request.voxelSize === undefined,
  };
  const doubts: string[] = [];
  await renderCloud(cloud, sized, output, (context) => {
    const built = buildVoxels(context, cloud, voxelSize);
    const { numVoxels: voxels } = built.grid;
    doubts.push(...doubtsAboutVoxels(file, { voxelSize, voxels }));
    return built;
  });
  doubts.forEach((one) => warn(output, one));
}

/** Coloring of triangles; colorings that only points have are refused. */
function surfaceColor({ color, input }: RenderRequest): SurfaceColor | undefined {
  const found = SURFACE_COLORS.find((one) => one === color);
  if (found !== undefined || color === undefined) return found;
  throw new UsageError(
    `${wrongValue("color", SURFACE_COLORS, color)} for the triangles of "${input}"; ` +
      "--voxel-size draws its vertices as voxels",
    HINT,
  );
}

/** Draws the voxels of a grid that is there already, or its samples if they have no colors. */
async function renderGrid(
  request: VoxelsRequest,
  parsed: ParsedArgs,
  output: Output,
): Promise<void> {
  await checkTarget(request.out, request);
  const grid = await loadGrid(request);
  const colored = coloredGrid(grid);
  if (colored === undefined) return await renderVolume(readVolumeRequest(parsed), output, grid);
  grid.warnings.forEach((one) => warn(output, one));
  const { ijk, voxelSize, ...own } = gridTurnedUp(colored, request.up);
  const asked = parsed.text("color");
  if (asked === "value") throw new UsageError(wrongValue("color", COLOR_MODES, asked), HINT);
  const { colors, legend } = pointColors({}, own.cloud, request.color);
  const cloud = { ...own.cloud, colors };
  const sized = { ...request, ...(legend && { legend }), voxelSize, isGuessed: false };
  await renderCloud(
    cloud,
    sized,
    output,
    (context) =>
      scope((own) => {
        const shape = [cloud.count, 3];
        const placed = own(tensor(ijk, { context, shape }));
        const grid = own(gridFromIjk(placed, { voxelSize }));
        return meanVoxels(own, grid, own(ijkToIndex(grid, placed)), cloud);
      }),
  );
}

/** A request whose voxels have a size, be it found from the points. */
interface SizedRequest extends RenderRequest {
  readonly voxelSize: number;
  readonly isGuessed: boolean;
  /** Meaning of colors, if it is drawn. */
  readonly legend?: Legend;
}

/** Draws what is built of a cloud, and says so. */
async function renderCloud(
  cloud: LocalCloud,
  request: SizedRequest,
  output: Output,
  build: (context: Context) => Voxels,
): Promise<void> {
  using context = openContext({ device: request.device });
  const report = await drawCloud(context, cloud, request, output, build);
  output.result(request.json ? JSON.stringify(report) : reportTable(report, request));
}

/** Whether the input is a volume: it is called one, or its name or its bytes are those of one. */
async function isVolume({ flag, positionals: [input] }: ParsedArgs): Promise<boolean> {
  if (flag("volume") || flag("mode")) return true;
  return input !== undefined && await holdsVolume(input);
}

async function drawCloud(
  context: Context,
  cloud: LocalCloud,
  request: SizedRequest,
  output: Output,
  build: (context: Context) => Voxels,
): Promise<RenderReport> {
  using progress = new Progress(output, !request.json);
  progress.show("building", 0);
  const built = performance.now();
  using voxels = build(context);
  const buildMs = performance.now() - built;

  const { grid, albedo } = voxels;
  const drawn = performance.now();
  const image = traceImage({
    grid,
    albedo,
    voxelSize: request.voxelSize,
    extent: longestSide(grid, request.voxelSize),
    camera: lookCamera(framedPoints(cloud.points), {
      ...request,
      eye: request.eye && fromOrigin(turnedUp(request.eye, request.up), cloud.origin),
      target: request.target && fromOrigin(turnedUp(request.target, request.up), cloud.origin),
      zoom: request.zoom * (request.eye === undefined ? MARGIN : 1),
      aspect: request.width / request.height,
    }),
    light: daylight(request.azimuth + 80, 36),
  }, { ...request, onProgress: (done) => progress.show("rendering", done) });
  const renderMs = performance.now() - drawn;
  if (request.legend !== undefined) {
    drawLegend({ ...request, pixels: image.pixels }, request.legend);
  }

  await savePicture(request.out, image.pixels, request);
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
    voxelSizeGuessed: request.isGuessed,
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

function fromOrigin([x, y, z]: Vector, origin: Vector): Vector {
  return [x - origin[0], y - origin[1], z - origin[2]];
}

/** A grid on its device and the colors of its voxels on the host. */
interface Voxels extends Disposable {
  readonly grid: GridBatch;
  /** Linear RGB, [voxels, 3]. */
  readonly albedo: Float32Array;
}

function buildVoxels(context: Context, cloud: LocalCloud, voxelSize: number): Voxels {
  return scope((own) => {
    const shape = [cloud.count, 3];
    const points = own(tensor(cloud.points, { context, shape }));
    const { grid, rows } = gridFromPointsWithRows(points, { voxelSize });
    own(grid);
    return meanVoxels(own, grid, own(rows), cloud);
  });
}

/** A grid with the mean colors of the points in its voxels. */
function meanVoxels(
  own: Own,
  grid: GridBatch,
  rows: Tensor<"i64">,
  { colors, count }: LocalCloud,
): Voxels {
  const { context } = grid;
  const placed = own(tensor(colors, { context, shape: [count, 3] }));
  const albedo = linearColors(own(voxelMean(grid, rows, placed)).readSync());
  return { grid, albedo, [Symbol.dispose]: () => grid.dispose() };
}

/** Turns mean sRGB bytes into linear light, a little more colorful than averages are. */
function linearColors(mean: Float32Array): Float32Array {
  const colors = new Float32Array(mean.length);
  for (let at = 0; at + 2 < mean.length; at += 3) {
    const rgb = [0, 1, 2].map((channel) => fromSrgb((mean[at + channel] ?? 0) / 255));
    const gray = rgb.reduce((sum, value) => sum + value, 0) / 3;
    colors.set(rgb.map((value) => Math.max(0, gray + (value - gray) * SATURATION)), at);
  }
  return colors;
}

/** The longest side of the box around a batch's first grid, in world units. */
function longestSide(grid: GridBatch, voxelSize: number): number {
  const bbox = grid.bbox(0);
  const sides = ([0, 1, 2] as const).map((axis) => (bbox[axis + 3] ?? 0) - (bbox[axis] ?? 0) + 1);
  return Math.max(...sides) * voxelSize;
}
