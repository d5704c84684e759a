/** Making and giving up a small buffer: `using` against try/finally and a scope. */

import { createBuffer } from "../../lib/core/mod.ts";
import { openContext, scope } from "../../mod.ts";
import { handleOf, nativeOf } from "../../tests/_backends.ts";

const context = openContext();
const native = nativeOf(context);
const handle = handleOf(context);
const group = `create and dispose 64 B on ${context.device}`;
const out = new Uint32Array(1);

Deno.bench({ name: "native calls alone", group, baseline: true }, () => {
  native.bufferCreate({ context: handle, nBytes: 64, outBuffer: out });
  native.bufferDestroy({ context: handle, buffer: out[0] as never });
});

Deno.bench({ name: "try/finally dispose", group }, () => {
  const buffer = createBuffer(context, 64);
  try {
    buffer.byteLength;
  } finally {
    buffer.dispose();
  }
});

Deno.bench({ name: "using", group }, () => {
  using buffer = createBuffer(context, 64);
  buffer.byteLength;
});

Deno.bench({ name: "scope with own", group }, () => {
  scope((own) => own(createBuffer(context, 64)).byteLength);
});
