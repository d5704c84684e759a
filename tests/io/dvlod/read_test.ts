import { assert, assertEquals, assertThrows } from "@std/assert";
import {
  type DvlodAbout,
  type DvlodContent,
  DvlodEncoder,
  isDvlod,
  readDvlod,
} from "../../../lib/io/mod.ts";
import { crc32 } from "node:zlib";
import { Random } from "../../_arrays.ts";
import { corrupt, readableCuts } from "../_damage.ts";

const ABOUT: DvlodAbout = {
  min: [-1, 2.5, 1e6],
  edge: 0.75,
  bits: 7,
  gridSize: 4,
  attributes: [
    { name: "intensity", type: "uint16", width: 1 },
    { name: "normal", type: "float", width: 3 },
  ],
};

/** Morton order of cells, x leading. */
function byMorton(a: readonly number[], b: readonly number[]): number {
  for (let bit = 9; bit >= 0; bit--) {
    for (let axis = 0; axis < 3; axis++) {
      const difference = ((a[axis] ?? 0) >> bit & 1) - ((b[axis] ?? 0) >> bit & 1);
      if (difference !== 0) return difference;
    }
  }
  return 0;
}

/** A tree over random points, its voxels by projection; contents are noise. */
function makeNodes(count: number): DvlodContent[] {
  const random = new Random(4);
  const places = Array.from(
    { length: count },
    () => [0, 1, 2].map(() => Math.floor(random.number() ** 2 * 128)),
  ).sort(byMorton);
  const nodes: DvlodContent[] = [];
  const noise = (length: number): Uint8Array<ArrayBuffer> =>
    Uint8Array.from({ length }, () => random.integer(0, 255));
  const visit = (
    own: readonly number[][],
    level: number,
    cell: readonly [number, number, number],
  ): void => {
    const isLeaf = own.length < 20;
    const size = 2 ** (7 - level);
    const unit = size / 4;
    const cells = new Map(own.map((place) => {
      const voxel = place.map((value, axis) =>
        Math.floor((value - (cell[axis] ?? 0) * size) / unit)
      );
      return [voxel.join(), voxel];
    }));
    const rows = isLeaf ? own : [...cells.values()].sort(byMorton);
    nodes.push({
      level,
      cell,
      kind: isLeaf ? "leaf" : "inner",
      coordinates: Uint32Array.from(rows.flat()),
      colors: noise(rows.length * 4),
      ...(isLeaf
        ? {
          attributes: [
            { name: "intensity", width: 1, values: new Uint16Array(noise(rows.length * 2).buffer) },
            { name: "normal", width: 3, values: Float32Array.from(rows.flat(), (v) => v / 3) },
          ],
        }
        : {}),
    });
    if (isLeaf) return;
    for (let octant = 0; octant < 8; octant++) {
      const child = [octant >> 2, octant >> 1 & 1, octant & 1].map((bit, axis) =>
        (cell[axis] ?? 0) * 2 + bit
      );
      const inside = own.filter((place) =>
        place.every((value, axis) => Math.floor(value / (size / 2)) === child[axis])
      );
      const [x = 0, y = 0, z = 0] = child;
      if (inside.length > 0) visit(inside, level + 1, [x, y, z]);
    }
  };
  visit(places, 0, [0, 0, 0]);
  return nodes;
}

function encode(about: DvlodAbout, nodes: readonly DvlodContent[]): Uint8Array<ArrayBuffer> {
  const encoder = new DvlodEncoder(about);
  const parts = [encoder.header(), ...nodes.map((node) => encoder.node(node)), encoder.finish()];
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

const NODES = makeNodes(700);
const FILE = encode(ABOUT, NODES.toReversed());

function readAll(bytes: Uint8Array): DvlodContent[] {
  const lod = readDvlod(bytes);
  return lod.nodes.map(({ index }) => lod.read(index));
}

/** Makes all checksums right, so that damage gets past them. */
function mend(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const view = new DataView(bytes.buffer);
  const endAt = bytes.length - 24;
  const nodes = Math.min(view.getUint32(endAt + 12, true), Math.floor(endAt / 24));
  for (let at = endAt - nodes * 24; at < endAt; at += 24) {
    const from = Number(view.getBigUint64(at, true));
    const part = bytes.subarray(from, from + view.getUint32(at + 8, true));
    view.setUint32(at + 16, crc32(part), true);
  }
  const table = Number(view.getBigUint64(endAt, true));
  view.setUint32(endAt + 16, crc32(bytes.subarray(table, endAt)), true);
  return bytes;
}

const keyOf = ({ level, cell }: { level: number; cell: readonly number[] }): string =>
  `${level}/${cell}`;

Deno.test("a tree in a file says how large it is, and its first bytes what it is", () => {
  assertEquals([isDvlod(FILE), isDvlod(FILE.subarray(0, 7)), isDvlod(FILE.subarray(1))], [
    true,
    false,
    false,
  ]);
  const { nodes, pointCount, levels } = readDvlod(FILE);
  assertEquals(
    Deno.inspect(readDvlod(FILE)),
    `Dvlod of ${pointCount} points, ${nodes.length} nodes on ${levels} levels`,
  );
  assertEquals(levels, Math.max(...nodes.map(({ level }) => level)) + 1);
});

Deno.test("readDvlod() gives back every bit of every node, in any order", () => {
  const lod = readDvlod(FILE);
  assertEquals(lod.about, ABOUT);
  assertEquals(lod.nodes.length, NODES.length);
  assert(lod.nodes.some(({ level }) => level > 3), "the tree is flat");
  const wanted = new Map(NODES.map((node) => [keyOf(node), node]));
  // From the deepest on, so that voxels of parents are not known yet.
  for (const { index } of lod.nodes.toReversed()) {
    const content = lod.read(index);
    assertEquals(content, wanted.get(keyOf(content)));
  }
  for (const node of lod.nodes) {
    assertEquals(node.kind === "leaf", node.children.length === 0);
    for (const child of node.children) assertEquals(lod.nodes[child]?.parent, node.index);
    const isAfter = node.children.every((child) => child > node.index);
    assert(isAfter && (node.index === 0) === (node.parent === -1));
  }
});

Deno.test("DvlodEncoder arranges nodes, whatever their order, as the table has them", () => {
  const files = [NODES, NODES.toReversed()].map((nodes) => {
    const encoder = new DvlodEncoder({ ...ABOUT, colorSource: "height" });
    const given = [encoder.header(), ...nodes.map((node) => encoder.node(node))];
    const bytes = new Uint8Array(given.flatMap((part) => [...part]));
    const parts = encoder.arrange().map(({ offset, bytes: length }) =>
      bytes.subarray(offset, offset + length)
    );
    const [last] = nodes;
    assertThrows(() => last && encoder.node(last), RangeError, "comes after nodes were arranged");
    const file = [encoder.header(), ...parts, encoder.finish()];
    return new Uint8Array(file.flatMap((part) => [...part]));
  });
  const [first = new Uint8Array(), second] = files;
  assertEquals(first, second);
  const lod = readDvlod(first);
  assertEquals(lod.about.colorSource, "height");
  const starts = lod.nodes.map(({ offset }) => offset);
  assertEquals(starts, starts.toSorted((a, b) => a - b));
  const wanted = new Map(NODES.map((node) => [keyOf(node), node]));
  for (const { index } of lod.nodes) {
    const content = lod.read(index);
    assertEquals(content, wanted.get(keyOf(content)));
  }
  assertThrows(
    () => new DvlodEncoder({ ...ABOUT, colorSource: "sky" as "file" }),
    RangeError,
    'colorSource is "sky", file or height expected',
  );
});

Deno.test("DvlodEncoder writes voxels as a byte for each parent", () => {
  // One voxel a corner: 2 masks for the root, one for its child, and 4 bytes of color each.
  const colors = Uint8Array.of(9, 8, 7, 6);
  const encoder = new DvlodEncoder({ ...ABOUT, attributes: [] });
  const node = (level: number, coordinates: number[]): Uint8Array =>
    encoder.node({
      level,
      cell: [2 ** level - 1, 0, 0],
      kind: "inner",
      coordinates: Uint32Array.from(coordinates),
      colors,
    });
  assertEquals([...node(0, [3, 0, 1])], [0x10, 0x20, 9, 8, 7, 6]);
  assertEquals([...node(1, [3, 1, 3])], [0x80, 9, 8, 7, 6]);
});

Deno.test("readDvlod() reads a file without nodes and one without attributes", () => {
  assertEquals(readAll(encode(ABOUT, [])), []);
  const leaf: DvlodContent = {
    level: 0,
    cell: [0, 0, 0],
    kind: "leaf",
    coordinates: Uint32Array.of(0xffffffff, 0, 0x80000000),
    colors: Uint8Array.of(1, 2, 3, 4),
    attributes: [],
  };
  assertEquals(readAll(encode({ ...ABOUT, bits: 32, attributes: [] }, [leaf])), [leaf]);
});

Deno.test("readDvlod() refuses damaged files", async () => {
  const small = encode(ABOUT, makeNodes(60));
  assertEquals(await readableCuts(readAll, small), []);
  await corrupt(readAll, small, { runs: 150 });
  assertThrows(() => readDvlod(FILE).read(NODES.length), RangeError, "is not one of");
  await corrupt((bytes) => readAll(mend(bytes.slice())), small, { runs: 400 });
});

Deno.test("DvlodEncoder refuses nodes that make no tree", () => {
  const [root] = NODES;
  if (root === undefined) throw new Error("no root");
  const fresh = (): DvlodEncoder => new DvlodEncoder(ABOUT);
  assertThrows(() => new DvlodEncoder({ ...ABOUT, gridSize: 3 }), RangeError, "no cube of a tree");
  assertThrows(() => new DvlodEncoder({ ...ABOUT, bits: 1 }), RangeError, "no cube of a tree");
  assertThrows(() => encode(ABOUT, [root]), RangeError, "is inner and has 0 children");
  assertThrows(() => encode(ABOUT, NODES.slice(1)), RangeError, "nodes have no parents");
  assertThrows(() => encode(ABOUT, [root, root]), RangeError, "is there twice");
  const leaf = NODES.find(({ kind }) => kind === "leaf") ?? root;
  const cases: readonly (readonly [Partial<DvlodContent>, string])[] = [
    [{ colors: new Uint8Array(3) }, "bytes of colors"],
    [{ level: 1, cell: [1, 1, 1] }, "are not in its box"],
    [{ level: 0.5 }, "level is 0.5, a whole number from 0 to "],
    [{ level: 1, cell: [0, 2, 0] }, "cell[1] is 2, a whole number from 0 to 1 expected"],
    [{ cell: [0, 0] as never }, "cell is [0, 0], 3 finite numbers expected"],
    [{ attributes: [] }, 'values of "intensity", uint16, expected'],
  ];
  for (const [change, problem] of cases) {
    assertThrows(() => fresh().node({ ...leaf, ...change }), RangeError, problem);
  }
  const swapped = root.coordinates.slice();
  swapped.set(root.coordinates.subarray(3, 6), 0);
  assertThrows(
    () => fresh().node({ ...root, coordinates: swapped }),
    RangeError,
    "not in Morton order",
  );
});
