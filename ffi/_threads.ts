/**
 * The number of host threads that a context is asked to use.
 *
 * @module
 */

import { readEnv } from "./_env.ts";
import { describeValue } from "./base/words.ts";
import { cannot } from "./base/errors.ts";

/** The most host threads of a context. */
const MOST_THREADS = 1024;

/** The number of threads that was asked for; 0 for the usual one. */
export function readThreads(given: number | undefined): number {
  const variable = given === undefined ? readEnv("DENOVDB_THREADS") : undefined;
  if (given === undefined && variable === undefined) return 0;
  const name = given === undefined ? "DENOVDB_THREADS" : "threads";
  const isDigits = /^\d{1,9}$/.test(variable ?? "");
  const threads: unknown = given !== undefined ? given : isDigits ? Number(variable) : variable;
  const isNumber = typeof threads === "number";
  if (isNumber && Number.isInteger(threads) && threads >= 1 && threads <= MOST_THREADS) {
    return threads;
  }
  const message = `${cannot("open context")}: ${name} is ${describeValue(threads)}, ` +
    `a whole number from 1 to ${MOST_THREADS} expected`;
  throw isNumber || given === undefined ? new RangeError(message) : new TypeError(message);
}
