// deno-lint-ignore-file no-console -- benchmarks talk to a terminal
/**
 * Rays through narrow bands, by the protocols of others, beside what others reach.
 *
 * Measures with the device's events, and small calls by the clock of the host, checks results in the same run, and
 * prints tables or, with `--json`, one JSON object:
 *
 * ```sh
 * deno run --allow-ffi=build --allow-env --allow-read --allow-write --allow-run=tar \
 *   bench/rays/band_protocol.ts --device cuda
 * ```
 *
 * Spheres: bands of voxels whose centers are at most 1.5 voxels from a sphere of a radius of `--radii`, with the distance
 * as their field; rays of a camera at (0.3 R, 0.2 R, -4 R) through the square of side 2.4 R in z = 0, and random rays from
 * the sphere of 2 R to that of 0.9 R; `--rays` lists numbers of rays in a call.
 *
 * Bunny: bands of the same thickness around a scan at each of `--resolutions`, from the folder or archive `--bands`;
 * rays from a sphere of 1.5 diagonals of the box that is 1.2 times as large as the band's, to random places of that box;
 * all segments. `--calls` calls of 1024 rays, each waited for, and one of the largest number of `--rays`.
 *
 * `--only spheres|bunny` selects a part, `--samples` the number of runs. On the CPU `--threads` sets the number of
 * threads, which the device's name tells.
 *
 * @module
 */

import { parseArgs } from "@std/cli/parse-args";
import { type Context, type Device, openContext } from "../../mod.ts";
import { printJson, printTable, type Row } from "../_harness.ts";
import { wakeUp } from "../grid/_build_report.ts";
import { reportBunny } from "./_bunny.ts";
import { reportSpheres } from "./_spheres.ts";

if (import.meta.main) await main();

async function main(): Promise<void> {
  const args = parseArgs(Deno.args, {
    string: [
      "device",
      "radii",
      "rays",
      "calls",
      "resolutions",
      "bands",
      "only",
      "samples",
      "threads",
    ],
    boolean: ["json"],
    default: {
      device: "auto",
      radii: "16,64,256,400",
      rays: "1048576,1024",
      calls: "1000",
      resolutions: "32,64,128,256,512,1024",
      samples: "10",
    },
  });
  const threads = args.threads === undefined ? {} : { threads: Number(args.threads) };
  using context = openContext({ device: args.device as Device, ...threads });
  await wakeUp(context);
  const rays = numbers(args.rays);
  const measuring = { context, samples: Number(args.samples) };
  const spheres = args.only === "bunny"
    ? []
    : await reportSpheres({ ...measuring, radii: numbers(args.radii), rays });
  const bunny = args.only === "spheres" ? { calls: [], large: [] } : await reportBunny({
    ...measuring,
    bands: args.bands ??
      `${Deno.env.get("DENOVDB_DATA") ?? "../shared/data"}/bands/bunny_bands.tar.xz`,
    resolutions: numbers(args.resolutions),
    raysPerCall: 1024,
    calls: Number(args.calls),
    rays: Math.max(...rays),
  });
  const tables: [string, readonly Row[]][] = [["Bands around spheres", spheres]];
  if (typeof bunny === "string") console.error(bunny);
  else tables.push(["Segments, small calls", bunny.calls], ["Segments, one call", bunny.large]);
  print(context, tables, args.json);
}

function print(
  context: Context,
  tables: readonly (readonly [string, readonly Row[]])[],
  json: boolean,
): void {
  if (json) return printJson(context, tables.flatMap(([, rows]) => rows));
  for (const [title, rows] of tables) if (rows.length > 0) printTable(title, context, rows);
}

function numbers(list: string): number[] {
  return list.split(",").map(Number);
}
