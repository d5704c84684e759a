import { assertEquals, assertThrows } from "@std/assert";
import { encodeNpy, readNumpy } from "../../../lib/io/mod.ts";

Deno.test("encodeNpy() writes what NumPy writes", () => {
  const values = Float32Array.of(1, 2, 3, 4, 5, 6);
  const file = encodeNpy({ name: "", shape: [2, 3], dtype: "f32", values });
  const text = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }".padEnd(117) + "\n";
  const bytes = new TextEncoder().encode(text);
  assertEquals(
    file,
    Uint8Array.of(
      0x93,
      ...new TextEncoder().encode("NUMPY"),
      1,
      0,
      118,
      0,
      ...bytes,
      ...new Uint8Array(values.buffer),
    ),
  );
});

Deno.test("arrays of all types come back from encodeNpy()", async () => {
  const cases = [
    { shape: [], dtype: "bool", values: Uint8Array.of(1) },
    { shape: [2], dtype: "u8", values: Uint8Array.of(0, 255) },
    { shape: [1, 2, 1], dtype: "i16", values: Int16Array.of(-1, 2) },
    { shape: [0, 4], dtype: "f64", values: new Float64Array(0) },
    { shape: [3], dtype: "f16", values: Float16Array.of(1, 0.5, -2) },
    { shape: [1], dtype: "i64", values: BigInt64Array.of(-(2n ** 63n)) },
    { shape: [1], dtype: "u64", values: BigUint64Array.of(2n ** 64n - 1n) },
  ] as const;
  for (const array of cases) {
    const [read] = await readNumpy(encodeNpy({ name: "", ...array }));
    assertEquals([read?.shape, read?.values], [[...array.shape], array.values]);
  }
});

Deno.test("readNumpy() puts the last axis first in arrays of Fortran", async () => {
  // np.save of np.asfortranarray(np.arange(24, dtype="<i8").reshape(2, 3, 4))
  const text =
    "k05VTVBZAQB2AHsnZGVzY3InOiAnPGk4JywgJ2ZvcnRyYW5fb3JkZXInOiBUcnVlLCAnc2hhcGUnOiAoMiwgMywgNC" +
    "ksIH0gICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgIAoAAAAAAAAA" +
    "AAwAAAAAAAAABAAAAAAAAAAQAAAAAAAAAAgAAAAAAAAAFAAAAAAAAAABAAAAAAAAAA0AAAAAAAAABQAAAAAAAAARAA" +
    "AAAAAAAAkAAAAAAAAAFQAAAAAAAAACAAAAAAAAAA4AAAAAAAAABgAAAAAAAAASAAAAAAAAAAoAAAAAAAAAFgAAAAAA" +
    "AAADAAAAAAAAAA8AAAAAAAAABwAAAAAAAAATAAAAAAAAAAsAAAAAAAAAFwAAAAAAAAA=";
  const [array] = await readNumpy(Uint8Array.from(atob(text), (char) => char.charCodeAt(0)));
  assertEquals(array?.shape, [2, 3, 4]);
  assertEquals(array?.values, BigInt64Array.from({ length: 24 }, (_, at) => BigInt(at)));
});

Deno.test("encodeNpy() refuses what NumPy does not have", () => {
  assertThrows(
    () => encodeNpy({ name: "a", shape: [1], dtype: "bf16", values: Uint16Array.of(1) }),
    TypeError,
    'Cannot run encodeNpy: "a" is bf16, which NumPy does not have',
  );
  assertThrows(
    () => encodeNpy({ name: "a", shape: [2], dtype: "u8", values: Uint8Array.of(1) }),
    RangeError,
    '"a" has 1 values, its shape is [2]',
  );
  assertThrows(() => encodeNpy(3 as never), TypeError, "array is 3");
});
