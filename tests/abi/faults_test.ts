import { assertEquals, assertInstanceOf, assertRejects, assertThrows } from "@std/assert";
import { StatusCode } from "../../ffi/_generated/symbols.ts";
import type { Status } from "../../ffi/_generated/native.ts";
import { createBuffer } from "../../ffi/buffer.ts";
import { checkStatus } from "../../ffi/context.ts";
import { cannot, DisposedError, NativeError } from "../../ffi/base/errors.ts";
import { statusError } from "../../ffi/status.ts";
import { recordEvent } from "../../ffi/event.ts";
import { handleOf } from "../../ffi/owned.ts";
import { emptyTensor, jaggedFromList, tensor } from "../../lib/core/mod.ts";
import { eachBackend, isGpu, openAnother } from "../_backends.ts";

/** Asserts that a call fails for lack of memory. */
function assertOutOfMemory(body: () => unknown, operator: string): void {
  const error = assertThrows(body, NativeError);
  assertEquals([error.name, error.kind, error.operator, error.status], [
    "NativeError",
    "out-of-memory",
    operator,
    StatusCode.OUT_OF_MEMORY,
  ]);
  assertEquals(error.message.startsWith(`Cannot ${operator}: `), true, error.message);
}

eachBackend("a failed allocation leaves nothing behind and the context usable", (context) => {
  using numbers = tensor([1, 2, 3], { context });
  const bodies: readonly (() => Disposable)[] = [
    (): Disposable => createBuffer(context, 100),
    (): Disposable => tensor([1, 2], { context }),
    (): Disposable => numbers.copy(),
    (): Disposable => jaggedFromList([numbers, numbers]),
  ];
  for (const body of bodies) {
    context.failAllocation(1);
    const before = context.stats();
    assertOutOfMemory(body, "create buffer");
    const { liveHandles, liveBytes } = context.stats();
    assertEquals([liveHandles, liveBytes], [before.liveHandles, before.liveBytes]);
    body()[Symbol.dispose](); // fails once
  }
});

eachBackend("failAllocation() counts allocations and 0 switches it off", (context) => {
  context.failAllocation(3);
  createBuffer(context, 8).dispose();
  createBuffer(context, 8).dispose();
  assertOutOfMemory(() => createBuffer(context, 8), "create buffer");
  context.failAllocation(1);
  context.failAllocation(0);
  createBuffer(context, 8).dispose();
});

eachBackend("too large a tensor is out of memory, and the context stays usable", (context) => {
  assertOutOfMemory(() => emptyTensor([2 ** 44], { context, dtype: "f64" }), "create buffer");
  assertOutOfMemory(() => createBuffer(context, Number.MAX_SAFE_INTEGER), "create buffer");
  assertThrows(() => createBuffer(context, -1), RangeError);
  tensor([1], { context }).dispose();
});

eachBackend("no more is promised than the device has, used or not", (context) => {
  // A GPU hands out what it has; a machine would promise far more than it could keep.
  const piece = isGpu(context) ? 2 ** 44 : 2 ** 34;
  using held = new DisposableStack();
  const takeAll = (): void => {
    for (let n = 0; n < 4096; n++) held.use(createBuffer(context, piece));
  };
  assertOutOfMemory(takeAll, "create buffer");
  held.dispose();
  tensor([1], { context }).dispose();
});

eachBackend(
  "a lost context fails fast, and what it holds can still be disposed",
  async (context) => {
    using other = openAnother(context);
    using numbers = tensor([1], { context: other });
    using event = recordEvent(other);
    const fault = assertThrows(
      () => checkStatus(other, StatusCode.DEVICE_FAULT, "try"),
      NativeError,
    );
    assertEquals([fault.kind, other.lost, other.disposed], ["device-fault", true, false]);
    const uses: readonly (() => unknown)[] = [
      (): unknown => numbers.readSync(),
      (): unknown => numbers.fill(0),
      (): unknown => tensor([1], { context: other }),
      (): unknown => recordEvent(other),
      (): unknown => other.stats(),
      (): unknown => other.synchronizeSync(),
      (): unknown => handleOf(other),
    ];
    for (const use of uses) assertEquals(assertThrows(use, NativeError).kind, "device-fault");
    await assertRejects(() => numbers.read(), NativeError, "Cannot read tensor");
    await assertRejects(() => other.synchronize(), NativeError);
    event.dispose();
    assertEquals([numbers.disposed, event.disposed], [false, true]);
  },
);

Deno.test("statusError() gives each status its error", () => {
  const of = (status: number): Error =>
    statusError(status as Status, "runIt", "Cannot take it: no");
  assertInstanceOf(of(StatusCode.INVALID_ARGUMENT), RangeError);
  assertInstanceOf(of(StatusCode.INVALID_HANDLE), DisposedError);
  const kinds = [
    [StatusCode.UNSUPPORTED, "unsupported"],
    [StatusCode.OUT_OF_MEMORY, "out-of-memory"],
    [StatusCode.INVALID_DATA, "invalid-data"],
    [StatusCode.DEVICE_FAULT, "device-fault"],
    [StatusCode.INTERNAL, "internal"],
    [99, "internal"],
  ] as const;
  for (const [status, kind] of kinds) {
    const error = of(status);
    assertInstanceOf(error, NativeError);
    assertEquals([error.kind, error.operator, error.status], [kind, "runIt", status as Status]);
    assertEquals(
      error.message,
      `Cannot run runIt: cannot take it: no${kind === "internal" ? "; please report this" : ""}`,
    );
  }
});

Deno.test("statusError() neither repeats what was done nor needs a text", () => {
  const message = (text: string): string =>
    statusError(StatusCode.INVALID_ARGUMENT, "build grid", text).message;
  assertEquals(message("Cannot build grid: too large"), "Cannot build grid: too large");
  assertEquals(message("no room"), "Cannot build grid: no room");
  assertEquals(message(""), "Cannot build grid: the native status is 1");
  assertEquals([cannot("read tensor"), cannot("voxelMean")], [
    "Cannot read tensor",
    "Cannot run voxelMean",
  ]);
});
