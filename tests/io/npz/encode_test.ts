import { assert, assertEquals, assertThrows } from "@std/assert";
import { encodeNpz, readNumpy } from "../../../lib/io/mod.ts";

const ARRAYS = [
  { name: "points", shape: [2, 3], dtype: "f32", values: Float32Array.of(1, 2, 3, 4, 5, 6) },
  { name: "ä", shape: [], dtype: "i64", values: BigInt64Array.of(-1n) },
  { name: "zeros", shape: [10000], dtype: "u8", values: new Uint8Array(10000) },
] as const;

for (const compressed of [false, true]) {
  Deno.test(`encodeNpz() writes arrays that are read again, compressed: ${compressed}`, async () => {
    const file = encodeNpz(ARRAYS, { compressed });
    assertEquals(file.length < 2000, compressed);
    const read = await readNumpy(file);
    assertEquals(
      read.map(({ name, shape, values }) => ({ name, shape, values })),
      ARRAYS.map(({ name, shape, values }) => ({ name, shape: [...shape], values })),
    );
    assertEquals(encodeNpz(ARRAYS, { compressed }), file);
  });
}

Deno.test("readNumpy() reads what numpy.savez_compressed wrote", async () => {
  // a: [[0, 1, 2], [3, 4, 5]] of Fortran, b: big-endian, c: True
  const text =
    "UEsDBC0AAAAIAAAAIQDOLODT//////////8FABQAYS5ucHkBABAAmAAAAAAAAABWAAAAAAAAAJvsF+obEMnIUMZQrZ" +
    "6SWpxcpG6loG6TZqKuo6Cell9UUpSYF59flJIKEg8pKk0FChdnJBakArkaRjoKxpo6CrUK5AMuBjBwcGBgaLAHYgcQ" +
    "h4FhgQMAUEsDBC0AAAAIAAAAIQBXO6LY//////////8FABQAYi5ucHkBABAAiAAAAAAAAABRAAAAAAAAAJvsF+obEM" +
    "nIUMZQrZ6SWpxcpG6loG6XaaSuo6Cell9UUpSYF59flJIKEndLzClOBYoXZyQWpAL5GkY6CoY6CkaaOgq1CuQBLgZG" +
    "BiYGZgYWAFBLAwQtAAAACAAAACEAgi340///////////BQAUAGMubnB5AQAQAIEAAAAAAAAAQwAAAAAAAACb7BfqGx" +
    "DJyFDGUK2eklqcXKRupaBek2SorqOgnpZfVFKUmBefX5SSChJ3S8wpTgWKF2ckFqQC+RqaOgq1ChQBLkYAUEsBAi0D" +
    "LQAAAAgAAAAhAM4s4NNWAAAAmAAAAAUAAAAAAAAAAAAAAIABAAAAAGEubnB5UEsBAi0DLQAAAAgAAAAhAFc7othRAA" +
    "AAiAAAAAUAAAAAAAAAAAAAAIABjQAAAGIubnB5UEsBAi0DLQAAAAgAAAAhAIIt+NNDAAAAgQAAAAUAAAAAAAAAAAAA" +
    "AIABFQEAAGMubnB5UEsFBgAAAAADAAMAmQAAAI8BAAAAAA==";
  const [a, b, c] = await readNumpy(Uint8Array.from(atob(text), (char) => char.charCodeAt(0)));
  assertEquals([a?.shape, a?.values], [[2, 3], Float32Array.of(0, 1, 2, 3, 4, 5)]);
  assertEquals([b?.shape, b?.values], [[2, 1, 2], Int16Array.of(1, 2, 3, 4)]);
  assertEquals([c?.shape, c?.values], [[], Uint8Array.of(1)]);
});

Deno.test("encodeNpz() refuses what it cannot write", () => {
  const [points] = ARRAYS;
  assertThrows(() => encodeNpz([points, points]), RangeError, 'the name "points" is there twice');
  assertThrows(() => encodeNpz([points], { compress: true } as never), TypeError, "compress");
  assertThrows(() => encodeNpz(3 as never), TypeError, "arrays is 3, a list expected");
  assert(encodeNpz([]).length === 22);
});
