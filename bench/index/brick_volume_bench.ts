/**
 * Volumes in bricks, all operators.
 *
 * `deno bench` measures making them. As a program this measures everything with the device's events, checks results and
 * prints a table or, with `--json`, one JSON object:
 *
 * ```sh
 * deno run --allow-ffi=build bench/index/brick_volume_bench.ts --device cuda --n 256,512 --operator brick
 * ```
 *
 * `--n` lists voxels along an axis, `--operator` names operators by their beginning, `--samples` the number of runs.
 *
 * @module
 */

import { parseArgs } from "@std/cli/parse-args";
import { type Device, openContext } from "../../mod.ts";
import { COPIED_BYTES_PER_MS, measure, printJson, printTable, type Row } from "../_harness.ts";
import { benchBricks, BRICK_CASES, brickSize, makeBricks } from "./_bricks.ts";

if (import.meta.main) await main();
else benchBricks("brickVolume");

async function main(): Promise<void> {
  const args = parseArgs(Deno.args, {
    string: ["device", "n", "operator", "samples"],
    boolean: ["json"],
    default: { device: "auto", operator: "", samples: "10" },
  });
  using context = openContext({ device: args.device as Device });
  const cases = BRICK_CASES.filter(({ operator }) => operator.startsWith(args.operator));
  const rows: Row[] = [];
  for (const n of (args.n ?? String(brickSize(context))).split(",").map(Number)) {
    const input = makeBricks(context, n);
    for (const one of cases) {
      if (!one.check(input)) throw new Error(`Cannot trust ${one.operator}, ${one.name}`);
      const time = await measure(context, () => one.run(input), { samples: Number(args.samples) });
      rows.push({
        operator: one.operator,
        on: one.name,
        n,
        ms: time.median,
        "spread %": time.spread * 100,
        "G items/s": one.items(input) / time.median / 1e6,
        "floor %": context.device === "cpu"
          ? NaN
          : one.bytes(input) / COPIED_BYTES_PER_MS / time.median * 100,
        checked: "yes",
      });
    }
  }
  if (args.json) return printJson(context, rows);
  printTable("Volumes in bricks", context, rows);
}
