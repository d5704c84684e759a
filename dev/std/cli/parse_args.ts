/**
 * Stands in for `@std/cli/parse-args` where only the npm registry can be reached.
 * The code comes from an npm copy of the library; the types beside this file cover what is used here.
 *
 * @module
 */
// @ts-types="./parse_args.d.ts"
export { parseArgs } from "deno-std/cli/parse_args.js";
export type { Args, ParseOptions } from "./parse_args.d.ts";
