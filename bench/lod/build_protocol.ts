/**
 * Level-of-detail trees, all strategies.
 *
 * This measures with the device's events, checks results and prints a table or, with `--json`, one JSON
 * object:
 *
 * ```sh
 * deno run --allow-ffi=build --allow-read --allow-env bench/lod/build_protocol.ts --device cuda --tiles 11,22,30
 * ```
 *
 * The input is a scan, `--file`, laid out `--tiles` times an axis, in the order of the scan and shuffled (`--order`);
 * without a file it is a surface of `--points` points. `split` is the tree without voxels and without order in its
 * leaves; `--leaves any` leaves the points of leaves in any order for the others, too. `--samples` is the number of
 * runs, `--strategy` selects strategies.
 *
 * @module
 */

import { parseArgs } from "@std/cli/parse-args";
import { buildLod, type Context, type Device, openContext } from "../../mod.ts";
import {
  type BuildLodOptions,
  findLodFaults,
  type LodStrategy,
  type LodTree,
} from "../../lib/lod/mod.ts";
import {
  COPIED_BYTES_PER_MS,
  measure,
  peakScratch,
  printJson,
  printTable,
  type Row,
} from "../_harness.ts";
import { type BenchCloud, layTiles, madeTile, scanPath, scanTile, type Tile } from "./_clouds.ts";

/** Largest cloud whose trees are read back and checked node by node. */
const MOST_CHECKED = 2e6;

/** Bytes of a point: three coordinates and a color. */
const POINT_BYTES = 16;

/** Bytes of a voxel. */
const VOXEL_BYTES = 8;

const STRATEGIES: readonly ("split" | LodStrategy)[] = [
  "split",
  "none",
  "first",
  "random",
  "average",
  "pointMean",
  "weighted",
  "weightedAcross",
];

if (import.meta.main) await main();

async function main(): Promise<void> {
  const args = parseArgs(Deno.args, {
    string: ["device", "tiles", "file", "order", "leaves", "points", "samples", "strategy"],
    boolean: ["json", "made"],
    default: {
      device: "auto",
      tiles: "1",
      order: "scan,shuffled",
      leaves: "morton",
      points: "1000000",
      samples: "5",
    },
  });
  using context = openContext({ device: args.device as Device });
  const tile = args.made ? madeTile(Number(args.points)) : await scanTile(args.file ?? scanPath());
  const strategies = STRATEGIES.filter((name) => args.strategy?.split(",").includes(name) ?? true);
  const rows: Row[] = [];
  for (const tiles of args.tiles.split(",").map(Number)) {
    for (const order of args.order.split(",") as ("scan" | "shuffled")[]) {
      using cloud = layTiles(context, tile, { tiles, order });
      for (const strategy of strategies) {
        rows.push(
          await reportCase(context, cloud, {
            tile,
            order,
            strategy,
            leaves: args.leaves === "any" ? "any" : "morton",
            samples: Number(args.samples),
          }),
        );
      }
    }
  }
  if (args.json) return printJson(context, rows);
  printTable("Level-of-detail trees", context, rows);
}

interface Case {
  readonly tile: Tile;
  readonly order: string;
  readonly strategy: "split" | LodStrategy;
  readonly leaves: "morton" | "any";
  readonly samples: number;
}

async function reportCase(context: Context, cloud: BenchCloud, one: Case): Promise<Row> {
  const { count, edge, max } = cloud;
  const { tile, order, strategy, leaves, samples } = one;
  const box = { min: [0, 0, 0], max, edge } as const;
  const options: BuildLodOptions = strategy === "split"
    ? { box, strategy: "none", order: "any" }
    : { box, strategy, order: leaves };
  const build = (): LodTree => buildLod(cloud.points, cloud.colors, options);
  using tree = build();
  const checked = await checkTree(tree);
  const time = await measure(context, build, { warmUp: 1, samples });
  const floor = 3 * POINT_BYTES * count + 2 * VOXEL_BYTES * tree.counts.voxels;
  return {
    input: tile.name,
    order,
    points: count,
    strategy,
    leaves: strategy === "split" ? "any" : leaves,
    nodes: tree.counts.nodes,
    voxels: tree.counts.voxels,
    ms: time.median,
    "spread %": time.spread * 100,
    "M points/s": count / time.median / 1e3,
    "floor %": context.device === "cpu" ? NaN : floor / COPIED_BYTES_PER_MS / time.median * 100,
    "tree MiB": tree.counts.bytes / 2 ** 20,
    "peak MiB": peakScratch(context, build) / 2 ** 20,
    checked,
  };
}

/** Looks at a tree: all of it where it is small, and its numbers where it is not. */
async function checkTree(tree: LodTree): Promise<string> {
  const { points, nodes, inner } = tree.counts;
  const levels = tree.levels();
  const sum = levels.reduce((all, level) => all + level.points, 0);
  const total = levels.reduce((all, level) => all + level.inner + level.leaves, 0);
  if (sum !== points || total !== nodes) throw new Error("Cannot time buildLod: points are lost");
  if (points > MOST_CHECKED) return inner >= 0 ? "counts" : "no";
  const faults = await findLodFaults(tree);
  if (faults.length > 0) throw new Error(`Cannot time buildLod: ${faults.join("; ")}`);
  return "all";
}
