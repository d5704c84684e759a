import { assertEquals, assertThrows } from "@std/assert";
import { fromBf16, toBf16 } from "../../lib/core/mod.ts";
import { type Conversion, convertTensors } from "../../lib/core/elements.ts";
import { type Context, type Float, type Tensor, tensor } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { failEachAllocation } from "../_failures.ts";

/** Numbers of every kind: ties between neighbors of bf16 and of f16, too large, too small, infinite, NaN. */
const SPECIAL = [
  ...[0, -0, 1, -1, 1 + 2 ** -8, 1 + 3 * 2 ** -8, 1 + 2 ** -11, 1 + 3 * 2 ** -11, 65519, 65520],
  ...[3e38, 3.4e38, 2 ** -24, 2 ** -25, 2 ** -26, 1e-40, Infinity, -Infinity, NaN],
];

function numbers(length: number): number[] {
  return Array.from(
    { length },
    (_, at) => Math.fround(SPECIAL[at] ?? Math.sin(at) * 2 ** (at % 40 - 20)),
  );
}

function make(context: Context, values: readonly number[], dtype: Float): Tensor<Float> {
  return tensor(values, { context, dtype }) as Tensor<Float>;
}

/** The bits of numbers of a type, rounded by this file or by what JavaScript has. */
function bitsOf(values: readonly number[], dtype: Float): ArrayBufferView {
  switch (dtype) {
    case "bf16":
      return toBf16(Float32Array.from(values));
    case "f16":
      return Float16Array.from(values);
    case "f32":
      return Float32Array.from(values);
    case "f64":
      return Float64Array.from(values);
  }
}

const SIZES = [0, 1, 19, 0, 300, 16384, 16385, 40000];

for (const from of ["f16", "bf16", "f32", "f64"] as const) {
  eachBackend(`convertTensors() rounds tensors of ${from} as each by itself`, (context) => {
    using stack = new DisposableStack();
    const tensors = SIZES.map((size) => stack.use(make(context, numbers(size), from)));
    for (const to of ["f16", "bf16", "f32", "f64"] as const) {
      const made = convertTensors("test", tensors.map((one): Conversion => [one, to]));
      for (const [place, one] of made.entries()) {
        stack.use(one);
        const held = tensors[place]?.readSync() ?? new Float32Array();
        const values = from === "bf16" ? fromBf16(held as Uint16Array<ArrayBuffer>) : held;
        // All are numbers of f32, by way of which the expected ones are rounded.
        const expected = bitsOf(Array.from(values as Float64Array), to);
        assertEquals([one.dtype, one.shape], [to, [SIZES[place] ?? 0]]);
        assertEquals(one.readSync() as ArrayBufferView, expected);
      }
    }
  });
}

eachBackend(
  "convertTensors() takes more tensors than one launch does, of several types",
  (context) => {
    using stack = new DisposableStack();
    const types = ["f16", "bf16", "f32"] as const;
    const conversions = Array.from({ length: 201 }, (_, place): Conversion => {
      const values = Array.from({ length: place % 5 }, (_, at) => place + at);
      return [
        stack.use(make(context, values, types[place % 3] ?? "f32")),
        types[place % 2] ?? "f32",
      ];
    });
    for (const [place, one] of convertTensors("test", conversions).entries()) {
      stack.use(one);
      const expected = Array.from({ length: place % 5 }, (_, at) => place + at);
      assertEquals(one.readSync() as ArrayBufferView, bitsOf(expected, types[place % 2] ?? "f32"));
    }
    assertEquals(convertTensors("test", []), []);
  },
);

eachBackend("convertTensors() makes all or nothing", async (context) => {
  using first = tensor([1, 2], { context });
  using second = tensor([3], { context });
  const made = await failEachAllocation(
    context,
    () => convertTensors("test", [[first, "bf16"], [second, "f16"]]),
    2,
  );
  for (const one of made) one.dispose();
  second.dispose();
  assertThrows(() => convertTensors("test", [[first, "bf16"], [second, "f16"]]), Error, "disposed");
});
