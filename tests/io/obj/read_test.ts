import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { FormatError, type PointCloud, readObj } from "../../../lib/io/mod.ts";
import { assertClose } from "../../_compare.ts";
import { corrupt, readableCuts } from "../_damage.ts";
import { dataTest } from "../_data.ts";

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function read(text: string): PointCloud {
  return readObj(bytesOf(text));
}

const SQUARE = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n";

Deno.test("readObj() reads vertices and skips other statements", () => {
  const cloud = read(
    "# a comment\nmtllib a.mtl\no thing\nv 1 2.5 -3e-2\n\tv  4\t5 6 # behind\nvn 0 0 1\nvt 0 0\n" +
      "g a b\nusemtl c\ns off\nl 1 2\n",
  );
  assertEquals(cloud.format, "obj");
  assertEquals(cloud.count, 2);
  assertEquals([...cloud.positions], [1, 2.5, -0.03, 4, 5, 6]);
  assertEquals(cloud.bounds, { min: [1, 2.5, -0.03], max: [4, 5, 6] });
  assertEquals([cloud.faces, cloud.colors], [undefined, undefined]);
  assertEquals(cloud.unread, ["normals", "texture coordinates", "materials"]);
});

Deno.test("readObj() loses no vertex to a byte order mark", () => {
  assertEquals([...read(`\ufeff${SQUARE}`).positions], [...read(SQUARE).positions]);
});

Deno.test("readObj() reads every form of a face", () => {
  const forms = [
    "f 1 2 3",
    "f 1/1 2/2 3/3",
    "f 1//1 2//2 3//3",
    "f 1/1/1 2/2/2 3/3/3",
    "f 1/ 2/ 3/",
  ];
  for (const form of forms) assertEquals([...read(SQUARE + form).faces ?? []], [0, 1, 2], form);
  assertEquals([...read(`${SQUARE}f -4/-1 -3/-1 -2/-1`).faces ?? []], [0, 1, 2]);
});

Deno.test("readObj() counts negative indices back from the latest vertex", () => {
  const cloud = read("v 0 0 0\nv 1 0 0\nv 0 1 0\nf -3 -2 -1\nv 0 0 1\nf -4 -3 -1\n");
  assertEquals([...cloud.faces ?? []], [0, 1, 2, 0, 1, 3]);
});

Deno.test("readObj() cuts polygons into fans", () => {
  const cloud = read(`${SQUARE}v 0 2 0\nf 1 2 3 4 5\n`);
  assertEquals([...cloud.faces ?? []], [0, 1, 2, 0, 2, 3, 0, 3, 4]);
});

Deno.test("readObj() accepts faces before their vertices", () => {
  assertEquals([...read("f 1 2 3\nv 0 0 0\nv 1 0 0\nv 0 1 0\n").faces ?? []], [0, 1, 2]);
});

Deno.test("readObj() reads colors of 0..1 and of 0..255, with and without w", () => {
  const one = read("v 0 0 0 1 0.5 0\nv 0 0 0 1.0 0 0.2 1\n");
  assertEquals([...one.colors ?? []], [255, 128, 0, 0, 51, 255]);
  assertEquals(one.colorBits, 8);
  assertEquals([...read("v 0 0 0 255 1 7\n").colors ?? []], [255, 1, 7]);
});

Deno.test("readObj() gives colors only if every vertex has one", () => {
  assertEquals(read("v 0 0 0 1 1 1\nv 0 0 0\n").colors, undefined);
  assertEquals(read("v 1 2 3 1\n").colors, undefined);
});

Deno.test("readObj() joins lines that end in a backslash, comments excepted", () => {
  const joined = "v 1 \\\n2 3\nv 4 5\\\r\n 6\nv 7 8 9\nf 1 2\\\n 3\n";
  assertEquals([...read(joined).positions], [1, 2, 3, 4, 5, 6, 7, 8, 9]);
  assertEquals([...read(joined).faces ?? []], [0, 1, 2]);
  assertEquals(read("# C:\\models\\\nv 1 2 3\n").count, 1);
});

Deno.test("readObj() takes any line break and a last line without one", () => {
  for (const text of ["v 1 2 3\nv 4 5 6", "v 1 2 3\r\nv 4 5 6\r\n", "v 1 2 3\rv 4 5 6"]) {
    assertEquals([...read(text).positions], [1, 2, 3, 4, 5, 6]);
  }
});

Deno.test("readObj() rounds every number as JavaScript does", () => {
  const numbers = fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), {
    minLength: 3,
    maxLength: 3,
  });
  fc.assert(fc.property(numbers, fc.nat(20), (row, digits) => {
    const forms = [
      row.map(String),
      row.map((value) => value.toExponential(digits)),
      row.map((value) => (value % 1e6).toFixed(digits)),
    ];
    for (const form of forms) {
      assertEquals([...read(`v ${form.join(" ")}\n`).positions], form.map(Number));
    }
  }));
  const odd = ["1.", ".5", "+2", "-.25e1", "0005", "1E3", "123456789012345678", "5e-324", "1e400"];
  const rows = [odd.slice(0, 3), odd.slice(3, 6), odd.slice(6)];
  const text = rows.map((row) => `v ${row.join(" ")}\n`).join("");
  assertEquals([...read(text).positions], odd.map(Number));
  assertEquals([...read("v nan -inf 1.#INF\n").positions], [NaN, -Infinity, Infinity]);
});

Deno.test("readObj() says what is wrong and where", () => {
  const cases: [string, string, number][] = [
    ["", "the file is empty", 0],
    ["# nothing\n", 'there is no vertex, a line "v x y z" expected', 0],
    ["v 1 2\n", "vertex 1 has 2 numbers, 3, 4, 6 or 7 expected (byte 5)", 5],
    ["v 1 2 3 4 5\n", "vertex 1 has 5 numbers", 11],
    ["v 1 2 3 4 5 6 7 8\n", "vertex 1 has more than 7 numbers", 16],
    ["v 1 2 x\n", '"x" is not a number (byte 6)', 6],
    ["v 1 2 0x10\n", '"0x10" is not a number', 6],
    ["v 1 2 3-4\n", '"3-4" is not a number', 6],
    ["v 1 2 1e\n", '"1e" is not a number', 6],
    [`${SQUARE}f 1 2\n`, "a face has 2 corners, 3 or more expected", 37],
    [`${SQUARE}f 0 1 2\n`, "a face names vertex 0, 1 or more or -1 to -4 expected", 35],
    [`${SQUARE}f -5 1 2\n`, "a face names vertex -5", 36],
    [`${SQUARE}f 1 2 5\n`, "a face names vertex 5, there are 4", 38],
    [`${SQUARE}f 1 2 99999999999\n`, "a face names vertex 99999999999, there are 4", 38],
    [`${SQUARE}f 1 2 a\n`, "a face corner has no vertex number", 38],
    [`${SQUARE}f 1 2 3/1/1/1\n`, "a face corner is not v, v/vt, v//vn or v/vt/vn", 43],
    [`${SQUARE}f 1 2 3x\n`, "a face corner is not v", 39],
  ];
  for (const [text, message, offset] of cases) {
    const error = assertThrows(() => read(text), FormatError, message);
    assertEquals(error.offset, offset, text);
  }
});

Deno.test("readObj() refuses or reads a file cut at any byte", async () => {
  const text = `${SQUARE}f 1/1 2/2 3/3\n`;
  const readable = await readableCuts(readObj, bytesOf(text));
  // Only behind three numbers of the first vertex there is anything to read.
  assertEquals(readable[0], "v 0 0 0".length);
});

Deno.test("readObj() throws nothing but FormatError on corrupted bytes", async () => {
  await corrupt(readObj, bytesOf(`${SQUARE}v 1 2 3 \\\n1 1 1\nf 1/1/1 2//2 -3 4\n`));
});

dataTest(
  "readObj() gives the counts and boxes of real meshes",
  ["mesh/armadillo.obj", "mesh/spot.obj", "mesh/stanford-bunny.obj", "mesh/truck.obj"],
  (...meshes) => {
    const stated = [
      [43243, 86482, -.435, -.573, -.380, .403, .427, .383],
      [2930, 5856, -.472, -.737, -.669, .472, .954, 1.049],
      [35947, 69451, -.0947, .0330, -.0619, .0610, .1873, .0588],
      [2956, 4770, -.834, -.390, -.391, .834, .390, .391],
    ];
    meshes.forEach((bytes, mesh) => {
      const { count, faces, bounds } = readObj(bytes);
      const facts = [count, (faces?.length ?? 0) / 3, ...bounds.min, ...bounds.max];
      assertClose(facts, stated[mesh] ?? [], { absolute: 6e-4 });
    });
  },
);

dataTest(
  "readObj() gives the watertight surface of the armadillo",
  ["mesh/armadillo.obj"],
  (obj) => {
    const { faces = new Uint32Array(), count } = readObj(obj);
    const edges = new Set<number>();
    for (let at = 0; at < faces.length; at += 3) {
      const [a = 0, b = 0, c = 0] = faces.subarray(at, at + 3);
      for (const [from, to] of [[a, b], [b, c], [c, a]] as const) edges.add(from * count + to);
    }
    // Each edge is passed once in each direction.
    assertEquals(edges.size, faces.length);
    for (const edge of edges) {
      const reverse = (edge % count) * count + Math.floor(edge / count);
      if (!edges.has(reverse)) throw new Error(`Edge ${edge} has no partner`);
    }
  },
);
