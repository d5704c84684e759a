/**
 * What threads of a CPU cost where others want it, too: calls by the usual number of threads and by one, in turns, beside
 * busy processes. Threads that wait by spinning would make calls slower than a single thread is; those that sleep do not.
 *
 * ```sh
 * deno run --allow-ffi=build --allow-read --allow-env --allow-run --allow-sys=loadavg bench/ffi/load_protocol.ts --busy 0,2,4
 * ```
 *
 * `--busy` lists numbers of busy processes, `--samples` says how often each call is timed. Also compares calls that had
 * been slower than their neighbors: square roots of negative numbers, and variances of lists.
 *
 * @module
 */

import { parseArgs } from "@std/cli/parse-args";
import * as nn from "../../lib/nn/mod.ts";
import {
  add,
  coarsenedGrid,
  type Context,
  convPlan,
  gridFromIjk,
  gridFromPoints,
  jagged,
  jaggedSum,
  type JaggedTensor,
  jaggedVar,
  openContext,
  randomNormal,
  sqrt,
  type Tensor,
  tensor,
} from "../_api.ts";
import { printTable, type Row } from "../_harness.ts";

/** A call, and what is waited for. */
type Work = () => void;

const N = 1_000_000;

/** The voxels of a thick sphere, about 40 000. */
function sphere(): Int32Array<ArrayBuffer> {
  const ijk: number[] = [];
  for (let i = -32; i <= 32; i++) {
    for (let j = -32; j <= 32; j++) {
      for (let k = -32; k <= 32; k++) {
        const radius = Math.hypot(i, j, k);
        if (radius >= 28 && radius < 31) ijk.push(i, j, k);
      }
    }
  }
  return Int32Array.from(ijk);
}

/** A step of a network that goes down a level and up again: the loss of five convolutions, and gradients. */
function unetStep(context: Context, stack: DisposableStack): Work {
  const ijk = sphere();
  const coords = stack.use(tensor(ijk, { context, shape: [ijk.length / 3, 3] }));
  const fine = stack.use(gridFromIjk(coords));
  const coarse = stack.use(coarsenedGrid(fine, { factor: 2 }));
  const same = stack.use(convPlan(fine, { kernel: 3, target: fine }));
  const below = stack.use(convPlan(coarse, { kernel: 3, target: coarse }));
  const normal = (shape: readonly number[], seed: number): Tensor<"f32"> =>
    stack.use(randomNormal(shape, { context, dtype: "f32", seed: BigInt(seed), deviation: 0.1 }));
  const weight = (to: number, from: number): Tensor<"f32"> =>
    normal([to, from, 3, 3, 3], 100 * to + from);
  const net = {
    stem: weight(16, 4),
    down: weight(32, 16),
    middle: weight(32, 32),
    up: weight(16, 48),
    head: weight(1, 16),
  };
  const x = normal([fine.numVoxels, 4], 1);
  const grids = { fine, coarse };
  const relu = { activation: "relu" } as const;
  return () => {
    using found = nn.valueAndGrad(net, (p) => {
      const top = nn.sparseConv(same, x, p.stem, relu);
      const pooled = nn.averagePool(grids, top, { factor: 2 });
      const low = nn.sparseConv(below, nn.sparseConv(below, pooled, p.down, relu), p.middle, relu);
      const joined = nn.concat([top, nn.upsampleNearest(grids, low, { factor: 2 })], { axis: 1 });
      const out = nn.sparseConv(same, nn.sparseConv(same, joined, p.up, relu), p.head);
      return nn.mean(nn.multiply(out, out));
    });
    found.loss.readSync();
    context.synchronizeSync();
  };
}

/** What is timed, each on inputs of its own context. */
const WORKS: Readonly<Record<string, (context: Context, stack: DisposableStack) => Work>> = {
  "add, 1 M f32": (context, stack) => {
    const x = stack.use(tensor(new Float32Array(N).fill(1.5), { context }));
    return () => {
      using _ = add(x, x);
      context.synchronizeSync();
    };
  },
  "sqrt of positives, 1 M f32": (context, stack) => {
    const x = stack.use(tensor(Float32Array.from({ length: N }, (_, n) => n + 0.5), { context }));
    return () => {
      using _ = sqrt(x);
      context.synchronizeSync();
    };
  },
  "sqrt of negatives, 1 M f32": (context, stack) => {
    const x = stack.use(tensor(Float32Array.from({ length: N }, (_, n) => -n - 0.5), { context }));
    return () => {
      using _ = sqrt(x);
      context.synchronizeSync();
    };
  },
  "jaggedSum, 1 M f32 in 10 000 lists": (context, stack) => {
    const x = stack.use(listsOf(context));
    return () => {
      using _ = jaggedSum(x);
      context.synchronizeSync();
    };
  },
  "jaggedVar, 1 M f32 in 10 000 lists": (context, stack) => {
    const x = stack.use(listsOf(context));
    return () => {
      using _ = jaggedVar(x);
      context.synchronizeSync();
    };
  },
  "gridFromPoints, 1 M points": (context, stack) => {
    const points = stack.use(
      randomNormal([N, 3], { context, dtype: "f32", seed: 3n }),
    );
    return () => {
      using _ = gridFromPoints(points, { voxelSize: 0.02 });
      context.synchronizeSync();
    };
  },
  "a U-Net step, 34 000 voxels": unetStep,
};

function listsOf(context: Context): JaggedTensor<"f32"> {
  using values = randomNormal([N], { context, dtype: "f32", seed: 2n });
  const offsets = BigInt64Array.from({ length: 10_001 }, (_, n) => 100n * BigInt(n));
  return jagged(values, { offsets });
}

if (import.meta.main) await main();

/** Runs everything beside each number of busy processes. */
async function main(): Promise<void> {
  const { busy, samples } = parseArgs(Deno.args, {
    string: ["busy", "samples"],
    default: { busy: "0,2,4", samples: "15" },
  });
  for (const count of busy.split(",").map(Number)) {
    const children = Array.from(
      { length: count },
      () =>
        new Deno.Command(Deno.execPath(), {
          args: ["eval", "for (;;);"],
          stdin: "null",
          stdout: "null",
          stderr: "null",
        }).spawn(),
    );
    try {
      await report(count, Number(samples));
    } finally {
      for (const child of children) child.kill("SIGKILL");
      await Promise.all(children.map(({ status }) => status));
    }
  }
}

async function report(busy: number, samples: number): Promise<void> {
  using usual = openContext({ device: "cpu" });
  using alone = openContext({ device: "cpu", threads: 1 });
  const table: Row[] = [];
  for (const [name, make] of Object.entries(WORKS)) {
    using stack = new DisposableStack();
    const works = [usual, alone].map((context) => make(context, stack));
    const times: number[][] = [[], []];
    for (let sample = -2; sample < samples; sample++) {
      for (const [which, work] of works.entries()) {
        const start = performance.now();
        work();
        if (sample >= 0) times[which]?.push(performance.now() - start);
      }
      await new Promise((resolve) => setTimeout(resolve));
    }
    const [all = NaN, one = NaN] = times.map(medianOf);
    table.push({
      call: name,
      [`${usual.threads} threads ms`]: all.toFixed(2),
      "1 thread ms": one.toFixed(2),
      ratio: (all / one).toFixed(2),
    });
  }
  const [load = NaN] = Deno.loadavg();
  printTable(`${busy} busy processes of ours, load ${load.toFixed(1)}`, usual, table);
}

function medianOf(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[times.length >> 1] ?? NaN;
}
