import { assert, assertEquals, assertThrows } from "@std/assert";
import { gunzipSync } from "node:zlib";
import { packTarball, textFile } from "../../dev/release/pack/tarball.ts";

interface Entry {
  readonly path: string;
  readonly mode: string;
  readonly text: string;
}

/** Reads an archive by the layout of POSIX (ustar), checking the sums of its headers. */
function readArchive(bytes: Uint8Array): Entry[] {
  const decoder = new TextDecoder();
  const entries: Entry[] = [];
  for (let at = 0; at < bytes.length;) {
    const header = bytes.slice(at, at + 512);
    const field = (from: number, length: number): string =>
      decoder.decode(header.subarray(from, from + length)).replace(/\0.*$/s, "");
    if (field(0, 100) === "") break;
    const sum = parseInt(field(148, 8), 8);
    header.fill(32, 148, 156);
    assertEquals(header.reduce((total, byte) => total + byte, 0), sum);
    assertEquals(field(257, 5), "ustar");
    const size = parseInt(field(124, 12), 8);
    const prefix = field(345, 155);
    const text = decoder.decode(bytes.subarray(at + 512, at + 512 + size));
    const path = prefix === "" ? field(0, 100) : `${prefix}/${field(0, 100)}`;
    entries.push({ path, mode: field(100, 8), text });
    at += 512 + Math.ceil(size / 512) * 512;
  }
  return entries;
}

Deno.test("packTarball() packs files as the layout of archives says", () => {
  const long = `${"folder/".repeat(20)}name.txt`;
  const program = { ...textFile("run.sh", "#!/bin/sh\n"), runs: true };
  const empty = textFile("empty", "");
  const files = [
    textFile(long, "x".repeat(513)),
    program,
    empty,
    textFile("whole", "y".repeat(512)),
  ];
  assertEquals(readArchive(gunzipSync(packTarball(files))), [
    { path: "package/empty", mode: "0000644", text: "" },
    { path: `package/${long}`, mode: "0000644", text: "x".repeat(513) },
    { path: "package/run.sh", mode: "0000755", text: "#!/bin/sh\n" },
    { path: "package/whole", mode: "0000644", text: "y".repeat(512) },
  ]);
});

Deno.test("packTarball() makes the same bytes of the same files in any order", () => {
  const files = ["b", "a", "c"].map((name) => textFile(name, name));
  assertEquals(packTarball(files), packTarball(files.toReversed()));
});

Deno.test("packTarball() refuses a path that no header has room for", () => {
  assertThrows(
    () => packTarball([textFile("x".repeat(120), "")]),
    RangeError,
    "its name is too long",
  );
  assert(packTarball([textFile(`${"x".repeat(100)}/${"y".repeat(99)}`, "")]).length > 0);
});
