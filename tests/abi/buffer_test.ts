import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { createBuffer } from "../../ffi/buffer.ts";
import { DisposedError } from "../../ffi/base/errors.ts";
import { handleOf } from "../../ffi/owned.ts";
import { Random } from "../_arrays.ts";
import { eachBackend, openAnother } from "../_backends.ts";
import { assertBits } from "../_compare.ts";

eachBackend("a buffer gives back the bytes that were written", async (context) => {
  const random = new Random(1);
  for (const length of [0, 1, 7, 256, 4097, 300_000]) {
    using buffer = createBuffer(context, length);
    const bytes = random.bytes(length);
    buffer.write(bytes);
    assertBits(await buffer.read(), bytes);
    const target = new Uint8Array(length);
    buffer.readInto(target);
    assertBits(target, bytes);
  }
});

eachBackend("a buffer borrows any typed array, with its offset", (context) => {
  using buffer = createBuffer(context, 16);
  const whole = Uint8Array.from({ length: 64 }, (_, place) => place);
  buffer.write(new Float64Array(whole.buffer, 8, 2));
  const target = new DataView(new ArrayBuffer(32), 8, 16);
  buffer.readInto(target);
  assertBits(new Uint8Array(target.buffer, 8, 16), whole.slice(8, 24));
  buffer.write(whole.subarray(0, 4), 12);
  const tail = new Uint8Array(8);
  buffer.readInto(tail, 8);
  assertBits(tail, Uint8Array.of(16, 17, 18, 19, 0, 1, 2, 3));
});

eachBackend("views see and outlive their buffer", (context) => {
  const buffer = createBuffer(context, 8);
  buffer.write(Uint8Array.of(0, 1, 2, 3, 4, 5, 6, 7));
  using view = buffer.view(2, 4);
  using inner = view.view(1);
  view.fill(Uint8Array.of(9), 2, 1);
  buffer.dispose();
  const target = new Uint8Array(3);
  inner.readInto(target);
  assertBits(target, Uint8Array.of(3, 9, 5));
  assertEquals([view.byteLength, inner.byteLength], [4, 3]);
});

eachBackend("fill() repeats patterns of 1, 2, 4 and 8 bytes", (context) => {
  using buffer = createBuffer(context, 24);
  const target = new Uint8Array(24);
  for (const size of [1, 2, 4, 8]) {
    const pattern = Uint8Array.from({ length: size }, (_, place) => 0xf0 + place);
    buffer.fill(pattern);
    buffer.readInto(target);
    assertBits(target, Uint8Array.from({ length: 24 }, (_, place) => 0xf0 + place % size));
  }
  for (const size of [0, 3, 16]) {
    assertThrows(() => buffer.fill(new Uint8Array(size)), RangeError, "Cannot fill buffer");
  }
  assertThrows(() => buffer.fill(Uint32Array.of(1), 0, 6), RangeError, "does not tile");
});

eachBackend("copyFrom() copies between buffers of one context", (context) => {
  using source = createBuffer(context, 4);
  using target = createBuffer(context, 8);
  source.write(Uint8Array.of(1, 2, 3, 4));
  target.fill(Uint8Array.of(0));
  target.copyFrom(source, 3);
  const bytes = new Uint8Array(8);
  target.readInto(bytes);
  assertBits(bytes, Uint8Array.of(0, 0, 0, 1, 2, 3, 4, 0));
  assertThrows(() => target.copyFrom(source, 5), RangeError, "Cannot copy");
  using same = target.view(2, 4);
  assertThrows(() => target.copyFrom(same), RangeError, "overlap");
});

eachBackend("copyFrom() refuses a buffer of another context, naming both devices", (context) => {
  using other = openAnother(context);
  using source = createBuffer(other, 4);
  using target = createBuffer(context, 4);
  const error = assertThrows(() => target.copyFrom(source), TypeError);
  assertEquals(
    error.message,
    `Cannot copy buffer: one input is on ${context.device} and another on ${other.device}, ` +
      "in different contexts; make both in one",
  );
});

eachBackend("bytes outside a buffer are refused", (context) => {
  using buffer = createBuffer(context, 8);
  const two = new Uint8Array(2);
  for (const offset of [-1, 7, 8, 9, 2 ** 52]) {
    assertThrows(() => buffer.write(two, offset), RangeError, "Cannot write buffer");
    assertThrows(() => buffer.readInto(two, offset), RangeError, "Cannot read buffer");
    assertThrows(() => buffer.view(offset, 2), RangeError, "Cannot view buffer");
    assertThrows(() => buffer.fill(two.subarray(1), offset, 2), RangeError, "Cannot fill buffer");
  }
  for (const offset of [NaN, 0.5, Infinity, 2 ** 53]) {
    assertThrows(() => buffer.write(two, offset), RangeError, "must be a safe integer");
    assertThrows(() => buffer.view(offset, 2), RangeError, "must be a safe integer");
  }
  assertThrows(() => buffer.view(0, -1), RangeError);
  assertThrows(() => createBuffer(context, NaN), RangeError, "nBytes must be a safe integer");
});

eachBackend("a buffer disposes once and then refuses everything by name", async (context) => {
  const buffer = createBuffer(context, 8);
  const moved = buffer.move();
  assertEquals([buffer.disposed, moved.disposed], [true, false]);
  assertThrows(() => buffer.view(), DisposedError, "Cannot view buffer: it has been moved");
  buffer.dispose();
  assertEquals(moved.disposed, false);
  moved.dispose();
  moved.dispose();
  moved[Symbol.dispose]();
  const one = new Uint8Array(1);
  const uses: readonly (readonly [string, () => unknown])[] = [
    ["view buffer", (): unknown => moved.view()],
    ["write buffer", (): unknown => moved.write(one)],
    ["read buffer", (): unknown => moved.readInto(one)],
    ["fill buffer", (): unknown => moved.fill(one)],
    ["move buffer", (): unknown => moved.move()],
    ["use buffer", (): unknown => handleOf(moved)],
  ];
  for (const [operator, use] of uses) {
    const error = assertThrows(use, DisposedError);
    assertEquals(error.message, `Cannot ${operator}: it has been disposed`);
  }
  await assertRejects(
    () => moved.read(),
    DisposedError,
    "Cannot read buffer: it has been disposed",
  );
});
