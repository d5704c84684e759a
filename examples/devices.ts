/**
 * Which device denovdb uses here, and why.
 *
 * ```sh
 * deno run --allow-ffi=build examples/devices.ts
 * ```
 *
 * @module
 */
// deno-lint-ignore-file no-console -- an example talks to its reader

import { type Device, LibraryError, NativeError, openContext } from "../mod.ts";

for (const device of ["auto", "cpu", "cuda"] as const satisfies readonly Device[]) {
  try {
    using context = openContext({ device });
    const reason = context.fallbackReason === undefined ? "" : ` (${context.fallbackReason})`;
    console.log(`${device.padEnd(4)}  ${context.device}: ${context.deviceName}${reason}`);
  } catch (error) {
    if (!(error instanceof LibraryError || error instanceof NativeError)) throw error;
    console.log(`${device.padEnd(4)}  ${error.message}`);
  }
}
