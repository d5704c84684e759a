/**
 * Events in a context's work queue.
 *
 * @module
 */

import type { EventHandle, Status } from "./_generated/native.ts";
import type { Context } from "./context.ts";
import { HandleOwner, shareContext } from "./owned.ts";

/** A point in a context's work queue; {@linkcode recordEvent} makes one. */
export class DeviceEvent extends HandleOwner<EventHandle> {
  /** Takes ownership of a native handle. */
  constructor(context: Context, handle: EventHandle) {
    super(context, handle, "event");
  }

  /** Destroys the native handle. */
  protected override free(handle: EventHandle): Status {
    return this.context.native.eventDestroy(this.context.handle, handle);
  }
}

/**
 * Marks the point after the work enqueued so far.
 *
 * @returns A new event; the caller owns it.
 */
export function recordEvent(context: Context): DeviceEvent {
  const { native, handle } = context;
  const made: EventHandle = context.make("record event", (out) => native.eventRecord(handle, out));
  return new DeviceEvent(context, made);
}

/**
 * Waits for two events and measures the time between them.
 *
 * @returns Milliseconds from the first to the second.
 */
export async function elapsed(start: DeviceEvent, stop: DeviceEvent): Promise<number> {
  const context = shareContext("measure event", start, stop);
  const out = new Float64Array(1);
  const { native } = context;
  const waiting = native.eventElapsedAsync(context.handle, start.handle, stop.handle, out);
  context.check(await waiting, "measure event");
  return out[0] ?? 0;
}
