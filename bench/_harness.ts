// deno-lint-ignore-file no-console -- benchmarks talk to a terminal
/**
 * Tables and JSON of what was measured, and tables of operators, each row of which is checked before it is timed.
 *
 * @module
 */

import { parseArgs } from "@std/cli/parse-args";
import { type Context, type Device, openContext } from "./_api.ts";
import {
  COPIED_BYTES_PER_MS,
  copyTime,
  measureCalls,
  type Measurement,
  type MeasureOptions,
  OPERATIONS_PER_MS,
  summarize,
} from "./_measure.ts";

export {
  COPIED_BYTES_PER_MS,
  measure,
  type Measurement,
  type MeasureOptions,
  OPERATIONS_PER_MS,
  summarize,
} from "./_measure.ts";

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

/** A function or a class that is measured; its name is that of the row. */
export interface Operator {
  readonly name: string;
}

/** Makes an input on a device; it lives as long as the process, and rows that name the same function share it. */
export type Make<I> = (context: Context) => I;

/** What is measured of an operator. */
export interface RowOf<I, T> {
  /** What it runs on. */
  readonly on: string | ((input: I) => string);
  /** One call; its result is disposed where it can be. */
  readonly run: (input: I) => T | Promise<T>;
  /** Whether a result is right. */
  readonly check: (result: T, input: I) => boolean | Promise<boolean>;
  /** Items that one call handles. */
  readonly items?: (input: I) => number;
  /** Bytes that have to be moved at the least: the floor. */
  readonly bytes?: (input: I) => number;
  /** Operations of products, and the type that they are done in: another floor. */
  readonly operations?: (input: I) => readonly [count: number, dtype: string];
}

/** A line of a table of operators. */
export interface BenchRow {
  readonly operator: string;
  /** Makes the input and checks one call. */
  readonly prepare: (context: Context) => Promise<Prepared>;
}

/** A row on a device, checked. */
export interface Prepared {
  readonly on: string;
  readonly run: () => unknown;
  readonly isAsync: boolean;
  readonly items: number;
  readonly bytes: number;
  /** Milliseconds that a GPU needs for operations at the least. */
  readonly operationsMs: number;
}

const made = new WeakMap<Context, Map<Make<unknown>, unknown>>();

/** Gives what a function makes on a device, the same each time. */
export function shared<I>(context: Context, make: Make<I>): I {
  const all = made.get(context) ?? new Map<Make<unknown>, unknown>();
  made.set(context, all);
  if (!all.has(make)) all.set(make, make(context));
  return all.get(make) as I;
}

/** A row of {@linkcode benchTable}. */
export function row<I, T>(
  operator: Operator,
  make: Make<I>,
  { on, run, check, items, bytes, operations }: RowOf<I, T>,
): BenchRow {
  return {
    operator: operator.name,
    prepare: async (context) => {
      const input = shared(context, make);
      const first = run(input);
      const result = await first;
      if (!await check(result, input)) {
        throw new Error(`Cannot time ${operator.name}: its result is wrong`);
      }
      dispose(result);
      const [count, dtype] = operations?.(input) ?? [0, ""];
      return {
        on: typeof on === "string" ? on : on(input),
        run: () => run(input),
        isAsync: first instanceof Promise,
        items: items?.(input) ?? NaN,
        bytes: bytes?.(input) ?? NaN,
        operationsMs: count === 0 ? 0 : count / (OPERATIONS_PER_MS[dtype] ?? NaN),
      };
    },
  };
}

/** Rows of operators that are measured alike. */
export function rows<O extends Operator, I, T>(
  operators: readonly O[],
  make: Make<I>,
  rowOf: (operator: O) => RowOf<I, T>,
): readonly BenchRow[] {
  return operators.map((operator) => row(operator, make, rowOf(operator)));
}

function dispose(result: unknown): void {
  if (typeof result === "object" && result !== null && Symbol.dispose in result) {
    (result as Disposable)[Symbol.dispose]();
  }
}

let collected: BenchRow[] | undefined;

/** Has tables collect their rows from now on instead of measuring them, so that tests know what is measured. */
export function collectRows(): readonly BenchRow[] {
  return collected ??= [];
}

/**
 * Measures a table of operators: with `deno bench`, or, if the file is run as a program, with the device's events.
 *
 * A program prints a table or, with `--json`, one JSON object: times of calls that follow each other, items per second,
 * what the least bytes or operations take on a GPU, what copying as many bytes takes in the same run, and the shares of
 * both. `--device` names the device, `--operator` operators by their beginning, `--samples` the number of runs.
 * `--quick` runs every row once, to see that it works; `deno bench` takes it and `--operator` behind `--`.
 *
 * @param isProgram Whether the file is run as a program.
 * @param table The rows; each is checked before it is timed.
 */
export async function benchTable(isProgram: boolean, table: readonly BenchRow[]): Promise<void> {
  if (collected !== undefined) return void collected.push(...table);
  const { device, operator, samples, quick, json } = parseArgs(Deno.args, {
    string: ["device", "operator", "samples"],
    boolean: ["json", "quick"],
    default: { device: "auto", operator: "", samples: "10" },
  });
  const context = openContext({ device: device as Device });
  const report: Row[] = [];
  for (const one of table.filter((row) => row.operator.startsWith(operator))) {
    const prepared = await one.prepare(context);
    if (!isProgram) benchOperator(one.operator, context, prepared, quick);
    else {
      const options = quick ? { warmUp: 0, samples: 1 } : { samples: Number(samples) };
      report.push(await reportOf(one.operator, context, prepared, options));
    }
  }
  if (!isProgram) return;
  if (json) printJson(context, report);
  else printTable("Operators", context, withoutUnknown(report));
}

/** Leaves out columns of which no row knows anything. */
function withoutUnknown(report: readonly Row[]): readonly Row[] {
  return report.map((line) =>
    Object.fromEntries(
      Object.entries(line).filter(([name]) => report.some((one) => !Number.isNaN(one[name]))),
    )
  );
}

/** Registers an operator with `deno bench`; each run waits for the device. */
function benchOperator(
  operator: string,
  context: Context,
  { on, run, isAsync, items, bytes }: Prepared,
  quick: boolean,
): void {
  const count = Number.isNaN(items) ? "" : `, ${items} items`;
  const floor = Number.isNaN(bytes) ? "" : `, floor ${(bytes / 1e6).toFixed(1)} MB`;
  const name = [operator, ...on === "" ? [] : [on]].join(", ") +
    `${count}${floor} on ${context.device}`;
  const finish = (result: unknown): void => {
    context.synchronizeSync();
    dispose(result);
  };
  const fn = isAsync ? async () => finish(await run()) : () => finish(run());
  Deno.bench({ name, fn, ...quick ? { n: 1, warmup: 1 } : {} });
}

async function reportOf(
  operator: string,
  context: Context,
  { on, run, isAsync, items, bytes, operationsMs }: Prepared,
  options: MeasureOptions,
): Promise<Row> {
  const work = (): Disposable => {
    const result = run();
    return { [Symbol.dispose]: () => dispose(result) };
  };
  const { median, spread } = isAsync
    ? await measureAsync(run, options)
    : await measureCalls(context, work, options);
  const isGpu = context.device.startsWith("cuda");
  const floor = isGpu ? Math.max(bytes / COPIED_BYTES_PER_MS, operationsMs) : NaN;
  // Copies by a host are of a single thread.
  const copy = isGpu && bytes > 0 && options.warmUp !== 0 ? await copyTime(context, bytes) : NaN;
  return {
    operator,
    on,
    items,
    ms: median,
    "spread %": spread * 100,
    "G items/s": items / median / 1e6,
    "floor ms": floor,
    "floor %": floor / median * 100,
    "copy ms": copy,
    "copy %": copy / median * 100,
    checked: "yes",
  };
}

/** Times work that waits by itself, with the host's clock. */
async function measureAsync(
  run: () => unknown,
  { warmUp = 3, samples = 10 }: MeasureOptions,
): Promise<Measurement> {
  const times: number[] = [];
  for (let at = -warmUp; at < samples; at++) {
    const start = performance.now();
    const result = await run();
    if (at >= 0) times.push(performance.now() - start);
    dispose(result);
  }
  return summarize(times);
}

/** Whether two arrays hold the same numbers. */
export function equalArrays<T>(a: ArrayLike<T>, b: ArrayLike<T>): boolean {
  if (a.length !== b.length) return false;
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) return false;
  return true;
}
