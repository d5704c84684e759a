/**
 * `denovdb voxelize`: a triangle mesh or a point cloud in, the voxels that it touches out.
 *
 * @module
 */

import { type Context, type GridBatch, openContext, tensor } from "../../core/mod.ts";
import { gridFromMesh, gridFromPoints, gridIjk } from "../../grid/mod.ts";
import type { PointCloud } from "../../io/mod.ts";
import { voxelToWorld } from "../../query/mod.ts";
import {
  describeExamples,
  describeOptions,
  type OptionSpecs,
  parseArgs,
  UsageError,
} from "../shared/args.ts";
import { LEVELS_OPTION, readCloudFile, readLevels } from "../input/cloud_file.ts";
import { besideFile, type Output, outputOf } from "../shared/output.ts";
import { checkTarget } from "../picture/file.ts";
import {
  lossesOfPositions,
  MESH_OPTIONS,
  placeMesh,
  readDrawRequest,
  readVoxelSize,
  writeMesh,
} from "../input/mesh_file.ts";
import { droppedNote, formatCount, formatTable, formatTime } from "../shared/table.ts";
import { CLOUDS, MESHES } from "../input/formats.ts";
import { checkMeshVoxels, checkPointVoxels } from "../input/voxel_size.ts";

const HINT = 'Run "denovdb voxelize --help" for the options';

const OPTIONS: OptionSpecs = {
  "voxel-size": MESH_OPTIONS["voxel-size"],
  "half-width": {
    kind: "number",
    value: "W",
    help: "also list voxels with centers within W of the surface, in units of the file (meshes; 0)",
  },
  levels: LEVELS_OPTION,
  out: MESH_OPTIONS.out,
  force: MESH_OPTIONS.force,
  device: MESH_OPTIONS.device,
  verbose: MESH_OPTIONS.verbose,
  json: MESH_OPTIONS.json,
  help: MESH_OPTIONS.help,
};

const HELP =
  `List the voxels that the triangles of a mesh or the points of a cloud touch, as points at their centers

Usage: denovdb voxelize MESH --voxel-size S --out FILE [options]
       denovdb voxelize CLOUD --voxel-size S --out FILE [options]

MESH is a file with triangles: ${MESHES}.
CLOUD is a point cloud: ${CLOUDS}.

Options:
${describeOptions(OPTIONS)}

${
    describeExamples([
      ["voxelize part.obj --voxel-size 0.5 -o voxels.ply", "the voxels that triangles touch"],
      ["voxelize part.obj --voxel-size 0.5 --half-width 1 -o band.ply", "and those near them"],
      ["voxelize scan.laz --voxel-size 0.2 -o thin.ply", "a scan with a point for each voxel"],
    ])
  }`;

/**
 * Runs the command.
 *
 * @param args The arguments behind "voxelize".
 * @param stdio Where results and notes go.
 * @throws {UsageError} If the arguments do not say what to do.
 */
export async function voxelize(args: readonly string[], stdio: Output): Promise<void> {
  const parsed = parseArgs(args, OPTIONS, HINT);
  if (parsed.flag("help")) return stdio.result(HELP);
  const output = besideFile(stdio, outputOf(parsed) ?? "");
  const { input, out, createNew, device, json } = readDrawRequest(parsed, HINT);
  const voxelSize = readVoxelSize(parsed, HINT);
  const halfWidth = parsed.number("half-width") ?? 0;
  if (halfWidth < 0) {
    throw new UsageError(`Option "--half-width" takes 0 or more, not ${halfWidth}`, HINT);
  }
  await checkTarget(out, { json, createNew });
  const cloud = await readCloudFile(input, { ...readLevels(parsed, HINT), nonFinite: "drop" });
  const triangles = (cloud.faces?.length ?? 0) / 3;
  if (triangles === 0 && parsed.flag("half-width")) {
    throw new UsageError('Option "--half-width" goes with meshes only', HINT);
  }
  using context = openContext({ device });
  const started = performance.now();
  using grid = buildGrid(context, cloud, { voxelSize, halfWidth });
  await context.synchronize();
  const buildMs = performance.now() - started;
  using ijk = gridIjk(grid);
  using voxels = tensor(new Float64Array(ijk.data.readSync()), {
    context,
    shape: [grid.numVoxels, 3],
  });
  using centers = voxelToWorld(grid, voxels);
  const positions = centers.readSync();
  await writeMesh(out, { positions }, { createNew });
  const report = {
    input,
    output: out,
    device: context.device,
    triangles,
    points: cloud.count,
    droppedPoints: cloud.nonFinite,
    voxelSize,
    halfWidth,
    voxels: grid.numVoxels,
    leaves: grid.counts.leaves,
    buildMs,
  };
  output.result(
    json ? JSON.stringify(report) : formatTable([
      triangles > 0
        ? ["triangles", formatCount(triangles)]
        : ["points", formatCount(cloud.count), droppedNote(cloud.nonFinite)],
      ["voxels", formatCount(report.voxels), `of size ${voxelSize}`],
      ["leaves", formatCount(report.leaves), "of 8 x 8 x 8 voxels"],
      ["built in", formatTime(buildMs), `on ${context.device}`],
      ["written", out],
    ]),
  );
  for (const loss of lossesOfPositions(out, positions, grid.voxelSizes)) {
    output.note(`denovdb: ${loss}\n`);
  }
}

/** The voxels that the triangles of a cloud touch, or its points where it has no triangles. */
function buildGrid(
  context: Context,
  cloud: PointCloud,
  { voxelSize, halfWidth }: { readonly voxelSize: number; readonly halfWidth: number },
): GridBatch {
  const { faces = new Uint32Array(), positions, count } = cloud;
  if (faces.length === 0) {
    checkPointVoxels(cloud.bounds, voxelSize);
    using points = tensor(new Float64Array(positions), { context, shape: [count, 3] });
    return gridFromPoints(points, { voxelSize });
  }
  checkMeshVoxels({ cloud, faces }, { voxelSize, halfWidth });
  using placed = placeMesh(context, { cloud, faces });
  return gridFromMesh(placed.vertices, placed.faces, { voxelSize, halfWidth });
}
