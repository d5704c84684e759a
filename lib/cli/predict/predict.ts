/**
 * `denovdb predict`: a network and a point cloud in, the cloud with the classes of its points out.
 *
 * @module
 */

import { type Context, openContext } from "../../core/mod.ts";
import type { PointCloud } from "../../io/mod.ts";
import { convertToLas, convertToMesh } from "../convert/points.ts";
import { readCloudFile } from "../input/cloud_file.ts";
import { CLOUDS } from "../input/formats.ts";
import { checkTarget } from "../picture/file.ts";
import {
  describeExamples,
  describeOptions,
  type OptionSpecs,
  parseArgs,
  type ParsedArgs,
  UsageError,
} from "../shared/args.ts";
import { COMMON_OPTIONS } from "../shared/common.ts";
import { readDevice } from "../shared/device.ts";
import { besideFile, type Output, outputOf, STDOUT } from "../shared/output.ts";
import { Progress } from "../shared/progress.ts";
import { droppedNote, formatCount, formatTable, formatTime } from "../shared/table.ts";
import { FORCE_OPTION, writeWhole } from "../shared/whole_file.ts";
import { tileCloud, type TiledCloud } from "../train/clouds.ts";
import { loadTrained, type ModelFile, readModelFile, type Trained } from "../train/model.ts";
import { type Quality, Tally } from "../train/quality.ts";
import { makeSample, NO_CLASS } from "../train/samples.ts";
import { tell } from "../train/training.ts";

const HINT = 'Run "denovdb predict --help" for the options';

const OPTIONS: OptionSpecs = {
  out: { kind: "text", short: "o", value: "FILE", help: "file to write: .las or .ply" },
  force: FORCE_OPTION,
  ...COMMON_OPTIONS,
};

const HELP = `Tell what the points of a cloud belong to, by a network that "denovdb train" trained

Usage: denovdb predict MODEL CLOUD --out FILE [options]

CLOUD is a point cloud: ${CLOUDS}.
The file has all that the cloud has, and the classes that the network tells.

Options:
${describeOptions(OPTIONS)}

${
  describeExamples([
    ["predict town.safetensors other.laz -o told.las", "a cloud of the same kind"],
    ["predict town.safetensors other.laz -o told.ply --json", "with the counts as JSON"],
    ["predict town.safetensors other.laz -o - > told.ply", "in a pipe"],
  ])
}`;

/** What the user asked for, checked. */
interface PredictRequest {
  readonly model: string;
  readonly input: string;
  readonly out: string;
  readonly ending: ".las" | ".ply";
}

/**
 * Runs the command.
 *
 * @param args The arguments behind "predict".
 * @param stdio Where results and notes go.
 * @throws {UsageError} If the arguments do not say what to do.
 */
export async function predict(args: readonly string[], stdio: Output): Promise<void> {
  const parsed = parseArgs(args, OPTIONS, HINT);
  if (parsed.flag("help")) return stdio.result(HELP);
  const request = readPredictRequest(parsed);
  const { model, input, out, ending } = request;
  const device = readDevice(parsed.text("device") ?? "auto", HINT);
  const [json, createNew] = [parsed.flag("json"), !parsed.flag("force")];
  const output = besideFile(stdio, out);
  await checkTarget(out, { json, createNew });
  using progress = new Progress(output, !json);
  progress.show("reading", 0);
  const file = await readModelFile(model);
  const cloud = await readCloudFile(input, { nonFinite: "drop", fields: true });
  const tiled = tileCloud(cloud, input, file.settings);
  using context = openContext({ device });
  using trained = loadTrained(file, context);
  const started = performance.now();
  const places = await tellAll(trained, tiled, { file, context, progress });
  const ms = performance.now() - started;
  const quality = compare(cloud, places, file);
  const classifications = Uint8Array.from(places, (place) => file.classes[place] ?? 0);
  const told = { ...cloud, classifications };
  const { bytes, losses = [] } = ending === ".las"
    ? convertToLas(told, undefined)
    : convertToMesh(told, request, (cloud.faces?.length ?? 0) > 0);
  await writeWhole(out, bytes, { createNew });
  const counts = file.classes.map((label, place) => ({
    class: label,
    points: places.reduce((sum, one) => sum + (one === place ? 1 : 0), 0),
  }));
  const report = {
    ...{ model, input, output: out, device: context.device },
    ...{ points: cloud.count, droppedPoints: cloud.nonFinite, classes: counts },
    ...quality,
    ms,
  };
  progress.dispose();
  output.result(json ? JSON.stringify({ ...report, losses }) : tableOf(report));
  for (const loss of losses) output.note(`denovdb: ${loss}\n`);
}

function readPredictRequest(parsed: ParsedArgs): PredictRequest {
  const [model, input, extra] = parsed.positionals;
  if (model === undefined) throw new UsageError("No file with a network is given", HINT);
  if (input === undefined) throw new UsageError("No input file is given", HINT);
  if (extra !== undefined) throw new UsageError(`Unexpected argument "${extra}"`, HINT);
  const out = outputOf(parsed);
  if (out === undefined) {
    throw new UsageError('Option "--out" is missing: "-o FILE" names what to write', HINT);
  }
  const ending = out === STDOUT ? ".ply" : /\.[^./]+$/.exec(out.toLowerCase())?.[0];
  if (ending === ".las" || ending === ".ply") return { model, input, out, ending };
  throw new UsageError(`Option "--out" takes a .las or .ply file, not "${out}"`, HINT);
}

/** Tells the place among the classes of every point, tile by tile, each with what is near it. */
async function tellAll(
  trained: Trained,
  cloud: TiledCloud,
  { file: { settings }, context, progress }: {
    readonly file: ModelFile;
    readonly context: Context;
    readonly progress: Progress;
  },
): Promise<Uint8Array> {
  const { voxelSize, widths, tile } = settings;
  // What a voxel of the coarsest level sees of its neighbors.
  const margin = Math.min(tile, 2 ** (widths.length + 1)) * voxelSize;
  const side = tile * voxelSize;
  const byCorner = new Map(cloud.corners.map((corner, at) => [corner.join(), at]));
  const places = new Uint8Array(cloud.count);
  for (const [at, own] of cloud.tiles.entries()) {
    progress.show("telling", at / cloud.tiles.length);
    const [column = 0, row = 0] = cloud.corners[at] ?? [];
    const isNear = (point: number): boolean =>
      [column, row].every((corner, axis) => {
        const place = cloud.places[3 * point + axis] ?? NaN;
        return place >= corner * side - margin && place <= (corner + 1) * side + margin;
      });
    const near = Array.from({ length: 9 }, (_, n) => {
      const other = byCorner.get([column + n % 3 - 1, row + Math.floor(n / 3) - 1].join());
      return other === undefined || other === at
        ? []
        : [...cloud.tiles[other] ?? []].filter(isNear);
    }).flat();
    const points = Uint32Array.from([...own, ...near]);
    using sample = makeSample(context, [{ cloud, points, turn: 0 }], {
      voxelSize,
      levels: widths.length,
    });
    const told = await tell(trained, sample);
    for (const [nth, point] of own.entries()) places[point] = told[nth] ?? 0;
  }
  return places;
}

/** How well classes are told that the cloud has already, those that the network knows. */
function compare(
  { classifications }: PointCloud,
  places: Uint8Array,
  { classes }: ModelFile,
): Quality | Record<string, never> {
  if (classifications === undefined) return {};
  const tally = new Tally(classes.length);
  const placeOf = new Map(classes.map((label, place) => [label, place]));
  for (const [point, place] of places.entries()) {
    tally.add(place, placeOf.get(classifications[point] ?? 0) ?? NO_CLASS);
  }
  return tally.quality() ?? {};
}

function tableOf(
  { points, droppedPoints, classes, ms, device, output, accuracy, meanOverlap }: {
    readonly points: number;
    readonly droppedPoints: number;
    readonly classes: readonly { readonly class: number; readonly points: number }[];
    readonly ms: number;
    readonly device: string;
    readonly output: string;
    readonly accuracy?: number;
    readonly meanOverlap?: number;
  },
): string {
  return formatTable([
    ["points", formatCount(points), droppedNote(droppedPoints)],
    ...classes.map(({ class: label, points: count }) =>
      [`class ${label}`, formatCount(count)] as const
    ),
    ...(accuracy === undefined || meanOverlap === undefined ? [] : [
      [
        "accuracy",
        `${(100 * accuracy).toFixed(1)} %`,
        "of the classes that the cloud had",
      ] as const,
      ["mean overlap", `${(100 * meanOverlap).toFixed(1)} %`] as const,
    ]),
    ["told in", formatTime(ms), `on ${device}`],
    ["written", output],
  ]);
}
