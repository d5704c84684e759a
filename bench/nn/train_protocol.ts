/**
 * A step of a training of SparseResUNet42, as TorchSparse defines it, and its results alone: forward pass, cross entropy of
 * 19 classes, backward pass, AdamW and running statistics, with kernel maps that are made before and measured apart. Results
 * alone are those of a network whose norms have been folded into its convolutions.
 *
 * Parameters and optimizer are f32; features and products are those of `--compute`: bf16, f16 (with a scale of the loss that
 * the device keeps) or f32. The floor is what one H200 needs at least: bytes over 4.27 TB/s, or operations of the pairs that
 * exist over its units' rate. The peak is that of bytes that are allocated, parameters and scratch memory included, as
 * `max_memory_allocated` of PyTorch counts them, not of those that pools keep. Before it is timed, the loss is compared with
 * that in f32, and afterwards it has to be lower.
 *
 * ```sh
 * DENOVDB_DATA=data deno run --allow-ffi=build --allow-env --allow-read bench/nn/train_protocol.ts --device cuda
 * ```
 *
 * `--inputs` lists kitti (a scan at 5 cm, in the folder that DENOVDB_DATA or `--data` names; one that is made up where it is
 * missing), four (scans that are made up, as one batch), mid (the shell of a gyroid) and small (the scan at 24 cm).
 * `--width` is the share of the channels of each layer, `--warm` runs come before the `--samples` that are timed, and
 * `--json` prints one JSON object. With `--recompute`, norms and joins of features run again in the backward pass, so that
 * their results are not kept; with `--frugal`, residual blocks do, so that their insides are not. On the CPU, `--threads`
 * sets the number of threads; f32, the input small and a width of 0.5 are usual there. `peers/sparse_res_unet.py` is the
 * same on a CPU in plain PyTorch.
 *
 * @module
 */

// deno-lint-ignore-file no-console -- benchmarks print what they find

import { parseArgs } from "@std/cli/parse-args";
import { type Device, openContext } from "../../mod.ts";
import { printJson, type Row } from "../_harness.ts";
import { type Compute, measureTraining } from "./_training.ts";

if (import.meta.main) await main();

async function main(): Promise<void> {
  const args = parseArgs(Deno.args, {
    string: ["device", "inputs", "width", "compute", "warm", "samples", "threads", "data"],
    boolean: ["json", "frugal", "recompute"],
    default: { device: "auto", warm: "4", samples: "15" },
  });
  const threads = args.threads === undefined ? {} : { threads: Number(args.threads) };
  using context = openContext({ device: args.device as Device, ...threads });
  const isGpu = context.device.startsWith("cuda");
  const usual = isGpu
    ? { inputs: "kitti,four,mid", width: "1", compute: "bf16" }
    : { inputs: "small", width: "0.5", compute: "f32" };
  const rows: Row[] = [];
  for (const input of (args.inputs ?? usual.inputs).split(",")) {
    rows.push(
      await measureTraining({
        ...{ context, input },
        width: Number(args.width ?? usual.width),
        compute: (args.compute ?? usual.compute) as Compute,
        isFrugal: args.frugal,
        recompute: args.recompute,
        warmUp: Number(args.warm),
        samples: Number(args.samples),
        data: args.data ?? Deno.env.get("DENOVDB_DATA") ?? "../shared/data",
      }),
    );
  }
  if (args.json) return printJson(context, rows);
  console.log(`SparseResUNet42 on ${context.device}, ${context.deviceName}`);
  for (const row of rows) {
    console.log("");
    for (const [name, value] of Object.entries(row)) {
      const text = typeof value === "number" ? shown(value) : value;
      console.log(`${name.padEnd(20)} ${text}`);
    }
  }
}

function shown(value: number): string {
  if (Number.isNaN(value)) return "-";
  return Number.isInteger(value) ? value.toLocaleString("en-US") : value.toPrecision(4);
}
