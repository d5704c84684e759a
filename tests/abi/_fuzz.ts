/**
 * Calls every function with arguments that make no sense, and prints how often each status came: `library seed`.
 *
 * Memory is as large as the largest size that the library may believe, so that only a defect can crash.
 *
 * @module
 */

import type { FunctionType, Parameter } from "../../ffi/_gen/model.ts";
import { passedParameters } from "../../ffi/_gen/names.ts";
import { type Context, nativeOf } from "../../ffi/context.ts";
import type { Device } from "../../ffi/context_options.ts";
import { openContext } from "../../ffi/open_context.ts";
import { Random } from "../_arrays.ts";
import { call, callAsync, FUNCTIONS, type Handles, makeHandles, memory } from "./_calls.ts";
import { printJson } from "../_child.ts";

const ROUNDS = 60;

/** What makes later calls fail, as it should. */
const SPOILS: ReadonlySet<string> = new Set([
  "dvdb_context_fail_allocation",
  "dvdb_context_limit_memory",
]);

/** Elements of each array: 3 per grid of the largest batch, and one more. */
const LENGTH = 3 * 65536 + 3;

const NUMBERS: readonly number[] = [
  0,
  1,
  2,
  3,
  7,
  64,
  65535,
  65536,
  65537,
  2 ** 31 - 1,
  2 ** 32 - 1,
];
const SIZES: readonly number[] = [...NUMBERS, -1, -8, 2 ** 40, 2 ** 53 - 1, -(2 ** 53) + 1];
const DOUBLES: readonly number[] = [0, 1, -1, NaN, Infinity, -Infinity, 1e308, 5e-324];

function pick<T>(random: Random, values: readonly T[], fallback: T): T {
  return values[random.integer(0, values.length - 1)] ?? fallback;
}

function randomHandle(random: Random, own: number): number {
  return pick(
    random,
    [own, own, own, own, 0, random.bits(), own ^ (1 << random.integer(0, 31))],
    0,
  );
}

function fillMemory(random: Random, view: ArrayBufferView): ArrayBufferView {
  if (view instanceof BigInt64Array) {
    const offsets = [0, random.integer(0, 3), pick(random, SIZES, 0), pick(random, SIZES, 0)];
    view.set(offsets.map(BigInt));
  } else if (view instanceof Float64Array) {
    for (let place = 0; place < 8; place++) view[place] = pick(random, DOUBLES, 0);
  }
  return view;
}

function randomValue(random: Random, parameter: Parameter, handles: Handles): unknown {
  const { type, direction, name } = parameter;
  if (direction !== "value") return fillMemory(random, memory(type, LENGTH));
  const kind = type.replace("dvdb_", "");
  if (
    kind === "context" || kind === "buffer" || kind === "grid" || kind === "event" ||
    kind === "conv_plan"
  ) {
    return randomHandle(random, handles[kind]) >>> 0;
  }
  if (type === "double") return pick(random, DOUBLES, 0);
  if (type === "int64_t") return pick(random, SIZES, 0);
  return name === "capacity" ? random.integer(0, LENGTH) : pick(random, NUMBERS, 0);
}

async function fuzz(context: Context, seed: number): Promise<Record<string, number>> {
  const random = new Random(seed);
  const counts: Record<string, number> = {};
  for (let round = 0; round < ROUNDS; round++) {
    for (const type of FUNCTIONS) {
      if (SPOILS.has(type.name)) continue;
      using handles = makeHandles(context, Int32Array.of(1, 2, 3, -4, 5, 6));
      for (const status of await callBoth(random, context, type, handles)) {
        counts[status] = (counts[status] ?? 0) + 1;
      }
    }
  }
  return counts;
}

async function callBoth(
  random: Random,
  context: Context,
  type: FunctionType,
  handles: Handles,
): Promise<(string | number)[]> {
  const values = (): unknown[] =>
    passedParameters(type).map((parameter) => randomValue(random, parameter, handles));
  // The context itself is ended by the last call only.
  const isEnd = type.name === "dvdb_context_destroy";
  const native = nativeOf(context);
  const outcomes = [await outcome(() => call(native, type, isEnd ? [random.bits()] : values()))];
  if (type.nonblocking) outcomes.push(await outcome(() => callAsync(native, type, values())));
  return outcomes;
}

/** The status of a call, or that the wrapper refused it. */
async function outcome(body: () => number | Promise<number>): Promise<string | number> {
  try {
    return await body();
  } catch (error) {
    if (error instanceof RangeError) return "wrapper";
    throw error;
  }
}

if (import.meta.main) {
  const [device = "cpu", library = "", seed = "1"] = Deno.args;
  const context = openContext({ device: device as Device, library });
  const counts = await fuzz(context, Number(seed));
  await context.synchronize();
  const { liveHandles, liveBytes } = context.stats();
  context.dispose();
  printJson({ counts, liveHandles, liveBytes });
}
