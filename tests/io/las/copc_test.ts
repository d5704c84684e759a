import { assert, assertEquals, assertRejects } from "@std/assert";
import {
  type ByteSource,
  FormatError,
  isCopc,
  type OctreeCloud,
  readCopcHeader,
  readCopcNodes,
  readLaz,
  readPointCloud,
} from "../../../lib/io/mod.ts";
import { copcBytes, type CopcNodeBytes } from "./_copc_bytes.ts";
import { corrupt, readableCuts } from "../_damage.ts";
import { dataTest } from "../_data.ts";

type Rgb = readonly [number, number, number];

function node(key: CopcNodeBytes["key"], at: Rgb, rgb: Rgb = [0, 0, 0]): CopcNodeBytes {
  return { key, point: { at, rgb, intensity: 7, classByte: 2 } };
}

/** A root, two children and, in a page of its own, a grandchild; the cube is [-8, 8]^3. */
const NODES: readonly CopcNodeBytes[] = [
  node([0, 0, 0, 0], [1, 2, 3], [256, 0, 65535]),
  node([1, 0, 0, 0], [-100, -200, -300], [5, 5, 5]),
  { key: [1, 0, 1, 0] },
  {
    key: [1, 1, 1, 1],
    page: [node([1, 1, 1, 1], [400, 500, 600]), node([2, 3, 3, 3], [799, 700, 600])],
  },
];

const FILE = copcBytes({ format: 7, nodes: NODES });

function places({ positions, nodes }: OctreeCloud): unknown[] {
  return nodes.map(({ level, x, y, z, first, count }) => {
    assertEquals(count, 1);
    return [level, x, y, z, ...positions.subarray(first * 3, first * 3 + 3)];
  });
}

const PLACES = [
  [0, 0, 0, 0, 0.01, 0.02, 0.03],
  [1, 0, 0, 0, -1, -2, -3],
  [1, 1, 1, 1, 4, 5, 6],
  [2, 3, 3, 3, 7.99, 7, 6],
];

Deno.test("readCopcHeader() says where the octree is", async () => {
  const { las, ...rest } = await readCopcHeader(FILE.bytes);
  assertEquals(rest, {
    center: [0, 0, 0],
    halfsize: 8,
    spacing: 1,
    gpsTime: [12, 34],
    hierarchy: { offset: FILE.pages, length: 4 * 32 },
  });
  assertEquals([las.count, las.pointFormat, las.vlrs.length], [4, 7, 2]);
});

for (const format of [6, 7, 8] as const) {
  Deno.test(`readCopcNodes() gives the points that readLaz() gives, format ${format}`, async () => {
    const { bytes } = copcBytes({ format, nodes: NODES });
    const { nodes, ...cloud } = await readCopcNodes(bytes);
    assertEquals(cloud, await readLaz(bytes));
    assertEquals(cloud.lasIntegers?.coordinates[3], -100);
    assertEquals([...cloud.intensities ?? []], [7, 7, 7, 7]);
    assertEquals([cloud.colorBits, nodes.length], [format === 6 ? undefined : 16, 4]);
    assertEquals(places({ nodes, ...cloud }), PLACES);
    const named = await readPointCloud(bytes, { name: "a.copc.laz" });
    assertEquals([named.format, named.count, named.nodes], ["laz", 4, undefined]);
    const { count, nodes: some } = await readPointCloud(bytes, { maxDepth: 1 });
    assertEquals([count, some?.length], [3, 3]);
    assertEquals([isCopc(bytes), isCopc(bytes.subarray(1))], [true, false]);
  });
}

Deno.test("readPointCloud() needs no hierarchy to read a COPC file as a whole", async () => {
  const bytes = FILE.bytes.slice();
  bytes.fill(255, FILE.pages);
  assertEquals((await readPointCloud(bytes)).count, 4);
  await assertRejects(() => readPointCloud(bytes, { maxDepth: 9 }), FormatError, "names no cube");
});

Deno.test("readCopcNodes() reads down to a level or a resolution", async () => {
  const depths = async (options: Parameters<typeof readCopcNodes>[1]): Promise<number> =>
    (await readCopcNodes(FILE.bytes, options)).count;
  assertEquals(await depths({ maxDepth: 0 }), 1);
  assertEquals(await depths({ maxDepth: 1 }), 3);
  assertEquals(await depths({ maxDepth: 9 }), 4);
  // The spacing of the root is 1, of its children 0.5, of theirs 0.25.
  for (const [resolution, count] of [[2, 1], [1, 1], [0.9, 3], [0.5, 3], [0.49, 4], [0.001, 4]]) {
    assertEquals(await depths({ resolution: resolution ?? 0 }), count, `${resolution}`);
  }
  assertEquals(await depths({ resolution: 0.1, maxDepth: 1 }), 3);
  await assertRejects(() => depths({ maxDepth: -1 }), RangeError, "maxDepth is -1, 0 or more");
  await assertRejects(() => depths({ resolution: 0 }), RangeError, "resolution is 0, more than 0");
});

Deno.test("readCopcNodes() reads nodes that touch a box, and decides on colors as for all", async () => {
  const within = async (min: Rgb, max: Rgb): Promise<OctreeCloud> =>
    await readCopcNodes(FILE.bytes, { bounds: { min, max } });
  assertEquals(places(await within([-5, -5, -5], [-4, -4, -4])), PLACES.slice(0, 2));
  assertEquals(places(await within([1, 1, 1], [2, 2, 2])), [PLACES[0], PLACES[2]]);
  assertEquals(places(await within([5, 5, 5], [6, 6, 6])), [PLACES[0], PLACES[2], PLACES[3]]);
  assertEquals((await within([9, 9, 9], [10, 10, 10])).count, 0);
  const [, , , r, g, b] = (await within([-5, -5, -5], [-4, -4, -4])).colors ?? [];
  assertEquals([r, g, b], [0, 0, 0]);
});

Deno.test("readCopcNodes() reads only what it needs of a source", async () => {
  const { bytes } = FILE;
  const parts: string[] = [];
  const source: ByteSource = {
    size: bytes.length,
    read(offset, length): Promise<Uint8Array> {
      parts.push(`${offset}+${length}`);
      return Promise.resolve(bytes.slice(offset, offset + length));
    },
  };
  assertEquals((await readCopcNodes(source, { maxDepth: 0 })).count, 1);
  const chunk = 36 + 4 + 40;
  assertEquals(parts, [
    "0+375",
    `0+${FILE.chunks - 8}`,
    `${FILE.pages}+128`,
    `${FILE.chunks}+${chunk}`,
  ]);
  parts.length = 0;
  assertEquals((await readCopcNodes(source)).count, 4);
  assertEquals(parts.slice(3), [`${FILE.pages + 128}+64`, `${FILE.chunks}+${4 * chunk}`]);
  const short: ByteSource = { size: bytes.length, read: () => new Uint8Array(3) };
  await assertRejects(() => readCopcNodes(short), FormatError, "the header takes 375 bytes, 3");
});

Deno.test("readCopcNodes() reads a file without points", async () => {
  const { bytes } = copcBytes({ format: 6, nodes: [{ key: [0, 0, 0, 0] }] });
  const { count, nodes } = await readCopcNodes(bytes);
  assertEquals([count, nodes], [0, []]);
});

Deno.test("readCopcNodes() says what is wrong and where", async () => {
  const { info, pages, chunks } = FILE;
  const cases: [(view: DataView) => void, string, number?][] = [
    [(view) => view.setUint8(0, 1), 'does not start with "LASF"'],
    [(view) => view.setUint8(info - 52, 1), "the first variable length record is not that of COPC"],
    [
      (view) => {
        view.setUint32(100, 1, true);
        view.setUint16(info - 54 + 20, 159, true);
      },
      "the COPC record holds 159 bytes, 160",
    ],
    [(view) => view.setUint32(96, 2 ** 31, true), "point data starts at byte 2147483648"],
    [(view) => view.setFloat64(info + 24, -8, true), "the octree has half the edge -8", info],
    [(view) => view.setFloat64(info, NaN, true), "around NaN, 0, 0", info],
    [(view) => view.setFloat64(info + 32, 0, true), "the spacing is 0", info + 32],
    [(view) => view.setBigUint64(info + 40, 2n ** 60n, true), "a page of the hierarchy reaches"],
    [(view) => view.setBigUint64(info + 48, 33n, true), "takes 33 bytes, a multiple of 32"],
    [(view) => view.setInt32(pages, -1, true), "the key -1-0-0-0, which names no cube", pages],
    [(view) => view.setInt32(pages + 36, 2, true), "the key 1-2-0-0, which names no cube"],
    [(view) => view.setInt32(pages + 28, -2, true), "a node has -2 points", pages],
    [(view) => view.setInt32(pages + 24, -5, true), "a node has 1 points in -5 bytes", pages],
    [(view) => view.setInt32(pages + 32, 0, true), "the hierarchy names 0-0-0-0 twice", pages + 32],
    // A page that is the root's own.
    [(view) => view.setBigUint64(pages + 112, BigInt(pages), true), "the hierarchy names"],
    [(view) => view.setBigUint64(pages + 16, 1n, true), "node 0-0-0-0 reaches to byte 81", pages],
    [(view) => view.setInt32(pages + 24, 1 << 30, true), "node 0-0-0-0 reaches to byte", pages],
    [(view) => view.setInt32(pages + 28, 9, true), "the nodes hold 12 points, the header claims 4"],
    [(view) => view.setInt32(pages + 28, 0, true), "the nodes hold 3 points, the header claims 4"],
    [(view) => view.setInt32(pages + 24, 7, true), "a chunk of 7 bytes, at least 80", chunks],
    [(view) => view.setUint32(chunks + 36, 2, true), "a chunk states 2 points", chunks + 36],
    [(view) => view.setUint32(chunks + 40, 1, true), "the layers of a chunk take 81 bytes", chunks],
  ];
  for (const [change, message, offset] of cases) {
    const bytes = FILE.bytes.slice();
    change(new DataView(bytes.buffer));
    const error = await assertRejects(() => readCopcNodes(bytes), FormatError, message);
    if (offset !== undefined) assertEquals(error.offset, offset, message);
  }
  const empty = new Uint8Array();
  await assertRejects(() => readCopcNodes(empty), FormatError, "the file is empty");
});

Deno.test("readCopcNodes() throws nothing but FormatError on damaged files", async () => {
  const { bytes, info, pages } = FILE;
  const lengths = Array.from({ length: bytes.length }, (_, at) => at).filter((at) => at % 7 === 0);
  assertEquals(await readableCuts(readCopcNodes, bytes, lengths), []);
  await corrupt(readCopcNodes, bytes, { runs: 50, before: 375 });
  await corrupt(readCopcNodes, bytes, { runs: 50, from: info, before: info + 160 });
  await corrupt(readCopcNodes, bytes, { runs: 50, from: pages });
});

dataTest(
  "readCopcNodes() reads real files as readLaz() does, and their levels in part",
  ["las/ellipsoid.copc.laz", "las/lion_takanawa.copc.laz"],
  async (...files) => {
    const levels = [[66272, 33728], [35903, 306086]];
    for (const [which, bytes] of files.entries()) {
      const { nodes, ...cloud } = await readCopcNodes(bytes);
      assertEquals(cloud, await readLaz(bytes));
      const counts = [0, 1].map((level) =>
        nodes.reduce((sum, node) => sum + (node.level === level ? node.count : 0), 0)
      );
      assertEquals(counts, levels[which]);
      const { center, halfsize } = await readCopcHeader(bytes);
      // Every point lies within the cube of its node, up to the rounding of coordinates.
      for (const { level, x, y, z, first, count } of nodes) {
        const edge = 2 * halfsize / 2 ** level;
        [x, y, z].forEach((place, axis) => {
          const low = (center[axis] ?? 0) - halfsize + place * edge - 0.01;
          for (let row = first; row < first + count; row++) {
            const value = cloud.positions[row * 3 + axis] ?? NaN;
            assert(value >= low && value <= low + edge + 0.02);
          }
        });
      }
      const root = await readCopcNodes(bytes, { maxDepth: 0 });
      assertEquals([root.count, root.colorBits], [levels[which]?.[0], cloud.colorBits]);
    }
  },
);
