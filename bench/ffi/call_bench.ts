/** The cost of a native call: wrappers against a function of JavaScript and an empty enqueue. */

import { dtypeCode } from "../../lib/core/dtype.ts";
import { gridFromIjk, openContext, tensor } from "../../mod.ts";
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
  native.abiHash({ outHash: hash });
});

Deno.bench({ name: "contextNoop, empty enqueue", group }, () => {
  native.contextNoop({ context: handle });
});

Deno.bench({ name: "contextNoop and wait", group }, () => {
  native.contextNoop({ context: handle });
  native.contextSynchronize({ context: handle });
});

const ijk = tensor(new Int32Array(0), { context, shape: [0, 3] });
const grid = gridFromIjk(ijk);
const u8 = dtypeCode("u8");
const nothing = handleOf(ijk.buffer);

Deno.bench({ name: "voxelMean of nothing, eight named arguments", group }, () => {
  native.voxelMean({
    context: handle,
    grid: handleOf(grid),
    rows: nothing,
    features: nothing,
    dtype: u8,
    n: 0,
    channels: 1,
    out: nothing,
  });
});
