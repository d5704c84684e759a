import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { FormatError, readPcd, readPointCloud } from "../../../lib/io/mod.ts";
import { corrupt, readableCuts } from "../_damage.ts";
import { type PcdBytes, pcdBytes, type PcdFieldBytes } from "./_bytes.ts";

const DATA = ["ascii", "binary", "binary_compressed"] as const;
const XYZ: readonly PcdFieldBytes[] = ["x", "y", "z"].map((name) => ({ name, kind: "F4" }));
const ORANGE = 0xff8001;
/** The float32 that has the bits of a color. */
const ORANGE_FLOAT = new Float32Array(Uint32Array.of(ORANGE).buffer)[0] ?? 0;

for (const data of DATA) {
  Deno.test(`readPcd() reads fields of any order, type and count, ${data}`, () => {
    const cloud = readPcd(pcdBytes({
      data,
      fields: [
        { name: "label", kind: "U2", count: 3 },
        { name: "z", kind: "I2" },
        { name: "intensity", kind: "F4" },
        { name: "x", kind: "F8" },
        { name: "_", kind: "U1", count: 5 },
        { name: "y", kind: "U8" },
        { name: "normal_x", kind: "F4" },
        { name: "normal_y", kind: "F4" },
        { name: "normal_z", kind: "F4" },
      ],
      rows: [
        [1, 2, 3, -7, 0.25, 636000.125, 1, 2, 3, 4, 5, 2 ** 40, 1, 0, 0],
        [4, 5, 6, 300, 1e-3, -1e300, 6, 7, 8, 9, 0, 5, 0, -0.5, 0.5],
      ],
    }));
    assertEquals([cloud.format, cloud.count, cloud.nonFinite], ["pcd", 2, 0]);
    assertEquals([...cloud.positions], [636000.125, 2 ** 40, -7, -1e300, 5, 300]);
    assertEquals([...cloud.intensities ?? []], [0.25, Math.fround(1e-3)]);
    assertEquals([...cloud.normals ?? []], [1, 0, 0, 0, -0.5, 0.5]);
    assertEquals([cloud.colors, cloud.grid], [undefined, undefined]);
    assertEquals(cloud.viewpoint, { translation: [0, 0, 0], rotation: [1, 0, 0, 0] });
  });

  Deno.test(`readPcd() unpacks colors, floating point or not, ${data}`, () => {
    for (
      const [name, kind, value] of [
        ["rgb", "F4", ORANGE_FLOAT],
        ["rgb", "U4", ORANGE],
        ["rgb", "I4", ORANGE],
        ["rgba", "U4", 0xfe000000 + ORANGE],
      ] as const
    ) {
      const fields = [{ name, kind }, ...XYZ];
      const cloud = readPcd(pcdBytes({ data, fields, rows: [[value, 1, 2, 3], [0, 4, 5, 6]] }));
      assertEquals([...cloud.colors ?? []], [255, 128, 1, 0, 0, 0], `${name} ${kind}`);
      assertEquals([cloud.colorBits, ...cloud.positions], [8, 1, 2, 3, 4, 5, 6]);
    }
    const fields = [...XYZ, ...["r", "g", "b"].map((name) => ({ name, kind: "U2" }))];
    const wide = readPcd(pcdBytes({ data, fields, rows: [[0, 0, 0, 256, 65535, 255]] }));
    assertEquals([wide.colorBits, ...wide.colors ?? []], [16, 1, 255, 0]);
  });

  Deno.test(`readPcd() keeps the holes of an organized cloud, ${data}`, async () => {
    const file: PcdBytes = {
      data,
      fields: XYZ,
      rows: [[1, 2, 3], [NaN, NaN, NaN], [NaN, 5, 6], [7, 8, 9]],
      size: [2, 2],
      viewpoint: "1 2 3 0.5 0.5 -0.5 0.5",
    };
    const cloud = readPcd(pcdBytes(file));
    assertEquals([...cloud.positions], file.rows.flat());
    assertEquals([cloud.nonFinite, cloud.grid], [2, { width: 2, height: 2 }]);
    assertEquals(cloud.bounds, { min: [1, 2, 3], max: [7, 8, 9] });
    assertEquals(cloud.viewpoint, { translation: [1, 2, 3], rotation: [0.5, 0.5, -0.5, 0.5] });
    const dropped = await readPointCloud(pcdBytes(file), { name: "a.pcd", nonFinite: "drop" });
    assertEquals([dropped.count, dropped.nonFinite, dropped.grid], [2, 2, undefined]);
    assertEquals([...dropped.positions], [1, 2, 3, 7, 8, 9]);
  });

  Deno.test(`readPcd() reads no points and gives back every float32, ${data}`, () => {
    assertEquals(readPcd(pcdBytes({ data, fields: XYZ, rows: [] })).count, 0);
    const value = fc.oneof(fc.float({ noNaN: true }), fc.constantFrom(0, 1, 2));
    const rows = fc.array(fc.tuple(value, value, value), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(rows, (rows) => {
        const cloud = readPcd(pcdBytes({ data, fields: XYZ, rows }));
        // The text writes -0 as 0.
        assertEquals([...cloud.positions].map((one) => one + 0), rows.flat().map((one) => one + 0));
      }),
      { numRuns: 50 },
    );
  });

  Deno.test(`readPcd() throws nothing but FormatError on damaged files, ${data}`, async () => {
    const fields = [...XYZ, { name: "rgb", kind: "F4" }];
    const rows = Array.from({ length: 30 }, (_, n) => [n % 5, 1, n % 3 / 2, ORANGE_FLOAT]);
    const bytes = pcdBytes({ data, fields, rows });
    const start = bytes.length - (data === "ascii" ? 30 * 8 : 40);
    const cuts = await readableCuts(readPcd, bytes);
    // A row of text may lack its line break, and its last number may be shorter.
    assertEquals(cuts.filter((length) => data !== "ascii" || length < bytes.length - 25), []);
    await corrupt(readPcd, bytes, { runs: 200, before: 260 });
    await corrupt(readPcd, bytes, { runs: 100, from: start });
  });
}

Deno.test("readPcd() reads headers of version .5, which have no size", () => {
  const text = "FIELDS x y z\nSIZE 4 4 4\nTYPE F F F\nPOINTS 2\nDATA ascii\n1 2 3\n4 5 6\n";
  const cloud = readPcd(new TextEncoder().encode(text));
  assertEquals([[...cloud.positions], cloud.grid], [[1, 2, 3, 4, 5, 6], undefined]);
});

Deno.test("readPcd() says what is wrong and where", () => {
  const file: PcdBytes = { data: "binary", fields: XYZ, rows: [[1, 2, 3], [4, 5, 6]] };
  const cases: [Partial<PcdBytes>, string][] = [
    [{ lines: { SIZE: "4 4" } }, "line SIZE has 2 entries, 3 expected"],
    [{ lines: { TYPE: "F F G" } }, 'field "z" has type G of 4 bytes'],
    [{ lines: { SIZE: "4 4 2" } }, 'field "z" has type F of 2 bytes'],
    [{ lines: { COUNT: "1 1 -1" } }, 'field "z" has count -1'],
    [{ lines: { COUNT: "1 1 0" } }, 'there is no field "z"'],
    [{ lines: { FIELDS: "x y w" } }, 'there is no field "z"'],
    [{ lines: { WIDTH: "3" } }, "2 points are claimed, 3 x 1 of them"],
    [{ lines: { POINTS: "2e9" } }, 'line POINTS holds "2e9", a whole number expected'],
    [
      { lines: { POINTS: "1000000000", WIDTH: "1000000000" } },
      "1000000000 points of 12 bytes take",
    ],
    [{ lines: { VIEWPOINT: "0 0 0 1 0 0" } }, "a viewpoint takes 7 finite numbers"],
    [{ lines: { DATA: "text" } }, 'data are "text", ascii, binary or binary_compressed expected'],
    [
      { data: "ascii", lines: { POINTS: "900", WIDTH: "900" } },
      "900 rows of 3 numbers are claimed",
    ],
    [{ data: "ascii", rows: [[10, 20, 30], [1, 2]] }, "row 1 holds 2 numbers, 3 expected"],
    [{ data: "ascii", lines: { POINTS: "1", WIDTH: "1" } }, "more than 1 rows follow the header"],
    [
      { data: "binary_compressed", lines: { POINTS: "3", WIDTH: "3" } },
      "24 bytes are compressed, 3 points take 36",
    ],
  ];
  for (const [change, message] of cases) {
    assertThrows(() => readPcd(pcdBytes({ ...file, ...change })), FormatError, message);
  }
  assertThrows(() => readPcd(new Uint8Array()), FormatError, "the file is empty");
  assertThrows(() => readPcd(new TextEncoder().encode("ply\n")), FormatError, '"ply" is no line');
});

Deno.test("readPcd() refuses LZF data that lie", () => {
  const head = new TextEncoder().encode(
    "FIELDS x y z\nSIZE 4 4 4\nTYPE F F F\nWIDTH 1\nHEIGHT 1\nDATA binary_compressed\n",
  );
  const file = (sizes: readonly number[], ...packed: number[]): Uint8Array =>
    Uint8Array.from([...head, ...new Uint8Array(Uint32Array.from(sizes).buffer), ...packed]);
  const cases: [Uint8Array, string][] = [
    [file([1, 12]), "1 compressed bytes are claimed, 0 follow"],
    [file([0, 12]), "0 compressed bytes cannot hold 12"],
    [file([2, 12], 5, 1), "a run of bytes is cut off"],
    [file([2, 12], 0, 1), "1 bytes are compressed, 12 stated"],
    [file([4, 12], 0, 1, 32, 1), "a repetition reaches 2 bytes back"],
    [file([3, 12], 0, 1, 224), "a repetition is cut off"],
    [file([5, 12], 0, 1, 224, 200, 0), "more is compressed than stated"],
    [file([14, 12], 12, ...Array(13).fill(1)), "more is compressed than stated"],
  ];
  for (const [bytes, message] of cases) {
    assertThrows(() => readPcd(bytes), FormatError, message);
  }
  // One byte, then eleven more of it.
  const cloud = readPcd(file([5, 12], 0, 63, 224, 2, 0));
  const value = new Float32Array(Uint8Array.of(63, 63, 63, 63).buffer)[0] ?? 0;
  assertEquals([...cloud.positions], [value, value, value]);
});
