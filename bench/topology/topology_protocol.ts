/**
 * Making grids from grids, all operators.
 *
 * This measures with the device's events, checks results and prints tables or, with `--json`, one JSON
 * object:
 *
 * ```sh
 * deno run --allow-ffi=build bench/topology/topology_protocol.ts --device cuda --n 66819,667922,6679728
 * ```
 *
 * `--n` lists numbers of voxels, `--only sizes|batch` selects a part, `--operator` names by their beginning,
 * `--samples` the number of runs. On the CPU `DENOVDB_THREADS` (with `--allow-env`) sets the number of threads, which the device's name
 * tells.
 *
 * @module
 */

import { parseArgs } from "@std/cli/parse-args";
import { type Context, type Device, openContext } from "../../mod.ts";
import { printJson, printTable } from "../_harness.ts";
import { wakeUp } from "../grid/_build_report.ts";
import { type Case, CASES } from "./_cases.ts";
import { reportBatches, reportSizes } from "./_report.ts";
import { buildSurfaces } from "./_surface.ts";

if (import.meta.main) await main();

async function main(): Promise<void> {
  const args = parseArgs(Deno.args, {
    string: ["device", "n", "only", "operator", "samples"],
    boolean: ["json"],
    default: { device: "auto", n: "66819,667922,6679728", operator: "", samples: "10" },
  });
  using context = openContext({ device: args.device as Device });
  using reference = openContext({ device: "cpu" });
  const cases = CASES.filter(({ name }) => name.startsWith(args.operator));
  const setting = { context, reference, cases, samples: Number(args.samples) };
  await wakeUp(context);
  wakeCases(context, cases);
  const sizes = args.only === "batch"
    ? []
    : await reportSizes(setting, args.n.split(",").map(Number));
  const batches = args.only === "sizes" ? [] : await reportBatches(setting);
  if (args.json) return printJson(context, [...sizes, ...batches]);
  if (sizes.length > 0) printTable("Grids from grids", context, sizes);
  if (batches.length > 0) printTable("64 grids against one", context, batches);
}

/** Runs each operator on a small grid until the engine has compiled what the measurements run. */
function wakeCases(context: Context, cases: readonly Case[]): void {
  using surface = buildSurfaces(context, 1000);
  for (const one of cases) {
    for (let round = 0; round < 300; round++) one.run(surface).dispose();
  }
}
