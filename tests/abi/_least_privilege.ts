/**
 * Uses the library with no other permission than the one for its file: `library`.
 *
 * @module
 */

import { openContext } from "../../ffi/open_context.ts";
import { elapsed, recordEvent } from "../../ffi/event.ts";
import { fullTensor, jaggedFromList, NativeError, scope, tensor } from "../../lib/core/mod.ts";
import { printJson } from "../_child.ts";

if (import.meta.main) {
  const [library = ""] = Deno.args;
  const context = openContext({ library });
  const results = await scope(async (own) => {
    const start = own(recordEvent(context));
    const values = own(tensor([1, 2, 3, 4], { context, shape: [2, 2] }));
    const lists = own(jaggedFromList([values, own(values.slice(1))]));
    own(fullTensor([8], 1n, { context, dtype: "i64" }));
    context.failAllocation(1);
    let kind = "";
    try {
      own(values.copy());
    } catch (error) {
      if (error instanceof NativeError) kind = error.kind;
    }
    const time = await elapsed(start, own(recordEvent(context)));
    return [...await lists.data.read(), kind, time >= 0];
  });
  const { liveHandles } = context.stats();
  context.dispose();
  printJson([...results, liveHandles]);
}
