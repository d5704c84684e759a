/**
 * The command line of denovdb, and what programs call instead of it.
 *
 * ```sh
 * deno run --allow-ffi=build --allow-read --allow-write=. lib/cli/main.ts render scan.laz --voxel-size 0.1 --out scan.png
 * ```
 *
 * {@linkcode main} runs a command line in this process and returns its exit status. {@linkcode lodToTiles},
 * {@linkcode lodToPotree} and {@linkcode lodToDvlod} build level-of-detail trees of bytes or files, with progress and a
 * signal that ends them.
 *
 * @example A command, with its results as JSON
 * ```ts
 * import { main, type Output } from "@denovdb/denovdb/cli";
 * import { assertEquals } from "@std/assert";
 *
 * const results: string[] = [];
 * const output: Output = {
 *   terminal: false, // no progress bars
 *   columns: 80,
 *   result: (line) => results.push(line),
 *   note: (text) => console.error(text), // notes and errors
 * };
 * const status = await main(["info", "examples/data/autzen_trim.laz", "--json"], output);
 * assertEquals([status, JSON.parse(results.join()).points], [0, 110_000]);
 * ```
 *
 * @module
 */

import { UsageError } from "./shared/args.ts";
import { didYouMean } from "./shared/similar.ts";
import { Interrupted } from "./shared/interruption.ts";
import { type Output, processOutput } from "./shared/output.ts";

export type { Output } from "./shared/output.ts";
export type { LodFormat } from "./lod/build.ts";
export type { LodSummary } from "./lod/summary.ts";
export {
  type LodProgress,
  type LodResult,
  type LodServiceOptions,
  type LodSourceFile,
  lodToDvlod,
  type LodToDvlodOptions,
  lodToPotree,
  type LodToPotreeOptions,
  lodToTiles,
  type LodToTilesOptions,
} from "./service/lod.ts";

const HELP = `denovdb: sparse volumes and point clouds

Usage: denovdb COMMAND [options]

Commands:
  convert   convert points, meshes, volumes and sparse grids from one format to another
  info      describe the contents of a file
  lod       build a level-of-detail tree from point clouds: 3D Tiles, Potree
  mesh      extract a triangle mesh from a volume, a level set, depth images or another mesh
  predict   tell what the points of a cloud belong to, by a network that was trained
  render    render a point cloud, a volume or a field as an image
  train     train a network that tells what points belong to
  view      show points, meshes, volumes or sparse grids in a browser
  voxelize  list the voxels that a mesh or a point cloud touches

Options:
  -h, --help  show this help; COMMAND --help shows the options of a command, with examples
  --version   show the version

Examples:
  # what a scan holds, and what it looks like
  denovdb info scan.laz
  denovdb render scan.laz -o scan.png
  # a scan of any size in a browser
  denovdb lod scan.laz -o tiles
  denovdb view tiles`;

const HINT = 'Run "denovdb --help" for the commands';

/**
 * Runs one command line.
 *
 * @param args The arguments after the program name.
 * @param output Where results and notes go.
 * @param signal Ends commands that otherwise run until interrupted.
 * @returns The exit status: 0 for success, 1 for a failure, 2 for an invalid command line; after a signal, the status that
 * shells use (130 for Ctrl+C), and 141 if the reader of the results has closed the pipe.
 */
export async function main(
  args: readonly string[],
  output: Output,
  signal?: AbortSignal,
): Promise<number> {
  try {
    await dispatch(args, output, signal);
    return 0;
  } catch (error) {
    if (error instanceof UsageError) {
      output.note(`denovdb: ${error.message}\n${error.hint}\n`);
      return 2;
    }
    // Who reads the results has enough, as "head" does.
    if (error instanceof Deno.errors.BrokenPipe) return 141;
    output.note(`denovdb: ${error instanceof Error ? error.message : String(error)}\n`);
    if (isVerbose(args) && error instanceof Error) output.note(`${error.stack}\n`);
    return error instanceof Interrupted ? error.status : 1;
  }
}

/** Whether errors are told with all that is known of them. */
function isVerbose(args: readonly string[]): boolean {
  return args.includes("-v") || args.includes("--verbose");
}

type Command = (args: readonly string[], output: Output, signal?: AbortSignal) => Promise<void>;

/** Loads the command that is wanted, as the others would take longer to load than it may take. */
const COMMANDS: ReadonlyMap<string, () => Promise<Command>> = new Map([
  ["lod", async () => (await import("./lod/lod.ts")).lod],
  [
    "render",
    async () => (await import("./render/render.ts")).render,
  ],
  ["info", async () => (await import("./info/info.ts")).info],
  [
    "convert",
    async () => (await import("./convert/convert.ts")).convert,
  ],
  [
    "voxelize",
    async () => (await import("./voxelize/voxelize.ts")).voxelize,
  ],
  ["mesh", async () => (await import("./mesh/mesh.ts")).mesh],
  ["train", async () => (await import("./train/train.ts")).train],
  ["predict", async () => (await import("./predict/predict.ts")).predict],
  ["view", async () => (await import("./view/view.ts")).view],
]);

async function dispatch(
  [name, ...rest]: readonly string[],
  output: Output,
  signal: AbortSignal | undefined,
): Promise<void> {
  const [command] = rest;
  if (name === "help" && command !== undefined) {
    return await dispatch([command, "--help"], output, signal);
  }
  const loadCommand = COMMANDS.get(name ?? "");
  if (loadCommand !== undefined) return await (await loadCommand())(rest, output, signal);
  switch (name) {
    case "--help":
    case "-h":
    case "help":
      return output.result(HELP);
    case "--version": {
      const { LIBRARY_VERSION } = await import("../core/mod.ts");
      return output.result(`denovdb ${LIBRARY_VERSION}`);
    }
    case undefined:
      throw new UsageError("No command is given", HINT);
    default:
      if (name.startsWith("-")) {
        throw new UsageError(`Unknown option "${name}": a command comes first`, HINT);
      }
      throw new UsageError(
        `Unknown command "${name}"${didYouMean(name, [...COMMANDS.keys(), "help"])}`,
        HINT,
      );
  }
}

// What the process holds ends with it, sooner than piece by piece.
if (import.meta.main) Deno.exit(await main(Deno.args, processOutput()));
