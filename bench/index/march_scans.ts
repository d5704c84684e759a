/**
 * Pictures of scans of 1024 x 768 pixels, with and without an index of their bricks.
 *
 * This measures with the device's events, checks that pictures are the same however the voxels are held, and prints a
 * table or, with `--json`, one JSON object:
 *
 * ```sh
 * deno run --allow-ffi=build --allow-read --allow-env=DENOVDB_DATA bench/index/march_scans.ts --device cuda
 * ```
 *
 * Set DENOVDB_DATA to the folder that has volume/bonsai.nrrd and the others. `--volume` names one of them, or `shell:N`
 * for a sphere of N^3 voxels that needs no file; `--width`, `--height` and `--samples` set the picture and the runs.
 *
 * @module
 */

import { parseArgs } from "@std/cli/parse-args";
import { type Device, openContext } from "../../mod.ts";
import { measure, printJson, printTable, type Row } from "../_harness.ts";
import {
  drawCase,
  isSame,
  MARCH_CASES,
  placeVolume,
  readScan,
  SCANS,
  shellVoxels,
  type Voxels,
} from "./_march.ts";

if (import.meta.main) await main();

async function main(): Promise<void> {
  const args = parseArgs(Deno.args, {
    string: ["device", "volume", "width", "height", "samples"],
    boolean: ["json"],
    default: { device: "auto", volume: "", width: "1024", height: "768", samples: "10" },
  });
  using context = openContext({ device: args.device as Device });
  const size = { width: Number(args.width), height: Number(args.height) };
  const rows: Row[] = [];
  for (const voxels of await volumesOf(args.volume)) {
    const input = placeVolume(context, voxels);
    for (const one of MARCH_CASES) {
      if (!isSame(input, one, size)) throw new Error(`Cannot trust ${one.operator}, ${one.form}`);
      const draw = () => drawCase(input, one, size);
      const time = await measure(context, draw, { samples: Number(args.samples), warmUp: 1 });
      rows.push({
        volume: input.name,
        dims: input.dims.join(" x "),
        operator: one.operator,
        voxels: one.form,
        brick: one.form === "dense" ? NaN : input.bricks.edge,
        "filled %": input.bricks.filled / input.bricks.bricks * 100,
        ms: time.median,
        "spread %": time.spread * 100,
        "M rays/s": size.width * size.height / time.median / 1e3,
        checked: "yes",
      });
    }
    input.dense.dispose();
    input.bricks.dispose();
  }
  if (args.json) return printJson(context, rows);
  printTable(`Pictures of ${size.width} x ${size.height} pixels`, context, rows);
}

async function volumesOf(wanted: string): Promise<Voxels[]> {
  const shell = /^shell:(\d+)$/.exec(wanted);
  if (shell !== null) return [shellVoxels(Number(shell[1]))];
  const folder = Deno.env.get("DENOVDB_DATA") ?? "../shared/data";
  const scans = SCANS.filter(({ name }) => wanted === "" || name === wanted);
  return await Promise.all(scans.map((scan) => readScan(folder, scan)));
}
