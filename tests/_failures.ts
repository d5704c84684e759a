/**
 * Device memory that runs out, at every allocation in turn.
 *
 * @module
 */

import { assert, assertEquals, assertInstanceOf } from "@std/assert";
import { type Context, NativeError } from "../mod.ts";
import { living } from "./_backends.ts";

/** More allocations than any operator makes. */
const MOST = 200;

/**
 * Runs a body with its first, second, ... allocation failing, until it comes through.
 *
 * Each failure has to be an out-of-memory error that leaves nothing behind.
 *
 * @param least How many allocations the body makes at the least.
 * @returns What the body returns in the end.
 */
export async function failEachAllocation<T>(
  context: Context,
  body: () => T | Promise<T>,
  least = 1,
): Promise<T> {
  const before = await living(context);
  for (let failures = 0; failures < MOST; failures++) {
    let result: T;
    try {
      context.failAllocation(failures + 1);
      result = await body();
    } catch (error) {
      assertInstanceOf(error, NativeError, `allocation ${failures + 1}: ${error}`);
      assertEquals(error.kind, "out-of-memory");
      assertEquals(await living(context), before);
      continue;
    } finally {
      context.failAllocation(0);
    }
    assert(failures >= least, `${failures} allocations failed, ${least} or more expected`);
    return result;
  }
  throw new Error("the body fails for ever");
}
