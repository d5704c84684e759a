import { assert, assertEquals, assertMatch, assertThrows } from "@std/assert";
import { type Device, openContext } from "../../ffi/context.ts";
import { createBuffer } from "../../ffi/buffer.ts";
import { DisposedError } from "../../ffi/errors.ts";
import { handleOf } from "../../ffi/owned.ts";
import { eachBackend, openAnother } from "../_backends.ts";

eachBackend("a context knows its device", (context) => {
  assertMatch(context.device, /^(cpu|cuda:0)$/);
  assert(context.deviceName.length > 0);
  assertEquals(context.fallbackReason, undefined);
  assertEquals([context.disposed, context.lost], [false, false]);
});

eachBackend("stats() counts handles, bytes, their peak and allocations", (context) => {
  using other = openAnother(context);
  const first = other.stats();
  assertEquals(first, {
    liveHandles: 0,
    liveBytes: 0,
    peakBytes: 0,
    allocations: 0,
    leaks: undefined,
  });
  const large = createBuffer(other, 1 << 20);
  const view = large.view(0, 16);
  assertEquals([other.stats().liveHandles, other.stats().liveBytes], [2, 1 << 20]);
  large.dispose();
  assertEquals([other.stats().liveHandles, other.stats().liveBytes], [1, 1 << 20]);
  view.dispose();
  const { liveHandles, liveBytes, peakBytes, allocations } = other.stats();
  assertEquals([liveHandles, liveBytes, allocations], [0, 0, 1]);
  assert(peakBytes >= 1 << 20);
  other.synchronizeSync();
  other.resetPeak();
  assert(other.stats().peakBytes < 1 << 20);
});

eachBackend("a context disposes once, and with it everything on it", async (context) => {
  const other = openAnother(context);
  const buffer = createBuffer(other, 8);
  await other.synchronize();
  other.dispose();
  other.dispose();
  other[Symbol.dispose]();
  assertEquals([other.disposed, buffer.disposed], [true, true]);
  buffer.dispose();
  const uses: readonly (readonly [string, () => unknown])[] = [
    ["use context", (): unknown => handleOf(other)],
    ["use context", (): unknown => other.stats()],
    ["use context", (): unknown => createBuffer(other, 8)],
    ["read buffer", (): unknown => buffer.readInto(new Uint8Array(1))],
    ["view buffer", (): unknown => buffer.view()],
  ];
  for (const [operator, use] of uses) {
    const error = assertThrows(use, DisposedError);
    assertEquals(error.operator, operator);
    assertEquals(error.message, `Cannot ${operator}: the context has been disposed`);
  }
});

eachBackend("contexts of one device are separate", (context) => {
  using other = openAnother(context);
  assert(handleOf(other) !== handleOf(context));
  using buffer = createBuffer(other, 64);
  assertEquals(buffer.context, other);
  assertEquals(other.stats().liveHandles, 1);
});

Deno.test("openContext() refuses devices that are none", () => {
  for (const device of ["", "CPU", "gpu", "cuda:", "cuda:-1", "cuda:1.5", "cuda:99999", "cpu:0"]) {
    assertThrows(
      () => openContext({ device: device as Device }),
      RangeError,
      `Cannot open device "${device}": it must be "auto", "cpu", "cuda" or "cuda:<number>"`,
    );
  }
});

eachBackend("openContext() refuses a device number beyond the last", (context) => {
  if (context.device === "cpu") {
    return void assertThrows(() => openContext({ device: "cuda:9999" }));
  }
  const error = assertThrows(() => openContext({ device: "cuda:9999" }), RangeError);
  assertMatch(error.message, /^Cannot open cuda:9999: the number of cuda devices is \d+$/);
});
