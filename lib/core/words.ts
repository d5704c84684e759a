/**
 * Lists in messages.
 *
 * @module
 */

export { oneOf } from "../../ffi/arguments.ts";
