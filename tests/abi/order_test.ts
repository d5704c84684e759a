import { assert, assertEquals, assertGreaterOrEqual, assertRejects } from "@std/assert";
import { createBuffer } from "../../ffi/buffer.ts";
import { elapsed, recordEvent } from "../../ffi/event.ts";
import { DisposedError } from "../../ffi/base/errors.ts";
import { StatusCode } from "../../ffi/_generated/symbols.ts";
import { handleOf } from "../../ffi/owned.ts";
import { nativeOf } from "../../ffi/context.ts";
import { fullTensor, tensor } from "../../lib/core/mod.ts";
import { eachBackend, openAnother } from "../_backends.ts";

/** Large enough that a read is not over before the next call. */
const MANY = 1 << 20;

eachBackend("an asynchronous read gives what was there when it was called", async (context) => {
  using numbers = fullTensor([MANY], 7, { context, dtype: "i32" });
  const reading = numbers.read();
  numbers.fill(0);
  assertEquals((await reading).every((value) => value === 7), true);
  assertEquals(numbers.readSync().every((value) => value === 0), true);
});

eachBackend("asynchronous reads see each write between them", async (context) => {
  using numbers = fullTensor([1024], -1, { context, dtype: "i32" });
  const readings: Promise<Int32Array>[] = [];
  for (let turn = 0; turn < 200; turn++) {
    numbers.fill(turn);
    readings.push(numbers.read());
  }
  const seen = await Promise.all(readings);
  assertEquals(
    seen.map((values) => [values[0], values.at(-1)]),
    seen.map((_, turn) => [turn, turn]),
  );
});

eachBackend("far more asynchronous calls than threads end, over two contexts", async (context) => {
  using other = openAnother(context);
  using here = tensor([1], { context });
  using there = tensor([2], { context: other });
  const readings = Array.from({ length: 300 }, (_, turn) => (turn % 2 ? there : here).read());
  const values = (await Promise.all(readings)).map(([value]) => value);
  assertEquals(values, values.map((_, turn) => turn % 2 + 1));
});

eachBackend("synchronous calls wait for the asynchronous ones before them", async (context) => {
  using numbers = fullTensor([MANY], 1, { context, dtype: "f32" });
  const readings = [numbers.read(), context.synchronize(), numbers.read()];
  assertEquals(numbers.readSync()[MANY - 1], 1);
  await Promise.all(readings);
});

eachBackend("what a read borrows may be disposed at once", async (context) => {
  const numbers = fullTensor([MANY], 3, { context, dtype: "f32" });
  const reading = numbers.read();
  numbers.dispose();
  const more = fullTensor([MANY], 9, { context, dtype: "f32" });
  more.dispose();
  assert((await reading).every((value) => value === 3));
});

eachBackend("a context waits for its asynchronous calls when it is disposed", async (context) => {
  const other = openAnother(context);
  const numbers = fullTensor([MANY], 5, { context: other, dtype: "i32" });
  const reading = numbers.read();
  other.dispose();
  assert((await reading).every((value) => value === 5));
  await assertRejects(() => numbers.read(), DisposedError, "the context has been disposed");
});

eachBackend("a call that cannot be made takes no place in the order", async (context) => {
  const native = nativeOf(context);
  const handle = handleOf(context);
  using buffer = createBuffer(context, 8);
  const resizable = new Uint8Array(new ArrayBuffer(8, { maxByteLength: 16 }));
  const asks = [
    (): Promise<unknown> =>
      native.bufferReadAsync({
        context: handle,
        buffer: handleOf(buffer),
        offset: 0,
        outData: resizable,
        nBytes: 8,
      }),
    (): Promise<unknown> =>
      native.bufferReadAsync({
        context: handle,
        buffer: handleOf(buffer),
        offset: NaN,
        outData: new Uint8Array(8),
        nBytes: 8,
      }),
    (): Promise<unknown> =>
      native.bufferReadAsync({
        context: handle,
        buffer: handleOf(buffer),
        offset: 0,
        outData: new Uint8Array(7),
        nBytes: 8,
      }),
    (): Promise<unknown> =>
      native.bufferReadAsync({
        context: handle,
        buffer: -1 as never,
        offset: 0,
        outData: new Uint8Array(8),
        nBytes: 8,
      }),
    (): Promise<unknown> =>
      native.bufferReadAsync({
        context: handle,
        buffer: handleOf(buffer),
        offset: 0,
        outData: {} as Uint8Array,
        nBytes: 0,
      }),
  ];
  const errors = asks.map((ask) => assertRejects(ask));
  context.synchronizeSync(); // would wait for ever behind a place that nobody takes
  assertEquals((await Promise.all(errors)).length, asks.length);
});

eachBackend("a place that is given back holds nobody up", (context) => {
  const native = nativeOf(context);
  const handle = handleOf(context);
  const out = new Uint32Array(2);
  const [first, second] = [out.subarray(0, 1), out.subarray(1)];
  assertEquals(native.contextReserve({ context: handle, outTicket: first }), StatusCode.OK);
  assertEquals(native.contextReserve({ context: handle, outTicket: second }), StatusCode.OK);
  assert(out[0] !== out[1]);
  for (const ticket of [out[1], out[0]]) {
    assertEquals(
      native.contextRelease({ context: handle, ticket: ticket as never }),
      StatusCode.OK,
    );
    assertEquals(
      native.contextRelease({ context: handle, ticket: ticket as never }),
      StatusCode.INVALID_ARGUMENT,
    );
  }
  assertEquals(
    native.contextRelease({ context: handle, ticket: 0 as never }),
    StatusCode.INVALID_ARGUMENT,
  );
  context.synchronizeSync();
});

eachBackend("elapsed() measures the work between two events", async (context) => {
  using start = recordEvent(context);
  using numbers = fullTensor([MANY], 1, { context, dtype: "f64" });
  using stop = recordEvent(context);
  assertGreaterOrEqual(await elapsed(start, stop), 0);
  assertEquals(numbers.length, MANY);
  stop.dispose();
  await assertRejects(
    () => elapsed(start, stop),
    DisposedError,
    "Cannot measure event: it has been disposed",
  );
});
