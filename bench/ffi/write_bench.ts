/** Writing a borrowed typed array to the device, against copying it on the host. */

import { createBuffer } from "../../lib/core/mod.ts";
import { openContext } from "../../mod.ts";
import { handleOf, nativeOf } from "../../tests/_backends.ts";

const context = openContext();

for (
  const [label, bytes] of [["64 B", 64], ["4 KiB", 4096], ["256 KiB", 2 ** 18], [
    "4 MiB",
    2 ** 22,
  ]] as const
) {
  const group = `write ${label} on ${context.device}`;
  const source = new Float32Array(bytes / 4).fill(1);
  const target = new Float32Array(bytes / 4);
  const buffer = createBuffer(context, bytes);

  Deno.bench({ name: "copy on the host", group, baseline: true }, () => {
    target.set(source);
  });

  Deno.bench({ name: "native bufferWrite", group }, () => {
    nativeOf(context).bufferWrite({
      context: handleOf(context),
      buffer: handleOf(buffer),
      offset: 0,
      data: source,
      nBytes: bytes,
    });
  });

  Deno.bench({ name: "DeviceBuffer.write", group }, () => {
    buffer.write(source);
  });
}
