/**
 * `denovdb mesh`: a closed mesh in, the surface at some distance from it out, of triangles that fit voxels.
 *
 * @module
 */

import { openContext } from "../core/mod.ts";
import { gridFromMesh } from "../grid/mod.ts";
import { readNvdb } from "../io/mod.ts";
import { marchingCubes, signedMeshDistances, surfaceNormals } from "../mesh/mod.ts";
import {
  describeOptions,
  type OptionSpecs,
  parseArgs,
  type ParsedArgs,
  UsageError,
} from "./args.ts";
import { pickGrid } from "./dense_grid.ts";
import { surfaceOfGrid } from "./grid_surface.ts";
import { endingOf } from "./input_file.ts";
import type { Output } from "./output.ts";
import { checkFolder } from "./picture.ts";
import {
  MESH_OPTIONS,
  placeMesh,
  readMesh,
  readMeshRequest,
  readSurfaceRequest,
  writeMesh,
} from "./surface_files.ts";
import { formatCount, formatTable, shortNumber } from "./table.ts";

const HINT = 'Run "denovdb mesh --help" for the options';

/** Voxels on both sides of the surface: a cell that it cuts has corners up to a diagonal away. */
const BAND = 2;

const OPTIONS: OptionSpecs = {
  "voxel-size": MESH_OPTIONS["voxel-size"],
  offset: {
    kind: "number",
    value: "D",
    help: "distance from the mesh, below 0 inside, in the file's units (0)",
  },
  grid: { kind: "text", value: "NAME", help: "which grid: its name, or its place from 0 (.nvdb)" },
  unverified: { kind: "flag", help: "read .nvdb files whose checksums are wrong" },
  out: MESH_OPTIONS.out,
  device: MESH_OPTIONS.device,
  json: MESH_OPTIONS.json,
  help: MESH_OPTIONS.help,
};

const HELP = `Draw a closed mesh anew, by marching cubes through its signed distances

Usage: denovdb mesh INPUT --voxel-size S --out FILE [options]
       denovdb mesh GRIDS --out FILE [options]

INPUT is a PLY, OBJ or GLB file whose triangles share their vertices and close a surface. GRIDS is a NanoVDB file (.nvdb),
of which a level set is drawn, or the surface on which another grid has the value of --offset.

Options:
${describeOptions(OPTIONS)}`;

/**
 * Runs the command.
 *
 * @param args The arguments behind "mesh".
 * @param output Where results and notes go.
 * @throws {UsageError} If the arguments do not say what to do.
 */
export async function mesh(args: readonly string[], output: Output): Promise<void> {
  const parsed = parseArgs(args, OPTIONS, HINT);
  if (parsed.flag("help")) return output.result(HELP);
  if (endingOf(parsed.positionals[0] ?? "") === ".nvdb") return await meshGrid(parsed, output);
  for (const name of ["grid", "unverified"]) {
    if (parsed.flag(name)) {
      throw new UsageError(`Option "--${name}" goes with .nvdb files only`, HINT);
    }
  }
  const { input, out, voxelSize, device, json } = readMeshRequest(parsed, HINT);
  const offset = parsed.number("offset") ?? 0;
  await checkFolder(out);
  const file = await readMesh(input);
  using context = openContext({ device });
  using placed = placeMesh(context, file);
  const { vertices, faces } = placed;
  const started = performance.now();
  const maxDistance = Math.abs(offset) + BAND * voxelSize;
  using grid = gridFromMesh(vertices, faces, { voxelSize, halfWidth: maxDistance });
  using found = signedMeshDistances(grid, vertices, faces, { maxDistance });
  using surface = marchingCubes(grid, found.distances, { isoLevel: offset });
  using normals = surfaceNormals(grid, found.distances, surface);
  const drawn = {
    positions: surface.vertices.data.readSync(),
    faces: surface.faces.data.readSync(),
    normals: normals.data.readSync(),
  };
  const drawMs = performance.now() - started;
  await writeMesh(out, drawn);
  const report = {
    input,
    output: out,
    device: context.device,
    triangles: file.faces.length / 3,
    voxelSize,
    offset,
    voxels: grid.numVoxels,
    drawnVertices: drawn.positions.length / 3,
    drawnTriangles: drawn.faces.length / 3,
    drawMs,
  };
  output.result(
    json ? JSON.stringify(report) : formatTable([
      ["triangles", formatCount(report.triangles)],
      ["voxels", formatCount(report.voxels), `of size ${voxelSize}`],
      ...drawnRows(report),
    ]),
  );
}

/** Draws the surface of a grid of a file. */
async function meshGrid(parsed: ParsedArgs, output: Output): Promise<void> {
  const { input, out, device, json } = readSurfaceRequest(parsed, HINT);
  if (parsed.flag("voxel-size")) {
    throw new UsageError('Option "--voxel-size" does not go with grids, which have voxels', HINT);
  }
  await checkFolder(out);
  const verify = !parsed.flag("unverified");
  const grid = pickGrid(readNvdb(await Deno.readFile(input), { verify }), parsed.text("grid"));
  const offset = parsed.number("offset") ?? 0;
  using context = openContext({ device });
  const started = performance.now();
  const drawn = surfaceOfGrid(context, grid, offset);
  const drawMs = performance.now() - started;
  await writeMesh(out, drawn);
  const report = {
    input,
    output: out,
    device: context.device,
    grid: grid.name,
    voxelSize: grid.voxelSize,
    offset,
    voxels: grid.activeCount,
    drawnVertices: drawn.positions.length / 3,
    drawnTriangles: drawn.faces.length / 3,
    drawMs,
  };
  output.result(
    json ? JSON.stringify(report) : formatTable([
      ["grid", grid.name, `${grid.type}, ${grid.gridClass}`],
      [
        "voxels",
        formatCount(report.voxels),
        `of size ${grid.voxelSize.map(shortNumber).join(" x ")}`,
      ],
      ...drawnRows(report),
    ]),
  );
}

/** What was drawn, whatever of. */
function drawnRows(
  { drawnTriangles, drawnVertices, drawMs, device, output }: {
    readonly drawnTriangles: number;
    readonly drawnVertices: number;
    readonly drawMs: number;
    readonly device: string;
    readonly output: string;
  },
): [string, string, string?][] {
  return [
    ["drawn", formatCount(drawnTriangles), "triangles"],
    ["between", formatCount(drawnVertices), "vertices"],
    ["in", `${drawMs.toFixed(1)} ms`, `on ${device}`],
    ["written", output],
  ];
}
