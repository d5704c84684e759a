/**
 * Spatial indexes, all operators.
 *
 * As a program this measures with the device's events, checks results and prints a table or, with `--json`, one JSON
 * object:
 *
 * ```sh
 * deno run --allow-ffi=build bench/index/fenwick_bench.ts --device cuda --n 2949120,188743680 --operator indexFrom
 * ```
 *
 * `--n` lists numbers of elements, `--keys` and `--edits` say how many are asked for and edited, `--operator` names
 * operators by their beginning, `--samples` the number of runs. On the CPU `OMP_NUM_THREADS` sets the number of threads,
 * which the device's name tells. `deno bench` finds the operators in the files that are named after them.
 *
 * @module
 */

import { parseArgs } from "@std/cli/parse-args";
import { type Device, openContext } from "../../mod.ts";
import { COPIED_BYTES_PER_MS, measure, printJson, printTable, type Row } from "../_harness.ts";
import { CASES } from "./_cases.ts";
import { benchSizes, makeInput } from "./_inputs.ts";

if (import.meta.main) await main();

async function main(): Promise<void> {
  const args = parseArgs(Deno.args, {
    string: ["device", "n", "keys", "edits", "operator", "samples"],
    boolean: ["json"],
    default: { device: "auto", operator: "", samples: "10" },
  });
  using context = openContext({ device: args.device as Device });
  const usual = benchSizes(context);
  const cases = CASES.filter(({ operator }) => operator.startsWith(args.operator));
  const rows: Row[] = [];
  for (const size of (args.n ?? String(usual.size)).split(",").map(Number)) {
    const count = Number(args.keys ?? usual.count);
    const input = makeInput(context, { size, count, edits: Number(args.edits ?? usual.edits) });
    for (const one of cases) {
      if (!one.check(input)) throw new Error(`Cannot trust ${one.operator}, ${one.name}`);
      const time = await measure(context, () => one.run(input), { samples: Number(args.samples) });
      const items = one.items(input);
      rows.push({
        operator: one.operator,
        on: one.name,
        n: size,
        items,
        ms: time.median,
        "spread %": time.spread * 100,
        "G items/s": items / time.median / 1e6,
        "floor %": context.device === "cpu"
          ? NaN
          : one.bytes(input) / COPIED_BYTES_PER_MS / time.median * 100,
        checked: "yes",
      });
    }
  }
  if (args.json) return printJson(context, rows);
  printTable("Spatial indexes", context, rows);
}
