import { assertAlmostEquals, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import fc from "fast-check";
import { FormatError, readLas, readLasHeader, readLaz } from "../../../lib/io/mod.ts";
import { assertClose } from "../../_compare.ts";
import { corrupt, readableCuts } from "../_damage.ts";
import { dataTest, readExample } from "../_data.ts";
import { lasBytes } from "./_bytes.ts";
import { copcBytes } from "./_copc_bytes.ts";
import { chunkedLaz } from "./_laz_bytes.ts";

/** A copy of a file after some bytes were changed. */
function changed(
  bytes: Uint8Array,
  change: (view: DataView, copy: Uint8Array) => void,
): Uint8Array {
  const copy = bytes.slice();
  change(new DataView(copy.buffer), copy);
  return copy;
}

/** The example cut down to the first points of its first chunk; the other chunks are empty then. */
async function smallLaz(count: number): Promise<Uint8Array> {
  return changed(
    await readExample("autzen_trim.laz"),
    (view) => view.setUint32(107, count, true),
  );
}

/** Byte offset of the payload of a record. */
function payloadOf(bytes: Uint8Array, userId: string): number {
  const vlr = readLasHeader(bytes).vlrs.find((one) => one.userId === userId);
  return (vlr?.data.byteOffset ?? 0) - bytes.byteOffset;
}

// The first test of this file, so that it is the one to load the decoder.
Deno.test({
  name: "readLaz() needs no permission",
  permissions: { read: true },
  async fn(): Promise<void> {
    const bytes = await smallLaz(7);
    await Deno.permissions.revoke({ name: "read" });
    assertEquals((await readLaz(bytes)).count, 7);
  },
});

Deno.test("readLaz() reads the example file", async () => {
  const cloud = await readLaz(await readExample("autzen_trim.laz"));
  assertEquals(cloud.format, "laz");
  assertEquals(cloud.count, 110000);
  assertEquals(cloud.colorBits, 8);
  const box = [636001.76, 848935.20, 406.26, 637179.22, 849497.90, 520.51];
  assertClose([...cloud.bounds.min, ...cloud.bounds.max], box, { absolute: 1e-6 });
});

Deno.test("readLaz() reads several files at once", async () => {
  const [whole, ...parts] = await Promise.all(
    [50010, 3, 50000, 1].map(async (count) => await readLaz(await smallLaz(count))),
  );
  assertEquals(whole?.count, 50010);
  for (const part of parts) {
    assertEquals(part.positions, whole?.positions.slice(0, part.count * 3));
  }
});

Deno.test("readLaz() reads a file that keeps the place of its chunk table at its end", async () => {
  const laz = await smallLaz(5);
  const { pointOffset } = readLasHeader(laz);
  const moved = new Uint8Array(laz.length + 8);
  moved.set(laz);
  const view = new DataView(moved.buffer);
  view.setBigInt64(laz.length, view.getBigInt64(pointOffset, true), true);
  view.setBigInt64(pointOffset, -1n, true);
  assertEquals(await readLaz(moved), await readLaz(laz));
});

Deno.test("readLaz() reads many chunks, of one size and of varying sizes", async () => {
  const model = await readExample("autzen_trim.laz");
  const zip = payloadOf(model, "laszip encoded");
  const points = (await readLaz(await smallLaz(40))).positions;
  const chunk = fc.record({
    count: fc.integer({ min: 1, max: 40 }),
    // Mostly small differences, some that take all the bits of a length.
    length: fc.oneof(fc.integer({ min: 1000, max: 1003 }), fc.integer({ min: 1000, max: 70000 })),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(chunk, { maxLength: 100, size: "max" }), async (chunks) => {
      const cloud = await readLaz(chunkedLaz({ model, zip, chunks }));
      const expected = chunks.flatMap(({ count }) => [...points.subarray(0, count * 3)]);
      assertEquals(cloud.positions, new Float64Array(expected));
    }),
    { numRuns: 8 },
  );
  const lengths = Array.from({ length: 300 }, (_, at) => 1000 + at * at % 7);
  const chunks = lengths.map((length, at) => ({ count: at < 299 ? 5 : 2, length }));
  const cloud = await readLaz(chunkedLaz({ model, zip, chunks, chunkPoints: 5 }));
  assertEquals(cloud.count, 299 * 5 + 2);
  assertEquals(cloud.positions.slice(-6), points.slice(0, 6));
});

Deno.test("readLaz() says what is wrong and where", async () => {
  const laz = await smallLaz(10);
  const zip = payloadOf(laz, "laszip encoded");
  const { pointOffset } = readLasHeader(laz);
  const table = 603333;
  const cases: [(view: DataView, copy: Uint8Array) => void, string][] = [
    [(view) => view.setUint8(104, 3), "the point data is not compressed, this is a LAS file"],
    [(view) => view.setUint8(104, 0xc3), "the compression is older than LASzip 1.0"],
    [(_, copy) => copy.set([0x4c], zip - 52), 'there is no "laszip encoded" record'],
    [(view) => view.setUint16(zip, 1, true), "compressor 1 with point format 3, 2 expected"],
    [(view) => view.setUint16(zip + 2, 1, true), "entropy coder 1 is unknown, 0 expected"],
    [(view) => view.setUint32(zip + 12, 0, true), "chunks of 0 points are claimed"],
    [(view) => view.setUint16(zip + 32, 99, true), "99 compressed items need 628 bytes, 52 held"],
    [(view) => view.setUint16(zip + 36, 21, true), "compressed items take 35 bytes, the record"],
    [(view) => view.setUint16(zip + 38, 1, true), "compressed item 0 has version 1"],
    [(view) => view.setUint8(104, 0x84), "record length is 34 bytes, format 4 takes 57"],
    [
      (view) => view.setBigInt64(pointOffset, 2n ** 62n, true),
      `chunk table lies at byte ${2 ** 62}, ${pointOffset + 8} to 603345 expected`,
    ],
    [(view) => view.setBigInt64(pointOffset, -2n, true), "chunk table lies at byte -2"],
    [(view) => view.setUint32(table, 1, true), "chunk table has version 1, 0 expected"],
    [(view) => view.setUint32(table + 4, 1e9, true), "chunk table claims 1000000000 chunks"],
    [
      (view) => view.setUint32(table + 4, 0, true),
      "the chunks hold 0 points, the header claims 10",
    ],
    [
      (view) => view.setUint32(107, 150001, true),
      "the chunks hold 150000 points, the header claims",
    ],
    [
      (view) => {
        view.setUint32(zip + 12, 0xfffffffe, true);
        view.setUint32(107, 0xfffffffe, true);
      },
      "claims 4294967294 points, more than it can hold",
    ],
  ];
  for (const [change, message] of cases) {
    await assertRejects(() => readLaz(changed(laz, change)), FormatError, message);
  }
});

Deno.test("readLaz() refuses point formats with wave packets", async () => {
  const data = new Uint8Array(34);
  data[0] = 3;
  const las = lasBytes({
    format: 9,
    points: [{ at: [0, 0, 0] }],
    vlrs: [{ userId: "laszip encoded", recordId: 22204, data }],
  });
  las[104] = 0x89;
  await assertRejects(
    () => readLaz(las),
    FormatError,
    "compressed point format 9 is not supported, 0-3 or 6-8 expected",
  );
});

Deno.test("readLaz() refuses a LAS file and an empty one", async () => {
  const las = lasBytes({ format: 3, points: [{ at: [1, 2, 3] }] });
  await assertRejects(() => readLaz(las), FormatError, "LAZ: the point data is not compressed");
  await assertRejects(() => readLaz(new Uint8Array(0)), FormatError, "the file is empty");
});

Deno.test("readLaz() refuses a file cut anywhere", async () => {
  const laz = await readExample("autzen_trim.laz");
  const cuts = Array.from({ length: laz.length }, (_, at) => at)
    .filter((at) => at < 2200 || at >= laz.length - 40 || at % 9973 === 0);
  const readable = await readableCuts(readLaz, laz, cuts);
  // The range coder flushes more bytes than a reader of the chunk table needs.
  assertEquals(readable.filter((length) => length < laz.length - 3), []);
});

Deno.test("readLaz() throws nothing but FormatError on corrupted bytes", async () => {
  const laz = await smallLaz(40);
  const { pointOffset } = readLasHeader(laz);
  await corrupt(readLaz, laz, { runs: 100, before: 227 });
  await corrupt(readLaz, laz, { runs: 60, from: 2038, before: pointOffset + 8 });
  await corrupt(readLaz, laz, { runs: 60, from: pointOffset + 8, before: pointOffset + 300 });
  await corrupt(readLaz, laz, { runs: 60, from: 603333 });
});

dataTest(
  "readLaz() gives what readLas() gives for the same cloud, point for point",
  ["las/autzen_trim.laz", "las/autzen_trim.las"],
  async (laz, las) => {
    const [one, other] = [await readLaz(laz), readLas(las)];
    assertEquals(one, { ...other, format: "laz" });
  },
);

dataTest(
  "readLaz() reads COPC files, with and without extra bytes",
  ["las/ellipsoid.copc.laz", "las/lion_takanawa.copc.laz"],
  async (ellipsoid, lion) => {
    const one = await readLaz(ellipsoid);
    assertEquals(one.count, 100000);
    assertEquals(one.bounds, { min: [-8242746, 4966506, -50], max: [-8242446, 4966706, 50] });
    // Every point lies on the ellipsoid with half axes 150, 100, 50, up to the scale of 0.01.
    for (let at = 0; at < one.positions.length; at += 3) {
      const [x = 0, y = 0, z = 0] = one.positions.subarray(at, at + 3);
      const radius = Math.hypot((x + 8242596) / 150, (y - 4966606) / 100, z / 50);
      assertAlmostEquals(radius, 1, 3e-4);
    }
    const other = await readLaz(lion);
    assertEquals(other.count, 341989);
    assertEquals(other.bounds, { min: [-4.99, 1.04, -3.45], max: [-0.79, 6.72, 1.12] });
    assertEquals(other.colorBits, 16);
    const { coordinates } = other.lasIntegers ?? { coordinates: new Int32Array() };
    const distinct = new Set<number>();
    for (let at = 0; at < coordinates.length; at += 3) {
      const [x = 0, y = 0, z = 0] = coordinates.subarray(at, at + 3);
      distinct.add(((x + 500) * 1000 + y) * 1000 + z + 500);
    }
    assertEquals(distinct.size, 275855);
  },
);

dataTest(
  "readLaz() throws nothing but FormatError on corrupted COPC files",
  ["las/ellipsoid.copc.laz"],
  async (laz) => {
    const { pointOffset } = readLasHeader(laz);
    const zip = payloadOf(laz, "laszip encoded");
    await corrupt(readLaz, laz, { runs: 4 });
    await corrupt(readLaz, laz, { runs: 8, from: zip, before: zip + 46 });
    await corrupt(readLaz, laz, { runs: 12, from: pointOffset, before: pointOffset + 100 });
  },
);

Deno.test("readLaz() says after how many points a file is cut off", async () => {
  const example = await readExample("autzen_trim.laz");
  const half = await assertRejects(() => readLaz(example.slice(0, 300000)), FormatError);
  const [, about = "", all] = /cut off after about (\d+) of (\d+) points/.exec(half.message) ?? [];
  assertEquals(all, "110000");
  assertEquals(Math.abs(Number(about) - 55000) < 2000, true, about);
  // Chunks of newer formats say how long they are; nodes of COPC tell where each of them is.
  const keys = [[0, 0, 0, 0], [1, 0, 0, 0], [1, 1, 0, 0]] as const;
  const { bytes, pages } = copcBytes({
    format: 7,
    nodes: keys.map((key) => ({ key, point: { at: [1, 2, 3] } })),
  });
  const view = new DataView(bytes.buffer);
  const ends = keys.map((_, at) => {
    const entry = pages + 32 * at;
    return Number(view.getBigUint64(entry + 16, true)) + view.getInt32(entry + 24, true);
  });
  const [first = 0, , last = 0] = ends;
  for (let length = first - 5; length < last + 4; length++) {
    const whole = ends.filter((end) => end <= length).length;
    const { message } = await assertRejects(() => readLaz(bytes.slice(0, length)), FormatError);
    assertStringIncludes(message, `cut off after ${whole} of 3 points: it holds ${length} bytes`);
  }
});
