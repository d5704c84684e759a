/**
 * `denovdb train`: clouds whose points have classes in, a network that tells them out.
 *
 * @module
 */

import { type Context, openContext, type Tensor, tensor } from "../../core/mod.ts";
import { describeExamples, describeOptions, parseArgs } from "../shared/args.ts";
import { CLOUDS } from "../input/formats.ts";
import { checkTarget } from "../picture/file.ts";
import { Interruption } from "../shared/interruption.ts";
import type { Output } from "../shared/output.ts";
import { Progress } from "../shared/progress.ts";
import { formatCount, formatTable, formatTime, listNames } from "../shared/table.ts";
import { writeWhole } from "../shared/whole_file.ts";
import { FEWEST_POINTS, readLabeledCloud, tileCloud } from "./clouds.ts";
import { saveCurve } from "./curve.ts";
import {
  encodeModel,
  loadModel,
  makeModel,
  type Model,
  type ModelFile,
  readModelFile,
} from "./model.ts";
import { type Quality, Tally } from "./quality.ts";
import { HINT, OPTIONS, readTrainRequest, type TrainRequest } from "./request.ts";
import { makeSample, NO_CLASS } from "./samples.ts";
import type { Settings } from "./settings.ts";
import { classWeights, type LabeledTile, takeStep, tell } from "./training.ts";

const HELP = `Train a network that tells what points belong to

Usage: denovdb train CLOUD... --voxel-size S --out FILE [options]
       denovdb train CLOUD... --resume FILE [options]

CLOUD is a point cloud whose points have classes: ${CLOUDS}.
"denovdb predict" tells the classes of the points of another cloud.

Options:
${describeOptions(OPTIONS)}

${
  describeExamples([
    ["train town.laz --voxel-size 0.5 -o town.safetensors", "the classes of a LAS file"],
    [
      "train a.ply b.ply --label label --voxel-size 0.1 -o rooms.safetensors",
      "a field of PLY files",
    ],
    ["train town.laz --resume town.safetensors --curve loss.png", "goes on after an interruption"],
  ])
}`;

/** Clouds that a training is about. */
interface Material {
  readonly classes: readonly number[];
  readonly points: number;
  /** Tiles to train with. */
  readonly training: readonly LabeledTile[];
  /** Tiles to try the network with. */
  readonly held: readonly LabeledTile[];
}

/**
 * Runs the command.
 *
 * @param args The arguments behind "train".
 * @param output Where results and notes go.
 * @param signal Ends the training after a step, as Ctrl+C does.
 * @throws {UsageError} If the arguments do not say what to do.
 * @throws {Interrupted} If it was ended; the file has the steps so far.
 */
export async function train(
  args: readonly string[],
  output: Output,
  signal?: AbortSignal,
): Promise<void> {
  const parsed = parseArgs(args, OPTIONS, HINT);
  if (parsed.flag("help")) return output.result(HELP);
  const request = readTrainRequest(parsed);
  const { out, createNew, curve, json, device, start } = request;
  await checkTarget(out, { json, createNew });
  if (curve !== undefined) await checkTarget(curve, { json });
  using progress = new Progress(output, !json);
  progress.show("reading", 0);
  const file = "resume" in start ? await readModelFile(start.resume) : undefined;
  const settings = "settings" in start ? start.settings : (file as ModelFile).settings;
  const material = await readMaterial(request.inputs, settings, file);
  using context = openContext({ device });
  const { classes, points, training, held } = material;
  const tiles = training.length + held.length;
  using model = file === undefined
    ? makeModel({ settings, classes, points, tiles }, context)
    : loadModel(file, context);
  const started = performance.now();
  const losses = await runSteps(model, training, { request, context, progress, signal });
  const ms = performance.now() - started;
  if (curve !== undefined) await saveCurve(curve, losses);
  const quality = await tryModel(model, held, context);
  const report = {
    ...{ inputs: request.inputs, output: out, ...curve !== undefined && { curve } },
    ...{ device: context.device, points, tiles, heldOut: held.length, classes },
    steps: losses.length,
    ...{ firstLoss: losses[0], lastLoss: losses.at(-1), losses },
    ...quality,
    ms,
  };
  progress.dispose();
  output.result(
    json ? JSON.stringify(report) : tableOf(report, losses.length - (file?.losses.length ?? 0)),
  );
}

function tableOf(
  { points, tiles, heldOut, classes, firstLoss = NaN, lastLoss = NaN, ms, device, output, ...more }:
    & Partial<Quality>
    & Pick<Material, "points" | "classes">
    & {
      readonly tiles: number;
      readonly heldOut: number;
      readonly firstLoss: number | undefined;
      readonly lastLoss: number | undefined;
      readonly ms: number;
      readonly device: string;
      readonly output: string;
      readonly steps: number;
    },
  taken: number,
): string {
  const { accuracy, meanOverlap, overlaps = [], steps } = more;
  const share = (one: number | null | undefined): string =>
    typeof one === "number" ? `${(100 * one).toFixed(1)} %` : "none";
  return formatTable([
    ["points", formatCount(points), `in ${formatCount(tiles)} tiles`],
    ["steps", formatCount(steps), `${formatTime(ms / Math.max(1, taken))} each on ${device}`],
    ["loss", lastLoss.toPrecision(4), `${firstLoss.toPrecision(4)} at first`],
    ...(accuracy === undefined ? [] : [
      ["accuracy", share(accuracy), `of the points of ${formatCount(heldOut)} tiles held out`],
      ["mean overlap", share(meanOverlap)],
      ...classes.map((label, place) => [`class ${label}`, share(overlaps[place])]),
    ] as [string, string, string?][]),
    ["written", output],
  ] as [string, string, string?][]);
}

/** Reads clouds, finds their classes, and parts their tiles. */
async function readMaterial(
  inputs: readonly string[],
  settings: Settings,
  file: ModelFile | undefined,
): Promise<Material> {
  const clouds = [];
  for (const path of inputs) {
    const { cloud, labels } = await readLabeledCloud(path, settings.label ?? undefined);
    clouds.push({ path, labels, tiled: tileCloud(cloud, path, settings) });
  }
  const found = new Set<number>();
  for (const { labels } of clouds) for (const label of labels) found.add(label);
  for (const label of settings.ignore) found.delete(label);
  const classes = file?.classes ?? [...found].sort((a, b) => a - b);
  if (classes.length < 2) {
    throw new RangeError(
      `Cannot train with ${listNames(inputs.map((path) => `"${path}"`))}: ` +
        `the points are of ${
          classes.length === 0 ? "no class" : "one class"
        }, two or more expected`,
    );
  }
  const strange = [...found].filter((label) => !classes.includes(label));
  if (file !== undefined && strange.length > 0) {
    throw new RangeError(
      `Cannot go on with "${file.path}": it knows the classes ${listNames(classes.map(String))}, ` +
        `not ${listNames(strange.map(String))}`,
    );
  }
  const places = new Uint8Array(256).fill(NO_CLASS);
  for (const [place, label] of classes.entries()) places[label] = place;
  const all = clouds.flatMap(({ tiled, labels }): LabeledTile[] => {
    const own = labels.map((label) => places[label] ?? NO_CLASS);
    return tiled.tiles.map((points) => ({ cloud: tiled, points, places: own }));
  });
  const large = all.filter(({ points }) => points.length >= FEWEST_POINTS);
  const tiles = large.length > 0 ? large : all;
  const isHeld = (_: LabeledTile, at: number): boolean =>
    Math.floor((at + 1) * settings.holdout) > Math.floor(at * settings.holdout);
  const points = clouds.reduce((sum, { tiled: { count } }) => sum + count, 0);
  if (file !== undefined && (file.points !== points || file.tiles !== tiles.length)) {
    throw new RangeError(
      `Cannot go on with "${file.path}": it was trained with ${
        formatCount(file.points)
      } points in ` +
        `${formatCount(file.tiles)} tiles, ${formatCount(points)} in ${
          formatCount(tiles.length)
        } are given`,
    );
  }
  return {
    ...{ classes, points },
    training: tiles.filter((tile, at) => !isHeld(tile, at)),
    held: tiles.filter(isHeld),
  };
}

/** How long signals wait, in milliseconds. */
const CHECK_MS = 100;

/** Takes all steps that are left, with checkpoints, and gives the losses of all. */
async function runSteps(
  model: Model,
  training: readonly LabeledTile[],
  { request, context, progress, signal }: {
    readonly request: TrainRequest;
    readonly context: Context;
    readonly progress: Progress;
    readonly signal: AbortSignal | undefined;
  },
): Promise<readonly number[]> {
  const { settings: { steps }, classes } = model;
  const { out, saveEvery, createNew } = request;
  const losses = [...model.losses];
  let [saved, isNew]: [number | undefined, boolean] = [undefined, createNew];
  const save = async (): Promise<void> => {
    if (saved === losses.length) return;
    await writeWhole(out, await encodeModel({ ...model, losses }), { createNew: isNew });
    [saved, isNew] = [losses.length, false];
  };
  using weights: Tensor<"f32"> = tensor(classWeights(training, classes.length), { context });
  using interruption = new Interruption(
    `Interrupted; "${out}" has the steps so far, and "--resume" goes on with it`,
  );
  const isInterrupted = (): boolean => interruption.signal.aborted || signal?.aborted === true;
  let checked = performance.now();
  while (losses.length < steps) {
    const loss = await takeStep({ ...model, losses }, training, { context, weights });
    losses.push(loss);
    progress.show(`training, loss ${loss.toFixed(3)}`, losses.length / steps);
    if (performance.now() - checked > CHECK_MS) {
      // Signals that came are told before a timer.
      await new Promise((resume) => setTimeout(resume, 0));
      checked = performance.now();
    }
    if (losses.length % saveEvery === 0 || isInterrupted()) await save();
    interruption.signal.throwIfAborted();
    signal?.throwIfAborted();
  }
  await save();
  return losses;
}

/** Tries a network with tiles that it was not trained with. */
async function tryModel(
  model: Model,
  held: readonly LabeledTile[],
  context: Context,
): Promise<Quality | Record<string, never>> {
  const tally = new Tally(model.classes.length);
  const { voxelSize, widths } = model.settings;
  for (const { cloud, points, places } of held) {
    using sample = makeSample(context, [{ cloud, points, turn: 0 }], {
      voxelSize,
      levels: widths.length,
    });
    const told = await tell(model, sample);
    for (const [at, point] of points.entries()) tally.add(told[at] ?? 0, places[point] ?? NO_CLASS);
  }
  return tally.quality() ?? {};
}
