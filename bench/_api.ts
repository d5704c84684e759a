/**
 * What the benchmarks take from the library, in one place.
 *
 * @module
 */

export * from "../mod.ts";
