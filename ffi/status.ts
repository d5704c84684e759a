/**
 * Errors for what native calls return.
 *
 * @module
 */

import type { Status } from "./_generated/native.ts";
import { StatusCode } from "./_generated/symbols.ts";
import { cannot, DisposedError, NativeError } from "./base/errors.ts";

/** The error for a status other than `OK`, with the text that the native library left. */
export function statusError(status: Status, operator: string, text: string): Error {
  const start = `${cannot(operator)}: `;
  const reason = text === ""
    ? `the native status is ${status}`
    : text.startsWith(start)
    ? text.slice(start.length)
    : text.replace(/^Cannot /, "cannot ");
  const message = start + reason;
  switch (status) {
    case StatusCode.INVALID_ARGUMENT:
      return new RangeError(message);
    case StatusCode.INVALID_HANDLE:
      return new DisposedError(operator, reason);
    case StatusCode.UNSUPPORTED:
      return new NativeError("unsupported", operator, status, message);
    case StatusCode.OUT_OF_MEMORY:
      return new NativeError("out-of-memory", operator, status, message);
    case StatusCode.INVALID_DATA:
      return new NativeError("invalid-data", operator, status, message);
    case StatusCode.DEVICE_FAULT:
      return new NativeError("device-fault", operator, status, message);
    default:
      return new NativeError("internal", operator, status, `${message}; please report this`);
  }
}
