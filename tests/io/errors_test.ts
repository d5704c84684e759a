import { assertEquals, assertInstanceOf } from "@std/assert";
import { FormatError } from "../../lib/io/mod.ts";

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
