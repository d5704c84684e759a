import { assertEquals, assertThrows } from "@std/assert";
import {
  encodeLas,
  type LasInput,
  type PointColumn,
  readCopcNodes,
  readLas,
  readLasHeader,
  readLasRecords,
  readPointCloud,
} from "../../../lib/io/mod.ts";
import { dataTest } from "../_data.ts";
import { lasBytes, type VlrBytes } from "./_bytes.ts";

/** A description of extra bytes, as LAS 1.4 R15 lays it out in 192 bytes. */
function description(
  type: number,
  options: number,
  name: string,
  numbers: Readonly<Record<number, number>> = {},
): number[] {
  const bytes = new Uint8Array(192);
  const view = new DataView(bytes.buffer);
  bytes[2] = type;
  bytes[3] = options;
  bytes.set(new TextEncoder().encode(name), 4);
  bytes.set(new TextEncoder().encode(`about ${name}`), 160);
  for (const [at, value] of Object.entries(numbers)) view.setFloat64(Number(at), value, true);
  return [...bytes];
}

function spec(...descriptions: readonly number[][]): VlrBytes {
  return { userId: "LASF_Spec", recordId: 4, data: Uint8Array.from(descriptions.flat()) };
}

Deno.test("readPointCloud() keeps extra bytes of LAS by what the file says of them", async () => {
  const vlrs = [spec(
    description(3, 8 | 16, "height", { 112: 0.5, 136: -10 }),
    description(8, 0, "pulse"),
    description(29, 0, "normal"), // three floats, deprecated
    description(0, 4, "odd"),
  )];
  const file = lasBytes({
    format: 1,
    extraBytes: 2 + 8 + 12 + 4 + 3,
    points: [{ at: [1, 2, 3] }],
    vlrs,
  });
  const view = new DataView(file.buffer);
  const at = file.length - 29;
  view.setUint16(at, 513, true);
  view.setBigInt64(at + 2, -(2n ** 60n), true);
  [0.5, -1, 2].forEach((one, n) => view.setFloat32(at + 10 + 4 * n, one, true));
  file.set([9, 8, 7, 6, 5, 4, 3], at + 22);
  const columns: readonly PointColumn[] = [
    {
      name: "height",
      description: "about height",
      width: 1,
      values: Uint16Array.of(513),
      scale: [0.5],
      offset: [-10],
    },
    { name: "pulse", description: "about pulse", width: 1, values: BigInt64Array.of(-(2n ** 60n)) },
    { name: "normal", description: "about normal", width: 3, values: Float32Array.of(0.5, -1, 2) },
    { name: "odd", description: "about odd", width: 4, values: Uint8Array.of(9, 8, 7, 6) },
    { name: "extra bytes", width: 3, values: Uint8Array.of(5, 4, 3) },
  ];
  const cloud = await readPointCloud(file);
  assertEquals(sorted(cloud.columns), sorted(columns));
  assertEquals((await readPointCloud(file, { fields: false })).columns, undefined);
  assertEquals(readLas(file).columns, undefined);
  const header = readLasHeader(file);
  const records = file.subarray(header.pointOffset);
  assertEquals(sorted(readLasRecords(header, records, { fields: true }).columns), sorted(columns));
  // What is written is the same, with the same descriptions.
  const again = encodeLas(cloud);
  assertEquals(sorted((await readPointCloud(again)).columns), sorted(columns));
  const [written] = readLasHeader(again).vlrs;
  assertEquals(written?.data.slice(), vlrs[0]?.data);
});

/** Columns with their parts in one order. */
function sorted(columns: readonly PointColumn[] | undefined): unknown {
  return columns?.map((column) => Object.fromEntries(Object.entries(column).sort()));
}

Deno.test("readLas() takes bytes that are described beyond their records for none", () => {
  const vlrs = [spec(description(10, 0, "double"))];
  const file = lasBytes({ format: 0, extraBytes: 7, points: [{ at: [0, 0, 0] }], vlrs });
  const { columns = [] } = readLas(file, { fields: true });
  assertEquals(columns.map(({ name, width }) => [name, width]), [["extra bytes", 7]]);
  const unknown = lasBytes({
    ...{ format: 0, extraBytes: 2, points: [{ at: [0, 0, 0] }] },
    vlrs: [spec(description(1, 0, "a"), description(77, 0, "b"))],
  });
  assertEquals(readLas(unknown, { fields: true }).columns?.map(({ name }) => name), [
    "a",
    "extra bytes",
  ]);
});

Deno.test("encodeLas() keeps near infrared and all bits of colors", async () => {
  const points = [{ at: [1, 2, 3], rgb: [256, 514, 65535] }, {
    at: [4, 5, 6],
    rgb: [1, 2, 3],
  }] as const;
  const file = lasBytes({ format: 8, points });
  const view = new DataView(file.buffer);
  view.setUint16(375 + 36, 40000, true);
  view.setUint16(375 + 38 + 36, 7, true);
  const cloud = await readPointCloud(file);
  assertEquals(cloud.columns, [
    { name: "rgb", values: Uint16Array.of(256, 514, 65535, 1, 2, 3), width: 3 },
    { name: "near infrared", values: Uint16Array.of(40000, 7), width: 1 },
  ]);
  const again = encodeLas(cloud);
  assertEquals(again.length, 375 + 2 * 38);
  assertEquals(again[104], 8);
  assertEquals(again.subarray(375 + 30, 375 + 38), file.subarray(375 + 30, 375 + 38));
  assertEquals(again.subarray(-8), file.subarray(-8));
});

Deno.test("encodeLas() takes any columns, and refuses what does not fit", () => {
  const positions = new Float64Array(6);
  const names = ["a", "a rather long name of more than 32 letters"];
  const columns = [
    { name: names[0] ?? "", values: Float64Array.of(1.5, -2), width: 1, noData: [-9999] },
    { name: names[1] ?? "", values: Int16Array.of(1, 2, 3, 4, 5, 6, 7, 8), width: 4 },
  ];
  const read = readLas(encodeLas({ positions, columns }), { fields: true });
  assertEquals(read.columns?.map(({ name, width }) => [name, width]), [
    ["a", 1],
    ...[0, 1, 2, 3].map((part): [string, number] => [`a rather long name of more th[${part}]`, 1]),
  ]);
  assertEquals(read.columns?.[0]?.noData, [-9999]);
  assertEquals(read.columns?.slice(1).map(({ values }) => [...values]), [[1, 5], [2, 6], [3, 7], [
    4,
    8,
  ]]);
  const refuses = (column: Partial<PointColumn>, problem: string): unknown => {
    const wrong = [{ ...columns[0], ...column }] as LasInput["columns"];
    return assertThrows(
      () => encodeLas({ positions, ...(wrong === undefined ? {} : { columns: wrong }) }),
      Error,
      `Cannot encode LAS: ${problem}`,
    );
  };
  refuses({ values: new Float64Array(3) }, 'column "a" has 3 values, 2 expected');
  refuses({ width: 0 }, "width of column 0 is 0, a whole number from 1 to 65535 expected");
  refuses({ values: [1, 2] as never }, "values of column 0 is an Array, a typed array expected");
  refuses({ values: new Uint8Array(2 * 65535), width: 65535 }, "points with all columns take 655");
});

dataTest(
  "readPointCloud() and encodeLas() keep every extra byte of a real file",
  ["las/extrabytes.las", "las/lion_takanawa.copc.laz"],
  async (file, copc) => {
    const cloud = await readPointCloud(file);
    const wanted = ["Colors", "Reserved", "Flags", "Intensity", "Time"];
    assertEquals(cloud.columns?.map(({ name }) => name), wanted);
    const again = encodeLas(cloud);
    const header = readLasHeader(again);
    const [from, to] = [readLasHeader(file), header];
    const extra = 27;
    for (let point = 0; point < cloud.count; point++) {
      const end = from.pointOffset + (point + 1) * from.recordLength;
      const last = to.pointOffset + (point + 1) * to.recordLength;
      assertEquals(again.subarray(last - extra, last), file.subarray(end - extra, end));
    }
    const nodes = await readCopcNodes(copc, { maxDepth: 0, fields: true });
    assertEquals(nodes.columns?.map(({ values, width }) => values.length / width), [nodes.count]);
    assertEquals(nodes.lasFields?.returnNumbers.length, nodes.count);
  },
);
