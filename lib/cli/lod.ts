/**
 * `denovdb lod`: point clouds in, a folder that viewers read out.
 *
 * @module
 */

import { type Context, type Device, openContext, tensor } from "../core/mod.ts";
import type { PotreeEncoding, Triple } from "../io/mod.ts";
import { buildLod, type BuildLodOptions, type LodStrategy, type LodTree } from "../lod/mod.ts";
import {
  describeOptions,
  type OptionSpecs,
  parseArgs,
  type ParsedArgs,
  UsageError,
} from "./args.ts";
import { type LodCloud, readLodCloud } from "./lod_cloud.ts";
import { describeAttributes, DVLOD_NAMES, DvlodWriter } from "./lod_dvlod.ts";
import { contentOf, type LodFrame, type LodWriter } from "./lod_nodes.ts";
import { POTREE_NAMES, writePotree } from "./lod_potree.ts";
import { TILE_NAMES, TileWriter } from "./lod_tiles.ts";
import type { Output } from "./output.ts";
import { paceLabel, Progress } from "./progress.ts";
import { Staging } from "./staging.ts";
import { formatBytes, formatCount, formatRate, formatTable, formatTime } from "./table.ts";

const STRATEGIES: readonly LodStrategy[] = [
  "first",
  "random",
  "average",
  "pointMean",
  "weighted",
  "weightedAcross",
];

const FORMATS = ["tiles", "potree", "dvlod"] as const;
const PICKS = ["central", "random"] as const;
const ENCODINGS: readonly PotreeEncoding[] = ["default", "brotli"];

type Format = typeof FORMATS[number];

const OPTIONS: OptionSpecs = {
  out: { kind: "text", value: "DIR", help: "folder to make" },
  format: { kind: "text", value: "NAME", help: "tiles (3D Tiles 1.1), potree (Potree 2), dvlod" },
  strategy: { kind: "text", value: "NAME", help: `colours of voxels: ${STRATEGIES.join(", ")}` },
  pick: { kind: "text", value: "NAME", help: "points that move up in potree: central, random" },
  encoding: { kind: "text", value: "NAME", help: "points of potree: default, brotli" },
  "points-per-leaf": { kind: "count", value: "N", help: "points from which a node is split" },
  "grid-size": { kind: "count", value: "N", help: "voxels of a node on each axis, a power of two" },
  "drop-invalid": { kind: "flag", help: "leave points out that are not finite" },
  overwrite: { kind: "flag", help: "replace a dataset that is there" },
  device: { kind: "text", value: "NAME", help: "auto, cpu, cuda or cuda:<number>" },
  json: { kind: "flag", help: "print the numbers as JSON" },
  help: { kind: "flag", help: "show this text" },
};

const HINT = 'Run "denovdb lod --help" for the options';

const HELP = `Makes a level-of-detail octree of point clouds

Usage: denovdb lod INPUT... --out DIR [options]

INPUT is a LAS, LAZ, PLY, OBJ or KITTI file; several are taken as one cloud.
DIR appears when all is written, and not before.

Options:
${describeOptions(OPTIONS)}`;

/** What the command was asked for. */
interface LodRequest {
  readonly inputs: readonly string[];
  readonly out: string;
  readonly format: Format;
  readonly strategy: LodStrategy;
  readonly pick: typeof PICKS[number];
  readonly encoding: PotreeEncoding;
  readonly pointsPerLeaf: number;
  readonly gridSize: number;
  readonly dropInvalid: boolean;
  readonly overwrite: boolean;
  readonly device: Device;
  readonly json: boolean;
}

/** What was made. */
interface LodReport {
  readonly inputs: readonly string[];
  readonly out: string;
  readonly format: Format;
  readonly device: string;
  readonly strategy?: LodStrategy;
  readonly pick?: string;
  readonly points: number;
  readonly dropped: number;
  readonly nodes: number;
  readonly inner: number;
  readonly levels: number;
  readonly voxels: number;
  readonly readMs: number;
  readonly buildMs: number;
  readonly writeMs: number;
  readonly pointsPerSecond: number;
  readonly written: number;
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
  const inputs = parsed.positionals;
  if (inputs.length === 0) throw new UsageError("No input file is given", HINT);
  const out = parsed.text("out");
  if (out === undefined) throw new UsageError('Option "--out" is missing', HINT);
  const report = await run({
    inputs,
    out,
    format: choose(parsed, "format", FORMATS, "tiles"),
    strategy: choose(parsed, "strategy", STRATEGIES, "average"),
    pick: choose(parsed, "pick", PICKS, "central"),
    encoding: choose(parsed, "encoding", ENCODINGS, "default"),
    pointsPerLeaf: parsed.number("points-per-leaf") ?? 50_000,
    gridSize: parsed.number("grid-size") ?? 128,
    dropInvalid: parsed.flag("drop-invalid"),
    overwrite: parsed.flag("overwrite"),
    device: (parsed.text("device") ?? "auto") as Device,
    json: parsed.flag("json"),
  }, output);
  output.result(parsed.flag("json") ? JSON.stringify(report) : describeReport(report));
}

function choose<T extends string>(
  parsed: ParsedArgs,
  option: string,
  names: readonly T[],
  usual: T,
): T {
  const named = parsed.text(option) ?? usual;
  const chosen = names.find((name) => name === named);
  if (chosen !== undefined) return chosen;
  const label = option[0]?.toUpperCase() + option.slice(1);
  throw new UsageError(`${label} "${named}" is not known, ${names.join(" or ")} expected`, HINT);
}

async function run(request: LodRequest, output: Output): Promise<LodReport> {
  const { inputs, out, format, strategy, pick, pointsPerLeaf, gridSize } = request;
  const isPotree = format === "potree";
  await using staging = await Staging.open(out, {
    overwrite: request.overwrite,
    known: [...TILE_NAMES, ...POTREE_NAMES, ...DVLOD_NAMES],
  });
  using progress = new Progress(output, !request.json);
  progress.show("reading", 0);
  const start = performance.now();
  const cloud = await readLodCloud(inputs, request);
  await staging.check();
  progress.show("building", 0);
  const read = performance.now();
  using context = openContext({ device: request.device });
  using tree = plant(context, cloud, {
    strategy: isPotree ? "none" : strategy,
    rows: format !== "tiles",
    pointsPerLeaf,
    gridSize,
  });
  const built = performance.now();
  const onProgress = async (points: number): Promise<void> => {
    const [total, ms] = [tree.counts.points, performance.now() - built];
    progress.show(paceLabel({ name: "writing", done: points, total, ms }), points / total);
    await staging.check();
  };
  const frame = frameOf(tree, cloud);
  const sources = { cloud, tree, frame };
  const written = isPotree
    ? await writePotree(staging.path, sources, { ...request, name: nameOf(inputs), onProgress })
    : await writeNodes(staging.path, sources, { format, onProgress });
  await staging.commit();
  const done = performance.now();
  const { points, nodes, inner, levels, voxels } = tree.counts;
  return {
    inputs,
    out,
    format,
    device: context.device,
    ...(isPotree ? { pick } : { strategy }),
    points,
    dropped: cloud.dropped,
    nodes,
    inner,
    levels,
    voxels,
    readMs: read - start,
    buildMs: built - read,
    writeMs: done - built,
    pointsPerSecond: points / (done - start) * 1000,
    written,
  };
}

function plant(context: Context, cloud: LodCloud, options: BuildLodOptions): LodTree {
  const shape = [cloud.count, 3];
  using colors = tensor(cloud.colors, { context, shape });
  if (cloud.points instanceof Int32Array) {
    using points = tensor(cloud.points, { context, shape });
    return buildLod(points, colors, options);
  }
  using points = tensor(cloud.points, { context, shape, dtype: "f64" });
  return buildLod(points, colors, options);
}

function frameOf({ cube, gridSize }: LodTree, { unit, origin }: LodCloud): LodFrame {
  const place = (axis: 0 | 1 | 2): number => origin[axis] + cube.min[axis] * unit;
  const min: Triple = [place(0), place(1), place(2)];
  return { min, edge: cube.edge * unit, bits: cube.bits, gridSize };
}

/** The first file's name without folders and extension. */
function nameOf([input = ""]: readonly string[]): string {
  return /([^/\\]*?)(\.[^./\\]*)?$/.exec(input)?.[1] ?? input;
}

async function writeNodes(
  folder: string,
  { cloud, tree, frame }: {
    readonly cloud: LodCloud;
    readonly tree: LodTree;
    readonly frame: LodFrame;
  },
  { format, onProgress }: {
    readonly format: Format;
    readonly onProgress: (points: number) => Promise<void>;
  },
): Promise<number> {
  // Colours are in every node already.
  const columns = format === "tiles" ? [] : cloud.attributes.filter(({ name }) => name !== "rgb");
  using writer: LodWriter = format === "tiles"
    ? new TileWriter(folder, frame)
    : new DvlodWriter(folder, frame, describeAttributes(columns));
  let points = 0;
  for (const node of tree.nodes()) {
    await writer.write(contentOf(tree, node, columns));
    if (node.kind === "leaf") points += node.pointCount;
    await onProgress(points);
  }
  return await writer.finish();
}

function describeReport(report: LodReport): string {
  const { points, dropped, nodes, inner, levels, voxels, device, out } = report;
  const total = report.readMs + report.buildMs + report.writeMs;
  const note = dropped === 0 ? "" : `(${formatCount(dropped)} more are not finite and left out)`;
  const table = formatTable([
    ["points", formatCount(points), note],
    ["leaves", formatCount(nodes - inner)],
    ["inner nodes", formatCount(inner)],
    ["levels", formatCount(levels)],
    ...(report.strategy === undefined
      ? []
      : [["voxels", formatCount(voxels), report.strategy] as const]),
    ["written", formatBytes(report.written)],
    ["read", formatTime(report.readMs)],
    ["build", formatTime(report.buildMs), device],
    ["write", formatTime(report.writeMs)],
    ["points/s", formatRate(report.pointsPerSecond, "points"), `in ${formatTime(total)}`],
  ]);
  return `${table}\n\n${out}: ${report.format}`;
}
