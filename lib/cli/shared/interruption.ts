/**
 * Signals that tell the process to end.
 *
 * @module
 */

/** Thrown by work that a signal ended, when it has cleared up behind itself. */
export class Interrupted extends Error {
  override readonly name = "Interrupted";

  /** The exit status that shells give a process that the signal ends. */
  readonly status: number;

  /** Makes an error for a signal. */
  constructor(signal: EndingSignal, message: string) {
    super(message);
    this.status = 128 + NUMBERS[signal];
  }
}

/** Signals of Ctrl+C and of `kill`. */
export type EndingSignal = "SIGINT" | "SIGTERM";

const NUMBERS: Readonly<Record<EndingSignal, number>> = { SIGINT: 2, SIGTERM: 15 };

const SIGNALS: readonly EndingSignal[] = Deno.build.os === "windows"
  ? ["SIGINT"]
  : ["SIGINT", "SIGTERM"];

/** Keeps the process alive when it is told to end, until disposed, and says so to the work that has to clear up first. */
export class Interruption implements Disposable {
  readonly #controller = new AbortController();
  readonly #message: string;
  readonly #listeners = SIGNALS.map((name) => ({ name, stop: () => this.interrupt(name) }));

  /**
   * Starts to listen.
   *
   * @param message What the error says.
   */
  constructor(message = "Interrupted") {
    this.#message = message;
    for (const { name, stop } of this.#listeners) Deno.addSignalListener(name, stop);
  }

  /** Aborts when the process is told to end, with an {@linkcode Interrupted} as its reason. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Does what a signal does. */
  interrupt(name: EndingSignal): void {
    this.#controller.abort(new Interrupted(name, this.#message));
  }

  /** Stops to listen. */
  [Symbol.dispose](): void {
    for (const { name, stop } of this.#listeners) Deno.removeSignalListener(name, stop);
  }
}
