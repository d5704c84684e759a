import { assertEquals, assertInstanceOf, assertRejects, assertThrows } from "@std/assert";
import {
  FormatError,
  readDvlod,
  readLas,
  readNvdb,
  readPly,
  readPointCloud,
  readVolume,
} from "../../lib/io/mod.ts";

Deno.test("FormatError is a SyntaxError that names the format, the problem and the place", () => {
  const cause = new Error("below");
  const error = new FormatError("LAS", "header ends at byte 227, the file holds 100", {
    offset: 94,
    cause,
  });
  assertInstanceOf(error, SyntaxError);
  assertEquals(error.name, "FormatError");
  assertEquals(error.message, "Cannot read LAS: header ends at byte 227, the file holds 100");
  assertEquals(error.format, "LAS");
  assertEquals(error.offset, 94);
  assertEquals(error.cause, cause);
});

Deno.test("FormatError has no offset and no cause where none is known", () => {
  const error = new FormatError("PLY", "the header has no format");
  assertEquals(error.offset, undefined);
  assertEquals("cause" in error, false);
});

Deno.test("readers say that they take bytes, not the name of a file", async () => {
  const wrong = (given: unknown): Uint8Array => given as Uint8Array;
  const expected = "the bytes of a file are expected, a Uint8Array as Deno.readFile() gives";
  for (
    const [given, what] of [
      ["scan.laz", '"scan.laz"'],
      [new ArrayBuffer(8), "ArrayBuffer"],
      [undefined, "undefined"],
      [[1, 2], "Array"],
    ] as const
  ) {
    const message = `Cannot read ${what}: ${expected}`;
    await assertRejects(() => readPointCloud(wrong(given)), TypeError, message);
    await assertRejects(() => readVolume(wrong(given)), TypeError, message);
    for (const read of [readNvdb, readDvlod, readLas, readPly]) {
      assertThrows(() => read(wrong(given)), TypeError, message);
    }
  }
});
