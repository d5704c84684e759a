/**
 * Building grids from coordinates.
 *
 * This measures with the device's events, checks every result and prints a table or, with `--json`, one JSON object:
 *
 * ```sh
 * deno run --allow-ffi=build bench/grid/build_protocol.ts --device cuda --n 1e5,1e6,1e7,1e8
 * ```
 *
 * `--kind` and `--order` select inputs, `--only cases|batch|sizes` a part, `--samples` the number of runs. On the CPU
 * `DENOVDB_THREADS` (with `--allow-env`) sets the number of threads, which the device's name tells.
 *
 * @module
 */

import { parseArgs } from "@std/cli/parse-args";
import { type Device, openContext } from "../../mod.ts";
import { printJson, printTable, type Row } from "../_harness.ts";
import {
  type BuildSetting,
  reportBatch,
  reportBuild,
  reportSizes,
  wakeUp,
} from "./_build_report.ts";
import { KINDS, ORDERS } from "./_inputs.ts";

if (import.meta.main) await main();

async function main(): Promise<void> {
  const args = parseArgs(Deno.args, {
    string: ["device", "n", "kind", "order", "only", "samples"],
    boolean: ["json"],
    default: { device: "auto", n: "1e5,1e6,1e7", samples: "10" },
  });
  using context = openContext({ device: args.device as Device });
  using reference = context.device === "cpu" ? undefined : openContext({ device: "cpu" });
  const setting: BuildSetting = { context, reference, samples: Number(args.samples) };
  await wakeUp(context);
  const rows: Row[] = [];
  if (args.only === undefined || args.only === "cases") {
    for (const count of args.n.split(",").map(Number)) {
      for (const kind of KINDS.filter((name) => args.kind === undefined || args.kind === name)) {
        for (
          const order of ORDERS.filter((name) => args.order === undefined || args.order === name)
        ) {
          rows.push(await reportBuild(setting, { kind, count, order }));
        }
      }
    }
  }
  if (args.only === undefined || args.only === "batch") rows.push(...await reportBatch(setting));
  if (args.only === undefined || args.only === "sizes") rows.push(...await reportSizes(setting));
  if (args.json) return printJson(context, rows);
  printTable("gridFromIjk", context, rows);
}
