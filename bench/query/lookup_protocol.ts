/**
 * Looking voxels up: 27-neighbor gathers over all voxels, and rows of coordinates in order and shuffled.
 *
 * This measures with the device's events on spherical shells of three voxels, checks every result and prints a table or,
 * with `--json`, one JSON object:
 *
 * ```sh
 * deno run --allow-ffi=build bench/query/lookup_protocol.ts --device cuda
 * ```
 *
 * `--radius` selects the spheres: 115, 480 and 892 have about 0.5, 8.7 and 30 million voxels. Without it, the CPU gets
 * the first only. `--samples` sets the number of runs. On the CPU `DENOVDB_THREADS` (with `--allow-env`) sets the number of threads, which
 * the device's name tells.
 *
 * @module
 */

import { parseArgs } from "@std/cli/parse-args";
import { type Device, openContext } from "../../mod.ts";
import { printJson, printTable, type Row } from "../_harness.ts";
import { reportLookups } from "./_lookup_report.ts";

if (import.meta.main) await main();

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
