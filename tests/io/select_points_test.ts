import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import {
  encodeLas,
  encodePly,
  type PointCloud,
  readLas,
  readPly,
  readPointCloud,
  selectPoints,
} from "../../lib/io/mod.ts";

/** A cloud with all that one can have. */
function cloudOf(count: number): PointCloud {
  const numbers = (width: number, factor: number): number[] =>
    Array.from({ length: count * width }, (_, at) => at * factor % 251);
  const positions = Float64Array.from(numbers(3, 1));
  const cloud = readLas(
    encodeLas({
      positions,
      colors: Uint8Array.from(numbers(3, 7)),
      intensities: Uint16Array.from(numbers(1, 11)),
      classifications: Uint8Array.from(numbers(1, 5)),
      lasFields: {
        returnNumbers: Uint8Array.from(numbers(1, 1), (one) => one % 16),
        returnCounts: Uint8Array.from(numbers(1, 3), (one) => one % 16),
        pointSources: Uint16Array.from(numbers(1, 9)),
        flags: Uint8Array.from(numbers(1, 2)),
        scanAngles: Int16Array.from(numbers(1, 13)),
        userData: Uint8Array.from(numbers(1, 17)),
        gpsTimes: Float64Array.from(numbers(1, 0.5)),
      },
      columns: [
        { name: "two", values: Float32Array.from(numbers(2, 19)), width: 2 },
        { name: "big", values: BigInt64Array.from(numbers(1, 3), BigInt), width: 1 },
      ],
    }),
    { fields: true },
  );
  return { ...cloud, normals: Float32Array.from(numbers(3, 23)) };
}

/** All numbers that a cloud has of a point. */
function rowOf(cloud: PointCloud, row: number): unknown {
  const { positions, colors, normals, intensities, classifications, lasIntegers, lasFields } =
    cloud;
  const part = (values: ArrayLike<unknown> | undefined, width: number): unknown[] =>
    Array.from({ length: width }, (_, at) => values?.[row * width + at]);
  return [
    ...[positions, colors, normals, lasIntegers?.coordinates].map((values) => part(values, 3)),
    ...[intensities, classifications, ...Object.values(lasFields ?? {})].map((one) => part(one, 1)),
    ...(cloud.columns ?? []).map(({ values, width }) => part(values, width)),
  ];
}

Deno.test("selectPoints() takes all that is known of the points of a mask or of rows", () => {
  const cloud = cloudOf(23);
  assertEquals(cloud.columns?.length, 2);
  fc.assert(
    fc.property(fc.array(fc.boolean(), { minLength: 23, maxLength: 23 }), (mask) => {
      const rows = mask.flatMap((one, row) => one ? [row] : []);
      const bytes = Uint8Array.from(mask, (one) => one ? 3 : 0);
      for (const given of [mask, bytes, rows, Uint32Array.from(rows), Int32Array.from(rows)]) {
        const part = selectPoints(cloud, given);
        assertEquals(part.count, rows.length);
        assertEquals(part.positions.length, 3 * rows.length);
        rows.forEach((row, at) => assertEquals(rowOf(part, at), rowOf(cloud, row)));
        const heights = rows.map((row) => cloud.positions[3 * row + 2] ?? NaN);
        assertEquals(part.bounds.max[2], Math.max(...heights));
        assertEquals([part.nonFinite, part.format, part.crs], [0, cloud.format, cloud.crs]);
      }
    }),
    { numRuns: 30 },
  );
  const turned = selectPoints(cloud, [5, 2, 5]);
  assertEquals([0, 1, 2].map((at) => rowOf(turned, at)), [5, 2, 5].map((row) => rowOf(cloud, row)));
});

Deno.test("selectPoints() keeps triangles whose corners are taken, and runs of rows", () => {
  const positions = new Float64Array(15).map((_, at) => at);
  const faces = Uint32Array.of(0, 1, 2, 2, 3, 4, 4, 0, 2);
  const mesh: PointCloud = {
    ...readPly(encodePly({ positions, faces })),
    scans: [{ name: "a", first: 0, count: 3 }, { first: 3, count: 2 }],
    nodes: [{ level: 0, x: 0, y: 0, z: 0, first: 1, count: 4 }],
    grid: { width: 5, height: 1 },
  };
  const part = selectPoints(mesh, [0, 2, 4]);
  assertEquals([...part.faces ?? []], [2, 0, 1]);
  assertEquals(part.scans, [{ name: "a", first: 0, count: 2 }, { first: 2, count: 1 }]);
  assertEquals(part.nodes, [{ level: 0, x: 0, y: 0, z: 0, first: 1, count: 2 }]);
  assertEquals(part.grid, undefined);
  const turned = selectPoints(mesh, [4, 2, 0, 2]);
  assertEquals([...turned.faces ?? []], [0, 2, 1]);
  assertEquals([turned.scans, turned.nodes], [undefined, undefined]);
});

Deno.test("selectPoints() refuses rows that are not there, and masks of another length", () => {
  const cloud = cloudOf(3);
  for (
    const [given, kind, problem] of [
      [[0, 3], RangeError, "maskOrRows[1] is 3, a row from 0 to 2 expected"],
      [[-1], RangeError, "maskOrRows[0] is -1, a row"],
      [[0.5], RangeError, "maskOrRows[0] is 0.5, a row"],
      [["a"], TypeError, 'maskOrRows[0] is "a", a row expected'],
      [[true, false], RangeError, "a mask of 2 is given, 3 expected, one for each point"],
      [new Uint8Array(4), RangeError, "a mask of 4 is given, 3 expected"],
      [3, TypeError, "maskOrRows is 3, a list of numbers expected"],
    ] as const
  ) {
    const call = () => selectPoints(cloud, given as never);
    assertThrows(call, kind, `Cannot run selectPoints: ${problem}`);
  }
});

Deno.test("readPointCloud() keeps what formats say of points, by its name", async () => {
  const text = new TextEncoder();
  const ply = text.encode(
    "ply\nformat ascii 1.0\nelement vertex 2\nproperty float x\nproperty float y\nproperty float z\n" +
      "property short a\nproperty uint b\nproperty list uchar int c\nend_header\n" +
      "1 2 3 -4 5 1 9\n6 7 8 9 4000000000 0\n",
  );
  const cloud = await readPointCloud(ply);
  assertEquals(cloud.columns, [
    { name: "a", values: Int16Array.of(-4, 9), width: 1 },
    { name: "b", values: Uint32Array.of(5, 4000000000), width: 1 },
  ]);
  assertEquals(cloud.unread, ["c"]);
  const csv = text.encode("x,y,z,gps,name\n1,2,3,0.25,a\n4,5,6,,b\n");
  const table = await readPointCloud(csv, { name: "a.csv" });
  assertEquals(table.columns, [{ name: "gps", values: Float64Array.of(0.25, NaN), width: 1 }]);
  assertEquals(table.unread, ["name"]);
  const pcd = text.encode(
    "VERSION .7\nFIELDS x y z hist ring\nSIZE 4 4 4 4 2\nTYPE F F F F U\nCOUNT 1 1 1 3 1\n" +
      "WIDTH 2\nHEIGHT 1\nPOINTS 2\nDATA ascii\n1 2 3 0.5 1 2 7\n4 5 6 3 4 5 8\n",
  );
  assertEquals((await readPointCloud(pcd)).columns, [
    { name: "ring", values: Uint16Array.of(7, 8), width: 1 },
    { name: "hist", values: Float32Array.of(0.5, 1, 2, 3, 4, 5), width: 3 },
  ]);
  for (const [file, name] of [[ply, "a.ply"], [csv, "a.csv"], [pcd, "a.pcd"]] as const) {
    const short = await readPointCloud(file, { name, fields: false });
    assertEquals(short.columns, undefined);
    assertEquals((short.unread?.length ?? 0) >= 2, true, name);
  }
});

Deno.test("encodePly() writes columns of every type", () => {
  const positions = Float64Array.of(0, 0, 0, 1, 1, 1);
  const kinds = [
    Int8Array,
    Uint8Array,
    Int16Array,
    Uint16Array,
    Int32Array,
    Uint32Array,
    Float32Array,
    Float64Array,
  ];
  const columns = [
    ...kinds.map((Kind, at) => ({ name: `of ${at}`, values: Kind.of(1, 100), width: 1 })),
    { name: "pair", values: Uint8Array.of(1, 2, 3, 4), width: 2 },
  ];
  const scaled = {
    name: "s",
    values: BigInt64Array.of(3n, -4n),
    width: 1,
    scale: [0.5],
    offset: [10],
  };
  const cloud = readPly(encodePly({ positions, columns: [...columns, scaled] }), { fields: true });
  assertEquals(cloud.columns, [
    ...kinds.map((Kind, at) => ({ name: `of_${at}`, values: Kind.of(1, 100), width: 1 })),
    { name: "pair_0", values: Uint8Array.of(1, 3), width: 1 },
    { name: "pair_1", values: Uint8Array.of(2, 4), width: 1 },
    { name: "s", values: Float64Array.of(11.5, 8), width: 1 },
  ]);
  const twice = [{ name: "red", values: new Uint8Array(2), width: 1 }];
  assertThrows(
    () => encodePly({ positions, colors: new Uint8Array(6), columns: twice }),
    RangeError,
    'Cannot encode PLY: two columns are called "red"',
  );
});
