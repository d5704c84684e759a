import { assertEquals, assertThrows } from "@std/assert";
import { encodeSafetensors } from "../../../lib/io/mod.ts";

const a = { name: "a", shape: [2], dtype: "f32", values: Float32Array.of(1.5, -2) } as const;
const b = { name: "b", shape: [], dtype: "i64", values: BigInt64Array.of(-7n) } as const;

Deno.test("encodeSafetensors() pads the header, and puts large elements first", () => {
  const file = encodeSafetensors([a, b], { metadata: { format: "pt" } });
  const text = '{"__metadata__":{"format":"pt"},' +
    '"b":{"dtype":"I64","shape":[],"data_offsets":[0,8]},' +
    '"a":{"dtype":"F32","shape":[2],"data_offsets":[8,16]}}';
  assertEquals(text.length, 138);
  const expected = new Uint8Array(8 + 144 + 16);
  expected[0] = 144;
  expected.set(new TextEncoder().encode(text.padEnd(144)), 8);
  new DataView(expected.buffer).setBigInt64(152, -7n, true);
  new DataView(expected.buffer).setFloat32(160, 1.5, true);
  new DataView(expected.buffer).setFloat32(164, -2, true);
  assertEquals(file, expected);
  assertEquals(encodeSafetensors([b, a], { metadata: { format: "pt" } }), expected);
});

Deno.test("encodeSafetensors() orders names of one size, also those that are numbers", () => {
  const named = (name: string) => ({ ...a, name });
  const file = encodeSafetensors([named("b"), named("10"), named("9"), named("B")]);
  const header = new TextDecoder().decode(
    file.subarray(8, 8 + (file[0] ?? 0) + 256 * (file[1] ?? 0)),
  );
  assertEquals([...header.matchAll(/"(\w+)":\{/g)].map(([, name]) => name), ["10", "9", "B", "b"]);
  assertEquals(encodeSafetensors([]).length, 16);
});

Deno.test("encodeSafetensors() refuses what it cannot write", () => {
  const refused = (arrays: unknown, options: object = {}): string =>
    assertThrows(() => encodeSafetensors(arrays as [], options), Error).message
      .replace("Cannot run encodeSafetensors: ", "");
  assertEquals(refused([a, a]), 'the name "a" is there twice or reserved');
  assertEquals(
    refused([{ ...a, name: "__metadata__" }]),
    'the name "__metadata__" is there twice or reserved',
  );
  assertEquals(refused([{ ...a, shape: [3] }]), '"a" has 2 values, its shape is [3]');
  assertEquals(
    refused([{ ...a, dtype: "f64" }]),
    'values of "a" is a Float32Array, a Float64Array expected',
  );
  assertEquals(
    refused([{ ...a, dtype: "f8" }]),
    'dtype of "a" is "f8", bool, u8, i8, i16, u16, f16, bf16, i32, u32, f32, f64, i64 or u64 expected',
  );
  assertEquals(refused([a], { metadata: { a: 1 } }), 'metadata "a" is 1, a text expected');
  assertEquals(refused([a], { meta: {} }), 'the option "meta" is unknown, metadata expected');
  assertEquals(refused(3), "arrays is 3, a list expected");
});
