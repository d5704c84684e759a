/**
 * A progress bar on stderr, for terminals only.
 *
 * @module
 */

import type { Output } from "./output.ts";
import { formatEstimate } from "./table.ts";

/** Who wants to know how far a piece of work has come. */
export interface ProgressSink {
  /**
   * Tells how far it has come.
   *
   * @param label What is going on, such as "writing", or "writing, 2.1 M/s".
   * @param done The share that is done, 0 to 1.
   */
  show(label: string, done: number): void;
}

/** Shows how far a piece of work has come; does nothing where there is no terminal. */
export class Progress implements ProgressSink, Disposable {
  readonly #output: Output;
  readonly #enabled: boolean;
  readonly #now: () => number;
  #shown = "";
  /** Current step, and when it began with which share. */
  #phase: { readonly name: string; readonly since: number; readonly done: number } | undefined;

  /** Makes a bar; nothing is drawn before the first {@linkcode Progress.show}. */
  constructor(output: Output, enabled: boolean, now: () => number = () => performance.now()) {
    this.#now = now;
    this.#output = output;
    this.#enabled = enabled && output.terminal;
  }

  /**
   * Draws the bar when it looks different from the last one.
   *
   * @param label What is going on.
   * @param done The share that is done, 0 to 1.
   */
  show(label: string, done: number): void {
    if (!this.#enabled) return;
    const line = progressLine(label + this.#left(label, done), done, this.#output.columns - 1);
    if (line === this.#shown) return;
    this.#shown = line;
    this.#output.note(`\r${line}`);
  }

  /** Time that is left for the current step, by how far it has come since it began. */
  #left(label: string, done: number): string {
    const name = label.replace(/,.*/, "");
    const now = this.#now();
    if (this.#phase?.name !== name) this.#phase = { name, since: now, done };
    const [ms, share] = [now - this.#phase.since, done - this.#phase.done];
    if (!(ms > 0 && share > 0 && done < 1)) return "";
    return `, ${formatEstimate((1 - done) / share * ms)} left`;
  }

  /** Takes the bar off the terminal. */
  dispose(): void {
    if (this.#shown === "") return;
    this.#output.note(`\r${" ".repeat(this.#shown.length)}\r`);
    this.#shown = "";
  }

  /** Takes the bar off the terminal. */
  [Symbol.dispose](): void {
    this.dispose();
  }
}

/**
 * Formats a progress bar.
 *
 * @param label What is going on.
 * @param done The share that is done; values outside 0 to 1 are clamped.
 * @param columns The number of characters to fill.
 * @returns One line of exactly `columns` characters (or the shortest that fits the label).
 */
export function progressLine(label: string, done: number, columns: number): string {
  const share = Math.min(1, Math.max(0, done));
  const percent = `${Math.floor(share * 100)}%`.padStart(4);
  const name = label.padEnd(16);
  const room = Math.max(4, columns - name.length - percent.length - 4);
  const filled = Math.round(share * room);
  return `${name} [${"#".repeat(filled)}${"-".repeat(room - filled)}] ${percent}`;
}

/**
 * Says how fast a piece of work goes.
 *
 * @param work What is going on, how many points are done, and the milliseconds since its start.
 * @returns A label for a bar, such as "writing, 2.1 M/s".
 */
export function paceLabel(
  { name, done, ms }: {
    readonly name: string;
    readonly done: number;
    readonly ms: number;
  },
): string {
  if (done <= 0 || ms <= 0) return name;
  return `${name}, ${(done / ms / 1000).toFixed(1)} M/s`;
}
