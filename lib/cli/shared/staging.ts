/**
 * Folders that are there as a whole or not at all.
 *
 * @module
 */

import { basename, dirname, join, resolve } from "@std/path";
import { type EndingSignal, Interruption } from "./interruption.ts";

/** Which folders may be replaced. */
export interface StagingOptions {
  /** Whether a folder that is not empty is replaced, if all that it holds is of a kind that is written here. */
  readonly overwrite: boolean;
  /** Names that such a folder may hold. */
  readonly known: readonly string[];
  /**
   * The caller's option that replaces folders, for messages.
   *
   * @default {"--force"}
   */
  readonly overwriteOption?: string | undefined;
  /** Signal that ends the work, instead of those that the process gets. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * A folder beside the one that is wanted, which takes its place when it is complete. Disposed before, it is gone, and
 * what was there is untouched: whatever happens in the middle, no viewer finds half a dataset.
 *
 * The folder is there once it is begun. Before, signals end the process at once, however busy it is, and leave nothing;
 * from then on they end the work at its next check, as there is something to take away.
 */
export class Staging implements AsyncDisposable {
  /** The folder to write to. */
  readonly path: string;
  readonly #out: string;
  readonly #options: StagingOptions;
  #interruption: Interruption | undefined;
  #checked = 0;
  #begun = false;
  #isOpen = true;

  private constructor(path: string, out: string, options: StagingOptions) {
    this.path = path;
    this.#out = out;
    this.#options = options;
  }

  /**
   * Looks whether the folder can be made.
   *
   * @param out The folder that is wanted in the end.
   * @param options Which folders may be replaced.
   * @returns A folder of its own; the caller disposes it.
   * @throws {RangeError} If `out` is there and may not be replaced, or if nothing can be written beside it.
   */
  static async open(out: string, options: StagingOptions): Promise<Staging> {
    const whole = resolve(out);
    checkTarget(out, options);
    try {
      await Deno.mkdir(dirname(whole), { recursive: true });
      const name = `.${basename(whole)}-${crypto.randomUUID()}.part`;
      const path = join(dirname(whole), name);
      // Where nothing can be written, that is said before the work begins.
      await Deno.mkdir(path);
      await Deno.remove(path);
      return new Staging(path, out, options);
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new RangeError(`Cannot write to "${out}": ${reason}`, { cause });
    }
  }

  /** Makes the folder; signals wait for checks from now on. */
  async begin(): Promise<void> {
    if (!this.#isOpen || this.#begun) return;
    if (this.#options.signal === undefined) {
      this.#interruption = new Interruption("Interrupted, nothing was written");
    }
    this.#begun = true;
    await Deno.mkdir(this.path);
  }

  /** Makes the next check fail; what the keys for that do once the folder is there. */
  interrupt(signal: EndingSignal = "SIGINT"): void {
    this.#interruption?.interrupt(signal);
  }

  /**
   * Gives way to signals, and ends the work if one came.
   *
   * @throws {Interrupted} If the work was interrupted; the reason of the signal if there is one.
   */
  async check(): Promise<void> {
    if (performance.now() - this.#checked > CHECK_MS) {
      // Signals that came are told before a timer; not so before what else there is to wait for.
      await new Promise((resume) => setTimeout(resume, 0));
      this.#checked = performance.now();
    }
    this.#interruption?.signal.throwIfAborted();
    this.#options.signal?.throwIfAborted();
  }

  /**
   * Puts the folder where it is wanted. What was there goes only then, if it may be replaced: others may have put something
   * there while this one was made.
   *
   * @throws {RangeError} If what is there now may not be replaced.
   */
  async commit(): Promise<void> {
    this.#checked = -Infinity;
    await this.check();
    checkTarget(this.#out, this.#options);
    const whole = resolve(this.#out);
    const isThere = kindOf(whole) !== undefined;
    const old = `${this.path}.old`;
    if (isThere) await Deno.rename(whole, old);
    try {
      await Deno.rename(this.path, whole);
    } catch (error) {
      if (isThere) await Deno.rename(old, whole);
      throw error;
    }
    this.#close();
    if (isThere) await Deno.remove(old, { recursive: true });
  }

  /** Takes the folder away unless it was put where it is wanted. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#isOpen) return;
    const isThere = kindOf(this.path) !== undefined;
    if (isThere) await Deno.remove(this.path, { recursive: true });
    this.#close();
  }

  #close(): void {
    this.#isOpen = false;
    this.#interruption?.[Symbol.dispose]();
  }
}

/** Time that signals wait, in milliseconds. */
const CHECK_MS = 100;

function checkTarget(
  out: string,
  { overwrite, overwriteOption = "--force", known }: StagingOptions,
): void {
  const kind = kindOf(out);
  if (kind === undefined) return;
  if (kind === "file") {
    throw new RangeError(`Cannot write to "${out}": it is a file, a folder expected`);
  }
  const names = [...Deno.readDirSync(out)].map(({ name }) => name);
  if (names.length === 0) return;
  if (!overwrite) {
    throw new RangeError(
      `Cannot write to "${out}": it is not empty; ${overwriteOption} replaces it`,
    );
  }
  const foreign = names.find((name) => !known.includes(name));
  if (foreign !== undefined) {
    throw new RangeError(
      `Cannot replace "${out}": it holds "${join(out, foreign)}", which is no part of a dataset`,
    );
  }
}

function kindOf(path: string): "file" | "folder" | undefined {
  try {
    return Deno.statSync(path).isDirectory ? "folder" : "file";
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    if (error instanceof Deno.errors.NotADirectory) return undefined;
    throw error;
  }
}
