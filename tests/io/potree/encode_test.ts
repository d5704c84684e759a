import { assertEquals, assertThrows } from "@std/assert";
import {
  encodePotreeHierarchy,
  encodePotreeMetadata,
  encodePotreeNode,
  type PotreeCloud,
  type PotreeNode,
} from "../../../lib/io/mod.ts";
import { readPotree } from "./_reader.ts";

const CLOUD: PotreeCloud = {
  coordinates: Int32Array.of(1, 2, 3, 70_000, 0, 65_535, 5, 6, 2 ** 31 - 1),
  scale: [0.5, 0.5, 0.25],
  offset: [10, 20, 30],
  attributes: [
    { name: "rgb", values: Uint16Array.of(255, 0, 1, 2, 3, 4, 65_535, 256, 0), width: 3 },
    { name: "intensity", values: Float32Array.of(0.5, -1, 8), width: 1 },
    { name: "classification", values: Uint8Array.of(2, 6, 9), width: 1 },
    { name: "gps-time", values: Float64Array.of(1e9 + 0.125, -3, 0), width: 1 },
  ],
};

const POINTS = [0, 1, 2].map((row) => ({
  position: [...CLOUD.coordinates.subarray(row * 3, row * 3 + 3)],
  ...Object.fromEntries(CLOUD.attributes.map(({ name, values, width }) => [
    name,
    [...values.subarray(row * width, row * width + width)],
  ])),
}));

/** A point by its attributes, as text. */
function texts(point: Readonly<Record<string, readonly number[]>>): string {
  return JSON.stringify(point);
}

function textOf(row: number): string {
  return texts(POINTS[row] ?? {});
}

for (const encoding of ["default", "brotli"] as const) {
  Deno.test(`encodePotreeNode() keeps every value: ${encoding}`, () => {
    const parts = [Uint32Array.of(2, 0), Uint32Array.of(1)]
      .map((rows) => encodePotreeNode(CLOUD, rows, encoding));
    const octree = new Uint8Array(parts.flatMap((part) => [...part]));
    const [first = octree, second = octree] = parts;
    const hierarchy = encodePotreeHierarchy([
      { level: 0, children: 0x20, firstChild: 1, points: 2, byteOffset: 0, byteSize: first.length },
      {
        level: 1,
        children: 0,
        firstChild: 0,
        points: 1,
        byteOffset: first.length,
        byteSize: second.length,
      },
    ]);
    const about = { name: "three", points: 3, min: [10, 20, 30], edge: 64, spacing: 0.5 } as const;
    const metadata = encodePotreeMetadata(CLOUD, { ...about, encoding, hierarchy });
    const nodes = readPotree({ metadata, hierarchy: hierarchy.bytes, octree });
    assertEquals(nodes.map(({ name }) => name), ["r", "r5"]);
    assertEquals(nodes.map(({ points }) => points.map(texts)), [[2, 0].map(textOf), [textOf(1)]]);
    const { boundingBox, attributes, hierarchy: told } = JSON.parse(metadata);
    assertEquals(boundingBox, { min: [10, 20, 30], max: [74, 84, 94] });
    assertEquals(attributes[0].min, [10.5, 20, 30.75]);
    assertEquals([attributes[2].min, attributes[2].max], [[-1], [8]]);
    assertEquals([told.firstChunkSize, told.stepSize, told.depth], [44, 4, 1]);
  });
}

Deno.test("encodePotreeHierarchy() begins new chunks four levels down", () => {
  // Two children each for ten levels along the first axis; only the upper one goes on.
  const nodes: PotreeNode[] = [];
  const place = { points: 0, byteOffset: 0, byteSize: 0 };
  for (let level = 0; level <= 10; level++) {
    if (level > 0) nodes.push({ level, children: 0, firstChild: 0, ...place });
    const children = level === 10 ? 0 : 0x11;
    nodes.push({ level, children, firstChild: nodes.length + 1, ...place });
  }
  const { bytes, firstChunkSize, depth } = encodePotreeHierarchy(nodes);
  assertEquals([depth, firstChunkSize], [10, 9 * 22]);
  // Levels 0 to 4, 4 to 8 and 8 to 10; the heads of the later two are listed twice.
  assertEquals(bytes.length, (9 + 9 + 5) * 22);
  const metadata = JSON.stringify({
    version: "2.0",
    hierarchy: { firstChunkSize, stepSize: 4 },
    attributes: [],
    encoding: "DEFAULT",
  });
  const names = readPotree({ metadata, hierarchy: bytes, octree: new Uint8Array() })
    .map(({ name }) => name);
  assertEquals(names.length, nodes.length);
  assertEquals(new Set(names).size, nodes.length);
  assertEquals(names.filter((name) => name.length === 11).sort(), [
    `r${"4".repeat(9)}0`,
    `r${"4".repeat(10)}`,
  ]);
});

Deno.test("encodePotree refuses what does not fit together", () => {
  const attributes = [{ name: "rgb", values: new Uint16Array(8), width: 3 }];
  assertThrows(
    () => encodePotreeNode({ ...CLOUD, attributes }, Uint32Array.of(0), "default"),
    RangeError,
    'attribute "rgb" has 8 values, 3 for each of 3 points expected',
  );
  assertThrows(() => encodePotreeHierarchy([]), RangeError, "there is no node");
  assertThrows(
    () => encodePotreeNode(CLOUD, Uint32Array.of(0), "zip" as never),
    RangeError,
    'encoding is "zip", default or brotli expected',
  );
  assertEquals(encodePotreeNode(CLOUD, new Uint32Array(0), "default").length, 0);
  assertEquals(encodePotreeNode(CLOUD, new Uint32Array(0), "brotli").length, 0);
  for (
    const [change, rows, problem] of [
      [{}, [1, 3], "rows[1] is 3, there are 3 points"],
      [
        { coordinates: new Int32Array(4) },
        [0],
        "4 coordinates given, three for each point expected",
      ],
      [{ scale: [1, NaN, 1] as const }, [0], "scale is [1, NaN, 1], 3 finite numbers expected"],
      [{ offset: [1, 1] as never }, [0], "offset is [1, 1], 3 finite numbers expected"],
      [
        { attributes: [{ name: "a", values: new Uint8Array(0), width: 0 }] },
        [0],
        "width of attribute 0 is 0, a whole number from 1 to 65536 expected",
      ],
    ] as const
  ) {
    assertThrows(
      () => encodePotreeNode({ ...CLOUD, ...change }, Uint32Array.from(rows), "default"),
      RangeError,
      `Cannot encode Potree: ${problem}`,
    );
  }
  const big = [{ name: "a", values: new BigInt64Array(3) as never, width: 1 }];
  assertThrows(
    () => encodePotreeNode({ ...CLOUD, attributes: big }, Uint32Array.of(0), "default"),
    TypeError,
    "values of attribute 0 is a BigInt64Array, a list of numbers expected",
  );
  const lonely = { level: 0, children: 1, firstChild: 1, points: 0, byteOffset: 0, byteSize: 0 };
  assertThrows(() => encodePotreeHierarchy([lonely]), RangeError, "there is no node 1");
  for (const [name, most] of [["children", 255], ["points", 2 ** 32 - 1]] as const) {
    for (const value of [-1, most + 1]) {
      assertThrows(
        () => encodePotreeHierarchy([{ ...lonely, [name]: value }]),
        RangeError,
        `${name} of node 0 is ${value}, a whole number from 0 to ${most} expected`,
      );
    }
  }
  const circle = { ...lonely, firstChild: 0 };
  assertThrows(
    () => encodePotreeHierarchy([circle]),
    RangeError,
    "node 0 is a child of several nodes",
  );
  const leaf = { ...lonely, level: 1, children: 0 };
  const shared = [{ ...lonely, children: 3 }, { ...leaf, children: 1, firstChild: 2 }, leaf];
  assertThrows(
    () => encodePotreeHierarchy(shared),
    RangeError,
    "node 2 is a child of several nodes",
  );
});
