/**
 * Looking voxels up: 27-neighbour gathers over all voxels, and rows of coordinates in order and shuffled.
 *
 * `deno bench` runs one small case. As a program this measures with the device's events on spherical shells of three
 * voxels, checks every result and prints a table or, with `--json`, one JSON object:
 *
 * ```sh
 * deno run --allow-ffi=build bench/query/lookup_bench.ts --device cuda
 * ```
 *
 * `--radius` selects the spheres: 115, 480 and 892 have about 0.5, 8.7 and 30 million voxels. Without it, the CPU gets
 * the first only. `--samples` sets the number of runs. On the CPU `OMP_NUM_THREADS` sets the number of threads, which
 * the device's name tells.
 *
 * @module
 */

import { parseArgs } from "@std/cli/parse-args";
import { neighborRows } from "../../lib/query/mod.ts";
import { type Device, gridFromIjk, openContext, tensor } from "../../mod.ts";
import { benchOperator, printJson, printTable, type Row } from "../_harness.ts";
import { sphereBand } from "../grid/_inputs.ts";
import { reportLookups } from "./_lookup_report.ts";

if (import.meta.main) await main();
else registerBench();

function registerBench(): void {
  const context = openContext();
  const points = sphereBand(60);
  const count = points.length / 3;
  const ijk = tensor(points, { context, shape: [count, 3] });
  const grid = gridFromIjk(ijk);
  benchOperator(
    `27 neighbours of a shell of ${count} voxels`,
    context,
    () => neighborRows(grid, { extent: 1 }),
    (rows) =>
      rows.data.readSync().every((row, at) => at % 27 !== 13 || row === BigInt((at - 13) / 27)),
  );
}

async function main(): Promise<void> {
  const args = parseArgs(Deno.args, {
    string: ["device", "radius", "samples"],
    boolean: ["json"],
    default: { device: "auto", samples: "10" },
  });
  using context = openContext({ device: args.device as Device });
  const radii = args.radius ?? (context.device === "cpu" ? "115" : "115,480,892");
  const options = { samples: Number(args.samples) };
  await reportLookups(context, 20, { samples: 200 }); // compiles what follows
  const rows: Row[] = [];
  for (const radius of radii.split(",").map(Number)) {
    rows.push(...await reportLookups(context, radius, options));
  }
  if (args.json) return printJson(context, rows);
  printTable("lookups", context, rows);
}
