import { assertEquals, assertRejects } from "@std/assert";
import { FormatError, type OctreeCloud, readEpt, readPointCloud } from "../../../lib/io/mod.ts";
import { copcBytes } from "../las/_copc_bytes.ts";
import { corrupt, isRead } from "../_damage.ts";
import { type EptBytes, type EptFiles, eptFiles, eptJson, jsonBytes } from "./_files.ts";

type Options = Parameters<typeof readEpt>[1];

/** Reads a data set in memory. */
function read(files: EptFiles, options: Options = {}): Promise<OctreeCloud> {
  return readEpt((path) => {
    const bytes = files.get(path);
    return bytes === undefined ? Promise.reject(new Error("no such file")) : Promise.resolve(bytes);
  }, options);
}

const axis = (name: string, offset: number) =>
  ({ name, type: "signed", size: 4, scale: 0.01, offset }) as const;
const color = (name: string) => ({ name, type: "unsigned", size: 2 }) as const;

const FILE: EptBytes = {
  dataType: "binary",
  schema: [
    { name: "GpsTime", type: "float", size: 8 },
    axis("Z", 1),
    axis("X", -1),
    { name: "Classification", type: "unsigned", size: 1 },
    axis("Y", 0),
    { name: "Intensity", type: "unsigned", size: 2 },
    color("Red"),
    color("Green"),
    color("Blue"),
  ],
  tiles: {
    "0-0-0-0": [[1.5, 3, 1, 2, 2, 500, 65535, 256, 255], [2.5, -3, -1, 6, -2, 9, 0, 0, 0]],
    "1-0-0-0": [[3.5, -700, -600, 1, -500, 65535, 5, 5, 5]],
    "2-3-3-3": [[4.5, 600, 601, 5, 602, 1, 512, 0, 0]],
  },
  hierarchy: {
    "0-0-0-0": { "0-0-0-0": 2, "1-0-0-0": 1, "1-1-1-1": -1 },
    "1-1-1-1": { "1-1-1-1": 0, "2-3-3-3": 1 },
  },
};

for (const dataType of ["binary", "zstandard"] as const) {
  Deno.test(`readEpt() reads ${dataType} tiles, integers and colors`, async () => {
    const cloud = await read(eptFiles({ ...FILE, dataType }));
    assertEquals([cloud.format, cloud.count, cloud.colorBits], ["ept", 4, 16]);
    const coordinates = [1, 2, 3, -1, -2, -3, -600, -500, -700, 601, 602, 600];
    assertEquals(cloud.lasIntegers, {
      coordinates: Int32Array.from(coordinates),
      scale: [0.01, 0.01, 0.01],
      offset: [-1, 0, 1],
    });
    const expected = coordinates.map((value, at) => value * 0.01 + ([-1, 0, 1][at % 3] ?? 0));
    assertEquals([...cloud.positions], expected);
    assertEquals([...cloud.intensities ?? []], [500, 9, 65535, 1]);
    assertEquals([...cloud.classifications ?? []], [2, 6, 1, 5]);
    assertEquals([...cloud.colors ?? []], [255, 1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0]);
    assertEquals([...cloud.bounds.min], expected.slice(6, 9));
    assertEquals(cloud.nodes, [
      { level: 0, x: 0, y: 0, z: 0, first: 0, count: 2 },
      { level: 1, x: 0, y: 0, z: 0, first: 2, count: 1 },
      { level: 2, x: 3, y: 3, z: 3, first: 3, count: 1 },
    ]);
  });
}

Deno.test("readEpt() reads LAZ tiles, and decides on colors for all of them", async () => {
  const tile = (at: [number, number, number], rgb: [number, number, number]): Uint8Array =>
    copcBytes({ format: 7, nodes: [{ key: [0, 0, 0, 0], point: { at, rgb } }] }).bytes;
  const files: EptFiles = new Map([
    ["ept.json", jsonBytes(eptJson({ dataType: "laszip", schema: FILE.schema, points: 2 }))],
    ["ept-hierarchy/0-0-0-0.json", jsonBytes({ "0-0-0-0": 1, "1-0-0-0": 1 })],
    ["ept-data/0-0-0-0.laz", tile([1, 2, 3], [9, 9, 9])],
    ["ept-data/1-0-0-0.laz", tile([-4, -5, -6], [512, 0, 65535])],
  ]);
  const cloud = await read(files);
  assertEquals([...cloud.lasIntegers?.coordinates ?? []], [1, 2, 3, -4, -5, -6]);
  assertEquals([...cloud.positions], [0.01, 0.02, 0.03, -0.04, -0.05, -0.06]);
  assertEquals([cloud.colorBits, ...cloud.colors ?? []], [16, 0, 0, 0, 2, 0, 255]);
  const root = await read(files, { maxDepth: 0 });
  assertEquals([root.count, root.colorBits, ...root.colors ?? []], [1, 8, 9, 9, 9]);
  // A tile with a scale of its own: 0.5 along x.
  const moved = tile([7, 8, 9], [0, 0, 0]);
  new DataView(moved.buffer).setFloat64(131, 0.5, true);
  const mixed = await read(new Map([...files, ["ept-data/1-0-0-0.laz", moved]]));
  assertEquals([...mixed.positions], [0.01, 0.02, 0.03, 3.5, 0.08, 0.09]);
  assertEquals([mixed.lasIntegers, mixed.bounds.max], [undefined, [3.5, 0.08, 0.09]]);
  const other = new Map([...files, ["ept-hierarchy/0-0-0-0.json", jsonBytes({ "0-0-0-0": 2 })]]);
  await assertRejects(() => read(other), FormatError, "ept-data/0-0-0-0.laz holds 1 points, the");
  const cut = new Map([...files, ["ept-data/1-0-0-0.laz", moved.slice(0, 600)]]);
  await assertRejects(() => read(cut), FormatError, "EPT: ept-data/1-0-0-0.laz: Cannot read LAZ");
});

Deno.test("readEpt() tells of LAZ tiles what their headers say", async () => {
  for (const format of [6, 7, 8] as const) {
    const point = { at: [1, 2, 3], rgb: [9, 9, 9] } as const;
    const { bytes } = copcBytes({ format, nodes: [{ key: [0, 0, 0, 0], point }] });
    new DataView(bytes.buffer).setUint16(4, 77, true);
    const { lasFacts } = await read(
      new Map([
        ["ept.json", jsonBytes(eptJson({ dataType: "laszip", schema: FILE.schema, points: 1 }))],
        ["ept-hierarchy/0-0-0-0.json", jsonBytes({ "0-0-0-0": 1 })],
        ["ept-data/0-0-0-0.laz", bytes],
      ]),
    );
    assertEquals([lasFacts?.pointFormat, lasFacts?.extraBytes, lasFacts?.sourceId], [
      format,
      0,
      77,
    ]);
  }
});

Deno.test("readEpt() reads floating-point and wide coordinates", async () => {
  const wide = await read(eptFiles({
    dataType: "binary",
    schema: [
      { name: "X", type: "float", size: 8 },
      { name: "Y", type: "float", size: 4 },
      { name: "Z", type: "signed", size: 8, scale: 0.5 },
    ],
    tiles: { "0-0-0-0": [[1.25, NaN, 2 ** 40 + 1], [3, 4, -5]] },
    json: { span: undefined, ticks: 8 },
  }));
  assertEquals([...wide.positions], [1.25, NaN, 2 ** 39 + 0.5, 3, 4, -2.5]);
  assertEquals([wide.nonFinite, wide.lasIntegers, wide.colors], [1, undefined, undefined]);
});

Deno.test("readEpt() reads down to a level or a resolution, or within a box", async () => {
  const paths: string[] = [];
  const files = eptFiles(FILE);
  const counts = async (options: Options): Promise<number> =>
    (await readEpt((path) => {
      paths.push(path);
      return Promise.resolve(files.get(path) ?? new Uint8Array());
    }, options)).count;
  assertEquals(await counts({ maxDepth: 0 }), 2);
  assertEquals(paths, ["ept.json", "ept-hierarchy/0-0-0-0.json", "ept-data/0-0-0-0.bin"]);
  assertEquals(await counts({ resolution: 0.5 }), 3);
  assertEquals(await counts({ resolution: 0.3 }), 4);
  assertEquals(await counts({ bounds: { min: [-5, -5, -5], max: [-1, -1, -1] } }), 3);
  assertEquals(await counts({ bounds: { min: [5, 5, 5], max: [5, 5, 5] } }), 3);
  assertEquals(await counts({ bounds: { min: [9, 9, 9], max: [9, 9, 9] } }), 0);
});

Deno.test("readPointCloud() reads ept.json with a function for its tiles", async () => {
  const files = eptFiles(FILE);
  const json = files.get("ept.json") ?? new Uint8Array();
  const readFile = (path: string) => Promise.resolve(files.get(path) ?? new Uint8Array());
  const cloud = await readPointCloud(json, { name: "a/ept.json", readFile });
  assertEquals([cloud.format, cloud.count], ["ept", 4]);
  assertEquals((await readPointCloud(json, { name: "ept.json", readFile, maxDepth: 1 })).count, 3);
  const alone = () => readPointCloud(json, { name: "ept.json" });
  await assertRejects(alone, FormatError, "the tiles cannot be read without the option readFile");
});

Deno.test("readEpt() says what is wrong and where", async () => {
  const cases: [Partial<EptBytes>, string][] = [
    [{ json: { dataType: "zip" } }, 'ept.json: dataType is "zip", binary, laszip or zstandard'],
    [{ json: { hierarchyType: "gzip" } }, 'hierarchyType is "gzip", json expected'],
    [{ json: { points: -1 } }, "points is -1"],
    [{ json: { points: 3 } }, "the tiles hold 4 points, ept.json claims 3"],
    [{ json: { span: 0 } }, "span is 0"],
    [{ json: { bounds: [1, 2, 3] } }, "bounds are [1,2,3], 6 numbers expected"],
    [{ json: { bounds: [0, 0, 0, 0, 0, 0] } }, "bounds are [0,0,0,0,0,0], a cube expected"],
    [{ json: { schema: undefined } }, "there is no schema"],
    [{ json: { schema: [7] } }, "the schema holds 7"],
    [{ json: { schema: [axis("X", 0), axis("Y", 0)] } }, "the schema has no Z"],
    [{ json: { schema: [{ ...axis("X", 0), size: 3 }] } }, '"X" of type "signed" and size 3'],
    [
      { json: { schema: [{ ...axis("X", 0), size: { toString: 1 } }] } },
      `"X" of type "signed" and size {"toString":1}`,
    ],
    [{ json: { schema: [{ ...axis("X", 0), scale: 0 }] } }, '"X" has scale 0 and offset 0'],
    [{ hierarchy: { "0-0-0-0": { "0-0-0": 1 } } }, "names a node 0-0-0"],
    [{ hierarchy: { "0-0-0-0": { "1-2-0-0": 1 } } }, "the key 1-2-0-0, which names no cube"],
    [{ hierarchy: { "0-0-0-0": { "0-0-0-0": 1.5 } } }, "gives node 0-0-0-0 1.5 points"],
    [{ hierarchy: { "0-0-0-0": { "0-0-0-0": -1 } } }, "names node 0-0-0-0 twice"],
    [
      { hierarchy: { "0-0-0-0": { "0-0-0-0": 2, "1-0-0-0": -1 }, "1-0-0-0": { "0-0-0-0": 2 } } },
      "ept-hierarchy/1-0-0-0.json names node 0-0-0-0 twice",
    ],
    [
      { hierarchy: { "0-0-0-0": { "1-0-0-0": -1 }, "1-0-0-0": { "0-0-0-0": -1 } } },
      "ept-hierarchy/1-0-0-0.json names node 0-0-0-0 twice",
    ],
    [
      {
        hierarchy: {
          "0-0-0-0": { "1-0-0-0": -1 },
          "1-0-0-0": { "1-1-0-0": -1 },
          "1-1-0-0": { "1-0-0-0": -1 },
        },
      },
      "ept-hierarchy/1-1-0-0.json names node 1-0-0-0 twice",
    ],
    [{ hierarchy: { "0-0-0-0": { "1-1-1-1": -1 } } }, "ept-hierarchy/1-1-1-1.json cannot be read"],
    [{ hierarchy: { "0-0-0-0": { "1-1-1-1": 2 } } }, "ept-data/1-1-1-1.bin cannot be read"],
    [
      { hierarchy: { "0-0-0-0": { "0-0-0-0": 1 } } },
      "0-0-0-0.bin holds 58 bytes, 1 points take 29",
    ],
    [{ dataType: "zstandard", hierarchy: { "0-0-0-0": { "0-0-0-0": 1 } } }, "cannot be unpacked"],
    [
      { dataType: "zstandard", hierarchy: { "0-0-0-0": { "0-0-0-0": 3 } } },
      "holds 58 bytes, 3 points",
    ],
    [{ hierarchy: { "0-0-0-0": [1] } }, "ept-hierarchy/0-0-0-0.json holds no object"],
  ];
  for (const [change, message] of cases) {
    await assertRejects(() => read(eptFiles({ ...FILE, ...change })), FormatError, message);
  }
  await assertRejects(() => read(new Map()), FormatError, "ept.json cannot be read");
  const text = new Map([["ept.json", new TextEncoder().encode("{")]]);
  await assertRejects(() => read(text), FormatError, "ept.json is no JSON");
});

Deno.test("readEpt() throws nothing but FormatError on damaged files", async () => {
  const files = eptFiles({ ...FILE, dataType: "zstandard" });
  for (const [path, bytes] of files) {
    const readDamaged = (damaged: Uint8Array) => read(new Map([...files, [path, damaged]]));
    await corrupt(readDamaged, bytes, { runs: 60 });
    for (let length = 0; length < bytes.length; length += 3) {
      assertEquals(await isRead(readDamaged, bytes.slice(0, length)), false, `${path} ${length}`);
    }
  }
});

Deno.test("readEpt() tells the coordinate system that ept.json states", async () => {
  const crsOf = async (srs: unknown) => (await read(eptFiles({ ...FILE, json: { srs } }))).crs;
  const wkt = 'LOCAL_CS["here"]';
  assertEquals(await crsOf({ wkt, authority: "EPSG", horizontal: "3857" }), { name: "here", wkt });
  assertEquals(
    (await crsOf({ authority: "EPSG", horizontal: "26910" }))?.name,
    "NAD83 / UTM zone 10N",
  );
  const unknown = { name: "EPSG:2992", epsg: 2992 };
  assertEquals(await crsOf({ wkt: "?", authority: "EPSG", horizontal: "2992" }), unknown);
  for (const srs of [undefined, {}, [], 3, { authority: "ESRI", horizontal: "3" }]) {
    assertEquals(await crsOf(srs), undefined);
  }
});
