/**
 * `denovdb info FILE`: what is in a file, of whatever format.
 *
 * @module
 */

import type { Device } from "../../core/mod.ts";
import type { RawLayout } from "../../io/mod.ts";
import { LEVELS_OPTION, readLevels } from "../input/cloud_file.ts";
import { CLOUDS, GRIDS, VOLUME_FILES } from "../input/formats.ts";
import { checkOptions, type FileKind, kindOf } from "../input/kind.ts";
import { readRawLayout, VOLUME_OPTIONS } from "../input/volume_file.ts";
import {
  describeOptions,
  type OptionSpecs,
  parseArgs,
  type ParsedArgs,
  UsageError,
} from "../shared/args.ts";
import { readDevice } from "../shared/device.ts";
import type { Output } from "../shared/output.ts";
import { Progress } from "../shared/progress.ts";
import { cloudTable, describeCloud } from "./cloud.ts";
import { depthTable, describeDepth } from "./depth.ts";
import { describeGrids, gridsTable } from "./grids.ts";
import { describeTree, treeTable } from "./tiles.ts";
import { describeVolume, volumeInfoTable } from "./volume.ts";

const OPTIONS: OptionSpecs = {
  threshold: {
    kind: "number",
    value: "T",
    help: "count samples above T (volumes; chosen from the samples)",
  },
  ...VOLUME_OPTIONS,
  levels: LEVELS_OPTION,
  unverified: { kind: "flag", help: "do not compare the checksums of .nvdb files" },
  strict: { kind: "flag", help: "refuse .nvdb files whose checksums are wrong" },
  device: {
    kind: "text",
    value: "NAME",
    help: "device to run on: auto, cpu, cuda or cuda:N (auto)",
  },
  json: { kind: "flag", help: "print one JSON object instead of a table" },
  help: { kind: "flag", help: "show this text" },
};

const OWNERS: Readonly<Record<string, readonly FileKind[]>> = {
  threshold: ["volume"],
  levels: ["points"],
  unverified: ["grids"],
  strict: ["grids"],
};

const HINT = 'Run "denovdb info --help" for the options';

const HELP =
  `Describe the contents of a file: points, a mesh, sparse grids, a volume and its size in bricks, tiles or depth images

Usage: denovdb info FILE [options]

FILE is a point cloud or a mesh: ${CLOUDS};
sparse grids: ${GRIDS}; a volume: ${VOLUME_FILES};
a level-of-detail tree: a .dvlod file, a folder with tileset.json or a Potree 2 folder; a depth image
(.png, .npy) or a folder of them with cameras.json. NPY arrays with rows of 3 or 4 numbers are points.

Options:
${describeOptions(OPTIONS)}`;

/** What the user asked for, checked. */
export interface InfoRequest {
  readonly input: string;
  /** What a raw file does not say of itself. */
  readonly layout: Partial<RawLayout>;
  readonly threshold: number | undefined;
  /** Whether checksums of grids are computed. */
  readonly verify: boolean;
  /** Whether wrong checksums are refused. */
  readonly strict: boolean;
  /** How many levels of an octree of points are read. */
  readonly levels?: number;
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
  const kind = await kindOf(request.input, request.layout);
  checkOptions(parsed, kind, OWNERS, HINT);
  using progress = new Progress(output, !request.json);
  progress.show("reading", 0);
  const result = await reportOf(kind, request, progress);
  progress.dispose();
  output.result(request.json ? JSON.stringify(result.report) : result.table());
}

async function reportOf(
  kind: FileKind,
  request: InfoRequest,
  progress: Progress,
): Promise<{ readonly report: unknown; readonly table: () => string }> {
  switch (kind) {
    case "grids": {
      const report = await describeGrids(request, progress);
      return { report, table: () => gridsTable(report) };
    }
    case "points": {
      const report = await describeCloud(request.input, request);
      return { report, table: () => cloudTable(report) };
    }
    case "tiles": {
      const report = await describeTree(request.input);
      return { report, table: () => treeTable(report) };
    }
    case "depth": {
      const report = await describeDepth(request.input, progress);
      return { report, table: () => depthTable(report) };
    }
    case "volume": {
      const report = await describeVolume(request, progress);
      return { report, table: () => volumeInfoTable(report) };
    }
  }
  return kind satisfies never;
}

function readInfoRequest(parsed: ParsedArgs): InfoRequest {
  const [input, extra] = parsed.positionals;
  if (input === undefined) throw new UsageError("No input file is given", HINT);
  if (extra !== undefined) throw new UsageError(`Unexpected argument "${extra}"`, HINT);
  return {
    input,
    layout: readRawLayout(parsed, HINT),
    ...readLevels(parsed, HINT),
    threshold: parsed.number("threshold"),
    verify: !parsed.flag("unverified"),
    strict: parsed.flag("strict"),
    device: readDevice(parsed.text("device") ?? "auto", HINT),
    json: parsed.flag("json"),
  };
}
