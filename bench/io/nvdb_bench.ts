/**
 * Reading and writing files of sparse grids and scans, against copying their bytes.
 *
 * `deno bench` runs a small case. As a program this checks every result, measures, and prints a table or, with `--json`,
 * one JSON object:
 *
 * ```sh
 * deno run --allow-ffi=build --allow-read --allow-write=out bench/io/nvdb_bench.ts --radius 128 --points 1e6
 * ```
 *
 * `--samples` is the number of runs. Rates are bytes of the file over the best of them, for other work on the machine only
 * makes times longer; "copy" is the best time of a copy of the file in memory over that of the work, "disk" that of reading
 * and writing it as it is.
 *
 * @module
 */

import { parseArgs } from "@std/cli/parse-args";
import { openContext } from "../../mod.ts";
import { encodeLas, encodeNvdb, type NvdbGridInput, readLas, readNvdb } from "../../lib/io/mod.ts";
import { equalArrays, printJson, printTable, type Row, summarize } from "../_harness.ts";
import { lasFile, sphereBand } from "./_sparse.ts";

/** A piece of work on a file. */
interface Case {
  readonly name: string;
  /** The file that is read or written. */
  readonly file: Uint8Array<ArrayBuffer>;
  /** Voxels or points in it. */
  readonly count: number;
  readonly work: () => unknown;
}

if (import.meta.main) main();
else {
  for (const { name, work } of casesOf(40, 1e5)) {
    Deno.bench({ name: `${name} (radius 40, 1e5 points)` }, () => void work());
  }
}

/** The work, each piece checked once. */
function casesOf(radius: number, points: number): Case[] {
  const band = sphereBand(radius);
  const count = band.values.length;
  const index: NvdbGridInput = {
    type: "onIndex",
    ijk: band.ijk,
    columns: [{ name: "distance", values: band.values }],
  };
  const plain = encodeNvdb([band]);
  const zipped = encodeNvdb([band], { codec: "zip" });
  const numbered = encodeNvdb([index]);
  const las = lasFile(points);
  const [grid] = readNvdb(plain);
  const again = encodeNvdb(readNvdb(zipped) as NvdbGridInput[]);
  if (grid?.voxelCount !== count || !equalArrays(again, plain)) {
    throw new Error("What was written is not what is read");
  }
  if (readNvdb(numbered)[0]?.slotCount !== count + 1) throw new Error("The index grid is wrong");
  const cloud = readLas(las);
  if (cloud.count !== points) throw new Error("The scan is wrong");
  const written = encodeLas(cloud);
  if (!equalArrays(readLas(written).positions, cloud.positions)) {
    throw new Error("Another scan was written than was read");
  }
  const { leaves, values } = grid;
  const { ijk: _, ...frame } = band;
  const sorted: NvdbGridInput = { ...frame, leaves, values };
  return [
    { name: "read float", file: plain, count, work: () => readNvdb(plain) },
    {
      name: "read float, no checksums",
      file: plain,
      count,
      work: () => readNvdb(plain, { verify: false }),
    },
    { name: "read float, zip", file: zipped, count, work: () => readNvdb(zipped) },
    { name: "read index grid", file: numbered, count, work: () => readNvdb(numbered) },
    { name: "write float of leaves", file: plain, count, work: () => encodeNvdb([sorted]) },
    { name: "write float of voxels", file: plain, count, work: () => encodeNvdb([band]) },
    {
      name: "write float, zip",
      file: zipped,
      count,
      work: () => encodeNvdb([sorted], { codec: "zip" }),
    },
    { name: "write index grid", file: numbered, count, work: () => encodeNvdb([index]) },
    { name: "read LAS", file: las, count: points, work: () => readLas(las) },
    { name: "write LAS", file: written, count: points, work: () => encodeLas(cloud) },
  ];
}

function main(): void {
  const args = parseArgs(Deno.args, {
    string: ["radius", "points", "samples"],
    boolean: ["json"],
    default: { radius: "100", points: "1e6", samples: "7" },
  });
  const samples = Number(args.samples);
  Deno.mkdirSync("out", { recursive: true });
  const folder = Deno.makeTempDirSync({ dir: "out", prefix: "bench-" });
  try {
    const rows = casesOf(Number(args.radius), Number(args.points)).map((one) =>
      rowOf(one, samples, folder)
    );
    using context = openContext({ device: "cpu" });
    if (args.json) return printJson(context, rows);
    printTable("Files", context, rows);
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

function rowOf({ name, file, count, work }: Case, samples: number, folder: string): Row {
  const [from, to] = [`${folder}/from`, `${folder}/to`];
  Deno.writeFileSync(from, file);
  const { median, least, spread } = timeOf(work, samples);
  const copy = timeOf(() => file.slice(), samples).least;
  const disk = timeOf(() => Deno.writeFileSync(to, Deno.readFileSync(from)), samples).least;
  return {
    work: name,
    count,
    bytes: file.length,
    ms: median,
    spread,
    best: least,
    "MB/s": file.length / least / 1000,
    "M/s": count / least / 1000,
    copy: copy / least,
    disk: disk / least,
  };
}

/** Times work on this thread. */
function timeOf(
  work: () => unknown,
  samples: number,
): { readonly median: number; readonly least: number; readonly spread: number } {
  for (let run = 0; run < 2; run++) work();
  return summarize(Array.from({ length: samples }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  }));
}
