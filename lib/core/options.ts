/**
 * How functions of every layer check their options.
 *
 * @module
 */

export { checkOptions, optionNames } from "../../ffi/arguments.ts";
