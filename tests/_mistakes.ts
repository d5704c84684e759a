/**
 * Mistakes of users: what went wrong and what to do instead are both in the message.
 *
 * @module
 */

import { assertRejects, assertStringIncludes } from "@std/assert";

/** What is done, and what the message says of its cause and of the cure. */
export type Mistake = readonly [what: string, call: () => unknown, cause: string, cure: string];

/** Makes mistakes, and looks at what is said of them. */
export async function checkMistakes(mistakes: readonly Mistake[]): Promise<void> {
  for (const [what, call, cause, cure] of mistakes) {
    const error = await assertRejects(async () => await call(), Error, "", what);
    assertStringIncludes(error.message, cause, what);
    assertStringIncludes(error.message, cure, what);
  }
}
