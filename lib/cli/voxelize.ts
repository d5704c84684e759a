/**
 * `denovdb voxelize`: a triangle mesh in, the voxels that it touches out.
 *
 * @module
 */

import { openContext, tensor } from "../core/mod.ts";
import { gridFromMesh, gridIjk } from "../grid/mod.ts";
import { voxelToWorld } from "../query/mod.ts";
import { describeOptions, type OptionSpecs, parseArgs, UsageError } from "./args.ts";
import type { Output } from "./output.ts";
import { checkFolder } from "./picture.ts";
import { MESH_OPTIONS, placeMesh, readMesh, readMeshRequest, writeMesh } from "./surface_files.ts";
import { formatCount, formatTable } from "./table.ts";

const HINT = 'Run "denovdb voxelize --help" for the options';

const OPTIONS: OptionSpecs = {
  "voxel-size": MESH_OPTIONS["voxel-size"],
  "half-width": {
    kind: "number",
    value: "W",
    help: "also voxels whose centres are no further from the surface (0)",
  },
  out: MESH_OPTIONS.out,
  device: MESH_OPTIONS.device,
  json: MESH_OPTIONS.json,
  help: MESH_OPTIONS.help,
};

const HELP = `List the voxels that the triangles of a mesh touch, as points at their centres

Usage: denovdb voxelize MESH --voxel-size S --out FILE [options]

MESH is a PLY, OBJ or GLB file with triangles.

Options:
${describeOptions(OPTIONS)}`;

/**
 * Runs the command.
 *
 * @param args The arguments behind "voxelize".
 * @param output Where results and notes go.
 * @throws {UsageError} If the arguments do not say what to do.
 */
export async function voxelize(args: readonly string[], output: Output): Promise<void> {
  const parsed = parseArgs(args, OPTIONS, HINT);
  if (parsed.flag("help")) return output.result(HELP);
  const { input, out, voxelSize, device, json } = readMeshRequest(parsed, HINT);
  const halfWidth = parsed.number("half-width") ?? 0;
  if (halfWidth < 0) {
    throw new UsageError(`Option "--half-width" takes 0 or more, not ${halfWidth}`, HINT);
  }
  await checkFolder(out);
  const file = await readMesh(input);
  using context = openContext({ device });
  using placed = placeMesh(context, file);
  const { vertices, faces } = placed;
  const started = performance.now();
  using grid = gridFromMesh(vertices, faces, { voxelSize, halfWidth });
  await context.synchronize();
  const buildMs = performance.now() - started;
  using ijk = gridIjk(grid);
  using voxels = tensor(new Float64Array(ijk.data.readSync()), {
    context,
    shape: [grid.numVoxels, 3],
  });
  using centres = voxelToWorld(grid, voxels);
  await writeMesh(out, { positions: centres.readSync() });
  const report = {
    input,
    output: out,
    device: context.device,
    triangles: file.faces.length / 3,
    voxelSize,
    halfWidth,
    voxels: grid.numVoxels,
    leaves: grid.counts.leaves,
    buildMs,
  };
  output.result(
    json ? JSON.stringify(report) : formatTable([
      ["triangles", formatCount(report.triangles)],
      ["voxels", formatCount(report.voxels), `of size ${voxelSize}`],
      ["leaves", formatCount(report.leaves), "of 8 x 8 x 8 voxels"],
      ["built in", `${buildMs.toFixed(1)} ms`, `on ${context.device}`],
      ["written", out],
    ]),
  );
}
