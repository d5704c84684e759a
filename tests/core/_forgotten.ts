/**
 * Forgets tensors and waits until the garbage collector has taken them; started by a test.
 *
 * @module
 */

import { type Context, type Device, openContext, tensor } from "../../mod.ts";
import { printJson } from "../_child.ts";

/** Offered by V8 where it was asked for. */
declare const gc: () => void;

using context = openContext({ device: (Deno.args[0] ?? "cpu") as Device, trackLeaks: true });

function forget(on: Context): number {
  for (let k = 0; k < 19; k++) tensor([k], { context: on });
  return on.stats().liveHandles;
}

using kept = tensor([41], { context });
const made = forget(context);
for (let turn = 0; turn < 1000 && context.stats().liveHandles > 1; turn++) {
  gc();
  await new Promise((resolve) => setTimeout(resolve));
}
const { liveHandles: left, leaks = [] } = context.stats();
printJson({
  made,
  left,
  value: [...kept.readSync()],
  leaks: leaks.map(({ operator }) => operator),
});
