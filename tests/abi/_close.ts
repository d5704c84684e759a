/**
 * Closes the library under an asynchronous read, calls it afterwards and opens it again: `library`.
 *
 * @module
 */

import { nativeOf } from "../../ffi/context.ts";
import { openContext } from "../../ffi/open_context.ts";
import { handleOf } from "../../ffi/owned.ts";
import { fullTensor } from "../../lib/core/mod.ts";
import { printJson } from "../_child.ts";

if (import.meta.main) {
  const [library = ""] = Deno.args;
  const context = openContext({ library });
  const native = nativeOf(context);
  const handle = handleOf(context);
  const reading = fullTensor([4096], 1, { context, dtype: "f32" }).read();
  context.dispose();
  const values = (await reading).filter((value) => value === 1).length;
  // Code of the library stays in memory, so a late call is refused like any other.
  const statuses = [
    native.contextNoop({ context: handle }),
    native.abiHash({ outHash: new Uint32Array(1) }),
  ];
  let again = 0;
  for (let turn = 0; turn < 3; turn++) {
    using other = openContext({ library });
    other.synchronizeSync();
    again += 1;
  }
  printJson({ values, statuses, again });
}
