/**
 * Numbers for people: aligned tables, counts, sizes and times.
 *
 * @module
 */

import { threeDigits } from "../../core/inspect.ts";

export { formatBytes } from "../../core/inspect.ts";

/**
 * Lays out name and value pairs in two columns.
 *
 * @param rows The pairs, from top to bottom.
 * @returns One line per pair; names start in one column, values end in one column, notes follow.
 */
export function formatTable(
  rows: readonly (readonly [name: string, value: string, note?: string])[],
): string {
  const names = Math.max(0, ...rows.map(([name]) => name.length));
  const values = Math.max(0, ...rows.map(([, value]) => value.length));
  return rows
    .map(([name, value, note]) =>
      `${name.padEnd(names)}  ${value.padStart(values)}  ${note ?? ""}`.trimEnd()
    )
    .join("\n");
}

/** Which device did the work, as reports say it. */
export interface DeviceUse {
  /** The device in short, such as "cpu" or "cuda:0". */
  readonly device: string;
  /** The device's own name. */
  readonly deviceName: string;
  /** Why CUDA was not used although the choice was left open. */
  readonly fallbackReason?: string;
  /**
   * Whether people want to know that.
   *
   * @default {false}
   */
  readonly verbose?: boolean | undefined;
}

/**
 * Tells which device did the work, and why not another if that is wanted.
 *
 * @param use The device.
 * @returns Rows for {@linkcode formatTable}.
 */
export function deviceRows(
  { device, deviceName, fallbackReason, verbose = false }: DeviceUse,
): readonly (readonly [name: string, value: string, note: string])[] {
  const used = ["device", device, deviceName] as const;
  return fallbackReason === undefined || !verbose
    ? [used]
    : [used, ["CUDA", "not used", fallbackReason]];
}

/**
 * Formats a count with thousands separators.
 *
 * @param count A whole number.
 * @returns The number as "1,234,567".
 */
export function formatCount(count: number): string {
  // Tables of languages take longer to load than many a command needs.
  return String(Math.round(count)).replace(/\B(?=(?:\d{3})+$)/g, ",");
}

/**
 * Formats a duration.
 *
 * @param milliseconds Zero or more.
 * @returns Two or three digits: "12 µs", "1.2 ms", "340 ms", "1.2 s", "2 min 5 s", "1 h 5 min".
 */
export function formatTime(milliseconds: number): string {
  if (milliseconds < 0.9995) return `${Math.round(milliseconds * 1000)} µs`;
  if (milliseconds < 9.95) return `${milliseconds.toFixed(1)} ms`;
  if (milliseconds < 999.5) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 59_950) return `${(milliseconds / 1000).toFixed(1)} s`;
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  const minutes = Math.round(seconds / 60);
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/**
 * Formats how long something will take, in whole seconds as estimates have no more.
 *
 * @param milliseconds Zero or more.
 */
export function formatEstimate(milliseconds: number): string {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000));
  return seconds < 60 ? `${seconds} s` : formatTime(seconds * 1000);
}

/**
 * Formats a rate.
 *
 * @param perSecond Things per second.
 * @param unit What is counted, such as "rays".
 * @returns The rate in millions, such as "3.21 M rays/s".
 */
export function formatRate(perSecond: number, unit: string): string {
  return `${threeDigits(perSecond / 1e6)} M ${unit}/s`;
}

/**
 * Formats a number that may be of any size.
 *
 * @param value Any number.
 * @returns The number with at most six digits, such as "0.0125" or "3.40282e+38".
 */
export function shortNumber(value: number): string {
  return String(Number(value.toPrecision(6)));
}

/** Names in a list. */
const MOST_NAMES = 8;

/** Lists names, a few of many: "a, b and 3 more". */
export function listNames(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMES);
  const rest = names.length - shown.length;
  return shown.join(", ") + (rest === 0 ? "" : ` and ${rest} more`);
}

/**
 * Notes behind a count how many points are not in it.
 *
 * @param dropped Points left out because a coordinate is NaN or infinite.
 * @returns The note, empty for none.
 */
export function droppedNote(dropped: number): string {
  return dropped === 0 ? "" : `(${formatCount(dropped)} more are not finite and left out)`;
}
