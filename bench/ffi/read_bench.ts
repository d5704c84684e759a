/** Reading back: asynchronous round trips against the blocking read. */

import { emptyTensor, openContext } from "../../mod.ts";

const context = openContext();

for (const [label, length] of [["64 B", 16], ["4 MiB", 2 ** 20]] as const) {
  const group = `read ${label} on ${context.device}`;
  const numbers = emptyTensor([length], { context, dtype: "f32" });
  const target = new Float32Array(length);

  Deno.bench({ name: "readInto, blocking", group, baseline: true }, () => {
    numbers.readInto(target);
  });

  Deno.bench({ name: "readSync, blocking, fresh array", group }, () => {
    numbers.readSync();
  });

  Deno.bench({ name: "await read", group }, async () => {
    await numbers.read();
  });

  Deno.bench({ name: "await 16 reads at once", group }, async () => {
    await Promise.all(Array.from({ length: 16 }, () => numbers.read()));
  });
}
