/**
 * Level-of-detail trees from files to files.
 *
 * @module
 */

import type { Context, Device } from "../../core/mod.ts";
import type { PotreeEncoding, Triple } from "../../io/mod.ts";
import { buildLod } from "../../lod/build.ts";
import type { LodPick, LodStreamFrame } from "../../lod/mod.ts";
import type { LodFrame } from "./files/nodes.ts";
import { writePotree } from "./files/potree.ts";
import type { LodSummary } from "./summary.ts";
import type { TreeRequest } from "./tree.ts";
import type { Crs } from "../input/crs.ts";
import { earthMatrix } from "../input/earth.ts";
import {
  commonCrs,
  doubtsAbout,
  doubtsAboutTree,
  type LodInput,
  projectionOf,
} from "./points/inputs.ts";
import { type LodTensors, readLodTensors } from "./points/tensors.ts";
import type { NodePlan } from "./files/write_nodes.ts";
import { paceLabel, type ProgressSink } from "../shared/progress.ts";
import type { Staging } from "../shared/staging.ts";

/** Formats of a tree. */
export type LodFormat = "tiles" | "potree" | "dvlod";

/** The request of the command. */
export interface LodRequest extends TreeRequest {
  /** The files. */
  readonly inputs: readonly string[];
  /** The folder to make. */
  readonly out: string;
  /** Format to write. */
  readonly format: LodFormat;
  /** Which points move up. */
  readonly pick: LodPick;
  /** Encoding of Potree's points. */
  readonly encoding: PotreeEncoding;
  /** Levels of octrees that are read, from the coarsest. */
  readonly levels?: number;
  /** Whether tiles keep the coordinates of the files. */
  readonly local: boolean;
  /** Whether a page that shows the tiles is written beside them. */
  readonly page: boolean;
  /** Device bytes to use at most. */
  readonly memory: number | undefined;
  /** Whether a dataset that is there is replaced. */
  readonly overwrite: boolean;
  /** Device to work on. */
  readonly device: Device;
  /** Whether numbers are printed as JSON. */
  readonly json: boolean;
}

/** Needs of both ways of building. */
export interface LodWork {
  /** The request. */
  readonly request: LodRequest;
  /** Context to work in. */
  readonly context: Context;
  /** Folder to write to. */
  readonly staging: Staging;
  /** Who wants to know. */
  readonly progress: ProgressSink;
  /** Takes a sentence about what may not be what was wanted. */
  readonly warn: (text: string) => void;
}

/** Builds a tree of points that fit into memory. */
export async function buildAtOnce(
  { request, context, staging, progress, warn }: LodWork,
): Promise<LodSummary> {
  const { inputs, out, format, strategy, pick, pointsPerLeaf, gridSize } = request;
  const isPotree = format === "potree";
  const start = performance.now();
  using cloud = await readLodTensors(context, inputs, {
    ...request,
    isLoose: format === "tiles",
    onProgress: async (done) => {
      progress.show("reading", done);
      await staging.check();
    },
  });
  await staging.check();
  const doubts = doubtsAbout(cloud.inputs);
  doubts.forEach(warn);
  progress.show("building", 0);
  const read = performance.now();
  const plan = isPotree ? undefined : await planNodes(cloud, format);
  using tree = buildLod(cloud.points, cloud.colors, {
    strategy: isPotree ? "none" : strategy,
    keepRows: plan?.needsRows ?? true,
    pointsPerLeaf,
    gridSize,
  });
  if (doubts.length === 0) doubtsAboutTree(tree).forEach(warn);
  const built = performance.now();
  await staging.begin();
  progress.show("writing", 0);
  const onProgress = async (points: number): Promise<void> => {
    const [total, ms] = [tree.counts.points, performance.now() - built];
    progress.show(paceLabel({ name: "writing", done: points, ms }), points / total);
    await staging.check();
  };
  const frame = {
    ...frameOf(tree, cloud, { isLocal: request.local || format !== "tiles" }),
    ...projectionOf(cloud.inputs),
  };
  const written = plan === undefined
    ? await writePotree(staging.path, { cloud, tree, frame }, {
      ...request,
      name: nameOf(inputs),
      onProgress,
    })
    : await plan.write(staging.path, { tree, frame, onProgress });
  const page = await writePageFor(request, staging);
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
    colors: cloud.isColored ? "file" : "height",
    nodes,
    inner,
    levels,
    voxels,
    readMs: read - start,
    buildMs: built - read,
    writeMs: done - built,
    pointsPerSecond: points / (done - start) * 1000,
    written: written + page,
    ...(request.page ? { page: true } : {}),
    ...earthFacts(frame, cloud.inputs, format),
  };
}

/** Writes the page that shows the tiles, if it is asked for; returns its bytes. */
export async function writePageFor(
  { page, inputs }: LodRequest,
  { path }: Staging,
): Promise<number> {
  if (!page) return 0;
  const { writePage } = await import("../view/static_page.ts");
  const { sceneOfTiles } = await import("../view/scene.ts");
  return await writePage(path, await sceneOfTiles(path, nameOf(inputs)));
}

/** Facts about the system of coordinates of tiles. */
export function earthFacts(
  { crs }: LodFrame,
  inputs: readonly LodInput[],
  format: LodFormat,
): Pick<LodSummary, "crs" | "onEarth"> {
  const own = commonCrs(inputs);
  if (own === undefined || format !== "tiles") return {};
  return { crs: own.name, onEarth: crs !== undefined };
}

async function planNodes(cloud: LodTensors, format: "tiles" | "dvlod"): Promise<NodePlan> {
  // Potree needs nothing of what writes nodes with voxels.
  const { planNodes } = await import("./files/write_nodes.ts");
  return await planNodes(cloud, format);
}

/** The frame of a tree in the world. */
export function frameOf(
  { cube, gridSize }: LodStreamFrame,
  { unit, origin, isColored, inputs }: LodPlace,
  { isLocal }: { readonly isLocal: boolean },
): LodFrame {
  const place = (axis: 0 | 1 | 2): number => origin[axis] + cube.min[axis] * unit;
  const min: Triple = [place(0), place(1), place(2)];
  const colorSource = isColored ? "file" : "height";
  const edge = cube.edge * unit;
  const crs = isLocal ? undefined : crsOnEarth(inputs);
  return {
    min,
    edge,
    bits: cube.bits,
    gridSize,
    colorSource,
    ...(crs === undefined ? {} : { crs }),
  };
}

/** The system of all files, if they name one whose places on the Earth are known. */
function crsOnEarth(inputs: readonly LodInput[]): Crs | undefined {
  const crs = commonCrs(inputs);
  const [first] = inputs;
  if (crs === undefined || first === undefined) return undefined;
  return earthMatrix(crs, first.box.min) === undefined ? undefined : crs;
}

/** Place of points in the world, and whether files have colors for them. */
export type LodPlace = Pick<LodTensors, "unit" | "origin" | "isColored" | "inputs">;

/** The first file's name without folders and extension. */
export function nameOf([input = ""]: readonly string[]): string {
  return /([^/\\]*?)(\.[^./\\]*)?$/.exec(input)?.[1] ?? input;
}
