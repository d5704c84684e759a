import { assert, assertEquals, assertMatch, assertThrows } from "@std/assert";
import type { ContextHandle } from "../../ffi/_generated/native.ts";
import { StatusCode } from "../../ffi/_generated/symbols.ts";
import { type Context, nativeOf } from "../../ffi/context.ts";
import type { Device } from "../../ffi/context_options.ts";
import { openContext } from "../../ffi/open_context.ts";
import { createBuffer } from "../../ffi/buffer.ts";
import { DisposedError } from "../../ffi/base/errors.ts";
import { handleOf } from "../../ffi/owned.ts";
import { jaggedSum } from "../../lib/jagged/mod.ts";
import { type GridBatch, gridFromPoints, tensor } from "../../mod.ts";
import { eachBackend, isGpu, openAnother } from "../_backends.ts";

eachBackend("a context knows its device", (context) => {
  assertMatch(context.device, /^(cpu|cuda:0|wasm)$/);
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
      `Cannot open device "${device}": it must be "auto", "cpu", "cuda", "cuda:<number>" or "wasm"`,
    );
  }
});

eachBackend("openContext() refuses a device number beyond the last", (context) => {
  if (!isGpu(context)) {
    return void assertThrows(() => openContext({ device: "cuda:9999" }));
  }
  const error = assertThrows(() => openContext({ device: "cuda:9999" }), RangeError);
  assertMatch(error.message, /^Cannot open cuda:9999: the number of cuda devices is \d+$/);
});

Deno.test("openContext() takes a number of threads, and the context tells it", () => {
  for (const threads of [1, 3, 1024]) {
    using context = openContext({ device: "cpu", threads });
    assertEquals(context.threads, threads);
    assertEquals(context.deviceName, `CPU, ${threads} thread${threads === 1 ? "" : "s"}`);
  }
  using usual = openContext({ device: "cpu" });
  assert(usual.threads >= 1 && usual.threads <= 1024);
});

eachBackend(
  "a number of threads is accepted by every device, and used by those that run on the host",
  (context) => {
    using other = openContext({ device: context.device as Device, threads: 2 });
    assertEquals(other.threads, isGpu(context) ? 1 : 2);
  },
);

Deno.test("openContext() refuses numbers of threads that are none", () => {
  const expected = "a whole number from 1 to 1024 expected";
  for (const threads of [0, -1, 0.5, 1025, 2 ** 32, 2 ** 32 + 1, 2 ** 53, NaN, Infinity]) {
    assertThrows(
      () => openContext({ device: "cpu", threads }),
      RangeError,
      `Cannot open context: threads is ${threads}, ${expected}`,
    );
  }
  for (const [threads, given] of [["2", '"2"'], [2n, "2n"], [null, "null"], [true, "true"]]) {
    assertThrows(
      () => openContext({ device: "cpu", threads: threads as never }),
      TypeError,
      `Cannot open context: threads is ${given}, ${expected}`,
    );
  }
});

eachBackend("the native library refuses more threads than a team can have", (context) => {
  const native = nativeOf(context);
  const out = new Uint32Array(1);
  assertEquals(
    native.contextCreate({ device: 0, threads: 1025, outContext: out }),
    StatusCode.INVALID_ARGUMENT,
  );
  assertEquals(
    native.contextCreate({ device: 0, threads: 2 ** 32 - 1, outContext: out }),
    StatusCode.INVALID_ARGUMENT,
  );
  assertEquals(out[0], 0);
  assertEquals(
    native.contextThreads({ context: 0 as ContextHandle, outThreads: out }),
    StatusCode.INVALID_HANDLE,
  );
});

eachBackend("results are the same bits with any number of threads", (context) => {
  const values = Float32Array.from({ length: 300_000 }, (_, i) => Math.fround(Math.sin(i) * 1e3));
  const [one, ...others] = [1, 2, 5].map((threads) => {
    using own = openContext({ device: context.device as Device, threads });
    using list = tensor(values, { context: own });
    using sums = jaggedSum(list);
    using cloud = gridOf(own, values);
    return [...sums.readSync(), ...cloud.bbox(), cloud.numVoxels];
  });
  for (const other of others) assertEquals(other, one);
});

/** A grid of points in no order, which takes sorts, scans and launches of all kinds. */
function gridOf(context: Context, values: Float32Array<ArrayBuffer>): GridBatch {
  using points = tensor(values, { context, shape: [values.length / 3, 3] });
  return gridFromPoints(points, { voxelSize: 3 });
}
