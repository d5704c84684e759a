import { assertEquals, assertRejects } from "@std/assert";
import { rawLayoutOfName, readVolume, sampleType } from "../../../lib/io/mod.ts";

Deno.test("rawLayoutOfName() finds sizes and types in names", () => {
  const found = (name: string): unknown => {
    const layout = rawLayoutOfName(name);
    return layout === undefined ? undefined : [...layout.dims, layout.type];
  };
  assertEquals(found("bonsai_256x128x64_uint8.raw"), [256, 128, 64, "u8"]);
  assertEquals(found("a/b.c/vertebra_512x512x512_uint16.raw.gz"), [512, 512, 512, "u16"]);
  assertEquals(found("8x4x2_float32.raw"), [8, 4, 2, "f32"]);
  assertEquals(found("scan-2_8X4X2-Int16.raw"), [8, 4, 2, "i16"]);
  assertEquals(found("a_1x2x3.double.raw"), [1, 2, 3, "f64"]);
  assertEquals(found("a_1x2x3_u16.raw"), [1, 2, 3, "u16"]);
  assertEquals(found("a_0x2x3_uint8.raw"), [0, 2, 3, "u8"]);
  for (
    const name of [
      "aneurism.raw",
      "a_1x2_uint8.raw",
      "a_1x2x3.raw",
      "a_1x2x3_uint7.raw",
      "a_1x2x3_uint8/b.raw",
      "a_1x2x3_uint8",
    ]
  ) {
    assertEquals(found(name), undefined, name);
  }
});

Deno.test("readVolume() and rawLayoutOfName() refuse sizes that are no exact numbers", async () => {
  assertEquals(rawLayoutOfName("a_100000000000000000000x1x1_uint8.raw"), undefined);
  await assertRejects(
    () => readVolume(new Uint8Array(8), { dims: [1e20, 1, 1], type: "u8" }),
    RangeError,
    "dims are [100000000000000000000, 1, 1], three whole numbers from 1 to 2^53 - 1 expected",
  );
});

Deno.test("sampleType() knows short and long names", () => {
  assertEquals(["u8", "uint8", "UINT16", "float", "f64"].map(sampleType), [
    "u8",
    "u8",
    "u16",
    "f32",
    "f64",
  ]);
  assertEquals(["", "int", "toString", "u128"].map(sampleType), Array(4).fill(undefined));
});
