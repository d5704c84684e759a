import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import {
  FormatError,
  lasFrontBytes,
  type PointCloud,
  readLas,
  readLasHeader,
  readLasRecords,
  readLasStart,
} from "../../../lib/io/mod.ts";
import { assertClose } from "../../_compare.ts";
import { corrupt, readableCuts } from "../_damage.ts";
import { dataTest, readExample } from "../_data.ts";
import { lasBytes, type LasPoint } from "./_bytes.ts";

const POINTS: readonly LasPoint[] = [
  { at: [100, -200, 300], intensity: 65535, classByte: 2, rgb: [1, 2, 3] },
  { at: [-2147483648, 2147483647, 0], intensity: 1, classByte: 0xe6, rgb: [255, 0, 128] },
];
const COLORED = new Set([2, 3, 5, 7, 8, 10]);

for (let format = 0; format <= 10; format++) {
  Deno.test(`readLas() reads point format ${format}`, () => {
    for (const extraBytes of [0, 7]) {
      const bytes = lasBytes({
        format,
        points: POINTS,
        extraBytes,
        scale: [0.01, 0.5, 2],
        offset: [1000, 0, -1],
      });
      const cloud = readLas(bytes);
      assertEquals(cloud.format, "las");
      assertEquals(cloud.count, 2);
      assertEquals([...cloud.positions], [
        100 * 0.01 + 1000,
        -100,
        599,
        -2147483648 * 0.01 + 1000,
        1073741823.5,
        -1,
      ]);
      assertEquals(cloud.intensities, Uint16Array.of(65535, 1));
      // Formats 0 to 5 keep flags in the upper three bits.
      assertEquals(cloud.classifications, Uint8Array.of(2, format <= 5 ? 6 : 0xe6));
      const colors = COLORED.has(format) ? Uint8Array.of(1, 2, 3, 255, 0, 128) : undefined;
      assertEquals(cloud.colors, colors);
      assertEquals(cloud.colorBits, colors === undefined ? undefined : 8);
      assertEquals(cloud.lasIntegers?.coordinates, new Int32Array(POINTS.flatMap(({ at }) => at)));
      assertEquals(cloud.lasIntegers?.scale, [0.01, 0.5, 2]);
      assertEquals(cloud.lasIntegers?.offset, [1000, 0, -1]);
      assertEquals(cloud.bounds.min, [-2147483648 * 0.01 + 1000, -100, -1]);
      assertEquals(cloud.faces, undefined);
    }
  });
}

Deno.test("readLas() reads more fields where they are asked for", () => {
  // Bytes without a field of their own are 0xee.
  const time = new Float64Array(new Uint8Array(8).fill(0xee).buffer)[0] ?? 0;
  for (let format = 0; format <= 10; format++) {
    const bytes = lasBytes({ format, points: POINTS });
    assertEquals(readLas(bytes).lasFields, undefined);
    const fields = readLas(bytes, { fields: true }).lasFields;
    const [number, count] = format <= 5 ? [0b110, 0b101] : [0b1110, 0b1110];
    assertEquals(fields?.returnNumbers, Uint8Array.of(number, number));
    assertEquals(fields?.returnCounts, Uint8Array.of(count, count));
    assertEquals(fields?.pointSources, Uint16Array.of(0xeeee, 0xeeee));
    const isOld = format <= 5;
    assertEquals(fields?.flags, isOld ? Uint8Array.of(0xc0, 0xc7) : Uint8Array.of(0xee, 0xee));
    const angle = isOld ? -18 / 0.006 : 0xeeee - 65536;
    assertEquals(fields?.scanAngles, Int16Array.of(angle, angle));
    assertEquals(fields?.userData, Uint8Array.of(0xee, 0xee));
    const isTimed = format !== 0 && format !== 2;
    assertEquals(fields?.gpsTimes, isTimed ? Float64Array.of(time, time) : undefined);
  }
});

Deno.test("readLasRecords() reads some records, and lasFrontBytes() says where they begin", () => {
  const evlrs = [{ userId: "x", recordId: 1, data: new Uint8Array(9) }];
  const bytes = lasBytes({ format: 7, points: POINTS, extraBytes: 3, evlrs });
  const front = lasFrontBytes(bytes.subarray(0, 100));
  const header = readLasStart(bytes.slice(0, front), bytes.length);
  assertEquals(header, { ...readLasHeader(bytes), vlrs: [] });
  const { recordLength } = header;
  const second = bytes.slice(front + recordLength, front + 2 * recordLength);
  const columns = readLasRecords(header, second);
  assertEquals([...columns.coordinates], [...POINTS[1]?.at ?? []]);
  assertEquals(columns.rgb, Uint16Array.of(255, 0, 128));
  assertThrows(() => readLasRecords(header, second.slice(1)), RangeError, "are not whole records");
  const backward = { ...header, recordLength: -1 };
  assertThrows(() => readLasRecords(backward, second), RangeError, "recordLength of header is -1");
  assertThrows(() => lasFrontBytes(bytes.slice(1, 200)), FormatError, "does not start");
});

Deno.test("readLas() reads versions 1.0 to 1.4 and skips records before the points", () => {
  for (let minor = 0; minor <= 4; minor++) {
    const vlrs = [{ userId: "a", recordId: 1, data: new Uint8Array(11) }];
    const cloud = readLas(lasBytes({ format: 1, minor, points: POINTS, vlrs }));
    assertEquals([...cloud.positions.subarray(0, 3)], [1, -2, 3]);
  }
});

Deno.test("readLas() takes the count of LAS 1.4 from its 64-bit field", () => {
  assertEquals(readLas(lasBytes({ format: 6, points: POINTS, legacyCount: 0 })).count, 2);
});

Deno.test("readLas() decides the width of colors for the whole file", () => {
  const colorsOf = (...rgbs: [number, number, number][]): PointCloud =>
    readLas(lasBytes({ format: 2, points: rgbs.map((rgb) => ({ at: [0, 0, 0], rgb })) }));
  assertEquals(colorsOf([255, 254, 0], [1, 0, 7]).colors, Uint8Array.of(255, 254, 0, 1, 0, 7));
  // One channel of one point above 255 makes all 16-bit, the dark ones too.
  const wide = colorsOf([255, 254, 0], [1, 256, 65535]);
  assertEquals(wide.colors, Uint8Array.of(0, 0, 0, 0, 1, 255));
  assertEquals(wide.colorBits, 16);
});

Deno.test("readLas() reads a file without points", () => {
  const cloud = readLas(lasBytes({ format: 3, points: [] }));
  assertEquals(cloud.count, 0);
  assertEquals(cloud.positions.length, 0);
  assertEquals(cloud.bounds.min, [Infinity, Infinity, Infinity]);
});

Deno.test("readLas() reads a view into a larger buffer", () => {
  const bytes = lasBytes({ format: 0, points: POINTS });
  const larger = new Uint8Array(bytes.length + 13);
  larger.set(bytes, 5);
  assertEquals(readLas(larger.subarray(5, 5 + bytes.length)).positions, readLas(bytes).positions);
});

Deno.test("readLas() gives x = X * scale + offset exactly", () => {
  const int32 = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
  const factor = fc.double({ min: 1e-9, max: 1e3, noNaN: true });
  const shift = fc.double({ min: -1e9, max: 1e9, noNaN: true });
  const file = fc.tuple(
    fc.array(fc.tuple(int32, int32, int32), { maxLength: 8 }),
    fc.tuple(factor, factor, factor),
    fc.tuple(shift, shift, shift),
  );
  fc.assert(fc.property(file, ([rows, scale, offset]) => {
    const points = rows.map((at) => ({ at }));
    const { positions } = readLas(lasBytes({ format: 0, points, scale, offset }));
    const expected = rows.flatMap(([x, y, z]) => [
      x * scale[0] + offset[0],
      y * scale[1] + offset[1],
      z * scale[2] + offset[2],
    ]);
    assertEquals([...positions], expected);
  }));
});

Deno.test("readLas() refuses counts that exceed the file without allocating for them", () => {
  const more = lasBytes({ format: 0, points: POINTS, legacyCount: 3 });
  const error = assertThrows(
    () => readLas(more),
    FormatError,
    "3 points of 20 bytes end at byte 287, the file holds 267",
  );
  assertEquals(error.offset, 227);
  const most = lasBytes({ format: 0, points: POINTS, legacyCount: 0xffffffff });
  assertThrows(() => readLas(most), FormatError, "4294967295 points of 20 bytes");
  const wide = lasBytes({ format: 6, points: POINTS });
  new DataView(wide.buffer).setBigUint64(247, 0xffff_ffff_ffff_ffffn, true);
  assertThrows(() => readLas(wide), FormatError, "points of 30 bytes end at byte");
});

Deno.test("readLas() refuses LAZ", async () => {
  const laz = await readExample("autzen_trim.laz");
  assertThrows(() => readLas(laz), FormatError, "the point data is compressed, this is a LAZ file");
});

Deno.test("readLas() refuses a file cut at any byte", async () => {
  const evlrs = [{ userId: "a", recordId: 1, data: Uint8Array.of(1, 2, 3) }];
  assertEquals(await readableCuts(readLas, lasBytes({ format: 3, points: POINTS })), []);
  assertEquals(await readableCuts(readLas, lasBytes({ format: 10, points: POINTS, evlrs })), []);
});

Deno.test("readLas() throws nothing but FormatError on corrupted bytes", async () => {
  const evlrs = [{ userId: "a", recordId: 1, data: Uint8Array.of(1, 2, 3) }];
  await corrupt(readLas, lasBytes({ format: 7, points: POINTS, vlrs: evlrs, evlrs }));
  await corrupt(readLas, lasBytes({ format: 3, points: POINTS }), { before: 240 });
});

/** File, count, greatest intensity or undefined, color bits, box as stated by data/SOURCES.md. */
const REAL: readonly (readonly [string, number, 8 | 16, readonly number[]])[] = [
  ["1.2-with-color.las", 1065, 8, [635619.85, 848899.70, 406.59, 638982.55, 853535.43, 586.38]],
  ["autzen_trim.las", 110000, 8, [636001.76, 848935.20, 406.26, 637179.22, 849497.90, 520.51]],
  ["autzen_stadium_crop.las", 1121377, 8, [
    636577.02,
    851282.01,
    414.24,
    637976.99,
    851282.01 + 1199.97,
    598.15,
  ]],
  ["extrabytes.las", 1065, 8, [635619.85, 848899.70, 406.59, 638982.55, 853535.43, 586.38]],
  ["simple1_4.las", 22600, 16, [1, 1, 44, 226, 100, 254]],
];

for (const [name, count, colorBits, box] of REAL) {
  dataTest(`readLas() gives the count and box of ${name}`, [`las/${name}`], (bytes) => {
    const cloud = readLas(bytes);
    assertEquals(cloud.count, count);
    assertEquals(cloud.positions.length, count * 3);
    assertEquals(cloud.colors?.length, count * 3);
    assertEquals(cloud.colorBits, colorBits);
    assertClose([...cloud.bounds.min, ...cloud.bounds.max], box, { absolute: 1e-6 });
  });
}

dataTest(
  "readLas() finds the 15 duplicate points of the Autzen crop",
  ["las/autzen_stadium_crop.las"],
  (bytes) => {
    const { coordinates } = readLas(bytes).lasIntegers ?? { coordinates: new Int32Array() };
    // The crop is 1400 by 1200 by 184 feet of 0.01, so one float64 holds a whole point.
    const keys = Float64Array.from({ length: coordinates.length / 3 }, (_, point) => {
      const [x = 0, y = 0, z = 0] = coordinates.subarray(point * 3, point * 3 + 3);
      return (x * 2 ** 17 + (y % 2 ** 17)) * 2 ** 16 + z;
    }).sort();
    let duplicates = 0;
    for (let at = 1; at < keys.length; at++) if (keys[at] === keys[at - 1]) duplicates++;
    assertEquals(duplicates, 15);
  },
);

dataTest(
  "readLas() reads the same points with and without extra bytes",
  ["las/1.2-with-color.las", "las/extrabytes.las"],
  (plain, extra) => {
    const [one, other] = [readLas(plain), readLas(extra)];
    assertEquals(other.positions, one.positions);
    assertEquals(other.colors, one.colors);
    assertEquals(other.intensities, one.intensities);
    assertEquals(other.classifications, one.classifications);
  },
);
