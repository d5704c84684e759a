import { assertEquals, assertThrows } from "@std/assert";
import { encodeSafetensors, FormatError, readSafetensors } from "../../../lib/io/mod.ts";
import { corrupt, readableCuts } from "../_damage.ts";

/** 144 bytes of header and 16 of data, made by Python's struct and json. */
const GOLDEN = Uint8Array.from(
  atob(
    "kAAAAAAAAAB7Il9fbWV0YWRhdGFfXyI6eyJmb3JtYXQiOiJwdCJ9LCJhIjp7ImR0eXBlIjoiRjMyIiwic2hhcGUiOlsyXSwi" +
      "ZGF0YV9vZmZzZXRzIjpbMCw4XX0sImIiOnsiZHR5cGUiOiJJNjQiLCJzaGFwZSI6W10sImRhdGFfb2Zmc2V0cyI6WzgsMTZd" +
      "fX0gICAgICAAAMA/AAAAwPn/////////",
  ),
  (char) => char.charCodeAt(0),
);

/** A file of a header and data. */
function fileOf(header: string | object, data = 0, size?: bigint): Uint8Array {
  const text = typeof header === "string" ? header : JSON.stringify(header);
  const bytes = new TextEncoder().encode(text);
  const file = new Uint8Array(8 + bytes.length + data);
  new DataView(file.buffer).setBigUint64(0, size ?? BigInt(bytes.length), true);
  file.set(bytes, 8);
  return file;
}

const one = (offsets: readonly number[], more: object = {}): object => ({
  dtype: "F32",
  shape: [2],
  data_offsets: offsets,
  ...more,
});

Deno.test("readSafetensors() reads the golden file", () => {
  assertEquals(GOLDEN.length, 8 + 144 + 16);
  const { arrays, metadata } = readSafetensors(GOLDEN);
  assertEquals(metadata, { format: "pt" });
  assertEquals(arrays, [
    { name: "a", shape: [2], dtype: "f32", values: Float32Array.of(1.5, -2) },
    { name: "b", shape: [], dtype: "i64", values: BigInt64Array.of(-7n) },
  ]);
});

Deno.test("readSafetensors() reads empty files, empty tensors and names like any other", () => {
  assertEquals(readSafetensors(fileOf("{}")), { arrays: [], metadata: {} });
  const empty = one([0, 0], { shape: [0, 5] });
  const { arrays } = readSafetensors(
    fileOf({ z: empty, "": one([0, 8]), "1": empty, __proto: empty }, 8),
  );
  assertEquals(arrays.map(({ name }) => name).sort(), ["", "1", "__proto", "z"]);
  const own = fileOf('{"__proto__":{"dtype":"U8","shape":[1],"data_offsets":[0,1]}}', 1);
  assertEquals(readSafetensors(own).arrays[0]?.name, "__proto__");
});

Deno.test("readSafetensors() refuses headers that are none", () => {
  const refused = (file: Uint8Array): string =>
    assertThrows(() => readSafetensors(file), FormatError).message;
  const start = "Cannot read safetensors: ";
  assertEquals(refused(new Uint8Array(7)), `${start}7 bytes are held, 8 or more expected`);
  assertEquals(
    refused(fileOf("{}", 0, 100_000_001n)),
    `${start}the header takes 100000001 bytes, at most 100000000 expected`,
  );
  assertEquals(
    refused(fileOf("{}", 0, 2n ** 64n - 1n)),
    `${start}the header takes 18446744073709551615 bytes, at most 100000000 expected`,
  );
  assertEquals(
    refused(fileOf("{}", 0, 3n)),
    `${start}the header ends at byte 11, the file holds 10`,
  );
  assertEquals(refused(fileOf("")), `${start}the header begins with no "{"`);
  assertEquals(refused(fileOf(" {}")), `${start}the header begins with no "{"`);
  assertEquals(refused(fileOf("{,}")), `${start}the header is no JSON`);
  const broken = fileOf('{"a":1}');
  broken[10] = 0xff;
  assertEquals(refused(broken), `${start}the header is no JSON`);
  assertEquals(
    refused(fileOf('{"a":{"dtype":"U8","shape":[0],"shape":[1],"data_offsets":[0,1]}}', 1)),
    `${start}the header has the name "shape" twice`,
  );
  assertEquals(
    refused(
      fileOf(`{"a":${JSON.stringify(one([0, 8]))},"\\u0061":${JSON.stringify(one([0, 8]))}}`, 8),
    ),
    `${start}the header has the name "a" twice`,
  );
});

Deno.test("readSafetensors() refuses tensors and data that do not fit", () => {
  const refused = (header: object, data: number): string =>
    assertThrows(() => readSafetensors(fileOf(header, data)), FormatError).message
      .replace("Cannot read safetensors: ", "");
  assertEquals(refused({ a: one([1, 9]) }, 9), 'data of "a" begin at 1, 0 expected');
  assertEquals(
    refused({ a: one([0, 8]), b: one([12, 20]) }, 20),
    'data of "b" begin at 12, 8 expected',
  );
  assertEquals(
    refused({ a: one([0, 8]), b: one([4, 12]) }, 12),
    'data of "b" begin at 4, 8 expected',
  );
  assertEquals(refused({ a: one([0, 8]) }, 9), "tensors take 8 bytes of data, 9 are held");
  assertEquals(refused({ a: one([0, 8]) }, 7), "tensors take 8 bytes of data, 7 are held");
  assertEquals(refused({ a: one([0, 12]) }, 12), 'tensor "a" takes 12 bytes, 8 expected');
  assertEquals(refused({ a: one([8, 0]) }, 8), 'tensor "a" takes -8 bytes, 8 expected');
  assertEquals(
    refused({ a: one([0, 8], { shape: [2 ** 40, 2 ** 40] }) }, 8),
    'tensor "a" has the shape [1099511627776,1099511627776], which has too many elements',
  );
  assertEquals(
    refused({ a: one([0, 8], { shape: [-2] }) }, 8),
    'tensor "a" has the shape [-2], a list of extents expected',
  );
  assertEquals(refused({ a: one([0]) }, 8), 'tensor "a" has the offsets [0], two numbers expected');
  assertEquals(
    refused({ a: one([0, 2], { dtype: "F8_E4M3" }) }, 2),
    'tensor "a" is of type "F8_E4M3", which is not supported, BOOL, U8, I8, I16, U16, F16, BF16, ' +
      "I32, U32, F32, F64, I64 or U64 expected",
  );
  assertEquals(refused({ a: 3 }, 0), 'tensor "a" is 3, an object expected');
  assertEquals(
    refused({ __metadata__: { a: 1 } }, 0),
    'the metadata have 1 as "a", a text expected',
  );
  assertEquals(refused({ __metadata__: [] }, 0), "the metadata are [], an object expected");
});

Deno.test("readSafetensors() survives every cut and damage", async () => {
  assertEquals(await readableCuts(readSafetensors, GOLDEN), []);
  await corrupt(readSafetensors, GOLDEN);
  assertThrows(() => readSafetensors("a.safetensors" as never), TypeError, "the bytes of a file");
});

Deno.test("all element types come back by the same bits", () => {
  const arrays = [
    { name: "bool", shape: [2], dtype: "bool", values: Uint8Array.of(0, 1) },
    { name: "u8", shape: [1, 2], dtype: "u8", values: Uint8Array.of(0, 255) },
    { name: "i8", shape: [2], dtype: "i8", values: Int8Array.of(-128, 127) },
    { name: "i16", shape: [1], dtype: "i16", values: Int16Array.of(-32768) },
    { name: "u16", shape: [1], dtype: "u16", values: Uint16Array.of(65535) },
    { name: "f16", shape: [2], dtype: "f16", values: Float16Array.of(-0, 65504) },
    { name: "bf16", shape: [3], dtype: "bf16", values: Uint16Array.of(0x7fc1, 0x3f80, 1) },
    { name: "i32", shape: [1], dtype: "i32", values: Int32Array.of(-(2 ** 31)) },
    { name: "u32", shape: [1], dtype: "u32", values: Uint32Array.of(2 ** 32 - 1) },
    { name: "f32", shape: [2], dtype: "f32", values: Float32Array.of(NaN, -Infinity) },
    { name: "f64", shape: [1], dtype: "f64", values: Float64Array.of(Math.PI) },
    { name: "i64", shape: [1], dtype: "i64", values: BigInt64Array.of(-(2n ** 63n)) },
    { name: "u64", shape: [1], dtype: "u64", values: BigUint64Array.of(2n ** 64n - 1n) },
  ] as const;
  const read = readSafetensors(encodeSafetensors(arrays)).arrays;
  assertEquals(read.length, arrays.length);
  for (const array of arrays) {
    assertEquals(read.find(({ name }) => name === array.name), {
      ...array,
      shape: [...array.shape],
    });
  }
});
