/**
 * `denovdb convert IN OUT`: points, meshes, volumes and sparse grids from one format to another.
 *
 * @module
 */

import { type Context, type Device, openContext } from "../../core/mod.ts";
import { oneOf } from "../../../ffi/base/words.ts";
import { describeExamples, describeOptions, parseArgs, UsageError } from "../shared/args.ts";
import { convertGrids } from "./grids.ts";
import { convertPoints } from "./points.ts";
import {
  type Converted,
  type Converter,
  HINT,
  OPTIONS,
  OWNERS,
  readConvertRequest,
  RESULTS,
} from "./request.ts";
import { convertVolume } from "./volume.ts";
import { checkOptions, type FileKind, kindOf } from "../input/kind.ts";
import { besideFile, type Output } from "../shared/output.ts";
import { statInput } from "../input/bytes.ts";
import { checkTarget } from "../picture/file.ts";
import { Progress } from "../shared/progress.ts";
import { formatBytes, formatTable, formatTime } from "../shared/table.ts";
import { writeWhole } from "../shared/whole_file.ts";
import { CLOUDS } from "../input/formats.ts";
import type { FormatFacts } from "../../io/base/format.ts";
import { GRID_FORMATS, MESH_FORMATS, VOLUME_FORMATS } from "../../io/formats.ts";

const HELP = `Convert a file to another format

Usage: denovdb convert IN OUT [options]
       denovdb convert IN --out OUT [options]

  ${column("IN")}OUT
  ${
  column("points, see below")
}.ply .obj .glb .las; .nvdb: an index grid with mean colors and intensities
  ${column("meshes", MESH_FORMATS)}.ply .obj .glb; .nvdb: a narrow band of distances
  ${column("volumes", VOLUME_FORMATS)}.nrrd .raw; .nvdb: the samples above a threshold
  ${
  column("sparse grids", GRID_FORMATS)
}.nvdb; .nrrd .raw: the box around a grid; .ply .obj .glb: a surface, or voxels

Points and meshes are ${CLOUDS}.
IN may be - for stdin, if its first bytes tell the format.

Options:
${describeOptions(OPTIONS)}

${
  describeExamples([
    ["convert scan.e57 scan.las", "points to LAS 1.4"],
    ["convert scan.laz voxels.nvdb --voxel-size 0.2", "points to the voxels that they are in"],
    ["convert ct.nrrd ct.nvdb --threshold 37", "the samples of a volume above a threshold"],
    ["convert - -o - --to ply < scan.laz | gzip > scan.ply.gz", "in a pipe"],
  ])
}`;

/** A cell of the first column: a kind of file, and the ends of names of its formats. */
function column(name: string, formats: readonly FormatFacts[] = []): string {
  const endings = formats.flatMap(({ extensions }) => extensions).join(" ");
  return `${endings === "" ? name : `${name} (${endings})`} `.padEnd(32);
}

/** For each kind of file, what it becomes. */
const CONVERTERS: Readonly<
  Record<
    Exclude<FileKind, "tiles" | "depth">,
    { readonly name: string; readonly endings: readonly string[]; readonly convert: Converter }
  >
> = {
  points: {
    name: "points and meshes",
    endings: [".ply", ".obj", ".glb", ".las", ".nvdb"],
    convert: convertPoints,
  },
  volume: { name: "volumes", endings: [".nrrd", ".raw", ".nvdb"], convert: convertVolume },
  grids: {
    name: "sparse grids",
    endings: [".nvdb", ".nrrd", ".raw", ".ply", ".obj", ".glb"],
    convert: convertGrids,
  },
};

/**
 * Runs the command.
 *
 * @param args The arguments behind "convert".
 * @param stdio Where results and notes go.
 * @throws {UsageError} If the arguments do not say what to do.
 */
export async function convert(args: readonly string[], stdio: Output): Promise<void> {
  const parsed = parseArgs(args, OPTIONS, HINT);
  if (parsed.flag("help")) return stdio.result(HELP);
  const request = readConvertRequest(parsed);
  const output = besideFile(stdio, request.out);
  const { input, out, ending } = request;
  const force = parsed.flag("force");
  await checkTarget(out, { json: request.json, createNew: !force });
  const kind = await kindOf(input, request.layout);
  if (kind === "tiles" || kind === "depth") {
    throw new UsageError(
      `Cannot convert "${input}": ${
        kind === "tiles"
          ? "points by level of detail are no file to convert, take those that they were made of"
          : '"denovdb mesh" makes surfaces of depth images'
      }`,
      HINT,
    );
  }
  checkOptions(parsed, kind, OWNERS, HINT);
  const { name, endings, convert: work } = CONVERTERS[kind];
  if (!endings.includes(ending)) {
    const known = oneOf(endings);
    throw new UsageError(`Cannot convert "${input}": ${name} become ${known}, not "${out}"`, HINT);
  }
  for (const [option, results] of Object.entries(RESULTS)) {
    if (results.includes(ending) || !parsed.flag(option)) continue;
    const known = oneOf(results);
    throw new UsageError(`Option "--${option}" goes with ${known} files only, not "${out}"`, HINT);
  }
  using progress = new Progress(output, !request.json);
  progress.show("reading", 0);
  const started = performance.now();
  using tools = new Tools(request.device, progress);
  const { bytes, facts, losses = [] } = await work(request, tools);
  progress.show("writing", 0.9);
  const inputBytes = (await statInput(input)).size; // the result may be the same file
  await writeWhole(out, bytes, { createNew: !force });
  const ms = performance.now() - started;
  const report = { input, output: out, ...facts, inputBytes, outputBytes: bytes.length, ms };
  progress.dispose();
  output.result(request.json ? JSON.stringify({ ...report, losses }) : convertTable(report));
  for (const loss of losses) output.note(`denovdb: ${loss}\n`);
}

/** A context for those who need one. */
class Tools implements Disposable {
  readonly progress: Progress;
  readonly #device: Device;
  #context: Context | undefined;

  constructor(device: Device, progress: Progress) {
    this.#device = device;
    this.progress = progress;
  }

  readonly open = (): Context => this.#context ??= openContext({ device: this.#device });

  [Symbol.dispose](): void {
    this.#context?.dispose();
  }
}

function convertTable(
  report: Converted["facts"] & {
    readonly output: string;
    readonly inputBytes: number;
    readonly outputBytes: number;
    readonly ms: number;
  },
): string {
  const { input: _, output, inputBytes, outputBytes, ms, ...facts } = report;
  const rows = Object.entries(facts).map(([name, value]): [string, string] => [
    name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`),
    typeof value === "number"
      ? value.toLocaleString("en-US", { maximumFractionDigits: 6 })
      : typeof value === "string"
      ? value === "" ? "(no name)" : value
      : value.join(" x "),
  ]);
  return formatTable([
    ...rows,
    ["read", formatBytes(inputBytes)],
    ["written", formatBytes(outputBytes), output],
    ["in", formatTime(ms)],
  ]);
}
