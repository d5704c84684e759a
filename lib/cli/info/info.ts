/**
 * `denovdb info FILE`: what is in a file, of whatever format.
 *
 * @module
 */

import type { Device } from "../../core/mod.ts";
import { type RawLayout, rawLayoutOfName } from "../../io/mod.ts";
import { LEVELS_OPTION, readLevels } from "../input/cloud_file.ts";
import { CLOUDS, GRIDS, VOLUME_FILES } from "../input/formats.ts";
import { checkOptions, type FileKind, holdsVolume, kindOf } from "../input/kind.ts";
import { readRawLayout, VOLUME_OPTIONS } from "../input/volume_file.ts";
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
import type { Output } from "../shared/output.ts";
import { Progress } from "../shared/progress.ts";
import { cloudTable, describeCloud } from "./cloud.ts";
import { depthTable, describeDepth } from "./depth.ts";
import { describeGrids, gridsTable } from "./grids.ts";
import { describeTree, treeTable } from "./tiles.ts";
import { describeVolume, volumeInfoTable } from "./volume.ts";
import { CHECK_OPTIONS, readChecks } from "../input/grids_file.ts";

const OPTIONS: OptionSpecs = {
  threshold: {
    kind: "number",
    value: "T",
    help: "count samples above T (volumes; chosen from the samples)",
  },
  ...VOLUME_OPTIONS,
  levels: LEVELS_OPTION,
  ...CHECK_OPTIONS,
  ...COMMON_OPTIONS,
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

Usage: denovdb info FILE... [options]

FILE is a point cloud or a mesh: ${CLOUDS};
sparse grids: ${GRIDS}; a volume: ${VOLUME_FILES};
a level-of-detail tree: a .dvlod file, a folder with tileset.json or a Potree 2 folder; a depth image
(.png, .npy) or a folder of them with cameras.json. NPY arrays with rows of 3 or 4 numbers are points.

With several files, --json prints a line for each. FILE may be - for stdin, if its first bytes tell the format.

Options:
${describeOptions(OPTIONS)}

${
    describeExamples([
      ["info scan.laz", "points, bounds, colors, intensities and classes of a scan"],
      ["info *.las --json", "a line for each of many files"],
      ["info volume_256x256x128_uint8.raw --threshold 37", "a volume, and its size in bricks"],
    ])
  }`;

/** The checked request of the user. */
export interface InfoRequest {
  readonly input: string;
  /** Layout of a raw file, which the file does not hold. */
  readonly layout: Partial<RawLayout>;
  readonly threshold: number | undefined;
  /** Whether checksums of grids are computed. */
  readonly verify: boolean;
  /** Whether wrong checksums are refused. */
  readonly strict: boolean;
  /** Number of levels of an octree of points that are read. */
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
  const requests = readInfoRequests(parsed);
  if (requests.length === 1) {
    for (const request of requests) output.result(await describe(request, parsed, output));
    return;
  }
  let failures = 0;
  for (const [at, request] of requests.entries()) {
    const { input, json } = request;
    try {
      const text = await describe(request, parsed, output);
      output.result(json ? text : `${at === 0 ? "" : "\n"}${input}:\n${text}`);
    } catch (error) {
      // One file that cannot be read does not hide the others; stdout that is closed ends it all.
      const isOver = error instanceof UsageError || error instanceof Deno.errors.BrokenPipe;
      if (isOver || !(error instanceof Error)) throw error;
      output.note(`denovdb: ${error.message}\n`);
      failures++;
    }
  }
  if (failures > 0) {
    throw new Error(`${failures} of ${requests.length} files could not be described`);
  }
}

/** The report about one file. */
async function describe(
  request: InfoRequest,
  parsed: ParsedArgs,
  output: Output,
): Promise<string> {
  const { input, layout } = request;
  const kind = await kindOf(input, layout);
  checkOptions(parsed, kind, OWNERS, HINT);
  // What nothing tells may be raw samples, if it is said how they lie.
  const isRaw = Object.keys(layout).length > 0 || rawLayoutOfName(input) !== undefined;
  if (kind === "volume" && !isRaw && !await holdsVolume(input)) {
    throw new Error(
      `Cannot read "${input}": neither its first bytes nor its name tell a known format, which "denovdb info --help" ` +
        "lists; --dims and --type read raw samples",
    );
  }
  using progress = new Progress(output, !request.json);
  progress.show("reading", 0);
  const { report, table } = await reportOf(kind, request, progress);
  return request.json ? JSON.stringify(report) : table();
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

function readInfoRequests(parsed: ParsedArgs): InfoRequest[] {
  if (parsed.positionals.length === 0) throw new UsageError("No input file is given", HINT);
  const shared = {
    layout: readRawLayout(parsed, HINT),
    ...readLevels(parsed, HINT),
    threshold: parsed.number("threshold"),
    ...readChecks(parsed),
    device: readDevice(parsed.text("device") ?? "auto", HINT),
    json: parsed.flag("json"),
  };
  return parsed.positionals.map((input) => ({ input, ...shared }));
}
