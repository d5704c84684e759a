/**
 * Errors of failing calls.
 *
 * @module
 */

/**
 * Kinds of failures in the native library that are not caused by arguments.
 *
 * @category Errors
 */
export type NativeErrorKind =
  | "unsupported"
  | "out-of-memory"
  | "invalid-data"
  | "device-fault"
  | "internal";

/**
 * Thrown when a native call fails.
 *
 * @category Errors
 */
export class NativeError extends Error {
  /** The kind of failure. */
  readonly kind: NativeErrorKind;
  /** The operation that failed, such as `gridFromPoints`. */
  readonly operator: string;
  /** Status that the native call returned. */
  readonly status: number;

  /** Makes an error from the message of the native library. */
  constructor(kind: NativeErrorKind, operator: string, status: number, message: string) {
    super(message);
    this.name = "NativeError";
    this.kind = kind;
    this.operator = operator;
    this.status = status;
  }
}

/**
 * Thrown on use after dispose or move.
 *
 * @category Errors
 */
export class DisposedError extends ReferenceError {
  /** The operation that failed, such as `read tensor`. */
  readonly operator: string;

  /** Makes an error for an operation and a reason. */
  constructor(operator: string, reason = "it has been disposed") {
    super(`${cannot(operator)}: ${reason}`);
    this.name = "DisposedError";
    this.operator = operator;
  }
}

/**
 * A file that was tried as a native library.
 *
 * @category Errors
 */
export interface LibraryAttempt {
  /** File that was tried. */
  readonly path: string;
  /** Why it was rejected. */
  readonly reason: string;
}

/**
 * Thrown when no compatible native library was found.
 *
 * @category Errors
 */
export class LibraryError extends Error {
  /** Every file that was tried, in order. */
  readonly tried: readonly LibraryAttempt[];
  /** The problem, without the advice at the end of the message. */
  readonly problem: string;

  /** Makes an error that lists what was tried, and gives advice. */
  constructor(what: string, tried: readonly LibraryAttempt[], hint?: string) {
    const list = tried.map(({ path, reason }) => `"${path}" (${reason})`).join(", ");
    const problem = `Cannot open ${what}: ${list || "none comes with the package"}`;
    super(hint === undefined ? problem : `${problem}; ${hint}`);
    this.name = "LibraryError";
    this.tried = tried;
    this.problem = problem;
  }
}

/** Starts a message: a phrase such as `read tensor` is used as it is, a function name is preceded by `run`. */
export function cannot(operator: string): string {
  return `Cannot ${operator.includes(" ") ? "" : "run "}${operator}`;
}
