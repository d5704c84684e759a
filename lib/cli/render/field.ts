/**
 * `denovdb render --field`: the name of a field in, a picture of its smooth surface out.
 *
 * @module
 */

import { type Context, openContext, tensor } from "../../core/mod.ts";
import { gridFromIjk } from "../../grid/mod.ts";
import { injectFromIjk } from "../../inject/mod.ts";
import { lookCamera } from "../picture/look.ts";
import { drawLegend } from "../picture/legend.ts";
import { type FieldReport, fieldTable } from "./field_report.ts";
import { bandOf, type Solid, solidOf } from "./solids.ts";
import type { Output } from "../shared/output.ts";
import { checkTarget, savePicture } from "../picture/file.ts";
import { Progress } from "../shared/progress.ts";
import type { FieldRequest } from "./request.ts";
import { type Color, studio } from "../picture/shading.ts";
import { type SlopedVoxels, slopedVoxels } from "../picture/slopes.ts";
import { traceSurface } from "./surface.ts";
import { surfacePaint } from "./surface_colors.ts";

/** Leaves a little room around the picture's content. */
const MARGIN = 0.94;

/** Length of sky rays, in radii of the ball that holds the field. */
const SKY_REACH = 0.5;

/**
 * Runs the command.
 *
 * @param request What the user asked for.
 * @param output Where results and notes go.
 */
export async function renderField(request: FieldRequest, output: Output): Promise<void> {
  await checkTarget(request.out, request);
  using context = openContext({ device: request.device });
  const report = await drawField(context, request, output);
  output.result(request.json ? JSON.stringify(report) : fieldTable(report, request));
}

async function drawField(
  context: Context,
  request: FieldRequest,
  output: Output,
): Promise<FieldReport> {
  using progress = new Progress(output, !request.json);
  progress.show("building", 0);
  const built = performance.now();
  const voxelSize = 2 / request.resolution;
  const solid = solidOf(request.field, voxelSize);
  using voxels = buildVoxels(context, solid, voxelSize);
  context.synchronizeSync();
  const buildMs = performance.now() - built;

  const { grid, values, slopes } = voxels;
  const painted = surfacePaint(request.color, { low: -1, high: 1 });
  const drawn = performance.now();
  const image = traceSurface({
    grid,
    values,
    slopes,
    voxelSize,
    reach: SKY_REACH,
    color: painted?.color ?? (([x, y, z]): Color => solid.color(x, y, z)),
    camera: lookCamera(BALL, {
      ...request,
      zoom: request.zoom * (request.eye === undefined ? MARGIN : 1),
      aspect: request.width / request.height,
    }),
    light: studio(request.azimuth),
  }, { ...request, onProgress: (done) => progress.show("rendering", done) });
  const renderMs = performance.now() - drawn;

  if (painted !== undefined) drawLegend({ ...request, pixels: image.pixels }, painted.legend);
  await savePicture(request.out, image.pixels, request);
  const { counts } = grid;
  return {
    field: request.field,
    output: request.out,
    device: context.device,
    deviceName: context.deviceName,
    ...(context.fallbackReason === undefined ? {} : { fallbackReason: context.fallbackReason }),
    resolution: request.resolution,
    voxels: counts.voxels,
    leaves: counts.leaves,
    gridBytes: counts.bytes,
    bytesPerVoxel: counts.bytes / Math.max(1, counts.voxels),
    buildMs,
    renderMs,
    rays: image.rays,
    raysPerSecond: image.rays / (renderMs / 1000),
    hits: image.hits,
    width: request.width,
    height: request.height,
  };
}

/** Puts the voxels near a surface on a device, with their signed distances. */
function buildVoxels(context: Context, solid: Solid, voxelSize: number): SlopedVoxels {
  const band = bandOf(solid, voxelSize);
  const half = voxelSize / 2;
  return slopedVoxels([voxelSize, voxelSize, voxelSize], (own) => {
    const ijk = own(tensor(band.ijk, { context, shape: [band.values.length, 3] }));
    const grid = own(gridFromIjk(ijk, { voxelSize, origin: [half, half, half] }));
    const values = own(injectFromIjk(grid, ijk, own(tensor(band.values, { context }))));
    return { grid, values };
  });
}

/** Points on the ball that holds all fields, near enough to each other that a camera that sees them sees it. */
const BALL: Float32Array = Float32Array.from(
  Array.from({ length: 1024 }, (_, n) => {
    const height = (2 * n + 1) / 1024 - 1;
    const angle = n * Math.PI * (3 - Math.sqrt(5));
    const ring = Math.sqrt(1 - height * height);
    return [ring * Math.cos(angle), ring * Math.sin(angle), height];
  }).flat(),
);
