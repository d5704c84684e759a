/**
 * `denovdb lod`: point clouds in, a folder that viewers read out.
 *
 * @module
 */

import { LEVELS_OPTION, readLevels } from "../input/cloud_file.ts";
import { CLOUDS } from "../input/formats.ts";
import {
  chooseValue,
  describeExamples,
  describeOptions,
  type OptionSpecs,
  parseArgs,
  type ParsedArgs,
  PIPE,
  UsageError,
} from "../shared/args.ts";
import { COMMON_OPTIONS } from "../shared/common.ts";
import { readDevice } from "../shared/device.ts";
import { type Output, warn as sayWarning } from "../shared/output.ts";
import { Progress } from "../shared/progress.ts";
import type { LodFormat, LodRequest } from "./build.ts";
import { buildDataset } from "./dataset.ts";
import { describeSummary, type LodSummary } from "./summary.ts";
import { ENCODINGS, PICKS, readTree, TREE_OPTIONS } from "./tree.ts";

const FORMATS: readonly LodFormat[] = ["tiles", "potree", "dvlod"];
const OPTIONS: OptionSpecs = {
  out: { kind: "text", short: "o", value: "DIR", help: "folder to write" },
  format: {
    kind: "text",
    value: "NAME",
    help: "output format: tiles (3D Tiles 1.1), potree (Potree 2) or dvlod (tiles)",
  },
  ...TREE_OPTIONS,
  pick: {
    kind: "text",
    value: "NAME",
    help:
      "which points of a node move to its parent: central, random or poisson (--format potree; central)",
  },
  encoding: {
    kind: "text",
    value: "NAME",
    help: "encoding of points: default or brotli (--format potree; default)",
  },
  local: {
    kind: "flag",
    help: "keep the coordinates of the files, without a transform to the Earth (--format tiles)",
  },
  page: {
    kind: "flag",
    help: "also write a page that shows the tiles, for any web server (--format tiles)",
  },
  levels: LEVELS_OPTION,
  memory: {
    kind: "text",
    value: "BYTES",
    help: "limit of device memory, such as 512M or 8G",
  },
  force: { kind: "flag", help: "replace an existing dataset" },
  ...COMMON_OPTIONS,
};

const HINT = 'Run "denovdb lod --help" for the options';

const HELP = `Build a level-of-detail octree from point clouds

Usage: denovdb lod INPUT... --out DIR [options]

INPUT is a point cloud: ${CLOUDS}.
Several inputs are combined into one tree. Intensities and classes are stored in the tiles unless they are constant;
"denovdb view DIR" shows them. DIR is created only once everything has been written.
Tiles of files in WGS 84, ETRS89 or a zone of UTM get a transform to the Earth (ECEF): exact in their middle, 2 cm off
500 m from it, 8 m off 10 km from it; heights are taken for those above the ellipsoid.
With --memory, the same tree is built in parts, with intermediate data on disk. The files are identical, except for the
scale of Potree coordinates that do not come from LAS files: 2^-30 of the tree's edge instead of a power of ten.

Options:
${describeOptions(OPTIONS)}

${
  describeExamples([
    ["lod scan.laz -o tiles", "3D Tiles; denovdb view tiles shows them"],
    ["lod scan.laz -o site --page", "with a page that any web server can serve"],
    ["lod *.las -o cloud --format potree --pick poisson", "many files, for Potree"],
    ["lod huge.las -o tiles --memory 8G", "a cloud larger than the device's memory"],
  ])
}`;

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
  if (out === undefined) {
    throw new UsageError('Option "--out" is missing: "-o DIR" names the folder to write', HINT);
  }
  if (out === PIPE) throw new UsageError('Option "--out" takes a folder, not "-"', HINT);
  const format = chooseValue(parsed, "format", FORMATS, HINT) ?? "tiles";
  checkFormat(parsed, format);
  const request: LodRequest = {
    inputs,
    out,
    format,
    ...readTree(parsed, HINT),
    pick: chooseValue(parsed, "pick", PICKS, HINT) ?? "central",
    encoding: chooseValue(parsed, "encoding", ENCODINGS, HINT) ?? "default",
    ...readLevels(parsed, HINT),
    local: parsed.flag("local"),
    page: parsed.flag("page"),
    memory: memoryOf(parsed),
    overwrite: parsed.flag("force"),
    device: readDevice(parsed.text("device") ?? "auto", HINT),
    json: parsed.flag("json"),
  };
  const warnings: string[] = [];
  const report = await run(request, output, warnings);
  output.result(
    parsed.flag("json") ? JSON.stringify({ ...report, warnings }) : describeSummary(report),
  );
}

/** Refuses options that mean nothing for a format: Potree has points where the others have voxels. */
function checkFormat(parsed: ParsedArgs, format: LodFormat): void {
  const isPotree = format === "potree";
  const misplaced = (isPotree ? ["strategy"] : ["pick", "encoding"]).find(parsed.flag);
  const other = format === "tiles" ? undefined : ["local", "page"].find(parsed.flag);
  if (other !== undefined) {
    throw new UsageError(`Option "--${other}" goes with --format tiles only`, HINT);
  }
  if (misplaced === undefined) return;
  const words = isPotree ? "does not go with --format potree" : "goes with --format potree only";
  throw new UsageError(`Option "--${misplaced}" ${words}`, HINT);
}

/** No tree is built in less. */
const LEAST_MEMORY = 65_536;

/** A number of bytes, with K, M, G or T for powers of 1024. */
function memoryOf(parsed: ParsedArgs): number | undefined {
  const text = parsed.text("memory");
  if (text === undefined) return undefined;
  const [, number = "", unit = ""] = /^(\d+(?:\.\d+)?)([KMGT]?)(?:i?B)?$/i.exec(text) ?? [];
  const power = ["", "K", "M", "G", "T"].indexOf(unit.toUpperCase());
  const bytes = Math.floor(Number(number) * 1024 ** power);
  if (number === "" || !Number.isSafeInteger(bytes) || bytes <= LEAST_MEMORY) {
    throw new UsageError(
      `Option "--memory" takes more than 64K, as in 512M or 8G, not "${text}"`,
      HINT,
    );
  }
  return bytes;
}

async function run(
  request: LodRequest,
  output: Output,
  warnings: string[],
): Promise<LodSummary> {
  using progress = new Progress(output, !request.json);
  const warn = (text: string): void => {
    progress.dispose();
    warnings.push(text);
    sayWarning(output, text);
  };
  return await buildDataset(request, { progress, warn });
}
