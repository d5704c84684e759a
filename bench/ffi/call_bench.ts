/** The cost of a native call: wrappers against a function of JavaScript and an empty enqueue. */

import { openContext } from "../../mod.ts";
import { handleOf, nativeOf } from "../../tests/_backends.ts";

const context = openContext();
const native = nativeOf(context);
const handle = handleOf(context);
const hash = new Uint32Array(1);
const group = `call on ${context.device}`;

function inJavaScript(out: Uint32Array): number {
  out[0] = 0x4c8578c2;
  return 0;
}

Deno.bench({ name: "JavaScript function", group, baseline: true }, () => {
  inJavaScript(hash);
});

Deno.bench({ name: "abiHash, one borrowed array", group }, () => {
  native.abiHash(hash);
});

Deno.bench({ name: "contextNoop, empty enqueue", group }, () => {
  native.contextNoop(handle);
});

Deno.bench({ name: "contextNoop and wait", group }, () => {
  native.contextNoop(handle);
  native.contextSynchronize(handle);
});
