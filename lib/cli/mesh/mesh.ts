/**
 * `denovdb mesh`: a closed mesh, a volume or depth images in, a surface of triangles that fit voxels out.
 *
 * @module
 */

import { type Context, openContext } from "../../core/mod.ts";
import { marchingCubes, surfaceNormals } from "../../mesh/mod.ts";
import {
  chooseValue,
  describeExamples,
  describeOptions,
  type OptionSpecs,
  parseArgs,
  type ParsedArgs,
  UsageError,
} from "../shared/args.ts";
import { LIST_HELP } from "../input/depth_list.ts";
import { refuseEmpty } from "../input/grid_surface.ts";
import { depthField, gridField, type LeveledField, meshField, volumeField } from "./fields.ts";
import { besideFile, type Output, outputOf, warn } from "../shared/output.ts";
import { checkTarget } from "../picture/file.ts";
import { Progress } from "../shared/progress.ts";
import {
  lossesOfPositions,
  MESH_OPTIONS,
  readDrawRequest,
  readVoxelSize,
  writeMesh,
} from "../input/mesh_file.ts";
import { formatCount, formatTable, formatTime, shortNumber } from "../shared/table.ts";
import { turnMesh } from "../input/turned.ts";
import { readRawLayout, VOLUME_OPTIONS } from "../input/volume_file.ts";
import { GRIDS, MESHES, VOLUMES } from "../input/formats.ts";
import { holdsSparse, holdsVolume } from "../input/kind.ts";
import { CHECK_OPTIONS, readChecks } from "../input/grids_file.ts";

const HINT = 'Run "denovdb mesh --help" for the options';

/** The half-width in voxels when none is given. */
const HALF_WIDTH = 4;

const SHARED: OptionSpecs = {
  out: MESH_OPTIONS.out,
  force: MESH_OPTIONS.force,
  device: MESH_OPTIONS.device,
  verbose: MESH_OPTIONS.verbose,
  json: MESH_OPTIONS.json,
  help: MESH_OPTIONS.help,
};
const OF_MESHES: OptionSpecs = {
  "voxel-size": MESH_OPTIONS["voxel-size"],
  offset: {
    kind: "number",
    value: "D",
    help: "distance of the new surface from the mesh, negative inside, in units of the file (0)",
  },
};
const OF_VOLUMES: OptionSpecs = {
  iso: { kind: "number", value: "V", help: "value of the isosurface, in units of the samples (0)" },
  inside: {
    kind: "text",
    value: "SIDE",
    help: "where samples inside the surface are: below or above that value (below)",
  },
  ...VOLUME_OPTIONS,
};
const OF_GRIDS: OptionSpecs = {
  iso: { kind: "number", value: "V", help: "value of the isosurface (0)" },
  grid: { kind: "text", value: "NAME", help: "grid to use, by name or by index from 0" },
  ...CHECK_OPTIONS,
};
const OF_IMAGES: OptionSpecs = {
  "voxel-size": MESH_OPTIONS["voxel-size"],
  "half-width": {
    kind: "number",
    value: "T",
    help: `half-width of the narrow band, in units of the poses (${HALF_WIDTH} voxels)`,
  },
  "max-depth": {
    kind: "number",
    value: "D",
    help: "ignore larger depths, in units of the poses (4 times the median of an image)",
  },
  close: {
    kind: "text",
    value: "WHERE",
    help: "close unseen parts of the surface; treat pixels without depth as empty or unknown space",
  },
};
const OPTIONS: OptionSpecs = { ...OF_MESHES, ...OF_GRIDS, ...OF_VOLUMES, ...OF_IMAGES, ...SHARED };

const HELP =
  `Extract a triangle mesh by marching cubes: from a volume, a level set, fused depth images or a closed mesh (remeshing)

Usage: denovdb mesh MESH --voxel-size S --out FILE [options]
       denovdb mesh VOLUME --out FILE [options]
       denovdb mesh GRIDS --out FILE [options]
       denovdb mesh FOLDER --voxel-size S --out FILE [options]

MESH is a file (${MESHES}) with a closed surface of triangles that share vertices;
VOLUME is a file (${VOLUMES}) such as a distance field; GRIDS is a file in ${GRIDS} with a level
set; FOLDER holds depth images.

Options for meshes:
${describeOptions(OF_MESHES)}

Options for volumes:
${describeOptions(OF_VOLUMES)}

Options for sparse grids:
${describeOptions(OF_GRIDS)}

Options for depth images:
${describeOptions(OF_IMAGES)}

Options for all:
${describeOptions(SHARED)}

${LIST_HELP}

${
    describeExamples([
      ["mesh bonsai.nrrd --iso 80 --inside above -o bonsai.ply", "the surface of a volume"],
      ["mesh levelset.nvdb -o surface.glb", "the surface of a level set"],
      [
        "mesh images/ --voxel-size 0.005 --close empty -o room.glb",
        "depth images, fused and closed",
      ],
      [
        "mesh part.obj --voxel-size 0.5 --offset 2 -o thicker.ply",
        "a closed mesh, two units thicker",
      ],
    ])
  }`;

/**
 * Runs the command.
 *
 * @param args The arguments behind "mesh".
 * @param stdio Where results and notes go.
 * @throws {UsageError} If the arguments do not say what to do.
 */
export async function mesh(args: readonly string[], stdio: Output): Promise<void> {
  const parsed = parseArgs(args, OPTIONS, HINT);
  if (parsed.flag("help")) return stdio.result(HELP);
  const output = besideFile(stdio, outputOf(parsed) ?? "");
  const { input, out, createNew, device, json } = readDrawRequest(parsed, HINT);
  using progress = new Progress(output, !json);
  const makeField = await planField(parsed, input, (done) => progress.show("fusing", done));
  await checkTarget(out, { json, createNew });
  using context = openContext({ device });
  const started = performance.now();
  using source = await makeField(context);
  for (const one of source.warnings ?? []) {
    progress.dispose();
    warn(output, one);
  }
  const { grid, field, isoLevel, made: [what, count], asked, axes } = source;
  using surface = marchingCubes(grid, field, { isoLevel });
  if (surface.faces.data.shape[0] === 0) {
    const sign = source.turned === true ? -1 : 1;
    refuseEmpty({
      verb: "draw",
      input,
      values: field.readSync().map((value) => sign * value),
      level: sign * isoLevel,
      inside: sign > 0 ? "below" : "above",
      isChosen: "iso" in asked,
    });
  }
  using normals = surfaceNormals(grid, field, surface);
  const drawn = {
    positions: surface.vertices.data.readSync(),
    faces: surface.faces.data.readSync(),
    normals: normals.data.readSync(),
  };
  if (axes !== undefined) turnMesh(drawn, axes);
  const drawMs = performance.now() - started;
  await writeMesh(out, drawn, { createNew });
  const report = {
    input,
    output: out,
    device: context.device,
    [what]: count,
    voxelSize: cubeSize(grid.voxelSizes),
    ...asked,
    voxels: grid.numVoxels,
    drawnVertices: drawn.positions.length / 3,
    drawnTriangles: drawn.faces.length / 3,
    drawMs,
  };
  output.result(
    json ? JSON.stringify(report) : formatTable([
      [what, formatCount(count)],
      ["voxels", formatCount(report.voxels), `of size ${sizeText(report.voxelSize)}`],
      ["drawn", formatCount(report.drawnTriangles), "triangles"],
      ["between", formatCount(report.drawnVertices), "vertices"],
      ["in", formatTime(drawMs), `on ${context.device}`],
      ["written", out],
    ]),
  );
  for (const loss of lossesOfPositions(out, drawn.positions, grid.voxelSizes)) {
    output.note(`denovdb: ${loss}\n`);
  }
}

/** One number for cubes, three for other boxes. */
function cubeSize([x = NaN, ...others]: Iterable<number>): number | readonly number[] {
  return others.every((one) => one === x) ? x : [x, ...others];
}

/** Sizes as people write them: files may hold 0.1 in 32 bits. */
function sizeText(size: number | readonly number[]): string {
  return [size].flat().map(shortNumber).join(" x ");
}

/** Takes the options of one kind of input; nothing is read before all are right. */
async function planField(
  parsed: ParsedArgs,
  input: string,
  onProgress: (done: number) => void,
): Promise<(context: Context) => Promise<LeveledField>> {
  if (await Deno.stat(input).then((info) => info.isDirectory, () => false)) {
    checkKnown(parsed, OF_IMAGES, "depth images");
    const voxelSize = readVoxelSize(parsed, HINT);
    const halfWidth = readPositive(parsed, "half-width") ?? HALF_WIDTH * voxelSize;
    const maxDepth = readPositive(parsed, "max-depth");
    const close = readClose(parsed);
    const request = { input, voxelSize, halfWidth, maxDepth, close, onProgress };
    return (context) => depthField(context, request);
  }
  if (await holdsSparse(input)) {
    checkKnown(parsed, OF_GRIDS, "sparse grids");
    const request = { iso: parsed.number("iso") ?? 0, ...readChecks(parsed) };
    return (context) => gridField(context, { input, grid: parsed.text("grid"), ...request });
  }
  if (parsed.text("dims") !== undefined || await holdsVolume(input)) {
    checkKnown(parsed, OF_VOLUMES, "volumes");
    const inside = chooseValue(parsed, "inside", ["below", "above"], HINT) ?? "below";
    const iso = parsed.number("iso") ?? 0;
    const layout = readRawLayout(parsed, HINT);
    return (context) => volumeField(context, { input, layout, iso, inside });
  }
  checkKnown(parsed, OF_MESHES, "meshes");
  const voxelSize = readVoxelSize(parsed, HINT);
  const offset = parsed.number("offset") ?? 0;
  return (context) => meshField(context, { input, voxelSize, offset });
}

/** Refuses options that are for other kinds of input. */
function checkKnown(parsed: ParsedArgs, own: OptionSpecs, kind: string): void {
  for (const name of Object.keys(OPTIONS)) {
    if (name in own || name in SHARED || parsed.text(name) === undefined) continue;
    throw new UsageError(`Option "--${name}" is not for ${kind}`, HINT);
  }
}

/** Meaning of pixels without depth where the surface is closed; nothing where it is not. */
function readClose(parsed: ParsedArgs): "unknown" | "empty" | undefined {
  return chooseValue(parsed, "close", ["empty", "unknown"], HINT);
}

function readPositive(parsed: ParsedArgs, name: string): number | undefined {
  const value = parsed.number(name);
  if (value === undefined || value > 0) return value;
  throw new UsageError(`Option "--${name}" takes a positive number, not ${value}`, HINT);
}
