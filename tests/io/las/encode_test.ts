import { assert, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import {
  encodeLas,
  type LasInput,
  type LasVlr,
  type PointCloud,
  readLas,
  readLasHeader,
} from "../../../lib/io/mod.ts";
import { dataTest } from "../_data.ts";

Deno.test("encodeLas() lays points out as LAS 1.4 has them", () => {
  const file = encodeLas({
    positions: Float64Array.of(-1.5, 20, 0.25, 3, 21, 0.125),
    scale: 0.125,
    colors: Uint8Array.of(0, 128, 255, 1, 2, 3),
    intensities: Float32Array.of(7.4, 70000),
    classifications: Uint8Array.of(2, 200),
    lasFields: {
      returnNumbers: Uint8Array.of(1, 2),
      returnCounts: Uint8Array.of(1, 3),
      pointSources: Uint16Array.of(9, 65535),
      flags: Uint8Array.of(0, 0xca),
      scanAngles: Int16Array.of(0, -15000),
      userData: Uint8Array.of(0, 77),
      gpsTimes: Float64Array.of(0.5, -1),
    },
  });
  const view = new DataView(file.buffer);
  assertEquals(file.length, 375 + 2 * 36);
  assertEquals(new TextDecoder().decode(file.subarray(0, 4)), "LASF");
  assertEquals([file[24], file[25], file[104], view.getUint16(105, true)], [1, 4, 7, 36]);
  assertEquals([view.getUint16(94, true), view.getUint32(96, true)], [375, 375]);
  assertEquals([view.getUint32(107, true), view.getBigUint64(247, true)], [0, 2n]);
  assertEquals([view.getBigUint64(255, true), view.getBigUint64(263, true)], [1n, 1n]);
  const doubles = (at: number, count: number): number[] =>
    Array.from({ length: count }, (_, n) => view.getFloat64(at + 8 * n, true));
  assertEquals(doubles(131, 6), [0.125, 0.125, 0.125, -2, 20, 0]);
  assertEquals(doubles(179, 6), [3, -1.5, 21, 20, 0.25, 0.125]);
  const second = 375 + 36;
  assertEquals([0, 4, 8].map((at) => view.getInt32(second + at, true)), [40, 8, 1]);
  assertEquals([view.getUint16(375 + 12, true), view.getUint16(second + 12, true)], [7, 65535]);
  assertEquals([file[second + 14], file[second + 15], file[second + 16]], [0x32, 0xca, 200]);
  assertEquals([file[second + 17], view.getInt16(second + 18, true)], [77, -15000]);
  assertEquals([view.getUint16(second + 20, true), ...doubles(second + 22, 1)], [65535, -1]);
  assertEquals([30, 32, 34].map((at) => view.getUint16(375 + at, true)), [0, 128 * 257, 65535]);
});

Deno.test("encodeLas() writes what readLas() reads", () => {
  const coordinate = fc.double({ min: -1e6, max: 1e6, noNaN: true });
  const places = fc.array(fc.tuple(coordinate, coordinate, coordinate), { maxLength: 20 });
  fc.assert(
    fc.property(places, fc.boolean(), fc.nat(), (rows, hasColors, seed) => {
      const positions = Float64Array.from(rows.flat());
      const bytes = Uint8Array.from(positions, (_, at) => at * 77 + seed);
      const classifications = bytes.slice(0, rows.length);
      const intensities = Uint16Array.from(rows, (_, at) => at * 7919 + seed);
      const input = { positions, classifications, intensities };
      const cloud = readLas(encodeLas({ ...input, ...(hasColors ? { colors: bytes } : {}) }));
      assertEquals([cloud.count, cloud.nonFinite], [rows.length, 0]);
      const scale = cloud.lasIntegers?.scale[0] ?? NaN;
      assert(scale > 0 && scale < 0.002, `${scale}`);
      for (const [at, value] of positions.entries()) {
        assert(Math.abs((cloud.positions[at] ?? NaN) - value) <= scale * 0.51, `${value}`);
      }
      assertEquals(cloud.intensities, intensities);
      assertEquals(cloud.classifications, classifications);
      assertEquals(cloud.colors, hasColors ? bytes : undefined);
      // What was read is written as it was.
      const again = readLas(encodeLas(cloud));
      assertEquals(again.positions, cloud.positions);
    }),
    { numRuns: 60 },
  );
});

Deno.test("encodeLas() takes a coarser scale for larger extents, a finer one for smaller ones", () => {
  for (const [extent, step] of [[0.15, 1e-6], [15, 1e-4], [1000, 1e-3], [1e-9, 1e-14]] as const) {
    const small = encodeLas({ positions: Float64Array.of(0, 0, 0, extent, 0, 0) });
    assertEquals(readLasHeader(small).scale, [step, step, step]);
    assertEquals([...readLas(small).positions], [0, 0, 0, extent, 0, 0]);
  }
  const positions = Float64Array.of(0, 0, 0, 5e9, 1, 1);
  const { scale } = readLasHeader(encodeLas({ positions }));
  assertEquals(scale, [10, 10, 10]);
  assertEquals(readLas(encodeLas({ positions: new Float64Array(0) })).count, 0);
});

Deno.test("encodeLas() keeps the shape of small objects wherever they are", () => {
  for (const place of [0, 0.5, -0.3, 0.999, 1234.75, -77.125]) {
    for (const extent of [50, 0.3, 1e-3, 1e-6, 3e-9]) {
      const positions = Float64Array.of(0, 0.1, 0.7, 1, 1 / 3, 0.5).map((share) =>
        place + share * extent
      );
      const bytes = encodeLas({ positions });
      const [step] = readLasHeader(bytes).scale;
      // Doubles have 2^-53 of the place: what is added to an offset is rounded once more.
      const slack = step / 2 + Math.abs(place) * 2 ** -51;
      assert(step <= extent / 1e5, `${place} ${extent}: steps of ${step}`);
      readLas(bytes).positions.forEach((value, at) => {
        assert(Math.abs(value - (positions[at] ?? NaN)) <= slack, `${place} ${extent}: ${value}`);
      });
    }
  }
  const least = Float64Array.of(0.25, 0, 0, 0.25, 5e-324, 0);
  assertEquals(readLas(encodeLas({ positions: least })).positions[0], 0.25);
});

Deno.test("encodeLas() keeps the coordinate system, the source and how times count", () => {
  const vlr = (recordId: number, length: number): LasVlr => ({
    userId: "LASF_Projection",
    recordId,
    description: "a system",
    extended: false,
    data: Uint8Array.from({ length }, (_, at) => at % 251),
  });
  const write = (projection: readonly LasVlr[], standardTimes = false) =>
    encodeLas({
      positions: Float64Array.of(1, 2, 3),
      lasFacts: { projection, sourceId: 300, standardTimes },
    });
  for (
    const [projection, standardTimes, encoding] of [
      [[vlr(2112, 24), vlr(34737, 7)], true, 17],
      [[vlr(2112, 900)], false, 16],
      [[vlr(34735, 24), vlr(2112, 70000), vlr(2111, 65535)], true, 17],
      [[], false, 16],
    ] as const
  ) {
    const file = write(projection, standardTimes);
    const header = readLasHeader(file);
    assertEquals([header.sourceId, header.globalEncoding], [300, encoding]);
    const short = projection.filter(({ data }) => data.length < 65536);
    const long = projection.filter((one) => !short.includes(one))
      .map((one) => ({ ...one, extended: true }));
    assertEquals(header.vlrs.map((one) => ({ ...one, data: one.data.slice() })), [
      ...short,
      ...long,
    ]);
    const { lasFacts, positions } = readLas(file);
    assertEquals([...positions], [1, 2, 3]);
    const all = [...short, ...long];
    assertEquals(lasFacts, {
      ...{ versionMinor: 4, pointFormat: 6, extraBytes: 0, sourceId: 300 },
      ...{ standardTimes, projection: all },
    });
  }
});

Deno.test("encodeLas() refuses what does not fit together", () => {
  const positions = Float64Array.of(1, 2, 3);
  for (
    const [input, problem] of [
      [{ positions: new Float64Array(4) }, "positions has 4 numbers, three for each point"],
      [{ positions: Float64Array.of(0, NaN, 0) }, "positions holds NaN at 1, finite numbers"],
      [{ positions, colors: new Uint8Array(4) }, "colors has 4 numbers, 3 expected"],
      [{ positions, intensities: new Uint16Array(2) }, "intensities has 2 numbers, 1 expected"],
      [{ positions, classifications: new Uint8Array(0) }, "classifications has 0 numbers, 1"],
      [{ positions, scale: 0 }, "scale is 0, a positive number expected"],
      [
        { positions: Float64Array.of(0, 0, 0, 9e9, 0, 0), scale: 1 },
        "scale is 1, with which 32 bits do not hold an extent of 9000000000",
      ],
      [
        {
          positions,
          lasIntegers: { coordinates: new Int32Array(6), scale: [1, 1, 1], offset: [0, 0, 0] },
        },
        "coordinates of lasIntegers has 6 numbers, 3 expected",
      ],
      ...[-1, 0.5, 65536].map((sourceId): readonly [LasInput, string] => [
        { positions, lasFacts: { projection: [], standardTimes: false, sourceId } },
        `sourceId is ${sourceId}, a whole number from 0 to 65535 expected`,
      ]),
      [
        {
          positions,
          lasFields: {
            returnNumbers: new Uint8Array(1),
            returnCounts: new Uint8Array(2),
            pointSources: new Uint16Array(1),
          },
        },
        "returnCounts has 2 numbers, 1 expected",
      ],
    ] satisfies readonly (readonly [LasInput, string])[]
  ) assertThrows(() => encodeLas(input), RangeError, `Cannot encode LAS: ${problem}`);
});

Deno.test("encodeLas() refuses integers of 64 bits, and a record number that is none", () => {
  const positions = new Float64Array(3);
  for (const name of ["positions", "colors", "intensities", "classifications"]) {
    const count = name === "positions" || name === "colors" ? 3 : 1;
    assertThrows(
      () => encodeLas({ positions, [name]: new BigInt64Array(count) }),
      TypeError,
      `Cannot encode LAS: ${name} is a BigInt64Array, a list of numbers expected`,
    );
  }
  const vlr = { userId: "a", recordId: 65536, description: "", extended: false };
  const projection = [{ ...vlr, data: new Uint8Array(0) }];
  assertThrows(
    () => encodeLas({ positions, lasFacts: { projection, sourceId: 0, standardTimes: false } }),
    RangeError,
    "recordId of record 0 of projection is 65536, a whole number from 0 to 65535 expected",
  );
});

dataTest(
  "encodeLas() keeps every bit of a real scan",
  ["las/1.2-with-color.las", "las/simple1_4.las"],
  (...files) => {
    for (const file of files) {
      const cloud = readLas(file, { fields: true });
      const again = readLas(encodeLas(cloud), { fields: true });
      for (const name of ["positions", "intensities", "classifications", "lasFields"] as const) {
        assertEquals(again[name], cloud[name], name);
      }
      assertEquals(again.colors, cloud.colors);
      const systemOf = ({ lasFacts }: PointCloud) =>
        lasFacts?.projection.map(({ recordId, data }) => [recordId, data]);
      assertEquals(systemOf(again), systemOf(cloud));
      assertEquals(again.lasFacts?.standardTimes, cloud.lasFacts?.standardTimes);
    }
  },
);
