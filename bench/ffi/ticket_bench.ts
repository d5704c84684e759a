/** What the call order costs: drawing a place against a call that draws its own, and an ordered wait. */

import { openContext } from "../../mod.ts";
import { handleOf, nativeOf, type Ticket } from "../../tests/_backends.ts";

const context = openContext();
const native = nativeOf(context);
const handle = handleOf(context);
const out = new Uint32Array(1);
const group = `ticket on ${context.device}`;

Deno.bench({ name: "stats, takes no place", group, baseline: true }, () => {
  context.stats();
});

Deno.bench({ name: "reserve and release a place", group }, () => {
  native.contextReserve({ context: handle, outTicket: out });
  native.contextRelease({ context: handle, ticket: (out[0] ?? 0) as Ticket });
});

Deno.bench({ name: "synchronize, blocking", group }, () => {
  native.contextSynchronize({ context: handle });
});

Deno.bench({ name: "await synchronize", group }, async () => {
  await native.contextSynchronizeAsync({ context: handle });
});
