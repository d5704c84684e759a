/**
 * Level-of-detail trees from LAS records in memory and from LAZ files, from the first byte to the tree.
 *
 * ```sh
 * deno run --allow-ffi=build --allow-read --allow-env bench/lod/files_protocol.ts --device cuda --tiles 1,6
 * ```
 *
 * The records are those of a scan, `--las`, laid out `--tiles` times an axis in the host's memory: they are copied to the
 * device, decoded and built there. A file, `--laz`, is read and decoded by the host. The clock is that of the host, the
 * median of `--samples` runs after one; trees are checked by their numbers of points. `--json` prints one JSON object.
 *
 * @module
 */

import { parseArgs } from "@std/cli/parse-args";
import { buildLod, type Context, type Device, openContext, tensor } from "../../mod.ts";
import { decodeLas, type LodStrategy, type LodTree } from "../../lib/lod/mod.ts";
import { readLasHeader, readPointCloud } from "../../lib/io/mod.ts";
import { printJson, printTable, type Row } from "../_harness.ts";
import { scanPath } from "./_clouds.ts";

/** Records of a LAS file in memory. */
interface Records {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly format: number;
  readonly length: number;
  readonly count: number;
}

const LAZ = new URL("../../examples/data/autzen_trim.laz", import.meta.url).pathname;
const STRATEGIES: readonly LodStrategy[] = ["first", "average", "weighted"];

if (import.meta.main) await main();

async function main(): Promise<void> {
  const args = parseArgs(Deno.args, {
    string: ["device", "tiles", "las", "laz", "samples"],
    boolean: ["json"],
    default: { device: "auto", tiles: "1", las: scanPath(), laz: LAZ, samples: "5" },
  });
  using context = openContext({ device: args.device as Device });
  const samples = Number(args.samples);
  const rows: Row[] = [];
  const scan = await Deno.readFile(args.las);
  for (const tiles of args.tiles.split(",").map(Number)) {
    const records = layRecords(scan, tiles);
    for (const strategy of STRATEGIES) {
      const build = (): LodTree => fromRecords(context, records, strategy);
      rows.push(
        await report(
          context,
          { from: "LAS in memory", strategy, samples, points: records.count },
          build,
        ),
      );
    }
  }
  const { count: points } = readLasHeader(await Deno.readFile(args.laz));
  for (const strategy of STRATEGIES) {
    const build = (): Promise<LodTree> => fromFile(context, args.laz, strategy);
    rows.push(await report(context, { from: "LAZ file", strategy, samples, points }, build));
  }
  if (args.json) return printJson(context, rows);
  printTable("Level-of-detail trees from files", context, rows);
}

/** Lays the records of a LAS file out, tiles side by side. */
function layRecords(file: Uint8Array, tiles: number): Records {
  const { pointFormat: format, pointOffset, recordLength: length, count } = readLasHeader(file);
  const own = file.subarray(pointOffset, pointOffset + count * length);
  const bytes = new Uint8Array(own.length * tiles ** 2);
  const view = new DataView(bytes.buffer);
  for (let tile = 0; tile < tiles ** 2; tile++) bytes.set(own, tile * own.length);
  for (
    const [axis, along] of [[0, (n: number) => n % tiles], [
      4,
      (n: number) => Math.floor(n / tiles),
    ]] as const
  ) {
    let [low, high] = [Infinity, -Infinity];
    for (let at = axis; at < own.length; at += length) {
      const value = view.getInt32(at, true);
      [low, high] = [Math.min(low, value), Math.max(high, value)];
    }
    for (let at = axis; at < bytes.length; at += length) {
      const shift = along(Math.floor(at / own.length)) * (high - low + 1) - low;
      view.setInt32(at, view.getInt32(at, true) + shift, true);
    }
  }
  return { bytes, format, length, count: count * tiles ** 2 };
}

function fromRecords(
  context: Context,
  { bytes, format, length, count }: Records,
  strategy: LodStrategy,
): LodTree {
  using records = tensor(bytes, { context, shape: [count, length] });
  const { coordinates, colors } = decodeLas(records, {
    format,
    columns: ["coordinates", "colors"],
  });
  if (coordinates === undefined || colors === undefined) {
    throw new TypeError("The scan has no colors");
  }
  using points = coordinates;
  using rgb = colors;
  return buildLod(points, rgb, { strategy });
}

async function fromFile(context: Context, path: string, strategy: LodStrategy): Promise<LodTree> {
  const cloud = await readPointCloud(await Deno.readFile(path), { name: path });
  const { lasIntegers, colors, count } = cloud;
  if (lasIntegers === undefined || colors === undefined) {
    throw new TypeError(`${path} is no LAZ with colors`);
  }
  using points = tensor(lasIntegers.coordinates, { context, shape: [count, 3] });
  using rgb = tensor(colors, { context, shape: [count, 3] });
  return buildLod(points, rgb, { strategy });
}

async function report(
  context: Context,
  { from, strategy, samples, points }: {
    readonly from: string;
    readonly strategy: LodStrategy;
    readonly samples: number;
    readonly points: number;
  },
  build: () => LodTree | Promise<LodTree>,
): Promise<Row> {
  const times: number[] = [];
  let nodes = 0;
  for (let run = 0; run <= samples; run++) {
    const start = performance.now();
    using tree = await build();
    await context.synchronize();
    if (run > 0) times.push(performance.now() - start);
    if (tree.counts.points !== points) {
      throw new Error(`${tree.counts.points} of ${points} points are in the tree`);
    }
    nodes = tree.counts.nodes;
  }
  times.sort((a, b) => a - b);
  const ms = times[Math.floor(times.length / 2)] ?? NaN;
  return { from, strategy, points, nodes, ms, "M points/s": points / ms / 1e3 };
}
