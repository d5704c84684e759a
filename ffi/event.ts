/**
 * Events in a context's work queue.
 *
 * @module
 */

import type { EventHandle } from "./_generated/native.ts";
import { checkClass } from "./base/checks.ts";
import { checkStatus, Context, contextHandle, makeHandle, nativeOf } from "./context.ts";
import { handleOf, HandleOwner, shareContext } from "./owned.ts";

let makeEvent: (context: Context, handle: EventHandle) => DeviceEvent;

/**
 * A point in a context's work queue; {@linkcode recordEvent} makes one.
 *
 * @category Buffers and events
 */
export class DeviceEvent extends HandleOwner<"event"> {
  static {
    makeEvent = (...parts) => new DeviceEvent(...parts);
  }

  private constructor(context: Context, handle: EventHandle) {
    super(context, handle, "event");
  }
}

/**
 * Marks the point after the work enqueued so far.
 *
 * @returns A new event; the caller owns it.
 * @throws {TypeError} If the context is something else.
 * @category Buffers and events
 */
export function recordEvent(context: Context): DeviceEvent {
  checkClass({ operator: "record event", name: "context" }, context, Context);
  const native = nativeOf(context);
  const handle = contextHandle(context);
  const made: EventHandle = makeHandle(
    context,
    "record event",
    (out) => native.eventRecord({ context: handle, outEvent: out }),
  );
  return makeEvent(context, made);
}

/**
 * Waits for two events and measures the time between them.
 *
 * @returns Milliseconds from the first to the second.
 * @throws {TypeError} If they are something else, or belong to different contexts.
 * @category Buffers and events
 */
export async function elapsed(start: DeviceEvent, stop: DeviceEvent): Promise<number> {
  const operator = "measure event";
  const context = shareContext(operator, start, stop);
  checkClass({ operator, name: "start" }, start, DeviceEvent);
  checkClass({ operator, name: "stop" }, stop, DeviceEvent);
  const out = new Float64Array(1);
  const native = nativeOf(context);
  const waiting = native.eventElapsedAsync({
    context: contextHandle(context),
    start: handleOf(start),
    stop: handleOf(stop),
    outMilliseconds: out,
  });
  checkStatus(context, await waiting, operator);
  return out[0] ?? 0;
}
