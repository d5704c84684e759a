// deno-lint-ignore-file no-console -- benchmarks talk to a terminal
/**
 * Measuring work on a device: events around it, warm-up, the median of several runs, tables and JSON.
 *
 * @module
 */

import { elapsed, recordEvent } from "../lib/core/mod.ts";
import type { Context } from "../mod.ts";

/** Bytes that one H200 copies per millisecond, read and written; measured with cudaMemcpyAsync. */
export const COPIED_BYTES_PER_MS = 4.27e9;

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
  return summarise(times);
}

/** Boils samples down to a measurement. */
export function summarise(times: readonly number[]): Measurement {
  const sorted = times.toSorted((a, b) => a - b);
  const least = sorted[0] ?? NaN;
  const most = sorted.at(-1) ?? NaN;
  const low = sorted[(sorted.length - 1) >> 1] ?? NaN;
  const high = sorted[sorted.length >> 1] ?? NaN;
  const median = (low + high) / 2;
  return { median, least, most, spread: (most - least) / median, samples: sorted.length };
}

/** Device memory that work holds at most beyond what is alive before and after, in bytes. */
export function peakScratch(context: Context, work: () => Disposable): number {
  const before = context.stats().liveBytes;
  context.resetPeak();
  const result = work();
  const { peakBytes, liveBytes } = context.stats();
  result[Symbol.dispose]();
  return Math.max(0, peakBytes - Math.max(before, liveBytes));
}

/** One line of a report: names and values, numbers unrounded. */
export type Row = Readonly<Record<string, string | number>>;

/** Prints what a benchmark ran on, and rows of the same kind as an aligned table. */
export function printTable(title: string, context: Context, rows: readonly Row[]): void {
  const names = Object.keys(rows[0] ?? {});
  const cells = [names, ...rows.map((row) => names.map((name) => formatCell(row[name] ?? "")))];
  const widths = names.map((_, at) => Math.max(...cells.map((line) => line[at]?.length ?? 0)));
  const isText = names.map((name) => typeof rows[0]?.[name] === "string");
  console.log(`${title} on ${context.device}, ${context.deviceName}`);
  for (const line of cells) {
    const padded = line.map((cell, at) =>
      isText[at] ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)
    );
    console.log(padded.join("  ").trimEnd());
  }
}

/** Prints what a benchmark ran on and what it found as one JSON object. */
export function printJson(context: Context, rows: readonly Row[]): void {
  console.log(JSON.stringify({ device: context.device, name: context.deviceName, rows }));
}

function formatCell(value: string | number): string {
  if (typeof value === "string") return value;
  if (Number.isNaN(value)) return "-";
  if (Number.isInteger(value)) return value.toLocaleString("en-US");
  return value.toPrecision(3).includes("e") ? value.toFixed(0) : value.toPrecision(3);
}

/**
 * Registers an operator with `deno bench`; each run waits for the device.
 *
 * @param name What is run, and on what.
 * @param context The device, which is named behind it.
 * @param work What to time; its result is disposed.
 * @param check Looks at one result before anything is timed, and says whether it is right.
 */
export function benchOperator<T extends Disposable>(
  name: string,
  context: Context,
  work: () => T,
  check: (result: T) => boolean,
): void {
  using result = work();
  if (!check(result)) throw new Error(`Cannot time ${name}: its result is wrong`);
  Deno.bench({ name: `${name} on ${context.device}` }, () => {
    using _result = work();
    context.synchronizeSync();
  });
}

/** Whether two arrays hold the same numbers. */
export function equalArrays<T>(a: ArrayLike<T>, b: ArrayLike<T>): boolean {
  if (a.length !== b.length) return false;
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) return false;
  return true;
}
