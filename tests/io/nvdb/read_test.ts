import { assert, assertEquals, assertThrows } from "@std/assert";
import { encodeNvdb, FormatError, nvdbIjk, readNvdb } from "../../../lib/io/mod.ts";
import type { NvdbGrid } from "../../../lib/io/mod.ts";
import { corrupt, isRead, readableCuts } from "../_damage.ts";
import { oneLeaf } from "./_bytes.ts";
import { type SizedType, SIZES } from "./_check.ts";

const ORIGIN = [-8, 4096, 16] as const;
const ACTIVE = [0, 1, 63, 64, 300, 511];

function only(grids: readonly NvdbGrid[]): NvdbGrid {
  assertEquals(grids.length, 1);
  const [grid] = grids;
  if (grid === undefined) throw new Error("no grid");
  return grid;
}

/** What a type of leaf says of voxel n. */
type LeafCase = readonly [
  type: SizedType,
  fill: (leaf: DataView) => void,
  value: (voxel: number, rank: number) => readonly (number | bigint)[],
  more?: { readonly flags?: number; readonly slotCount?: number },
];

const every = (take: (n: number) => void): void => {
  for (let n = 0; n < 512; n++) take(n);
};

const LEAVES: readonly LeafCase[] = [
  ["float", (leaf) => every((n) => leaf.setFloat32(96 + 4 * n, n / 4, true)), (n) => [n / 4]],
  ["double", (leaf) => every((n) => leaf.setFloat64(128 + 8 * n, n / 3, true)), (n) => [n / 3]],
  ["int16", (leaf) => every((n) => leaf.setInt16(96 + 2 * n, -n, true)), (n) => [0 - n]],
  ["int32", (leaf) => every((n) => leaf.setInt32(96 + 4 * n, -n, true)), (n) => [0 - n]],
  [
    "int64",
    (leaf) => every((n) => leaf.setBigInt64(128 + 8 * n, -BigInt(n) << 40n, true)),
    (n) => [-BigInt(n) << 40n],
  ],
  [
    "uint32",
    (leaf) => every((n) => leaf.setUint32(96 + 4 * n, 2 ** 32 - 1 - n, true)),
    (n) => [2 ** 32 - 1 - n],
  ],
  ["uint8", (leaf) => every((n) => leaf.setUint8(96 + n, n & 255)), (n) => [n & 255]],
  [
    "half",
    (leaf) => every((n) => leaf.setUint16(96 + 2 * n, 0x3c00 + n, true)),
    (n) => [1 + n / 1024],
  ],
  [
    "rgba8",
    (leaf) => every((n) => leaf.setUint32(96 + 4 * n, n, true)),
    (n) => [n & 255, n >> 8, 0, 0],
  ],
  [
    "vec3f",
    (leaf) =>
      every((n) => [1, 2, 3].forEach((k, c) => leaf.setFloat32(128 + 12 * n + 4 * c, k * n, true))),
    (n) => [n, 2 * n, 3 * n],
  ],
  [
    "vec3d",
    (leaf) =>
      every((n) => [1, 2, 3].forEach((k, c) => leaf.setFloat64(160 + 24 * n + 8 * c, k * n, true))),
    (n) => [n, 2 * n, 3 * n],
  ],
  [
    "vec4f",
    (leaf) =>
      every((n) =>
        [1, 2, 3, 4].forEach((k, c) => leaf.setFloat32(128 + 16 * n + 4 * c, k * n, true))
      ),
    (n) => [n, 2 * n, 3 * n, 4 * n],
  ],
  [
    "vec4d",
    (leaf) =>
      every((n) =>
        [1, 2, 3, 4].forEach((k, c) => leaf.setFloat64(160 + 32 * n + 8 * c, k * n, true))
      ),
    (n) => [n, 2 * n, 3 * n, 4 * n],
  ],
  [
    "vec3u8",
    (leaf) => every((n) => [1, 2, 3].forEach((k, c) => leaf.setUint8(96 + 3 * n + c, k * n))),
    (n) => [n & 255, 2 * n & 255, 3 * n & 255],
  ],
  [
    "vec3u16",
    (leaf) =>
      every((n) => [1, 2, 99].forEach((k, c) => leaf.setUint16(128 + 6 * n + 2 * c, k * n, true))),
    (n) => [n, 2 * n, 99 * n],
  ],
  ["mask", () => {}, () => [1]],
  [
    "bool",
    (leaf) => [0, 300].forEach((n) => leaf.setUint8(80 + (n >> 3), 1 << (n & 7))),
    (n) => [n === 0 || n === 300 ? 1 : 0],
  ],
  ["fp4", (leaf) => codes(leaf, 4), (n) => [0.5 * (n % 16) - 1]],
  ["fp8", (leaf) => codes(leaf, 8), (n) => [0.5 * (n % 256) - 1]],
  ["fp16", (leaf) => codes(leaf, 16), (n) => [0.5 * n - 1]],
  ["fpN", (leaf) => codes(leaf, 2), (n) => [0.5 * (n % 4) - 1], { flags: 2 | 1 << 5 }],
  ["index", (leaf) => leaf.setBigUint64(80, 5n, true), (n) => [BigInt(5 + n)], { slotCount: 517 }],
  [
    "onIndex",
    (leaf) => {
      leaf.setBigUint64(80, 7n, true);
      // Of the six voxels three are in word 0, one in word 1 and one in word 4; words 0 to 6 count.
      const sums = [3, 4, 4, 4, 5, 5, 5].reduce(
        (all, sum, n) => all | BigInt(sum) << BigInt(9 * n),
        0n,
      );
      leaf.setBigUint64(88, sums, true);
    },
    (_, rank) => [BigInt(7 + rank)],
    { slotCount: 13 },
  ],
  [
    "point",
    (leaf) => {
      leaf.setBigUint64(80, 100n, true);
      every((n) => leaf.setUint16(96 + 2 * n, 2 * ACTIVE.filter((one) => one <= n).length, true));
    },
    (_, rank) => [BigInt(100 + 2 * rank), 2n],
  ],
];

/** Codes n of so many bits, in steps of 0.5 from -1 on. */
function codes(leaf: DataView, bits: number): void {
  leaf.setFloat32(80, -1, true);
  leaf.setFloat32(84, 0.5, true);
  every((n) => {
    if (bits === 16) return leaf.setUint16(96 + 2 * n, n, true);
    const at = 96 + (n * bits >> 3);
    leaf.setUint8(at, leaf.getUint8(at) | (n % (1 << bits)) << (n * bits & 7));
  });
}

for (const [type, fill, value, more] of LEAVES) {
  Deno.test(`readNvdb() reads leaves of type ${type}`, () => {
    const bytes = oneLeaf({ size: SIZES[type], origin: ORIGIN, active: ACTIVE, fill, ...more });
    const grid = only(readNvdb(bytes));
    assertEquals([grid.type, grid.voxelCount, grid.codec, grid.checksum], [
      type,
      6,
      "none",
      "none",
    ]);
    assertEquals(
      [...grid.values as Iterable<number | bigint>],
      ACTIVE.flatMap((n, rank) => value(n, rank)),
    );
    const ijk = ACTIVE.flatMap((n) => [-8 + (n >> 6), 4096 + (n >> 3 & 7), 16 + (n & 7)]);
    assertEquals([...nvdbIjk(grid.leaves)], ijk);
  });
}

Deno.test("readNvdb() reads half leaves of single precision", () => {
  const size = { ...SIZES.float, number: 9 };
  const fill = (leaf: DataView) => every((n) => leaf.setFloat32(96 + 4 * n, n / 4, true));
  const grid = only(readNvdb(oneLeaf({ size, origin: ORIGIN, active: ACTIVE, fill })));
  assertEquals([...grid.values], ACTIVE.map((n) => n / 4));
});

/** A little file with checksums; compressed it is short enough to be cut anywhere. */
const GRID = {
  name: "small",
  type: "float",
  ijk: new Int32Array([0, 0, 0, 9, -3, 70]),
  values: new Float32Array([1.5, 2]),
} as const;
const ZIPPED = encodeNvdb([GRID], { codec: "zip" });
const PLAIN = encodeNvdb([{
  ...GRID,
  ijk: new Int32Array([1, 2, 3]),
  values: new Float32Array([4]),
}]);

Deno.test("readNvdb() refuses files that are cut off anywhere, and survives damage", async () => {
  assertEquals(await readableCuts(readNvdb, ZIPPED), []);
  assertEquals(
    await readableCuts(
      readNvdb,
      PLAIN,
      Array.from({ length: Math.ceil(PLAIN.length / 64) }, (_, n) => 64 * n),
    ),
    [],
  );
  await corrupt(readNvdb, ZIPPED, { runs: 200 });
  const unchecked = (bytes: Uint8Array) => readNvdb(bytes, { verify: false });
  await corrupt(unchecked, PLAIN, { runs: 100, before: 1200 });
  // What the nodes themselves say: bounds, masks of the first words, offsets.
  const open = oneLeaf({ size: SIZES.fpN, origin: [0, 0, 0], active: ACTIVE, flags: 2 | 1 << 5 });
  const upper = 736 + 64 + 32;
  for (
    const from of [upper, upper + 8256, upper + 270400, upper + 270400 + 544, open.length - 224]
  ) {
    await corrupt(unchecked, open, { runs: 60, from, before: from + 40 });
  }
});

Deno.test("readNvdb() notices every byte of headers that is wrong", async () => {
  const head = 16 + 176 + "small".length + 1;
  // Only the minor version of a segment is of no account.
  const free = new Set([8, 9, 10]);
  for (let at = 0; at < head + 736 + 64; at++) {
    const copy = PLAIN.slice();
    copy[at] = (copy[at] ?? 0) ^ 0x11;
    assertEquals(
      await isRead((bytes) => readNvdb(bytes, { strict: true }), copy),
      free.has(at),
      `byte ${at}`,
    );
  }
});

const field = (
  at: number,
  write: (view: DataView, at: number) => void,
  base = oneLeaf({ size: SIZES.float, origin: [0, 0, 0], active: [3] }),
) => {
  const copy = base.slice();
  write(new DataView(copy.buffer), at);
  return copy;
};
const u32 = (value: number) => (view: DataView, at: number): void =>
  view.setUint32(at, value, true);
const u64 = (value: bigint) => (view: DataView, at: number): void =>
  view.setBigUint64(at, value, true);
const text = (bytes: string) => Uint8Array.from(bytes, (one) => one.charCodeAt(0));
/** Where things lie in a float grid of one leaf. */
const [UPPER, LOWER] = [832, 832 + 270400];
const LEAF = LOWER + 33856;

for (
  const [what, bytes, problem] of [
    ["nothing", new Uint8Array(0), "the file is empty"],
    ["other files", text("PK\x03\x04 and more"), 'does not start with "NanoVDB"'],
    ["a .vdb file", text(" BDV\0\0\0\0 and more"), "this is an OpenVDB file (.vdb)"],
    ["big-endian files", text("1BDVonaN and more"), "big-endian machine"],
    [
      "a magic number alone",
      text("NanoVDB2"),
      "the header of a segment has bytes 0 to 16, there are 8",
    ],
    ["another major version", field(16, u32(31 << 21)), "version is 31.0.0, 32.x expected"],
    [
      "a segment of another version",
      field(8, u32(33 << 21), PLAIN),
      "version is 33.0.0, 32.x expected",
    ],
    [
      "an unknown codec",
      field(14, (v, at) => v.setUint16(at, 3, true), PLAIN),
      "codec 3 is unknown",
    ],
    [
      "a segment without grids",
      field(12, (v, at) => v.setUint16(at, 0, true), PLAIN),
      "a segment has no grids",
    ],
    [
      "grids that are not there",
      field(12, (v, at) => v.setUint16(at, 999, true), PLAIN),
      "the name of grid 2 has bytes",
    ],
    [
      "a huge name",
      field(16 + 136, u32(0xffffffff), PLAIN),
      "the name of grid 0 has bytes 192 to 4294967487",
    ],
    ["a huge packed size", field(24, u64(2n ** 60n), PLAIN), "grid 0 of a segment of 1 has bytes"],
    ["a huge grid", field(16, u64(2n ** 60n), ZIPPED), "a grid of 1152921504606847000 bytes takes"],
    ["a size that lies", field(16, u64(306272n), PLAIN), "(none)"],
    ["a type of no voxels", field(636, u32(0)), "type 0 is not known"],
    ["an unknown class", field(632, u32(99)), "class 99 is not known"],
    ["a grid that is none of its number", field(24, u32(1)), "it is grid 1 of 1"],
    [
      "a size beyond the end",
      field(32, u64(10n ** 15n)),
      "all of it has bytes 0 to 1000000000000000",
    ],
    ["a size below the header", field(32, u64(99n)), "its size is 99, 736 or more expected"],
    ["blind data beyond the end", field(648, u32(1)), "blind data has bytes"],
    [
      "a root elsewhere",
      field(696, u64(96n)),
      "the root lies 96 bytes behind the tree, 64 expected",
    ],
    ["too many tiles", field(760, u32(2 ** 31)), "a root of 2147483648 tiles"],
    ["too many leaves", field(704, u32(2 ** 32 - 1)), "4294967295 leaves"],
    ["leaves outside", field(672, u64(2n ** 40n)), "1 leaves has bytes"],
    ["leaves in the header", field(672, u64(8n)), "leaves lie at 680"],
    ["too few voxels", field(728, u64(2n)), "1 voxels and 0 in tiles are active, 2 expected"],
    ["tiles that are not there", field(716, u32(5)), "lower nodes have 0 active tiles, 5 expected"],
    [
      "an offset of the root",
      field(808, u64(8n)),
      "an offset leads to byte 744, where no upper node is",
    ],
    ["no child at the root", field(808, u64(0n)), "offsets lead to 0 of 1 nodes (lower node)"],
    ["an offset of an upper node", field(UPPER + 8256, u64(64n)), "where no lower node is"],
    ["an offset of a lower node", field(LOWER + 1088, u64(2n ** 62n)), "where no leaf is"],
    ["a second child", field(UPPER + 4128, u32(3)), "there are more than 1 times a lower node"],
    ["a second way to a leaf", field(LOWER + 544, u32(3)), "there are more than 1 times a leaf"],
    ["a leaf elsewhere", field(LEAF, u32(64)), "a node at x = 0 says that it is at 64"],
    ["a key of no voxel", field(800, u64(2n ** 63n - 1n)), "a key that no voxel has"],
    ["voxels without size", field(296 + 88, u64(0n)), "voxels have sizes 0, 1, 1"],
    [
      "an origin that is no number",
      field(296 + 232, u64(0x7ff8n << 48n)),
      "the origin is NaN, 0, 0",
    ],
    [
      "blind data many times over",
      field(640, (view) => {
        view.setBigInt64(640, 736n, true); // 500 blocks of zeros that say nothing but how large they are
        view.setUint32(648, 500, true);
        for (let block = 0; block < 500; block++) {
          view.setBigInt64(736 + 288 * block, 0n, true);
          view.setBigUint64(744 + 288 * block, 1000n, true);
          view.setUint32(752 + 288 * block, 9, true);
        }
      }),
      "blind data has 315000 bytes, the grid 307232",
    ],
    [
      "indexes beyond their number",
      oneLeaf({ size: SIZES.index, origin: [0, 0, 0], active: [1], slotCount: 511 }),
      "a leaf has values 0 to 512, there are 511",
    ],
    [
      "wrong sums",
      oneLeaf({ size: SIZES.onIndex, origin: [0, 0, 0], active: [1], slotCount: 9 }),
      "the sums of a leaf are not those of its mask",
    ],
    [
      "packed leaves that are too short",
      oneLeaf({ size: SIZES.fpN, origin: [0, 0, 0], active: [1], flags: 2 | 2 << 5 }),
      "a leaf of 256 bytes of values does not fit",
    ],
  ] as const
) {
  Deno.test(`readNvdb() refuses ${what}`, () => {
    const error = assertThrows(() => readNvdb(bytes, { verify: false }), FormatError, problem);
    assertEquals(typeof error.offset, "number");
  });
}

Deno.test("readNvdb() warns of wrong checksums, refuses them if strict, or does not look at them", () => {
  const copy = PLAIN.slice();
  copy[copy.length - 1] = 1; // a value of a voxel that is not active
  const { message } = assertThrows(() => readNvdb(copy, { strict: true }), FormatError);
  const said = /checksum of its nodes is \w{8}, \w{8} expected; leave checksums out to read it nev/;
  assert(said.test(message), message);
  const unseen = only(readNvdb(copy, { verify: false, strict: true }));
  assertEquals([[...unseen.values], unseen.warnings], [[4], []]);
  const { values, warnings } = only(readNvdb(copy));
  assertEquals([...values], [4]);
  assertEquals(warnings.length, 1);
  assert(/^the checksum of its nodes is \w{8}, \w{8} expected$/.test(warnings[0] ?? ""));
  assertEquals(only(readNvdb(PLAIN, { strict: true })).warnings, []);
});
