/**
 * `denovdb lod`: a point cloud in, a folder of 3D Tiles out.
 *
 * @module
 */

import { type Device, openContext } from "../core/mod.ts";
import { encodePointTile, encodeTileset, type TilesetTile } from "../io/mod.ts";
import { type LodNode, lodPoints, type LodTree, lodVoxels } from "../lod/mod.ts";
import { describeOptions, type OptionSpecs, parseArgs, UsageError } from "./args.ts";
import { type LocalCloud, localCloud } from "./cloud.ts";
import { CLOUD_FORMATS, LEVELS_OPTION, readCloudFile, readLevels } from "./cloud_file.ts";
import { attributesOf, hasAttributes, type TreeAttributes } from "./lod_attributes.ts";
import { plantTree, readTree, TREE_OPTIONS, type TreeRequest } from "./lod_tree.ts";
import type { Output } from "./output.ts";
import { Progress } from "./progress.ts";

const OPTIONS: OptionSpecs = {
  out: { kind: "text", value: "DIR", help: "folder for tileset.json and its tiles" },
  ...TREE_OPTIONS,
  levels: LEVELS_OPTION,
  device: { kind: "text", value: "NAME", help: "auto, cpu, cuda or cuda:<number>" },
  json: { kind: "flag", help: "print the numbers as JSON" },
  help: { kind: "flag", help: "show this text" },
};

const HINT = 'Run "denovdb lod --help" for the options';

const HELP = `Makes a level-of-detail octree of a point cloud and writes it as 3D Tiles 1.1

Usage: denovdb lod INPUT --out DIR [options]

INPUT is a point cloud: ${CLOUD_FORMATS}.
Intensities and classes go into the tiles where they differ; "denovdb view DIR" shows them.

Options:
${describeOptions(OPTIONS)}`;

/** What the command was asked for. */
interface LodRequest extends TreeRequest {
  readonly input: string;
  readonly out: string;
  readonly levels?: number;
  readonly device: Device;
  readonly json: boolean;
}

/**
 * Runs the command.
 *
 * @param args The arguments behind "lod".
 * @param output Where results and notes go.
 * @throws {UsageError} If the arguments do not say what to do.
 */
export async function lod(args: readonly string[], output: Output): Promise<void> {
  const parsed = parseArgs(args, OPTIONS, HINT);
  if (parsed.flag("help")) return output.result(HELP);
  const [input, ...more] = parsed.positionals;
  if (input === undefined) throw new UsageError("No input file is given", HINT);
  if (more.length > 0) throw new UsageError(`One input expected, not also "${more[0]}"`, HINT);
  const out = parsed.text("out");
  if (out === undefined) throw new UsageError('Option "--out" is missing', HINT);
  await run({
    input,
    out,
    ...readTree(parsed, HINT),
    ...readLevels(parsed, HINT),
    device: (parsed.text("device") ?? "auto") as Device,
    json: parsed.flag("json"),
  }, output);
}

async function run(request: LodRequest, output: Output): Promise<void> {
  const { input, out, strategy } = request;
  const cloud = localCloud(await readCloudFile(input, request));
  using context = openContext({ device: request.device });
  using progress = new Progress(output, !request.json);
  progress.show("building", 0);
  const start = performance.now();
  using tree = plantTree(context, cloud, request, { rows: hasAttributes(cloud) });
  const buildMs = performance.now() - start;
  const attributes = attributesOf(tree, cloud);
  await Deno.mkdir(`${out}/tiles`, { recursive: true });
  let written = 0;
  for (const node of tree.nodes()) {
    const tile = encodeNode(tree, node, attributes);
    await Deno.writeFile(`${out}/${uriOf(node)}`, tile);
    written += tile.length;
    progress.show("writing", (node.index + 1) / tree.counts.nodes);
  }
  await Deno.writeTextFile(`${out}/tileset.json`, encodeTileset(describeNode(tree, cloud, 0)));
  const { points, nodes, inner, levels, voxels } = tree.counts;
  const { device } = context;
  const dropped = cloud.dropped;
  const report = { input, out, device, strategy, points, dropped, nodes, inner, levels, voxels };
  if (request.json) return output.result(JSON.stringify({ ...report, buildMs, written }));
  progress.dispose();
  output.result(
    `${out}/tileset.json: ${points} points in ${nodes - inner} leaves, ${voxels} voxels in ` +
      `${inner} nodes, ${levels} levels, built in ${buildMs.toFixed(0)} ms on ${device}` +
      (dropped > 0 ? `; ${dropped} points are not finite and left out` : ""),
  );
}

function uriOf({ index }: LodNode): string {
  return `tiles/${index}.glb`;
}

/** The content of a node, in coordinates from its least corner. */
function encodeNode(
  tree: LodTree,
  node: LodNode,
  attributes: TreeAttributes,
): Uint8Array<ArrayBuffer> {
  const { firstPoint, pointCount, firstVoxel, voxelCount, kind } = node;
  const isLeaf = kind === "leaf";
  using columns = isLeaf
    ? lodPoints(tree, { first: firstPoint, count: pointCount })
    : lodVoxels(tree, { first: firstVoxel, count: voxelCount });
  const cells = new Uint32Array(columns.coordinates.readSync().buffer);
  const unit = isLeaf ? tree.cube.edge / 2 ** tree.cube.bits : node.edge / tree.gridSize;
  const corner = node.cell.map((cell) => isLeaf ? cell * (node.edge / unit) : 0);
  const positions = Float32Array.from(
    cells,
    (cell, at) => (cell - (corner[at % 3] ?? 0) + 0.5) * unit,
  );
  const colors = columns.colors.readSync();
  return encodePointTile({ positions, colors, ...attributes.of(node) });
}

function describeNode(tree: LodTree, cloud: LocalCloud, index: number): TilesetTile {
  const node = tree.node(index);
  const [x, y, z] = node.min;
  return {
    min: [x + cloud.origin[0], y + cloud.origin[1], z + cloud.origin[2]],
    edge: node.edge,
    geometricError: node.kind === "leaf" ? 0 : node.edge / tree.gridSize,
    uri: uriOf(node),
    children: node.children.map((child) => describeNode(tree, cloud, child)),
  };
}
