// deno-lint-ignore-file no-console -- benchmarks talk to a terminal
/**
 * Reading point clouds of every format.
 *
 * `deno bench` runs small files. As a program this checks every result, measures and prints a table or, with
 * `--json`, one JSON object:
 *
 * ```sh
 * deno run --allow-read bench/io/point_cloud_bench.ts --n 1e6
 * ```
 *
 * `--samples` is the number of runs, of which the median counts. MB are bytes of the file, a million each.
 *
 * @module
 */

import { parseArgs } from "@std/cli/parse-args";
import { type PointCloud, readPointCloud } from "../../lib/io/mod.ts";
import { summarize } from "../_harness.ts";
import { type BenchScan, e57File, eptFiles, hills, pcdFile, textFile } from "./_files.ts";

const PTX_HEAD = "0 0 0\n1 0 0\n0 1 0\n0 0 1\n1 0 0 0\n0 1 0 0\n0 0 1 0\n0 0 0 1\n";

/** A file to read. */
interface Case {
  readonly name: string;
  readonly bytes: number;
  readonly read: () => Promise<PointCloud>;
}

if (import.meta.main) await main();
else await registerBench();

async function registerBench(): Promise<void> {
  const scan = hills(20_000);
  for (const { name, bytes, read } of casesOf(scan)) {
    check(name, scan, await read());
    Deno.bench(`readPointCloud, ${name}, ${(bytes / 1e6).toFixed(2)} MB`, async () => {
      await read();
    });
  }
}

async function main(): Promise<void> {
  const args = parseArgs(Deno.args, { string: ["n", "samples"], boolean: ["json"] });
  const scan = hills(Number(args.n ?? 1e6));
  const rows: { readonly format: string; readonly MB: number; readonly ms: number }[] = [];
  for (const { name, bytes, read } of casesOf(scan)) {
    check(name, scan, await read());
    const times: number[] = [];
    for (let sample = 0; sample < Number(args.samples ?? 5); sample++) {
      const started = performance.now();
      await read();
      times.push(performance.now() - started);
    }
    rows.push({ format: name, MB: bytes / 1e6, ms: summarize(times).median });
  }
  if (args.json) return console.log(JSON.stringify(rows));
  console.log(`readPointCloud, ${scan.count} points`);
  for (const { format, MB, ms } of rows) {
    const cells = [MB.toFixed(1), "MB", ms.toFixed(1), "ms", (MB / ms * 1e3).toFixed(0), "MB/s"];
    const rate = (scan.count / ms / 1e3).toFixed(2);
    console.log(format.padEnd(14), ...cells.map((cell) => cell.padStart(7)), rate, "M points/s");
  }
}

function casesOf(scan: BenchScan): Case[] {
  const files: [name: string, extension: string, bytes: Uint8Array][] = [
    ["XYZ", "xyz", textFile(scan, (place) => place.join(" "))],
    ["CSV, colors", "csv", textFile(scan, (place, color) => [...place, ...color].join())],
    [
      "PTS",
      "pts",
      textFile(
        scan,
        (place, color) => `${place.join(" ")} -900 ${color.join(" ")}`,
        `${scan.count}\n`,
      ),
    ],
    [
      "PTX",
      "ptx",
      textFile(
        scan,
        (place, color) => `${place.join(" ")} 0.5 ${color.join(" ")}`,
        `1\n${scan.count}\n${PTX_HEAD}`,
      ),
    ],
    ["PCD, binary", "pcd", pcdFile(scan, false)],
    ["PCD, LZF", "pcd", pcdFile(scan, true)],
    ["E57", "e57", e57File(scan)],
  ];
  const cases = files.map(([name, extension, bytes]): Case => ({
    name,
    bytes: bytes.length,
    read: () => readPointCloud(bytes, { name: `scan.${extension}` }),
  }));
  const ept = eptFiles(scan);
  const readFile = (path: string): Promise<Uint8Array> =>
    Promise.resolve(ept.get(path) ?? new Uint8Array());
  const json = ept.get("ept.json") ?? new Uint8Array();
  const bytes = [...ept.values()].reduce((sum, { length }) => sum + length, 0);
  const read = (): Promise<PointCloud> => readPointCloud(json, { name: "ept.json", readFile });
  return [...cases, { name: "EPT, binary", bytes, read }];
}

/** Every place is exact to the precision of its format; colors are the same wherever there are any. */
function check(name: string, { count, places, colors }: BenchScan, cloud: PointCloud): void {
  const precision = name.startsWith("PCD") ? 2 ** -24 : 2 ** -52;
  const wrong = cloud.count !== count || cloud.positions.some((value, at) => {
    const expected = (places[at] ?? 0) / 100;
    return !(Math.abs(value - expected) <= Math.abs(expected) * precision);
  });
  const tinted = cloud.colors?.some((value, at) => value !== colors[at]) ?? false;
  if (wrong || tinted) throw new Error(`Cannot time ${name}: its result is wrong`);
}
