/**
 * Submanifold convolutions of 3x3x3 taps by the protocol of papers on sparse convolution: kernel maps apart from
 * arithmetic, operations counted by the pairs that exist, some rows of each layer checked in double precision.
 *
 * The floor is what one H200 needs at least: bytes over 4.27 TB/s or operations over its units' rate.
 * Measures with the device's events, the caches of a GPU filled with something else before each run, and prints tables or,
 * with `--json`, one JSON object:
 *
 * ```sh
 * deno run --allow-ffi=build --allow-env --allow-read bench/conv/conv_protocol.ts --device cuda
 * ```
 *
 * `--sets` lists sets of voxels: low1, low (scans of a street), thin, band3, mid, high, thick (shells of a gyroid), dense,
 * sphere256, sphere512, and nuscenes (a real scan in the folder `--data`, left out where it is missing; nuscenes/4 has voxels
 * four times as large, as a network's third stage does). `--channels` lists layers, `--dtypes` element types, `--passes` the
 * passes: forward, features, weights. `--backends` lists who computes, "auto" or a backend's name; `--paper` sets the
 * comparison of backends of the fVDB paper's figure 10 and prints them side by side: its four and "window" forward, of f16, on
 * low, mid and high, with 8 to 16, 32 to 32 and 128 to 128 channels; a backend that refuses a layer is left out. `--warm` runs come before the
 * `--samples` that are timed. On the CPU `--threads` sets the number of threads, which the device's name tells.
 *
 * @module
 */

import { parseArgs } from "@std/cli/parse-args";
import { type Device, type Float, openContext } from "../../mod.ts";
import { printJson, printTable } from "../_harness.ts";
import { type Backend, PASSES, type Widths } from "./_layers.ts";
import { reportConvolutions, sideBySide } from "./_report.ts";

/** What is measured where nothing else is asked for. */
const USUAL = {
  sets: "low,mid,high,sphere256,sphere512,nuscenes",
  channels: "8x16,32x32,64x64,128x128",
  passes: PASSES.join(","),
  backends: "auto",
  dtypes: "f32,f16",
};

/** Williams et al., "fVDB", 2024, figure 10. */
const PAPER = {
  sets: "low,mid,high",
  channels: "8x16,32x32,128x128",
  passes: "forward",
  backends: "igemm,leaf,brick,lggs,window",
  dtypes: "f16",
};

if (import.meta.main) await main();

async function main(): Promise<void> {
  const args = parseArgs(Deno.args, {
    string: [
      "device",
      "sets",
      "channels",
      "dtypes",
      "passes",
      "backends",
      "warm",
      "samples",
      "threads",
      "data",
    ],
    boolean: ["json", "paper"],
    default: {
      device: "auto",
      warm: "8",
      samples: "20",
    },
  });
  const threads = args.threads === undefined ? {} : { threads: Number(args.threads) };
  using context = openContext({ device: args.device as Device, ...threads });
  const usual = args.paper ? PAPER : USUAL;
  const { sets = usual.sets, channels = usual.channels, dtypes = usual.dtypes } = args;
  const backends = (args.backends ?? usual.backends).split(",") as Backend[];
  const wanted = (args.passes ?? usual.passes).split(",");
  const { maps, layers } = await reportConvolutions({
    context,
    sets: sets.split(","),
    widths: channels.split(",").map(widthsOf),
    dtypes: dtypes.split(",") as Float[],
    passes: PASSES.filter((pass) => wanted.includes(pass)),
    backends,
    warmUp: Number(args.warm),
    samples: Number(args.samples),
    data: args.data ?? Deno.env.get("DENOVDB_DATA") ?? "../shared/data",
  });
  if (args.json) return printJson(context, [...maps, ...layers]);
  printTable("Kernel maps", context, maps);
  printTable("Layers", context, layers);
  if (args.paper) printTable("Milliseconds by backend", context, sideBySide(layers, backends));
}

function widthsOf(text: string): Widths {
  const [inChannels = NaN, outChannels = NaN] = text.split("x").map(Number);
  return [inChannels, outChannels];
}
