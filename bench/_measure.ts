/**
 * Times of work on a device: between its events, after warm-up, the median of several runs.
 *
 * @module
 */

import { type Context, elapsed, emptyTensor, recordEvent, type Tensor } from "./_api.ts";

/** Bytes that one H200 copies per millisecond, read and written; measured with cudaMemcpyAsync. */
export const COPIED_BYTES_PER_MS = 4.27e9;

/** Operations that one H200 does in a millisecond, in products of each type; measured with the products of a library. */
export const OPERATIONS_PER_MS: Readonly<Record<string, number>> = {
  f16: 758e9,
  bf16: 788e9,
  f32: 51e9,
};

/** How long a piece of work takes, in milliseconds of the device. */
export interface Measurement {
  /** The middle one of the samples. */
  readonly median: number;
  /** The shortest sample. */
  readonly least: number;
  /** The longest sample. */
  readonly most: number;
  /** (most - least) / median: how far to trust the median. */
  readonly spread: number;
  /** Samples taken. */
  readonly samples: number;
}

/** How often work is run. */
export interface MeasureOptions {
  /**
   * Runs before the first sample.
   *
   * @default {3}
   */
  readonly warmUp?: number;
  /**
   * Runs that are timed.
   *
   * @default {10}
   */
  readonly samples?: number;
}

/** Boils samples down to a measurement. */
export function summarize(times: readonly number[]): Measurement {
  const sorted = times.toSorted((a, b) => a - b);
  const least = sorted[0] ?? NaN;
  const most = sorted.at(-1) ?? NaN;
  const low = sorted[(sorted.length - 1) >> 1] ?? NaN;
  const high = sorted[sorted.length >> 1] ?? NaN;
  const median = (low + high) / 2;
  return { median, least, most, spread: (most - least) / median, samples: sorted.length };
}

/**
 * Times work between two events of its device.
 *
 * @param context The device.
 * @param work What to time; its result is disposed after the clock has stopped.
 * @param options How often to run it.
 */
export async function measure(
  context: Context,
  work: () => Disposable,
  { warmUp = 3, samples = 10 }: MeasureOptions = {},
): Promise<Measurement> {
  for (let run = 0; run < warmUp; run++) work()[Symbol.dispose]();
  await context.synchronize();
  const times: number[] = [];
  for (let run = 0; run < samples; run++) {
    using start = recordEvent(context);
    using _result = work();
    using stop = recordEvent(context);
    times.push(await elapsed(start, stop));
  }
  return summarize(times);
}

/** What a burst of calls takes at the least, in milliseconds, so that its ends are a small part of it. */
const BURST_MS = 2;

/** Calls of a burst at most, so that the queue of a device has room for their launches. */
const MOST_CALLS = 100;

/** Time of the host, in milliseconds, that a burst may take to enqueue. */
const MOST_HOST_MS = 20;

/**
 * Times calls that follow each other between two events, as the time of one of them: what the device takes, however long
 * the host takes to enqueue a call. For that the device is held up until a burst has been enqueued.
 *
 * @param context The device.
 * @param work A call; its result is disposed before the next one.
 * @param options How many bursts to run, besides two that find out how long they are.
 */
export async function measureCalls(
  context: Context,
  work: () => Disposable,
  { warmUp = 3, samples = 10 }: MeasureOptions = {},
): Promise<Measurement> {
  if (samples < 2 && warmUp === 0) return await measure(context, work, { warmUp, samples });
  const run = (calls: number): void => {
    for (let call = 0; call < calls; call++) work()[Symbol.dispose]();
  };
  run(warmUp);
  await context.synchronize();
  const burst = async (calls: number, hostMs: number): Promise<{ ms: number; hostMs: number }> => {
    holdUp(context, hostMs);
    using start = recordEvent(context);
    const began = performance.now();
    run(calls);
    const took = performance.now() - began;
    using stop = recordEvent(context);
    return { ms: await elapsed(start, stop) / calls, hostMs: took / calls };
  };
  // The first burst warms up the host, and the second one finds out how long calls take.
  const first = await burst(2, 1);
  const few = Math.min(MOST_CALLS, Math.max(2, Math.ceil(BURST_MS / 4 / first.ms)));
  const second = await burst(few, few * first.hostMs);
  const most = Math.min(MOST_CALLS, Math.max(1, Math.floor(MOST_HOST_MS / second.hostMs)));
  const calls = Math.min(most, Math.max(1, Math.ceil(BURST_MS / second.ms)));
  const times: number[] = [];
  for (let sample = 0; sample < samples; sample++) {
    times.push((await burst(calls, 1.5 * calls * second.hostMs)).ms);
  }
  return summarize(times);
}

/** Bytes of memory that a device is held up with by copying it. */
const HELD_BYTES = 2 ** 29;

const holds = new WeakMap<Context, Tensor<"u8">>();

/** Has a GPU copy memory for about so many milliseconds, which takes the host little time. */
function holdUp(context: Context, ms: number): void {
  if (!context.device.startsWith("cuda")) return;
  const held = holds.get(context) ?? emptyTensor([HELD_BYTES], { context, dtype: "u8" });
  holds.set(context, held);
  const copies = Math.ceil(ms / (2 * HELD_BYTES / COPIED_BYTES_PER_MS));
  for (let copy = 0; copy < copies; copy++) held.copy().dispose();
}

const copyTimes = new WeakMap<Context, Map<number, Promise<number>>>();

/** Milliseconds that copying takes in this run, where so many bytes are read and written together. */
export function copyTime(context: Context, bytes: number): Promise<number> {
  const known = copyTimes.get(context) ?? new Map<number, Promise<number>>();
  copyTimes.set(context, known);
  const size = Math.max(1, Math.round(bytes / 2));
  const found = known.get(size) ?? timeCopies(context, size);
  known.set(size, found);
  return found;
}

async function timeCopies(context: Context, size: number): Promise<number> {
  using memory = emptyTensor([size], { context, dtype: "u8" });
  const { median } = await measureCalls(context, () => memory.copy(), { samples: 5 });
  return median;
}
