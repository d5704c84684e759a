import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { FormatError, type PointCloud, readPly } from "../../../lib/io/mod.ts";
import { assertClose } from "../../_compare.ts";
import { corrupt, readableCuts } from "../_damage.ts";
import { dataTest } from "../_data.ts";
import { type ElementBytes, ENCODINGS, plyBytes, type PropertyBytes } from "./_bytes.ts";

const XYZ: readonly PropertyBytes[] = ["x", "y", "z"].map((name) => ({ name, type: "float" }));
const INDICES: PropertyBytes = { name: "vertex_indices", type: "int", countType: "uchar" };

function vertices(
  properties: readonly PropertyBytes[],
  rows: ElementBytes["rows"],
): ElementBytes {
  return { name: "vertex", properties, rows };
}

const CORNERS = vertices(XYZ, [[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0], [0, 2, 0.5]]);

/** Reads the same elements in all encodings, which must agree. */
function readAll(...elements: ElementBytes[]): PointCloud {
  const [first, ...others] = ENCODINGS.map((encoding) => readPly(plyBytes({ encoding, elements })));
  for (const other of others) assertEquals(other, first);
  if (first === undefined) throw new Error("There is no encoding");
  return first;
}

/** Reads a text file made of lines. */
function readText(...lines: string[]): PointCloud {
  return readPly(new TextEncoder().encode(lines.join("\n")));
}

Deno.test("readPly() gives the points and faces in every encoding", () => {
  const faces = { name: "face", properties: [INDICES], rows: [[[0, 1, 2]], [[0, 2, 3, 4]]] };
  const cloud = readAll(CORNERS, faces);
  assertEquals(cloud.format, "ply");
  assertEquals(cloud.count, 5);
  assertEquals([...cloud.positions], CORNERS.rows.flat());
  assertEquals([...cloud.faces ?? []], [0, 1, 2, 0, 2, 3, 0, 3, 4]);
  assertEquals(cloud.bounds, { min: [0, 0, 0], max: [1, 2, 0.5] });
  assertEquals([cloud.colors, cloud.intensities], [undefined, undefined]);
});

Deno.test("readPly() reads every scalar type by both of its names", () => {
  const types: [string, string, number][] = [
    ["char", "int8", -128],
    ["uchar", "uint8", 255],
    ["short", "int16", -32768],
    ["ushort", "uint16", 65535],
    ["int", "int32", -2147483648],
    ["uint", "uint32", 4294967295],
    ["float", "float32", 0.15625],
    ["double", "float64", 0.1],
  ];
  for (const [short, long, value] of types) {
    for (const type of [short, long]) {
      const properties = ["x", "y", "z"].map((name) => ({ name, type }));
      assertEquals([...readAll(vertices(properties, [[value, 0, 1]])).positions], [value, 0, 1]);
    }
  }
});

Deno.test("readPly() skips elements and properties that it does not need", () => {
  const odd: ElementBytes = {
    name: "camera",
    properties: [
      { name: "name", type: "uchar", countType: "ushort" },
      { name: "fov", type: "double" },
      { name: "weights", type: "double", countType: "int" },
    ],
    rows: [[[1, 2, 3], 0.5, []], [[], 1.5, [1, 2]]],
  };
  const empty: ElementBytes = { name: "nothing", properties: [], rows: [], count: 9e15 };
  const list: PropertyBytes = { name: "links", type: "short", countType: "uint" };
  const mixed = [
    { name: "y", type: "double" },
    list,
    { name: "x", type: "int" },
    { name: "nx", type: "char" },
    { name: "z", type: "ushort" },
  ];
  const rows = [[2, [7, 7], 1, -1, 3], [5, [], 4, -1, 6]];
  const cloud = readAll(odd, empty, { name: "vertex", properties: mixed, rows }, {
    ...odd,
    name: "b",
  });
  assertEquals([...cloud.positions], [1, 2, 3, 4, 5, 6]);
});

Deno.test("readPly() reads faces that come before the vertices", () => {
  const faces = { name: "face", properties: [INDICES], rows: [[[4, 3, 2]]] };
  assertEquals([...readAll(faces, CORNERS).faces ?? []], [4, 3, 2]);
});

Deno.test("readPly() names what it does not read of vertices", () => {
  const others: PropertyBytes[] = [
    { name: "quality", type: "float" },
    { name: "ring", type: "uchar", countType: "uchar" },
  ];
  const cloud = readAll(vertices([...XYZ, ...others], [[1, 2, 3, 4, [5, 6]]]));
  assertEquals(cloud.unread, ["quality", "ring"]);
  assertEquals(readAll(CORNERS).unread, undefined);
});

Deno.test("readPly() makes triangles of strips, which -1 separates", () => {
  const strips = (...rows: number[][]): ElementBytes => ({
    name: "tristrips",
    properties: [{ name: "vertex_indices", type: "int", countType: "int" }],
    rows: rows.map((row) => [row]),
  });
  const { faces } = readAll(CORNERS, strips([0, 1, 2, 3, -1, 4, 3, 2, -1, 1, 2, -1], [2, 3, 4]));
  assertEquals([...faces ?? []], [0, 1, 2, 2, 1, 3, 4, 3, 2, 2, 3, 4]);
  assertEquals([...readAll(CORNERS, strips([])).faces ?? [1]], []);
  assertThrows(
    () => readAll(CORNERS, strips([0, 1, 5])),
    FormatError,
    "a face names vertex 5, there are 5",
  );
});

Deno.test("readPly() reads faces named vertex_index and skips those below three corners", () => {
  const named: PropertyBytes = { name: "vertex_index", type: "uchar", countType: "int" };
  const flag: PropertyBytes = { name: "flag", type: "uchar" };
  const rows = [[1, [0, 1]], [1, []], [0, [1, 2, 3]]];
  const cloud = readAll(CORNERS, { name: "face", properties: [flag, named], rows });
  assertEquals([...cloud.faces ?? []], [1, 2, 3]);
  const none = readAll(CORNERS, { name: "face", properties: [flag], rows: [[1]] });
  assertEquals(none.faces, undefined);
});

Deno.test("readPly() reads colors under each of their names", () => {
  for (
    const names of [
      ["red", "green", "blue"],
      ["r", "g", "b"],
      ["diffuse_red", "diffuse_green", "diffuse_blue"],
    ]
  ) {
    const colors = [...names, "alpha"].map((name) => ({ name, type: "uchar" }));
    const cloud = readAll(vertices([...XYZ, ...colors], [[0, 0, 0, 1, 200, 255, 7]]));
    assertEquals([cloud.colors, cloud.colorBits], [Uint8Array.of(1, 200, 255), 8]);
  }
  const two = XYZ.concat(["red", "green"].map((name) => ({ name, type: "uchar" })));
  assertEquals(readAll(vertices(two, [[0, 0, 0, 1, 2]])).colors, undefined);
});

Deno.test("readPly() brings colors of every type to 8 bits", () => {
  const colorsOf = (type: string, ...rows: number[][]): [Uint8Array | undefined, unknown] => {
    const properties = XYZ.concat(["red", "green", "blue"].map((name) => ({ name, type })));
    const cloud = readAll(vertices(properties, rows.map((row) => [0, 0, 0, ...row])));
    return [cloud.colors, cloud.colorBits];
  };
  assertEquals(colorsOf("float", [0, 0.5, 1]), [Uint8Array.of(0, 128, 255), 8]);
  assertEquals(colorsOf("float", [0, 0.5, 1], [255, 2, 3]), [Uint8Array.of(0, 0, 1, 255, 2, 3), 8]);
  assertEquals(colorsOf("double", [0.25, -1, 0]), [Uint8Array.of(64, 0, 0), 8]);
  assertEquals(colorsOf("ushort", [255, 1, 0]), [Uint8Array.of(255, 1, 0), 8]);
  assertEquals(colorsOf("ushort", [255, 256, 65535]), [Uint8Array.of(0, 1, 255), 16]);
  assertEquals(colorsOf("int", [-5, 7, 255]), [Uint8Array.of(0, 7, 255), 8]);
});

Deno.test("readPly() reads intensities and classes", () => {
  const properties = [
    ...XYZ,
    { name: "scalar_Intensity", type: "float" },
    { name: "classification", type: "uchar" },
  ];
  const cloud = readAll(vertices(properties, [[0, 0, 0, 0.5, 6]]));
  assertEquals(cloud.intensities, Float32Array.of(0.5));
  assertEquals(cloud.classifications, Uint8Array.of(6));
  const narrow = [...XYZ, { name: "intensity", type: "ushort" }];
  assertEquals(readAll(vertices(narrow, [[0, 0, 0, 65535]])).intensities, Uint16Array.of(65535));
});

Deno.test("readPly() keeps NaN and infinite coordinates and leaves them out of the bounds", () => {
  const cloud = readAll(vertices(XYZ, [[NaN, 9, 9], [1, 2, 3], [9, Infinity, -Infinity]]));
  assertEquals([...cloud.positions], [NaN, 9, 9, 1, 2, 3, 9, Infinity, -Infinity]);
  assertEquals(cloud.bounds, { min: [1, 2, 3], max: [1, 2, 3] });
});

Deno.test("readPly() reads a file without points", () => {
  const cloud = readAll(vertices(XYZ, []), { name: "face", properties: [INDICES], rows: [] });
  assertEquals([cloud.count, cloud.positions.length, cloud.faces?.length], [0, 0, 0]);
});

Deno.test("readPly() takes LF, CR LF and CR, comments and binary data that looks like a break", () => {
  const comments = ["comment element vertex 99", "obj_info made by hand", "comment"];
  const properties = XYZ.map(({ name }) => ({ name, type: "char" }));
  const elements = [vertices(properties, [[10, 13, 10], [32, 9, 10]])];
  for (const lineBreak of ["\n", "\r\n", "\r"]) {
    for (const encoding of ENCODINGS) {
      const cloud = readPly(plyBytes({ encoding, elements, lineBreak, comments }));
      assertEquals([...cloud.positions], [10, 13, 10, 32, 9, 10], `${encoding} ${lineBreak}`);
    }
  }
});

Deno.test("readPly() gives back every float64 in every encoding", () => {
  const value = fc.double({ noNaN: true });
  const properties = XYZ.map(({ name }) => ({ name, type: "double" }));
  fc.assert(fc.property(fc.array(fc.tuple(value, value, value), { maxLength: 10 }), (rows) => {
    // Minus zero is written as 0 in text.
    const plain = rows.map((row) => row.map((number) => number + 0 === 0 ? 0 : number));
    assertEquals([...readAll(vertices(properties, plain)).positions], plain.flat());
  }));
});

Deno.test("readPly() gives back random tables of polygons", () => {
  const polygon = fc.array(fc.nat(4), { maxLength: 7 });
  const countType = fc.constantFrom("char", "uchar", "short", "ushort", "int", "uint");
  const type = fc.constantFrom("char", "uchar", "short", "ushort", "int", "uint");
  fc.assert(
    fc.property(fc.array(polygon, { maxLength: 9 }), countType, type, (rows, count, kind) => {
      const properties = [{ name: "vertex_indices", type: kind, countType: count }];
      const faces = { name: "face", properties, rows: rows.map((row) => [row]) };
      const fans = rows.flatMap((row) =>
        row.slice(2).flatMap((last, at) => [row[0], row[at + 1], last])
      );
      assertEquals([...readAll(CORNERS, faces).faces ?? []], fans);
    }),
  );
});

const HEAD = ["ply", "format ascii 1.0"];
const VERTEX = ["element vertex 1", "property float x", "property float y", "property float z"];

Deno.test("readPly() says what is wrong with rows", () => {
  const body = (...rows: string[]): string[] => [...HEAD, ...VERTEX, "end_header", ...rows];
  const face = ["element face 1", "property list uchar int vertex_indices"];
  const faces = (
    row: string,
  ): string[] => [...HEAD, ...VERTEX, ...face, "end_header", "1 2 3", row];
  const cases: [string[], string][] = [
    [body("1 2   "), "a number is missing at the end of the line"],
    [body("1 2 3 4"), 'row 0 of element "vertex" holds more values than it has properties'],
    [body("1 2 3", "4 5 6"), "5 bytes follow the last element that the header describes"],
    [body("1 2 a"), '"a" is not a number'],
    [body("\n\n\n\n\n\n"), 'row 0 of 1 of element "vertex" is missing'],
    [faces("3 0 0 1"), "a face names vertex 1, there are 1"],
    [faces("3 0 0 -1"), "a face names vertex -1"],
    [faces("3 0 0 0.5"), "a face names vertex 0.5"],
    [faces("-3 0 0 0"), "a list has length -3"],
    [faces("1.5 0 0 0"), "a list has length 1.5"],
    [faces("1e15 0 0 0"), "a number is missing at the end of the line"],
    [faces("3 0 0"), "a number is missing at the end of the line"],
  ];
  for (const [lines, message] of cases) {
    assertThrows(() => readText(...lines), FormatError, message);
  }
});

Deno.test("readPly() refuses binary lists that are negative or longer than the file", () => {
  const list = (length: number[], type: string): Uint8Array => {
    const elements = [CORNERS, {
      name: "face",
      properties: [{ name: "vertex_indices", type: "int", countType: type }],
      rows: [[[]]],
    }];
    const bytes = plyBytes({ encoding: "binary_little_endian", elements });
    bytes.set(length, bytes.length - length.length);
    return bytes;
  };
  assertThrows(() => readPly(list([0xff], "char")), FormatError, "a list has length -1");
  const most = list([0xff, 0xff, 0xff, 0xff], "uint");
  const end = most.length + 4 * 0xffffffff;
  assertThrows(
    () => readPly(most),
    FormatError,
    `element "face" reaches byte ${end}, the file holds ${most.length}`,
  );
});

Deno.test("readPly() refuses binary data longer than its header says", () => {
  for (const encoding of ENCODINGS.slice(1)) {
    const bytes = plyBytes({ encoding, elements: [CORNERS] });
    const longer = new Uint8Array([...bytes, 1, 2, 3]);
    assertThrows(() => readPly(longer), FormatError, "3 bytes follow the last element");
    assertEquals(readPly(new Uint8Array([...bytes, 10])).count, 5);
  }
});

const DAMAGED: readonly ElementBytes[] = [
  { name: "face", properties: [INDICES], rows: [[[0, 1, 2]]] },
  CORNERS,
];

for (const encoding of ENCODINGS) {
  Deno.test(`readPly() refuses ${encoding} files cut at any byte, where the cut is not harmless`, async () => {
    const bytes = plyBytes({ encoding, elements: DAMAGED });
    const readable = await readableCuts(readPly, bytes);
    // Text may lack its last line break, and digits of its last number: "0.5", "0.", "0".
    const harmless = encoding === "ascii" ? [4, 3, 2, 1].map((cut) => bytes.length - cut) : [];
    assertEquals(readable, harmless.filter((length) => readable.includes(length)));
  });

  Deno.test(`readPly() throws nothing but FormatError on corrupted ${encoding} bytes`, async () => {
    const bytes = plyBytes({ encoding, elements: DAMAGED });
    await corrupt(readPly, bytes, { runs: 400 });
    const data = bytes.length - (encoding === "ascii" ? 46 : 73);
    await corrupt(readPly, bytes, { from: data });
  });
}

dataTest(
  "readPly() gives the counts and boxes of real files",
  ["mesh/dragon_vrip_res3.ply.gz", "gsplat/train-1000.ply", "mesh/dragon_vrip.ply.gz"],
  (small, splats, dragon) => {
    const one = readPly(small);
    assertEquals([one.count, (one.faces?.length ?? 0) / 3], [22998, 47794]);
    const two = readPly(splats);
    assertEquals([two.count, two.faces], [1000, undefined]);
    const box = [-13.02, -3.92, -3.82, 10.29, 1.97, 13.82];
    assertClose([...two.bounds.min, ...two.bounds.max], box, { absolute: 0.006 });
    const three = readPly(dragon);
    assertEquals([three.count, (three.faces?.length ?? 0) / 3], [437645, 871414]);
    const extent = [-.1083, .0527, -.0504, .0966, .1972, .0412];
    assertClose([...three.bounds.min, ...three.bounds.max], extent, { absolute: 6e-5 });
  },
);

dataTest(
  "readPly() refuses compressed splats, which have no coordinates",
  ["gsplat/biker.compressed.ply"],
  (bytes) => {
    assertThrows(() => readPly(bytes), FormatError, 'element "vertex" has no scalar property "x"');
  },
);
