/**
 * Events in a context's work queue.
 *
 * @module
 */

import type { EventHandle, Status } from "./_generated/native.ts";
import { checkClass } from "./arguments.ts";
import { Context } from "./context.ts";
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
 * @throws {TypeError} If the context is something else.
 */
export function recordEvent(context: Context): DeviceEvent {
  checkClass({ operator: "record event", name: "context" }, context, Context);
  const { native, handle } = context;
  const made: EventHandle = context.make("record event", (out) => native.eventRecord(handle, out));
  return new DeviceEvent(context, made);
}

/**
 * Waits for two events and measures the time between them.
 *
 * @returns Milliseconds from the first to the second.
 * @throws {TypeError} If they are something else, or belong to different contexts.
 */
export async function elapsed(start: DeviceEvent, stop: DeviceEvent): Promise<number> {
  const operator = "measure event";
  const context = shareContext(operator, start, stop);
  checkClass({ operator, name: "start" }, start, DeviceEvent);
  checkClass({ operator, name: "stop" }, stop, DeviceEvent);
  const out = new Float64Array(1);
  const { native } = context;
  const waiting = native.eventElapsedAsync(context.handle, start.handle, stop.handle, out);
  context.check(await waiting, operator);
  return out[0] ?? 0;
}
