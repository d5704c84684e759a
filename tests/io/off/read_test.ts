import { assertEquals, assertThrows } from "@std/assert";
import { FormatError, type PointCloud, readOff, readPointCloud } from "../../../lib/io/mod.ts";
import { Random } from "../../_arrays.ts";
import { corrupt, readableCuts } from "../_damage.ts";
import { dataTest } from "../_data.ts";

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function read(text: string): PointCloud {
  return readOff(bytesOf(text));
}

const CORNERS = "0 0 0\n1 0 0\n1 2.5 0\n0 1 -3e-2\n";

Deno.test("readOff() reads vertices, cuts polygons into fans and skips comments and colors of faces", () => {
  const cloud = read(`# made by hand\nOFF # text\n4 2 5\n\n${CORNERS}4 0 1 2 3 255 0 0\n3 0 2 3\n`);
  assertEquals([cloud.format, cloud.count], ["off", 4]);
  assertEquals([...cloud.positions], [0, 0, 0, 1, 0, 0, 1, 2.5, 0, 0, 1, -0.03]);
  assertEquals(cloud.bounds, { min: [0, 0, -0.03], max: [1, 2.5, 0] });
  assertEquals([...cloud.faces ?? []], [0, 1, 2, 0, 2, 3, 0, 2, 3]);
  assertEquals([cloud.colors, cloud.normals], [undefined, undefined]);
});

Deno.test("readOff() takes the numbers of vertices and faces wherever they stand", () => {
  for (
    const head of [
      ...["OFF\n4 1 0\n", "OFF 4 1 0\n", "OFF4 1 0\n", "OFF\r\n4 1\r\n", "OFF 4\n1 0\n"],
      "\ufeffOFF\n4 1 0\n",
    ]
  ) {
    const cloud = read(`${head}${CORNERS}3 1 2 3`);
    assertEquals([cloud.count, [...cloud.faces ?? []]], [4, [1, 2, 3]], head);
  }
  assertEquals(read("OFF\n1 0 0\n1 2 3\n").faces, undefined);
});

Deno.test("readOff() reads normals before colors, of 0..1 and of 0..255", () => {
  const both = read("CNOFF\n1 0 0\n1 2 3 0 0 1 1 0.5 0 1\n");
  assertEquals([[...both.normals ?? []], [...both.colors ?? []]], [[0, 0, 1], [255, 128, 0]]);
  assertEquals([...read("COFF\n1 0 0\n1 2 3 255 7 0 255\n").colors ?? []], [255, 7, 0]);
  assertEquals([...read("NOFF\n1 0 0\n1 2 3 0 1 0\n").normals ?? []], [0, 1, 0]);
});

Deno.test("readOff() reads colors before normals where MeshLab says so, and mistakes none", () => {
  // As VCGLib's ExporterOFF prints them: "%g %g %g ", "%d %d %d %d ", "%g %g %g ", "%g %g ".
  for (const [word, tail] of [["NCOFF", ""], ["NCSTOFF", "0.25 0.75 "]]) {
    const text = `${word}\n2 0 0\n1 2 3 1 0 1 255 0 0 -1 ${tail}\n4 5 6 0 0 0 255 0 1 0 ${tail}\n`;
    const { positions, normals = [], colors = [] } = read(text);
    assertEquals([...positions], [1, 2, 3, 4, 5, 6]);
    assertEquals([[...normals], [...colors]], [[0, 0, -1, 0, 1, 0], [1, 0, 1, 0, 0, 0]]);
  }
  const { normals = [], colors = [] } = read("STCNOFF\n1 0 0\n1 2 3 0 0 1 1 0.5 0 1 0.25 0.75\n");
  assertEquals([[...normals], [...colors]], [[0, 0, 1], [255, 128, 0]]);
  for (const row of ["0 0.6 0.8 10 20 30 255", "0 -1 0 10 20 30 255", "0 1 0 256 0 0 1"]) {
    const { message } = assertThrows(() => read(`NCOFF\n1 0 0\n1 2 3 ${row}\n`), FormatError);
    assertEquals(/vertex 0 .* where normals come first the word is CNOFF/.test(message), true);
  }
  // Three numbers of a color and three of a normal are one number too few.
  assertThrows(() => read("NCOFF\n1 0 0\n1 2 3 10 20 30 0 0 1\n"), FormatError, "missing");
});

Deno.test("readOff() reads random meshes back", () => {
  const random = new Random(5);
  for (const vertices of [3, 4, 50]) {
    const rows = Array.from(
      { length: vertices },
      () => [0, 1, 2].map(() => (random.number() - 0.5) * 1e3),
    );
    const faces = Array.from(
      { length: 20 },
      () => [0, 1, 2].map(() => random.integer(0, vertices - 1)),
    );
    const lines = [...rows, ...faces.map((face) => [3, ...face])].map((row) => row.join(" "));
    const cloud = read(`OFF\n${vertices} 20 0\n${lines.join("\n")}`);
    assertEquals([...cloud.positions], rows.flat());
    assertEquals([...cloud.faces ?? []], faces.flat());
  }
});

Deno.test("readOff() refuses what is no OFF file, and says why", () => {
  const refused: readonly (readonly [text: string, problem: RegExp])[] = [
    ["", /the file is empty/],
    ["4OFF\n1 0 0\n", /starts with "4OFF", OFF, COFF, NOFF, CNOFF or NCOFF expected/],
    ["OFF", /the line with the numbers of vertices and faces is missing/],
    ["OFF\n2.5 1 0\n", /not whole/],
    ["OFF\n-1 1 0\n", /-1 vertices/],
    ["OFF\n0 0 0\n", /0 vertices/],
    [
      "OFF\n4000000000 1 0\n0 0 0\n",
      /4000000000 vertices and 1 faces, which \d+ bytes cannot hold/,
    ],
    ["OFF\n2 0 0\n0 0 0\n", /vertex 1 of 2 is missing/],
    ["OFF\n1 0 0\n0 0\n", /a number is missing/],
    ["OFF\n1 0 0\n0 0 x\n", /"x" is not a number/],
    [`OFF\n4 2 0\n${CORNERS}3 0 1 2\n`, /face 1 of 2 is missing/],
    [`OFF\n4 1 0\n${CORNERS}3 0 1 4\n`, /face 0 names vertex 4, there are 4/],
    [`OFF\n4 1 0\n${CORNERS}3 0 1 -1\n`, /face 0 names vertex -1/],
    [`OFF\n4 1 0\n${CORNERS}3 0 1\n`, /ends too early/],
    [`OFF\n4 1 0\n${CORNERS}2 0 1\n`, /has 2 corners, 3 or more expected/],
    [`OFF\n4 1 0\n${CORNERS}4000000000 0 1 2\n`, /ends too early/],
    [`OFF\n4 1 0\n${CORNERS}3 0 1 2.5\n`, /not a whole number/],
  ];
  for (const [text, problem] of refused) {
    const { message } = assertThrows(() => read(text), FormatError, "Cannot read OFF: ");
    assertEquals(problem.test(message), true, `${text}: ${message}`);
  }
});

Deno.test("readOff() refuses damaged files politely", async () => {
  const bytes = bytesOf(`CNOFF\n2 1 0\n0 0 0 0 0 1 1 1 1\n1 0 0 0 0 1 1 1 1\n3 0 1 1\n`);
  // Behind the last corner only a line break is missing.
  assertEquals(await readableCuts(readOff, bytes), [bytes.length - 1]);
  await corrupt(readOff, bytes);
});

dataTest("readPointCloud() reads an OFF mesh by its name", ["mesh/bunny.off"], async (bytes) => {
  const cloud = await readPointCloud(bytes, { name: "bunny.off" });
  assertEquals([cloud.format, cloud.count, cloud.faces?.length], ["off", 3485, 3 * 6966]);
  const edges = new Map<string, number>();
  const faces = cloud.faces ?? new Uint32Array();
  for (let at = 0; at < faces.length; at++) {
    const to = at % 3 === 2 ? at - 2 : at + 1;
    const edge = `${faces[at]} ${faces[to]}`;
    edges.set(edge, (edges.get(edge) ?? 0) + 1);
  }
  // It is closed: each edge is there once each way.
  for (const [edge, times] of edges) {
    assertEquals([times, edges.get(edge.split(" ").reverse().join(" "))], [1, 1]);
  }
});
