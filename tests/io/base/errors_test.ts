import { assertEquals, assertInstanceOf, assertRejects, assertThrows } from "@std/assert";
import * as io from "../../../lib/io/mod.ts";

const { FormatError } = io;

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

const NO_BYTES = "the bytes of a file are expected, a Uint8Array as Deno.readFile() gives";

/** What is given in place of bytes, and what errors call it. */
const WRONG: readonly (readonly [given: unknown, what: string])[] = [
  ["scan.laz", '"scan.laz"'],
  [new ArrayBuffer(8), "an ArrayBuffer"],
  [new Float32Array(2), "a Float32Array"],
  [undefined, "undefined"],
  [null, "null"],
  [5, "5"],
  [[1, 2], "an Array"],
  [Object.create(null), "an object"],
];

/** How exported readers take what is read, where that is not their first argument alone. */
const OTHERS: Readonly<Record<string, (given: unknown) => unknown>> = {
  readEpt: (given) => io.readEpt(() => Promise.resolve(given as Uint8Array)),
  readLasRecords: (given) =>
    io.readLasRecords({ recordLength: 20 } as io.LasHeader, given as Uint8Array),
  readLasStart: (given) => io.readLasStart(given as Uint8Array, 1000),
};

/** These look at names of files, not at what is in them. */
const TAKE_NAMES: ReadonlySet<string> = new Set(["isVolumeName"]);

for (const [name, reader] of Object.entries(io)) {
  if (!/^(read|is)[A-Z]/.test(name) || TAKE_NAMES.has(name)) continue;
  Deno.test(`${name}() says that it takes bytes, not the name of a file`, async () => {
    const read = OTHERS[name] ?? reader as (given: unknown) => unknown;
    for (const [given, what] of WRONG) {
      const message = `Cannot read ${what}: ${NO_BYTES}`;
      await assertRejects(async () => await read(given), TypeError, message);
    }
  });
}

Deno.test("what is no bytes is said to be none beside a name, in data files and parts of sources", async () => {
  const header = new TextEncoder().encode(
    "NRRD0004\ntype: uchar\ndimension: 3\nsizes: 1 1 1\nencoding: raw\ndata file: a.raw\n",
  );
  for (const [given, what] of WRONG) {
    const message = `Cannot read ${what}: ${NO_BYTES}`;
    const bytes = given as Uint8Array;
    for (const name of ["a.laz", "a.ply", "a.xyz", "ept.json"]) {
      await assertRejects(() => io.readPointCloud(bytes, { name }), TypeError, message);
    }
    await assertRejects(() => io.readVolume(bytes, { name: "a.nrrd" }), TypeError, message);
    assertThrows(() => io.pointCloudFormat(bytes, "a.las"), TypeError, message);
    assertThrows(() => io.lasFrontBytes(bytes), TypeError, message);
    const source: io.ByteSource = { size: 1000, read: () => bytes };
    await assertRejects(() => io.readCopcHeader(source), TypeError, message);
    if (given === undefined) continue; // no data file, which is another matter
    await assertRejects(() => io.readNrrd(header, { data: bytes }), TypeError, message);
  }
});

Deno.test("readers of parts say what they take besides bytes", async () => {
  const wrong = { size: "5", read: () => new Uint8Array(5) } as unknown as io.ByteSource;
  const message = `Cannot read an Object: ${NO_BYTES}, or a ByteSource`;
  await assertRejects(() => io.readCopcHeader(wrong), TypeError, message);
  await assertRejects(() => io.readCopcNodes(wrong), TypeError, message);
  const folder = "scans" as unknown as io.ReadFile;
  const problem = 'Cannot read EPT: readFile is "scans", a function expected';
  await assertRejects(() => io.readEpt(folder), TypeError, problem);
});
