/**
 * Lists and values in messages.
 *
 * @module
 */

export { describeValue, oneOf } from "../../ffi/arguments.ts";
