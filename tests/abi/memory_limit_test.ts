import { assert, assertEquals, assertThrows } from "@std/assert";
import { type Device, fullTensor, gridFromDense, NativeError, openContext } from "../_doors.ts";
import { eachBackend } from "../_backends.ts";

eachBackend("a context holds no more than its limit, and goes on below it", ({ device }) => {
  using context = openContext({ device: device as Device, memoryLimit: 2 ** 20 });
  const layout = { context, dtype: "u8" } as const;
  using half = fullTensor([2 ** 19], 7, layout);
  const error = assertThrows(() => fullTensor([2 ** 19 + 1], 7, layout), NativeError);
  assertEquals(error.kind, "out-of-memory");
  using rest = fullTensor([2 ** 19], 8, layout);
  assertEquals([half.readSync()[0], rest.readSync()[2 ** 19 - 1]], [7, 8]);
  assertEquals(context.stats().liveBytes, 2 ** 20);
});

eachBackend("what would not fit in the limit fails before it works", ({ device }) => {
  using context = openContext({ device: device as Device, memoryLimit: 2 ** 20 });
  const error = assertThrows(() => gridFromDense({ context, dims: 2000 }), NativeError);
  assertEquals(error.kind, "out-of-memory");
  using small = gridFromDense({ context, dims: 8 });
  assertEquals(small.numVoxels, 512);
});

eachBackend("memory beyond any machine is refused at once", (context) => {
  const layout = { context, dtype: "u8" } as const;
  const error = assertThrows(() => fullTensor([2 ** 45], 0, layout), NativeError);
  assertEquals(error.kind, "out-of-memory");
  assert(error.message.includes(`${2 ** 45} bytes`), error.message);
});

Deno.test("openContext() refuses limits of memory that are none", () => {
  for (const memoryLimit of [-1, 0.5, NaN, Infinity, 2 ** 53]) {
    assertThrows(
      () => openContext({ device: "cpu", memoryLimit }),
      RangeError,
      `Cannot open context: memoryLimit is ${memoryLimit}, a whole number from 0 to`,
    );
  }
  using context = openContext({ device: "cpu", memoryLimit: Number.MAX_SAFE_INTEGER });
  using small = fullTensor([2], 1, { context, dtype: "f32" });
  assertEquals(small.length, 2);
});
