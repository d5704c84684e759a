/**
 * Runs a test on every device that is present, or on the one that DENOVDB_DEVICE names.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { adoptContext, checkStatus, type Context, nativeOf } from "../ffi/context.ts";
import type { ContextStats, Device } from "../ffi/context_options.ts";
import type { BackendName } from "../ffi/library.ts";
import { openContext } from "../ffi/open_context.ts";
import { handleOf, handleOrNone } from "../ffi/owned.ts";
import { LibraryError, NativeError } from "../ffi/base/errors.ts";

export type { GridHandle, Status, Ticket } from "../ffi/_generated/native.ts";
export { checkStatus, handleOf, handleOrNone, nativeOf };

/** A device to test on, or the reason why there is none. */
interface Backend {
  readonly name: string;
  readonly context: Context | undefined;
}

// Opened when the module loads: a library that a test opens would count as left open by it.
const BACKENDS: readonly Backend[] = openBackends(Deno.env.get("DENOVDB_DEVICE") || "auto");

/** The contexts of the devices that are present and wanted, the CPU first. */
export const contexts: readonly Context[] = BACKENDS.flatMap(({ context }) => context ?? []);

// Each file of tests has contexts of its own, and one process runs them all: a GPU cannot hold that many.
globalThis.addEventListener("unload", () => contexts.forEach((context) => context.dispose()));

/**
 * Registers a test for each device. Its title ends in the device's name, or says why it is skipped.
 *
 * The test fails if handles or device memory that it made are alive when its body ends.
 *
 * @param title What the test says, or what it says of a device.
 * @param body The test.
 */
export function eachBackend(
  title: string | ((on: Pick<Context, "device">) => string),
  body: (context: Context) => void | Promise<void>,
): void {
  for (const { name, context } of BACKENDS) {
    Deno.test({
      name: `${typeof title === "string" ? title : title({ device: name })} [${name}]`,
      ignore: context === undefined,
      fn: () => context === undefined ? undefined : checkLeaks(context, body),
    });
  }
}

/** Whether a device is a GPU, with memory and a stream of its own. */
export function isGpu({ device }: Pick<Context, "device">): boolean {
  return device.startsWith("cuda");
}

/** The backend that holds a device. */
export function backendOf(on: Pick<Context, "device">): BackendName {
  return isGpu(on) ? "cuda" : on.device as BackendName;
}

/** Opens another context on a context's device. */
export function openAnother({ device }: Context): Context {
  return openContext({ device: device as Device });
}

/** A context on the same device and of the same handle, in which native functions are replaced; it must not be disposed. */
export function withNative(
  context: Context,
  replaced: Partial<ReturnType<typeof nativeOf>>,
): Context {
  return adoptContext({ ...nativeOf(context), ...replaced }, handleOf(context), context);
}

/** Runs a body and compares what is alive on the device before and after. */
export async function checkLeaks(
  context: Context,
  body: (context: Context) => void | Promise<void>,
): Promise<void> {
  const before = await living(context);
  const { leaks: known = [] } = context.stats();
  await body(context);
  const after = await living(context);
  const left = context.stats().leaks?.slice(known.length) ?? [];
  const origins = left.map(({ noun, operator, at }) => `\n  ${noun} of ${operator}, ${at}`);
  assertEquals(after, before, `handles or device memory are left behind${origins.join("")}`);
}

/** What is alive on a context's device once its work is done. */
export async function living(
  context: Context,
): Promise<Pick<ContextStats, "liveHandles" | "liveBytes">> {
  await context.synchronize();
  const { liveHandles, liveBytes } = context.stats();
  return { liveHandles, liveBytes };
}

/**
 * Opens the devices to test on: the CPU, and CUDA where there is some, or the one that is named and no library of another.
 *
 * @param named A device, or "auto".
 * @param open Opens a context.
 * @throws {LibraryError} If what is named, or the CPU where nothing is, has no library.
 */
export function openBackends(
  named: string,
  open: (options: { readonly device: Device }) => Context = openTracked,
): readonly Backend[] {
  if (named === "auto") {
    return [{ name: "cpu", context: open({ device: "cpu" }) }, openCuda(open)];
  }
  const context = open({ device: named as Device });
  const wanted = { name: context.device, context };
  const skipped = (left: string): Backend => {
    return { name: `${left}: skipped: DENOVDB_DEVICE is ${named}`, context: undefined };
  };
  return named === "cpu" ? [wanted, skipped("cuda")] : [skipped("cpu"), wanted];
}

function openTracked({ device }: { readonly device: Device }): Context {
  return openContext({ device, trackLeaks: true });
}

function openCuda(open: (options: { readonly device: Device }) => Context): Backend {
  try {
    const context = open({ device: "cuda" });
    return { name: context.device, context };
  } catch (error) {
    if (error instanceof LibraryError) {
      return { name: "cuda: skipped: no CUDA library", context: undefined };
    }
    if (error instanceof NativeError && error.kind === "unsupported") {
      return { name: "cuda: skipped: no CUDA device", context: undefined };
    }
    throw error;
  }
}
