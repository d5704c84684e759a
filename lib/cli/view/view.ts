/**
 * `denovdb view`: a model in a browser on this machine.
 *
 * @module
 */

import { LEVELS_OPTION, readLevels } from "../input/cloud_file.ts";
import { CLOUDS, GRIDS, MESHES, VOLUMES } from "../input/formats.ts";
import { checkOptions, type FileKind, kindOf } from "../input/kind.ts";
import { readRawLayout, VOLUME_OPTIONS } from "../input/volume_file.ts";
import {
  chooseValue,
  describeExamples,
  describeOptions,
  type OptionSpecs,
  parseArgs,
  UsageError,
} from "../shared/args.ts";
import { COMMON_OPTIONS } from "../shared/common.ts";
import { readDevice } from "../shared/device.ts";
import { Interruption } from "../shared/interruption.ts";
import { type Output, warn } from "../shared/output.ts";
import { viewerSite } from "./page.ts";
import { openView, type ViewRequest } from "./scene.ts";
import { serveSite } from "./site.ts";
import { CHECK_OPTIONS, readChecks } from "../input/grids_file.ts";

const PORT = 8080;

const OPTIONS: OptionSpecs = {
  port: { kind: "number", value: "N", help: `port to listen on, 0 for any free one (${PORT})` },
  open: { kind: "flag", help: "open the page in the browser (needs --allow-run=xdg-open)" },
  up: { kind: "text", value: "AXIS", help: "axis that points up: x, y or z (z)" },
  "voxel-size": {
    kind: "number",
    value: "S",
    help:
      "edge length of a voxel, in units of the file (points: 1/256 of the extent; meshes: shown as triangles)",
  },
  threshold: {
    kind: "number",
    value: "T",
    help: "show samples above T (volumes; chosen from the samples) or below T (level sets; 0)",
  },
  grid: { kind: "text", value: "NAME", help: "grid to use, by name or by index from 0 (.nvdb)" },
  ...CHECK_OPTIONS,
  levels: LEVELS_OPTION,
  ...VOLUME_OPTIONS,
  ...COMMON_OPTIONS,
  json: { kind: "flag", help: "print the address and a summary as one JSON object" },
};

const OWNERS: Readonly<Record<string, readonly FileKind[]>> = {
  "voxel-size": ["points"],
  levels: ["points"],
  threshold: ["volume", "grids"],
  grid: ["grids"],
  unverified: ["grids"],
  strict: ["grids"],
};

const HINT = 'Run "denovdb view --help" for the options';

const HELP = `Show a model in a browser on this machine; Ctrl+C stops the server

Usage: denovdb view INPUT [options]

INPUT is a folder that "denovdb lod" wrote, a .dvlod file, a mesh (${MESHES}), a volume (${VOLUMES}),
sparse grids in ${GRIDS}, or a point cloud: ${CLOUDS}.
Points, volumes and grids are shown as voxels; for level sets, the inside is shown. Needs --allow-net=127.0.0.1.

Options:
${describeOptions(OPTIONS)}

${
  describeExamples([
    ["view tiles", "a folder that denovdb lod wrote"],
    ["view scan.laz --voxel-size 0.5", "a scan as voxels of half a unit"],
    ["view smoke.nvdb --threshold 0.2 --port 0", "a sparse grid, on any free port"],
  ])
}`;

/**
 * Runs the command; ends when the process is told to (SIGINT, SIGTERM) or the signal says so.
 *
 * @param args The arguments behind "view".
 * @param output Where the address and notes go.
 * @param signal Ends the server.
 * @throws {UsageError} If the arguments do not say what to do.
 */
export async function view(
  args: readonly string[],
  output: Output,
  signal?: AbortSignal,
): Promise<void> {
  const parsed = parseArgs(args, OPTIONS, HINT);
  if (parsed.flag("help")) return output.result(HELP);
  const [input, extra] = parsed.positionals;
  if (input === undefined) throw new UsageError("No input is given", HINT);
  if (extra !== undefined) throw new UsageError(`Unexpected argument "${extra}"`, HINT);
  const port = parsed.number("port") ?? PORT;
  if (!(Number.isInteger(port) && port >= 0 && port <= 65535)) {
    throw new UsageError(`Option "--port" takes a number from 0 to 65535, not ${port}`, HINT);
  }
  const up = chooseValue(parsed, "up", ["x", "y", "z"], HINT) ?? "z";
  const voxelSize = parsed.number("voxel-size");
  if (voxelSize !== undefined && !(voxelSize > 0)) {
    throw new UsageError(`Option "--voxel-size" takes a positive number, not ${voxelSize}`, HINT);
  }
  const request: ViewRequest = {
    input,
    up,
    voxelSize,
    threshold: parsed.number("threshold"),
    grid: parsed.text("grid"),
    checks: readChecks(parsed),
    ...readLevels(parsed, HINT),
    layout: readRawLayout(parsed, HINT),
    device: readDevice(parsed.text("device") ?? "auto", HINT),
  };
  checkOptions(parsed, await kindOf(input, request.layout), OWNERS, HINT);
  const { scene, doubts = [], ...shown } = await openView(request);
  doubts.forEach((one) => warn(output, one));
  const site = await viewerSite(shown);
  using told = new Interruption();
  const onListen = (address: string): void => {
    const { title, kind, summary, facts } = scene;
    output.result(
      parsed.flag("json")
        ? JSON.stringify({ address, title, kind, ...Object.fromEntries(facts) })
        : `${title}, ${summary}: ${address} (Ctrl+C ends)`,
    );
    if (parsed.flag("open")) openBrowser(address, output);
  };
  const ending = signal === undefined ? told.signal : AbortSignal.any([signal, told.signal]);
  await serveSite(site, { port, signal: ending, onListen });
}

function openBrowser(address: string, output: Output): void {
  try {
    const streams = { stdin: "null", stdout: "null", stderr: "null" } as const;
    new Deno.Command("xdg-open", { args: [address], ...streams }).spawn().unref();
  } catch (error) {
    output.note(`denovdb: cannot open a browser: ${error instanceof Error ? error.message : ""}\n`);
  }
}
