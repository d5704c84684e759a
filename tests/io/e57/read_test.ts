import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import fc from "fast-check";
import { FormatError, readE57, readPointCloud } from "../../../lib/io/mod.ts";
import { corrupt, readableCuts } from "../_damage.ts";
import { checksum, type E57Bytes, e57Bytes, type E57FieldBytes, resealed } from "./_bytes.ts";

type Values = E57FieldBytes["values"];

function float(name: string, values: Values, precision = "double"): E57FieldBytes {
  return { name, type: "Float", attributes: { precision }, values };
}

function integer(name: string, minimum: bigint, maximum: bigint, values: Values): E57FieldBytes {
  return { name, type: "Integer", attributes: { minimum, maximum }, values };
}

function xyz(x: Values, y: Values, z: Values): E57FieldBytes[] {
  return [float("cartesianX", x), float("cartesianY", y, "single"), float("cartesianZ", z)];
}

const TURN = `<pose type="Structure"><rotation type="Structure"><w type="Float">2</w>` +
  `<x type="Float">0</x><y type="Float"/><z type="Float">2e0</z></rotation>` +
  `<translation type="Structure"><x type="Float">100</x><y type="Float">200</y>` +
  `<z type="Integer">300</z></translation></pose>`;

Deno.test("readE57() reads floating-point coordinates, single and double", () => {
  const cloud = readE57(e57Bytes({ scans: [{ fields: xyz([1.1, -2], [0.1, 5], [1e300, -0.5]) }] }));
  assertEquals([cloud.format, cloud.count, cloud.missing], ["e57", 2, 0]);
  assertEquals([...cloud.positions], [1.1, Math.fround(0.1), 1e300, -2, 5, -0.5]);
  assertEquals(cloud.scans, [{ first: 0, count: 2 }]);
  assertEquals([cloud.colors, cloud.intensities, cloud.normals], [undefined, undefined, undefined]);
});

Deno.test("readE57() unpacks integers of any width across packets and pages", () => {
  for (let bits = 0n; bits <= 64n; bits++) {
    const least = bits === 64n ? -(2n ** 63n) : -(2n ** (bits / 2n));
    const range = 2n ** bits - 1n;
    const values = Array.from(
      { length: 97 },
      (_, n) => least + (range * BigInt(n * 61 % 97)) / 96n,
    );
    const scaled = { minimum: least, maximum: least + range, scale: 0.25, offset: -3 };
    const fields: E57FieldBytes[] = [
      { name: "cartesianX", type: "ScaledInteger", attributes: scaled, values },
      integer("cartesianY", least, least + range, values),
      float("cartesianZ", values.map((_, n) => n), "single"),
    ];
    const packets = { packetBytes: 12, otherPackets: true };
    const bytes = e57Bytes({ scans: [{ fields, ...packets }], pageSize: bits === 7n ? 64 : 1024 });
    const expected = values.flatMap((value, n) => [Number(value) * 0.25 - 3, Number(value), n]);
    assertEquals([...readE57(bytes).positions], expected, `${bits} bits`);
  }
});

Deno.test("readE57() takes any limits of integers, and 64 bits where none are stated", () => {
  const value = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
  const column = fc.array(value, { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(column, fc.boolean(), (values, stated) => {
      const least = values.reduce((a, b) => a < b ? a : b);
      const most = values.reduce((a, b) => a > b ? a : b);
      const zeros = values.map(() => 0);
      const x: E57FieldBytes = stated
        ? integer("cartesianX", least, most, values)
        : { name: "cartesianX", type: "Integer", values };
      const fields = [x, ...xyz(zeros, zeros, zeros).slice(1)];
      const { positions } = readE57(e57Bytes({ scans: [{ fields }] }));
      assertEquals([...positions.filter((_, at) => at % 3 === 0)], values.map(Number));
    }),
    { numRuns: 60 },
  );
});

Deno.test("readE57() turns spherical coordinates, and applies the poses of scans", () => {
  const half = Math.PI / 2;
  const sphere = [
    float("sphericalAzimuth", [0, half, 0]),
    float("sphericalRange", [2, 3, 4]),
    float("sphericalElevation", [0, 0, half]),
  ];
  const cloud = readE57(e57Bytes({
    scans: [
      { fields: sphere, xml: `<name type="String"><![CDATA[first & <last>]]></name>` },
      { fields: xyz([1, 0], [0, 1], [0, 5]), xml: TURN },
      { fields: xyz([], [], []) },
    ],
  }));
  const expected = [2, 0, 0, 0, 3, 0, 0, 0, 4, 100, 201, 300, 99, 200, 305];
  expected.forEach((value, at) => assert(Math.abs(value - (cloud.positions[at] ?? NaN)) < 1e-12));
  assertEquals(cloud.scans, [
    { name: "first & <last>", first: 0, count: 3 },
    { first: 3, count: 2 },
    { first: 5, count: 0 },
  ]);
});

Deno.test("readE57() names what it does not read, and what not all scans have", () => {
  const places = xyz([1], [2], [3]);
  const index = integer("rowIndex", 0n, 9n, [4n]);
  const strength = integer("intensity", 0n, 9n, [5n]);
  const unreadOf = (...scans: E57FieldBytes[][]) =>
    readE57(e57Bytes({ scans: scans.map((fields) => ({ fields })) })).unread;
  assertEquals(unreadOf([...places, strength]), undefined);
  assertEquals(unreadOf([...places, index]), ["rowIndex"]);
  assertEquals(unreadOf([...places, strength], [...places, index]), ["rowIndex", "intensities"]);
});

Deno.test("readE57() turns a point as its quaternion says", () => {
  const unit = fc.double({ min: -1, max: 1, noNaN: true });
  fc.assert(
    fc.property(fc.tuple(unit, unit, unit, unit), fc.tuple(unit, unit, unit), (q, p) => {
      const length = Math.hypot(...q);
      fc.pre(length > 0.01);
      const [w = 0, ...axis] = q.map((one) => one / length);
      const names = ["w", "x", "y", "z"];
      const parts = names.map((name, at) => `<${name} type="Float">${q[at]}</${name}>`).join("");
      const xml = `<pose type="Structure"><rotation type="Structure">${parts}</rotation></pose>`;
      const [x, y, z] = p;
      const fields = [float("cartesianX", [x]), float("cartesianY", [y]), float("cartesianZ", [z])];
      const { positions } = readE57(e57Bytes({ scans: [{ fields, xml }] }));
      // Rodrigues: p + 2 w (v x p) + 2 v x (v x p).
      const cross = (a: readonly number[], b: readonly number[]): number[] =>
        [1, 2, 0].map((n) => {
          const m = (n + 1) % 3;
          return (a[n] ?? 0) * (b[m] ?? 0) - (a[m] ?? 0) * (b[n] ?? 0);
        });
      const once = cross(axis, p);
      const twice = cross(axis, once);
      positions.forEach((value, at) => {
        const expected = (p[at] ?? 0) + 2 * w * (once[at] ?? 0) + 2 * (twice[at] ?? 0);
        assert(Math.abs(value - expected) < 1e-12);
      });
    }),
    { numRuns: 40 },
  );
});

Deno.test("readE57() leaves invalid records out or keeps them as NaN, and clears invalid values", async () => {
  const flag = (name: string, values: Values): E57FieldBytes => integer(name, 0n, 2n, values);
  const bytes = e57Bytes({
    scans: [{
      fields: [
        flag("cartesianInvalidState", [0, 2, 1, 0]),
        ...xyz([1, 0, 0, 4], [2, 0, 0, 5], [3, 0, 0, 6]),
        ...["colorRed", "colorGreen", "colorBlue"].map((name) =>
          integer(name, 0n, 255n, [10, 20, 30, 40])
        ),
        flag("isColorInvalid", [0, 0, 0, 1]),
        float("intensity", [0.5, 1, 1, 7], "single"),
        flag("isIntensityInvalid", [1, 0, 0, 0]),
        { name: "label", type: "String", values: ["a", "bc", "", "def"] },
      ],
    }],
  });
  const cloud = await readPointCloud(bytes, { name: "a.E57" });
  assertEquals([cloud.count, cloud.missing, cloud.nonFinite], [2, 2, 0]);
  assertEquals([...cloud.positions], [1, 2, 3, 4, 5, 6]);
  assertEquals([...cloud.colors ?? []], [10, 10, 10, 0, 0, 0]);
  assertEquals([...cloud.intensities ?? []], [0, 7]);
  const whole = await readPointCloud(bytes, { missing: "keep" });
  assertEquals([whole.count, whole.missing, whole.nonFinite], [4, 2, 2]);
  assertEquals([...whole.positions.subarray(3, 9)], Array(6).fill(NaN));
});

Deno.test("readE57() takes cartesian before spherical coordinates, and the state of those it takes", () => {
  const state = (name: string, values: Values): E57FieldBytes => integer(name, 0n, 2n, values);
  const sphere = ["sphericalRange", "sphericalAzimuth", "sphericalElevation"]
    .map((name) => float(name, [1, 1]));
  const states = [state("sphericalInvalidState", [0, 1]), state("cartesianInvalidState", [2, 0])];
  const one = readE57(e57Bytes({ scans: [{ fields: [...sphere, ...states] }] }));
  const expected = [Math.cos(1) ** 2, Math.cos(1) * Math.sin(1), Math.sin(1)];
  assertEquals([one.missing, ...one.positions], [1, ...expected]);
  const both = [...sphere, ...states, ...xyz([7, 8], [7, 8], [7, 8])];
  const other = readE57(e57Bytes({ scans: [{ fields: both }] }));
  assertEquals([other.missing, ...other.positions], [1, 8, 8, 8]);
});

Deno.test("readE57() brings colors to 8 bits by their limits, once for the file", () => {
  const colors = (most: bigint, ...values: number[]): E57FieldBytes[] =>
    ["colorRed", "colorGreen", "colorBlue"].map((name) => integer(name, 0n, most, values));
  const scan = (fields: readonly E57FieldBytes[], xml = "") => {
    const zeros = fields[0]?.values.map(() => 0) ?? [];
    return { fields: [...xyz(zeros, zeros, zeros), ...fields], xml };
  };
  const limits = (most: number): string =>
    `<colorLimits type="Structure">` + ["Red", "Green", "Blue"].map((name) =>
      `<color${name}Minimum type="Integer">0</color${name}Minimum>` +
      `<color${name}Maximum type="Integer">${most}</color${name}Maximum>`
    ).join("") + `</colorLimits>`;
  const reds = (...scans: E57Bytes["scans"]): (number | undefined)[] => {
    const { colors, colorBits } = readE57(e57Bytes({ scans }));
    return [colorBits, ...colors?.filter((_, at) => at % 3 === 0) ?? []];
  };
  assertEquals(reds(scan(colors(255n, 0, 128, 255))), [8, 0, 128, 255]);
  assertEquals(reds(scan(colors(65535n, 0, 128, 255))), [8, 0, 128, 255]);
  assertEquals(reds(scan(colors(65535n, 255, 256, 65535))), [16, 0, 1, 255]);
  assertEquals(reds(scan(colors(255n, 200)), scan(colors(65535n, 512, 9))), [16, 200, 2, 0]);
  assertEquals(reds(scan(colors(1023n, 0, 512, 1023))), [8, 0, 128, 255]);
  assertEquals(reds(scan(colors(65535n, 0, 100, 255), limits(255))), [8, 0, 100, 255]);
  const floats = (...values: number[]): E57FieldBytes[] =>
    ["colorRed", "colorGreen", "colorBlue"].map((name) => float(name, values, "single"));
  assertEquals(reds(scan(floats(0, 0.5, 1))), [8, 0, 128, 255]);
  assertEquals(reds(scan(floats(0, 128, 255), limits(255))), [8, 0, 128, 255]);
  assertEquals(reds(scan(colors(255n, 1)), scan([])), [8, 1]);
  assertEquals(reds(scan(colors(255n, 1)), { fields: xyz([1], [1], [1]) }), [undefined]);
  const rounds = (...scans: E57Bytes["scans"]): true | undefined =>
    readE57(e57Bytes({ scans })).colorsRounded;
  assertEquals(rounds(scan(colors(65535n, 0, 128, 255))), undefined);
  assertEquals(rounds(scan(colors(65535n, 257, 65535))), undefined);
  assertEquals(rounds(scan(colors(255n, 1)), scan(colors(65535n, 256, 512))), undefined);
  assertEquals(rounds(scan(colors(65535n, 255, 256))), true);
});

Deno.test("readE57() scales intensities by the limits of their scan, and turns normals", () => {
  const xml = `${TURN}<intensityLimits type="Structure">` +
    `<intensityMinimum type="ScaledInteger" scale="10" offset="1">-10</intensityMinimum>` +
    `<intensityMaximum type="Float">1.01e2</intensityMaximum></intensityLimits>`;
  const fields = [
    ...xyz([0, 0], [0, 0], [0, 0]),
    integer("intensity", -99n, 101n, [-99, 1]),
    float("nor:normalX", [1, 0], "single"),
    float("nor:normalY", [0, 0], "single"),
    float("nor:normalZ", [0, -1], "single"),
  ];
  const cloud = readE57(e57Bytes({ scans: [{ fields, xml }] }));
  assertEquals([...cloud.intensities ?? []], [0, 0.5]);
  const rounded = [...cloud.normals ?? []].map((value) => Math.round(value * 1e6) / 1e6 + 0);
  assertEquals(rounded, [0, 1, 0, 0, 0, -1]);
});

Deno.test("readE57() reads files without scans and without records", () => {
  assertEquals(readE57(e57Bytes({ scans: [] })).count, 0);
  const empty = readE57(e57Bytes({ scans: [{ fields: xyz([], [], []) }] }));
  assertEquals([empty.count, empty.scans], [0, [{ first: 0, count: 0 }]]);
  const changeXml = (): string => "<e57Root/>";
  assertEquals(readE57(e57Bytes({ scans: [], changeXml })).scans, []);
});

Deno.test("readE57() checks every page against CRC-32C", () => {
  // RFC 3720, B.4: thirty-two bytes of zeros, of ones, and 0 to 31.
  assertEquals(checksum(new Uint8Array(32)), 0x8a9136aa);
  assertEquals(checksum(new Uint8Array(32).fill(255)), 0x62a8ab43);
  assertEquals(checksum(Uint8Array.from({ length: 32 }, (_, n) => n)), 0x46dd794e);
  const values = Array.from({ length: 200 }, (_, n) => n);
  const bytes = e57Bytes({ scans: [{ fields: xyz(values, values, values) }] });
  for (const at of [50, 1023, 1024, 3000, bytes.length - 1]) {
    const damaged = bytes.slice();
    damaged[at] = (damaged[at] ?? 0) ^ 16;
    const page = Math.floor(at / 1024);
    const error = assertThrows(() => readE57(damaged), FormatError);
    assertEquals(error.message, `Cannot read E57: the checksum of page ${page} does not match`);
    assertEquals(error.offset, page * 1024);
  }
});

const FILE: E57Bytes = {
  scans: [{
    fields: [
      ...xyz([1, 2, 3], [4, 5, 6], [7, 8, 9]),
      integer("intensity", 0n, 100n, [1, 2, 3]),
    ],
    packetBytes: 16,
  }],
};

Deno.test("readE57() says what is wrong and where", () => {
  const xml = (from: string | RegExp, to: string): Partial<E57Bytes> => ({
    changeXml: (text) => text.replace(from, to),
  });
  const section = (change: (view: DataView) => void): Partial<E57Bytes> => ({
    changeBytes: (bytes, [at = 0]) => change(new DataView(bytes.buffer, at)),
  });
  const head = (change: (view: DataView) => void): Partial<E57Bytes> => ({
    changeBytes: (bytes) => change(new DataView(bytes.buffer)),
  });
  const cases: [Partial<E57Bytes>, string][] = [
    [head((view) => view.setUint8(0, 1)), 'the file does not start with "ASTM-E57"'],
    [head((view) => view.setUint32(8, 2, true)), "version 2.0 is unknown"],
    [head((view) => view.setBigUint64(16, 9n, true)), "the header claims 9 bytes, the file holds"],
    [head((view) => view.setBigUint64(40, 7n, true)), "pages of 7 bytes do not make"],
    [head((view) => view.setBigUint64(40, 2n ** 63n, true)), "do not make"],
    [head((view) => view.setBigUint64(24, 2n ** 63n, true)), "the XML section takes"],
    [head((view) => view.setBigUint64(32, 2n ** 40n, true)), "the XML section takes 1099511627776"],
    [head((view) => view.setBigUint64(32, 160n, true)), "is not closed"],
    [xml("e57Root", "a"), 'XML section: "a" is closed by "e57Root"'],
    [xml(/e57Root/g, "root"), 'the XML section is "root", e57Root expected'],
    [xml("<data3D", "<!DOCTYPE a><data3D"), "XML section: declarations are not supported"],
    [xml("CompressedVector", "Vector"), "the points of a scan are no CompressedVector"],
    [xml(/<points.*points>/s, ""), "a scan has no points"],
    [xml(/<prototype.*prototype>/s, ""), "points have no prototype"],
    [xml('recordCount="3"', 'recordCount="-3"'), 'points have recordCount "-3"'],
    [xml('recordCount="3"', 'recordCount="9007199254740991"'), "the file holds"],
    [xml('recordCount="3"', 'recordCount="8"'), "the packets of a section hold fewer than 8"],
    [xml(/fileOffset="\d+"/, 'fileOffset="1020"'), "fileOffset 1020, which is not in the file"],
    [xml(/fileOffset="\d+"/, 'fileOffset="52"'), "a section has kind"],
    [xml(/fileOffset="\d+"/, 'fileOffset="1010"'), "a section is cut off"],
    [xml('type="Float"', 'type="Blob"'), '"cartesianX" of a prototype has type "Blob"'],
    [xml('"cartesianX"', '"a"'), ""],
    [xml(/cartesianX/g, "a"), "the records of a scan have no coordinates"],
    [xml('minimum="0"', 'minimum="101"'), '"intensity" reaches from 101 to 100'],
    [xml('minimum="0"', 'minimum="9223372036854775808"'), '"intensity" has minimum "9223372'],
    [xml('minimum="0"', 'minimum="0.5"'), '"intensity" has minimum "0.5"'],
    [xml('type="Integer"', 'type="ScaledInteger" scale="a"'), '"intensity" has scale "a"'],
    [
      xml("<points", "<pose><rotation><w>0</w></rotation></pose><points"),
      "rotation of a pose is 0",
    ],
    [xml("<points", "<pose><translation><x>b</x></translation></pose><points"), '"x" is "b"'],
    [section((view) => view.setUint8(0, 2)), "a section has kind 2, 1 expected"],
    [section((view) => view.setBigUint64(8, 2n ** 50n, true)), "a section ends at byte"],
    [section((view) => view.setBigUint64(8, 40n, true)), "a packet takes"],
    [section((view) => view.setBigUint64(8, 33n, true)), "hold fewer than 3 records"],
    [section((view) => view.setBigUint64(16, 2n ** 50n, true)), "data start at byte"],
    [section((view) => view.setUint8(32, 3)), "a packet has type 3, 0 to 2 expected"],
    [section((view) => view.setUint16(34, 6, true)), "a packet takes 7 bytes"],
    [section((view) => view.setUint16(34, 3, true)), "a packet has 0 streams, 4 expected"],
    [section((view) => view.setUint16(36, 5, true)), "a packet has 5 streams, 4 expected"],
    [section((view) => view.setUint16(38, 999, true)), "the streams of a packet reach beyond it"],
  ];
  for (const [change, message] of cases) {
    const bytes = e57Bytes({ ...FILE, ...change });
    if (message === "") assertEquals(readE57(bytes).count, 3);
    else assertThrows(() => readE57(bytes), FormatError, message);
  }
  assertThrows(() => readE57(new Uint8Array()), FormatError, "the file is empty");
});

Deno.test("readE57() throws nothing but FormatError on damaged files, checksums right or wrong", async () => {
  const bytes = e57Bytes(FILE);
  assertEquals(await readableCuts(readE57, bytes, Array(60).keys()), []);
  assertEquals(await readableCuts(readE57, bytes, [100, 500, 900, bytes.length - 1]), []);
  await corrupt(readE57, bytes, { runs: 30 });
  const read = (copy: Uint8Array) => readE57(resealed(copy, () => {}));
  await corrupt(read, bytes, { runs: 100, before: 48 });
  await corrupt(read, bytes, { runs: 200, before: 220 });
  await corrupt(read, bytes, { runs: 400, from: 220 });
  const short = resealed(bytes, (copy) => copy.fill(32, 700, 900));
  await assertRejects(() => readPointCloud(short), FormatError);
});
