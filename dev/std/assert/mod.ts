/**
 * Stands in for `@std/assert` where only the npm registry can be reached.
 * The code comes from an npm copy of the library; the types beside this file cover what is used here.
 *
 * @module
 */
// @ts-types="./mod.d.ts"
export {
  assert,
  assertAlmostEquals,
  assertArrayIncludes,
  assertEquals,
  assertExists,
  assertFalse,
  assertGreater,
  assertGreaterOrEqual,
  assertInstanceOf,
  AssertionError,
  assertLess,
  assertLessOrEqual,
  assertMatch,
  assertNotEquals,
  assertNotStrictEquals,
  assertObjectMatch,
  assertRejects,
  assertStrictEquals,
  assertStringIncludes,
  assertThrows,
  fail,
} from "deno-std/assert/mod.js";
