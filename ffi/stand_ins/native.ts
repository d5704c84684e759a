/**
 * Stands for the npm package `@denovdb/native` in a checkout, which has its libraries in `build/`: nothing is installed.
 *
 * @module
 */

/** Whether this is the package of a registry. */
export const IS_PUBLISHED: boolean = false;
