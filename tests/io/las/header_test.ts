import { assertEquals, assertThrows } from "@std/assert";
import { FormatError, readLasHeader } from "../../../lib/io/mod.ts";
import { corrupt, readableCuts } from "../_damage.ts";
import { dataTest, readExample } from "../_data.ts";
import { lasBytes } from "./_bytes.ts";

/** A small file after some bytes were changed. */
function changed(change: (view: DataView) => void, minor = 2): Uint8Array {
  const bytes = lasBytes({ format: 0, minor, points: [{ at: [1, 2, 3] }] });
  change(new DataView(bytes.buffer));
  return bytes;
}

Deno.test("readLasHeader() gives every field of a hand-written header", () => {
  const header = readLasHeader(lasBytes({
    format: 3,
    points: [{ at: [1, 2, 3] }, { at: [4, 5, 6] }],
    scale: [0.1, 0.2, 0.3],
    offset: [10, 20, 30],
    extraBytes: 5,
  }));
  assertEquals(header, {
    versionMajor: 1,
    versionMinor: 2,
    sourceId: 7,
    globalEncoding: 17,
    systemIdentifier: "hand",
    generatingSoftware: "a test",
    creationDay: 32,
    creationYear: 2020,
    headerSize: 227,
    pointOffset: 227,
    pointFormat: 3,
    compressed: false,
    recordLength: 39,
    count: 2,
    scale: [0.1, 0.2, 0.3],
    offset: [10, 20, 30],
    declaredBounds: { min: [-9, -9, -9], max: [9, 9, 9] },
    vlrs: [],
  });
});

Deno.test("readLasHeader() lists records before and behind the points", () => {
  const { vlrs, pointOffset } = readLasHeader(lasBytes({
    format: 6,
    points: [{ at: [1, 2, 3] }],
    vlrs: [
      { userId: "LASF_Projection", recordId: 2112, data: Uint8Array.of(1, 2) },
      { userId: "a", recordId: 3, data: new Uint8Array(0) },
    ],
    evlrs: [{ userId: "sixteen letters!", recordId: 65535, data: Uint8Array.of(9) }],
  }));
  assertEquals(pointOffset, 375 + 56 + 54);
  const description = "of a test";
  assertEquals(vlrs, [
    {
      userId: "LASF_Projection",
      recordId: 2112,
      description,
      extended: false,
      data: Uint8Array.of(1, 2),
    },
    { userId: "a", recordId: 3, description, extended: false, data: new Uint8Array(0) },
    {
      userId: "sixteen letters!",
      recordId: 65535,
      description,
      extended: true,
      data: Uint8Array.of(9),
    },
  ]);
});

Deno.test("readLasHeader() takes the 64-bit count of LAS 1.4, unless it is 0", () => {
  const wide = changed((view) => {
    view.setUint32(107, 0, true);
    view.setBigUint64(247, 5_000_000_000n, true);
  }, 4);
  assertEquals(readLasHeader(wide).count, 5_000_000_000);
  assertEquals(readLasHeader(changed((view) => view.setBigUint64(247, 0n, true), 4)).count, 1);
});

Deno.test("readLasHeader() says what is wrong and where", () => {
  const cases: [(view: DataView) => void, string, number][] = [
    [(view) => view.setUint8(0, 0), 'LAS: the file does not start with "LASF"', 0],
    [(view) => view.setUint8(24, 2), "version 2.2 is unknown, 1.0 to 1.5 expected", 24],
    [(view) => view.setUint8(25, 6), "version 1.6 is unknown", 24],
    [(view) => view.setUint16(94, 226, true), "header size is 226 bytes, at least 227", 94],
    [(view) => view.setUint16(94, 999, true), "header ends at byte 999, the file holds 247", 94],
    [(view) => view.setUint32(96, 226, true), "point data starts at byte 226, 227 to 247", 96],
    [
      (view) => view.setUint32(96, 248, true),
      "point data starts at byte 248, the file holds 247: it is cut off",
      96,
    ],
    [(view) => view.setUint32(100, 1, true), "variable length record 0 of 1 ends at byte", 227],
    [(view) => view.setUint32(100, 4e9, true), "variable length record 0 of 4000000000", 227],
    [(view) => view.setUint8(104, 11), "point format 11 is unknown, 0 to 10 expected", 104],
    [(view) => view.setUint8(104, 0x40), "the compression is older than LASzip 1.0", 104],
    [(view) => view.setUint16(105, 19, true), "record length is 19 bytes, format 0 takes 20", 105],
    [(view) => view.setFloat64(131, 0, true), "scale of x is 0, a finite number other", 131],
    [(view) => view.setFloat64(139, NaN, true), "scale of y is NaN", 139],
    [(view) => view.setFloat64(147, Infinity, true), "scale of z is Infinity", 147],
    [(view) => view.setFloat64(131, 1e300, true), "offset of x is 0 with scale 1e+300", 155],
    [(view) => view.setFloat64(171, -Infinity, true), "offset of z is -Infinity", 171],
  ];
  for (const [change, message, offset] of cases) {
    const error = assertThrows(() => readLasHeader(changed(change)), FormatError, message);
    assertEquals(error.offset, offset, message);
    assertEquals(error.format, "LAS");
  }
  assertThrows(() => readLasHeader(new Uint8Array(0)), FormatError, "LAS: the file is empty");
  assertThrows(
    () => readLasHeader(changed(() => {}).subarray(0, 100)),
    FormatError,
    "Cannot read LAS: header ends at byte 227, the file holds 100: it is cut off",
  );
  assertThrows(
    () => readLasHeader(changed((view) => view.setUint8(104, 0x8b))),
    FormatError,
    "Cannot read LAZ: point format 11",
  );
});

Deno.test("readLasHeader() refuses extended records beyond the file", () => {
  const far = changed((view) => {
    view.setBigUint64(235, 0xffff_ffff_ffff_ffffn, true);
    view.setUint32(243, 1, true);
  }, 4);
  assertThrows(() => readLasHeader(far), FormatError, "extended variable length record 0 of 1");
});

Deno.test("readLasHeader() refuses every file that is cut before its points", async () => {
  const bytes = lasBytes({
    format: 6,
    points: [{ at: [1, 2, 3] }],
    vlrs: [{ userId: "a", recordId: 1, data: Uint8Array.of(1, 2, 3) }],
  });
  const readable = await readableCuts(readLasHeader, bytes);
  assertEquals(readable[0], 375 + 54 + 3);
  assertEquals(readable.length, 30);
});

Deno.test("readLasHeader() throws nothing but FormatError on corrupted bytes", async () => {
  const vlrs = [{ userId: "a", recordId: 1, data: Uint8Array.of(1, 2, 3) }];
  await corrupt(readLasHeader, lasBytes({ format: 6, points: [], vlrs, evlrs: vlrs }));
});

Deno.test("readLasHeader() reads the header of the example file", async () => {
  const header = readLasHeader(await readExample("autzen_trim.laz"));
  assertEquals(header.compressed, true);
  assertEquals([header.versionMinor, header.pointFormat, header.recordLength], [2, 3, 34]);
  assertEquals(header.count, 110000);
  assertEquals(header.vlrs.at(-1)?.userId, "laszip encoded");
});

dataTest(
  "readLasHeader() reads the records of real files",
  ["las/simple1_4.las", "las/extrabytes.las", "las/ellipsoid.copc.laz"],
  (simple, extra, copc) => {
    const records = [simple, extra, copc].map((bytes) =>
      readLasHeader(bytes).vlrs.map((vlr) =>
        `${vlr.extended ? "+" : ""}${vlr.userId}/${vlr.recordId} ${vlr.data.length}`
      )
    );
    assertEquals(records, [
      ["LASF_Projection/34735 64", "LASF_Projection/34736 24", "+LASF_Projection/2112 157"],
      ["LASF_Spec/4 960"],
      ["copc/1 160", "laszip encoded/22204 46", "LASF_Projection/2112 681", "+copc/1000 160"],
    ]);
  },
);
