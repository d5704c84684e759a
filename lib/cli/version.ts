/**
 * The version that the command line reports.
 *
 * @module
 */

/** The version in deno.json; a test keeps the two equal. */
export const VERSION = "0.1.0";
