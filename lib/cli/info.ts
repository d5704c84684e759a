/**
 * `denovdb info VOLUME`: what is in a file, and what it takes in bricks.
 *
 * @module
 */

import { type Device, openContext } from "../core/mod.ts";
import { type BrickCost, brickStats } from "../fenwick/mod.ts";
import type { RawLayout } from "../io/mod.ts";
import {
  describeOptions,
  type OptionSpecs,
  parseArgs,
  type ParsedArgs,
  UsageError,
} from "./args.ts";
import { levelsOf, uploadVoxels } from "./bricks.ts";
import { CLOUD_FORMATS, isCloudFile, LEVELS_OPTION, readLevels } from "./cloud_file.ts";
import { cloudTable, describeCloud } from "./cloud_info.ts";
import { airThreshold, histogramOf } from "./histogram.ts";
import type { Output } from "./output.ts";
import { Progress } from "./progress.ts";
import { readDevice } from "./request.ts";
import { formatBytes, formatCount, formatTable } from "./table.ts";
import { loadVolume, readRawLayout, VOLUME_OPTIONS } from "./volume_file.ts";

const OPTIONS: OptionSpecs = {
  threshold: { kind: "number", value: "T", help: "what counts is above T (found)" },
  ...VOLUME_OPTIONS,
  levels: LEVELS_OPTION,
  device: { kind: "text", value: "NAME", help: "auto (default), cpu, cuda or cuda:N" },
  json: { kind: "flag", help: "print one JSON object instead of a table" },
  help: { kind: "flag", help: "show this text" },
};

const HINT = 'Run "denovdb info --help" for the options';

const HELP = `Say what is in a point cloud or a volume, and what a volume takes in bricks

Usage: denovdb info VOLUME [options]
       denovdb info CLOUD [--levels N] [--json]

VOLUME is a NRRD (.nrrd, .nhdr), NIfTI (.nii, .nii.gz) or raw (.raw, .raw.gz) file.
CLOUD is a point cloud: ${CLOUD_FORMATS}.

Options:
${describeOptions(OPTIONS)}`;

/** The numbers of a volume; `--json` prints them as they are. */
export interface InfoReport {
  /** The file that was read. */
  readonly input: string;
  /** Its format. */
  readonly format: string;
  /** Samples along x, y and z. */
  readonly shape: readonly [number, number, number];
  /** Type of the samples. */
  readonly type: string;
  /** Distances from sample to sample along x, y and z. */
  readonly spacing: readonly [number, number, number];
  /** The least and the greatest finite sample. */
  readonly range: readonly [least: number, most: number];
  /** What counts is above it. */
  readonly threshold: number;
  /** Samples that count. */
  readonly above: number;
  /** Their share of all samples, 0 to 1. */
  readonly fill: number;
  /** Bytes of the samples as a device marches through them. */
  readonly denseBytes: number;
  /** The size of bricks that takes the fewest bytes. */
  readonly best: BrickCost;
  /** All sizes. */
  readonly sizes: readonly BrickCost[];
}

/** What the user asked for, checked. */
interface InfoRequest {
  readonly input: string;
  readonly layout: Partial<RawLayout>;
  readonly threshold: number | undefined;
  readonly device: Device;
  readonly json: boolean;
}

/**
 * Runs the command.
 *
 * @param args The arguments behind "info".
 * @param output Where results and notes go.
 * @throws {UsageError} If the arguments do not say what to do.
 */
export async function info(args: readonly string[], output: Output): Promise<void> {
  const parsed = parseArgs(args, OPTIONS, HINT);
  if (parsed.flag("help")) return output.result(HELP);
  const request = readInfoRequest(parsed);
  if (Object.keys(request.layout).length === 0 && await isCloudFile(request.input)) {
    const report = await describeCloud(request.input, readLevels(parsed, HINT));
    return output.result(request.json ? JSON.stringify(report) : cloudTable(report));
  }
  const report = await describe(request, output);
  output.result(request.json ? JSON.stringify(report) : infoTable(report));
}

function readInfoRequest(parsed: ParsedArgs): InfoRequest {
  const [input, extra] = parsed.positionals;
  if (input === undefined) throw new UsageError("No input file is given", HINT);
  if (extra !== undefined) throw new UsageError(`Unexpected argument "${extra}"`, HINT);
  return {
    input,
    layout: readRawLayout(parsed, HINT),
    threshold: parsed.number("threshold"),
    device: readDevice(parsed.text("device") ?? "auto", HINT),
    json: parsed.flag("json"),
  };
}

async function describe(request: InfoRequest, output: Output): Promise<InfoReport> {
  using progress = new Progress(output, !request.json);
  progress.show("reading", 0);
  const volume = await loadVolume(request, "x");
  progress.show("counting", 0.5);
  const histogram = histogramOf(volume.values);
  const threshold = request.threshold ?? airThreshold(histogram);
  using context = openContext({ device: request.device });
  using dense = uploadVoxels(context, volume);
  const level = levelsOf(dense.dtype, threshold).threshold;
  const stats = brickStats(dense, { threshold: level, nan: "empty" });
  return {
    input: request.input,
    format: volume.format,
    shape: volume.dims,
    type: volume.type,
    spacing: volume.spacing,
    range: [histogram.least, histogram.most],
    threshold,
    above: stats.above,
    fill: stats.above / stats.voxels,
    denseBytes: stats.denseBytes,
    best: stats.best,
    sizes: stats.sizes,
  };
}

/**
 * Formats a report for people.
 *
 * @param report The numbers.
 * @returns An aligned table, and one of the sizes of bricks.
 */
export function infoTable(report: InfoReport): string {
  const { best } = report;
  const short = (value: number): string => String(Number(value.toPrecision(6)));
  const table = formatTable([
    ["volume", report.shape.join(" x "), `${report.type}, ${report.format}`],
    ["spacing", report.spacing.map(short).join(" x ")],
    ["range", `${short(report.range[0])} to ${short(report.range[1])}`],
    ["threshold", short(report.threshold)],
    ["fill", `${(report.fill * 100).toFixed(2)}%`, `${formatCount(report.above)} samples`],
    ["dense", formatBytes(report.denseBytes)],
    ["best brick", `${best.edge}^3`, `${formatCount(best.filled)} of ${formatCount(best.bricks)}`],
    ["index", formatBytes(best.indexBytes)],
    ["bricks", formatBytes(best.bytes), "with the index"],
    ["ratio", best.ratio.toFixed(2)],
  ]);
  return `${table}\n\n${sizesTable(report)}`;
}

/** One line for each size of bricks, all columns to the right. */
function sizesTable({ sizes }: InfoReport): string {
  const rows = [
    ["brick", "filled", "share", "index", "total", "ratio"],
    ...sizes.map((size) => [
      `${size.edge}^3`,
      formatCount(size.filled),
      `${(size.filled / size.bricks * 100).toFixed(2)}%`,
      formatBytes(size.indexBytes),
      formatBytes(size.bytes),
      size.ratio.toFixed(2),
    ]),
  ];
  const widths = (rows[0] ?? []).map((_, at) =>
    Math.max(...rows.map((row) => row[at]?.length ?? 0))
  );
  return rows.map((row) => row.map((cell, at) => cell.padStart(widths[at] ?? 0)).join("  "))
    .join("\n");
}
