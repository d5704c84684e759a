/**
 * How long calls take to end when they are told to: the time from the abort of a signal to the rejection.
 *
 * ```sh
 * deno run --allow-ffi=build --allow-read --allow-env bench/ffi/cancel_protocol.ts --device cuda
 * ```
 *
 * @module
 */

import { parseArgs } from "@std/cli/parse-args";
import {
  type Context,
  type Device,
  fullTensor,
  gridFromDense,
  gridFromDenseAsync,
  openContext,
  randomNormalAsync,
  randomUniformAsync,
  reinitializeSdfAsync,
} from "../_api.ts";
import { printTable, type Row } from "../_harness.ts";

/** Starts a call that takes longer than anybody waits. */
type Long = (signal: AbortSignal) => Promise<Disposable>;

function longCalls(context: Context, stack: DisposableStack): Readonly<Record<string, Long>> {
  const grid = stack.use(gridFromDense({ context, dims: 96 }));
  const field = stack.use(fullTensor([grid.numVoxels], 1, { context, dtype: "f32" }));
  const many = [2 ** 31];
  return {
    "randomUniformAsync, 2^31 f32": (signal) =>
      randomUniformAsync(many, { context, dtype: "f32", seed: 1n, signal }),
    "randomNormalAsync, 2^31 f32": (signal) =>
      randomNormalAsync(many, { context, dtype: "f32", seed: 1n, signal }),
    "gridFromDenseAsync, 1500^3": (signal) => gridFromDenseAsync({ context, dims: 1500, signal }),
    "reinitializeSdfAsync, 60 000 steps of 96^3": (signal) =>
      reinitializeSdfAsync(grid, field, { steps: 60_000, signal }),
  };
}

if (import.meta.main) {
  const { device, after } = parseArgs(Deno.args, {
    string: ["device", "after"],
    default: { device: "cpu", after: "5,20,100" },
  });
  using context = openContext({ device: device as Device });
  using stack = new DisposableStack();
  const table: Row[] = [];
  for (const [name, long] of Object.entries(longCalls(context, stack))) {
    const row: Record<string, string> = { call: name };
    for (const ms of after.split(",").map(Number)) {
      row[`told after ${ms} ms`] = await endOf(long, ms);
    }
    table.push(row);
  }
  printTable("from the abort to the end, ms", context, table);
}

/** Milliseconds from the abort to the rejection; or how else it ended. */
async function endOf(long: Long, after: number): Promise<string> {
  const told = new AbortController();
  let aborted = 0;
  const timer = setTimeout(() => {
    aborted = performance.now();
    told.abort();
  }, after);
  try {
    (await long(told.signal))[Symbol.dispose]();
    return "done before";
  } catch (error) {
    const isEnded = error instanceof DOMException && error.name === "AbortError";
    return isEnded ? (performance.now() - aborted).toFixed(1) : String(error).slice(0, 60);
  } finally {
    clearTimeout(timer);
  }
}
