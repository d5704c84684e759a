import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import {
  encodeNvdb,
  nvdbFeatures,
  type NvdbGrid,
  type NvdbGridInput,
  nvdbIjk,
  readNvdb,
} from "../../../lib/io/mod.ts";
import { checkGrid, crcOf, payloads, type SizedType, SIZES } from "./_check.ts";

function only<T>(things: readonly T[]): T {
  const [thing] = things;
  if (thing === undefined || things.length !== 1) throw new Error(`${things.length} things`);
  return thing;
}

/** Coordinates around borders of leaves, lower nodes, upper nodes and tiles. */
const PLACE = fc.oneof(
  fc.integer({ min: -20, max: 20 }),
  fc.constantFrom(-4097, -4096, -129, -128, 127, 128, 4095, 4096, -(2 ** 31), 2 ** 31 - 1),
);
const VOXELS = fc.uniqueArray(fc.tuple(PLACE, PLACE, PLACE), {
  maxLength: 12,
  selector: (one) => one.join(),
});

type Numbers =
  | Float32Array<ArrayBuffer>
  | Int16Array<ArrayBuffer>
  | Int32Array<ArrayBuffer>
  | Uint8Array<ArrayBuffer>
  | Uint32Array<ArrayBuffer>
  | Float64Array<ArrayBuffer>
  | BigInt64Array<ArrayBuffer>;

/** Makes values of a type, and reads one in a grid. */
const VALUES: Readonly<
  Partial<Record<SizedType, readonly [channels: number, make: (length: number) => Numbers]>>
> = {
  float: [1, (n) => new Float32Array(n)],
  double: [1, (n) => new Float64Array(n)],
  int16: [1, (n) => new Int16Array(n)],
  int32: [1, (n) => new Int32Array(n)],
  int64: [1, (n) => new BigInt64Array(n)],
  uint32: [1, (n) => new Uint32Array(n)],
  uint8: [1, (n) => new Uint8Array(n)],
  vec3f: [3, (n) => new Float32Array(n)],
  vec3d: [3, (n) => new Float64Array(n)],
  vec4f: [4, (n) => new Float32Array(n)],
  rgba8: [4, (n) => new Uint8Array(n)],
};

for (const [type, [channels, make]] of Object.entries(VALUES)) {
  Deno.test(`encodeNvdb() writes ${type} grids that another reader finds right`, () => {
    fc.assert(
      fc.property(VOXELS, (voxels) => {
        const ijk = Int32Array.from(voxels.flat());
        const values = make(voxels.length * channels);
        for (let at = 0; at < values.length; at++) {
          values[at] = values instanceof BigInt64Array ? BigInt(at) << 40n : 7 * at - 3;
        }
        const background = make(channels);
        background.fill((background instanceof BigInt64Array ? 5n : 5) as never);
        const input = { type, ijk, values, background, name: "n" } as NvdbGridInput;
        const file = encodeNvdb([input]);
        const grid = only(payloads(file));
        const lookup = checkGrid(grid, SIZES[type as SizedType], false);
        const width = values.byteLength / Math.max(1, voxels.length);
        const bytes = new Uint8Array(values.buffer);
        voxels.forEach(([x, y, z], n) => {
          const { active, at } = lookup(x, y, z);
          assertEquals([active, grid.slice(at, at + width)], [
            true,
            bytes.slice(n * width, (n + 1) * width),
          ]);
        });
        for (const [x, y, z] of voxels) {
          const beside = [x ^ 1, y, z] as const;
          if (voxels.some((one) => one.join() === beside.join())) continue;
          const { active, at } = lookup(...beside);
          assertEquals([active, grid.slice(at, at + background.byteLength)], [
            false,
            new Uint8Array(background.buffer),
          ]);
        }
        const back = only(readNvdb(file));
        assertEquals([back.voxelCount, back.checksum, back.background], [
          voxels.length,
          "full",
          background,
        ]);
        sameVoxels(back, ijk, [values]);
      }),
      { numRuns: 4, examples: [[[]]] },
    );
  });
}

/** Compares voxels and rows without regard to their order. */
function sameVoxels(
  grid: NvdbGrid,
  ijk: Int32Array,
  columns: readonly Numbers[],
  features = nvdbFeatures(grid),
): void {
  const rows = (places: ArrayLike<number>, all: readonly ArrayLike<number | bigint>[]): string[] =>
    Array.from(
      { length: places.length / 3 },
      (_, n) =>
        [3 * n, 3 * n + 1, 3 * n + 2].map((at) => places[at]).join() + ":" +
        all.map((one) =>
          Array.from(
            { length: one.length / (places.length / 3) },
            (_, c, width = one.length / (places.length / 3)) => one[n * width + c],
          ).join()
        ).join(";"),
    ).sort();
  const found = features.map(({ values }) => values as ArrayLike<number | bigint>);
  assertEquals(
    rows(nvdbIjk(grid.leaves), found),
    rows(ijk, columns as readonly ArrayLike<number | bigint>[]),
  );
}

Deno.test("encodeNvdb() writes masks, bits and index grids with columns", () => {
  const ijk = new Int32Array([100, 0, -3, 0, 0, 0, 0, 0, 1, -4096, 7, 9]);
  const mask = encodeNvdb([{ type: "mask", ijk }]);
  const maskAt = checkGrid(only(payloads(mask)), SIZES.mask);
  assertEquals([maskAt(100, 0, -3).active, maskAt(100, 0, -2).active], [true, false]);
  assertEquals(only(readNvdb(mask)).gridClass, "topology");
  const bits = encodeNvdb([{ type: "bool", ijk, values: Uint8Array.of(1, 0, 1, 0) }]);
  checkGrid(only(payloads(bits)), SIZES.bool);
  sameVoxels(only(readNvdb(bits)), ijk, [Uint8Array.of(1, 0, 1, 0)]);
  const columns = [
    {
      name: "color",
      values: Uint8Array.from({ length: 12 }, (_, n) => n),
      channels: 3,
      semantic: 2,
    },
    { name: "odd", values: Float32Array.from({ length: 20 }, (_, n) => n / 4), channels: 5 },
    {
      name: "id",
      values: BigInt64Array.of(1n, -2n, 3n, 2n ** 62n),
      blindClass: "attributeArray" as const,
    },
  ];
  const file = encodeNvdb([{ type: "onIndex", ijk, columns }]);
  const bytes = only(payloads(file));
  checkGrid(bytes, SIZES.onIndex);
  const grid = only(readNvdb(file));
  assertEquals([grid.gridClass, grid.slotCount], ["indexGrid", 5]);
  // Rows are numbered from 1 in the order of voxels.
  assertEquals(grid.values as BigUint64Array, BigUint64Array.of(1n, 2n, 3n, 4n));
  assertEquals(
    grid.blind.map(({ name, type, semantic, blindClass }) => [name, type, semantic, blindClass]),
    [
      ["color", "vec3u8", 2, "channelArray"],
      ["odd", "unknown", 0, "channelArray"],
      ["id", "int64", 0, "attributeArray"],
    ],
  );
  sameVoxels(grid, ijk, columns.map(({ values }) => values));
});

Deno.test("encodeNvdb() writes tiles of every size, bounds and statistics", () => {
  const tiles = {
    origins: new Int32Array([0, 0, 128, 4096, 0, 0, -8, 0, 0]),
    sides: new Uint16Array([128, 4096, 8]),
    values: new Float32Array([2, 3, 4]),
  };
  const file = encodeNvdb([{
    type: "float",
    ijk: new Int32Array([0, 0, 0, 1, 0, 0]),
    values: new Float32Array([1, 6]),
    tiles,
  }]);
  const bytes = only(payloads(file));
  const lookup = checkGrid(bytes, SIZES.float);
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const valueAt = (x: number, y: number, z: number) => {
    const { active, at } = lookup(x, y, z);
    return active ? view.getFloat32(at, true) : undefined;
  };
  assertEquals([
    valueAt(0, 0, 0),
    valueAt(0, 0, 200),
    valueAt(8191, 4095, 0),
    valueAt(-1, 7, 7),
    valueAt(0, 0, 1),
  ], [1, 2, 3, 4, undefined]);
  assertEquals([0, 1, 2, 3, 4, 5].map((n) => view.getInt32(736 + 4 * n, true)), [
    -8,
    0,
    0,
    8191,
    4095,
    4095,
  ]);
  assertEquals([768, 772].map((at) => view.getFloat32(at, true)), [1, 6]);
  const counts = [2, 128 ** 3, 4096 ** 3, 512];
  const all = counts.reduce((sum, one) => sum + one, 0);
  const mean = (1 + 6 + 2 * 128 ** 3 + 3 * 4096 ** 3 + 4 * 512) / all;
  const spread =
    ((1 - mean) ** 2 + (6 - mean) ** 2 + (2 - mean) ** 2 * 128 ** 3 + (3 - mean) ** 2 * 4096 ** 3 +
      (4 - mean) ** 2 * 512) / all;
  assertEquals([776, 780].map((at) => view.getFloat32(at, true)), [
    Math.fround(mean),
    Math.fround(Math.sqrt(spread)),
  ]);
  const grid = only(readNvdb(file));
  assertEquals([grid.activeCount, [...grid.tiles.sides], [...grid.tiles.values as Float32Array]], [
    all,
    [4096, 128, 8],
    [3, 2, 4],
  ]);
  assertEquals(grid.bounds, { min: [-8, 0, 0], max: [8191, 4095, 4095] });
  // What was read can be written again.
  assertEquals(encodeNvdb([grid as NvdbGridInput]), file);
});

Deno.test("encodeNvdb() gives what is not active in a level set the sign of its side", () => {
  // A sphere of radius 30: its middle is in leaves and in tiles of lower nodes that nothing active is in.
  const voxels: number[] = [];
  for (let x = -32; x <= 32; x++) {
    for (let y = -32; y <= 32; y++) {
      for (let z = -32; z <= 32; z++) {
        if (Math.abs(Math.hypot(x, y, z) - 30) < 1.5) voxels.push(x, y, z);
      }
    }
  }
  const ijk = Int32Array.from(voxels);
  const values = Float32Array.from(
    { length: ijk.length / 3 },
    (_, n) => Math.hypot(...ijk.subarray(3 * n, 3 * n + 3)) - 30,
  );
  const file = encodeNvdb([{
    type: "float",
    gridClass: "levelSet",
    ijk,
    values,
    background: new Float32Array([3]),
  }]);
  const bytes = only(payloads(file));
  const lookup = checkGrid(bytes, SIZES.float, false);
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  for (let r = 0; r < 120; r++) {
    for (const [x, y, z] of [[r, 0, 0], [0, -r, 0], [-r, 2, 1], [0, 0, r]] as const) {
      const { active, at } = lookup(x, y, z);
      const distance = Math.hypot(x, y, z) - 30;
      const expected = Math.abs(distance) < 1.5 ? Math.fround(distance) : 3 * Math.sign(distance);
      assertEquals([active, view.getFloat32(at, true)], [Math.abs(distance) < 1.5, expected]);
    }
  }
});

const SMALL = {
  type: "float",
  ijk: new Int32Array([1, 2, 3]),
  values: new Float32Array([4]),
} as const;

Deno.test("encodeNvdb() writes codecs, checksums, long names, several grids and aligned ones", () => {
  const long = "ä".repeat(200);
  const grids: NvdbGridInput[] = [
    { ...SMALL, name: "one", voxelSize: [1, 2, 3], origin: [0.5, 0, -9] },
    {
      ...SMALL,
      name: long,
      gridClass: "fogVolume",
      type: "double",
      values: new Float64Array([1 / 3]),
    },
    { ...SMALL, matrix: [0, -2, 0, 2, 0, 0, 0, 0, 2] },
  ];
  for (const codec of ["none", "zip"] as const) {
    for (const checksum of ["none", "partial", "full"] as const) {
      const read = readNvdb(encodeNvdb(grids, { codec, checksum }));
      assertEquals(read.map((grid) => [grid.name, grid.codec, grid.checksum]), [
        ["one", codec, checksum],
        [long, codec, checksum],
        ["", codec, checksum],
      ]);
      assertEquals(read.map(({ voxelSize }) => voxelSize), [[1, 2, 3], [1, 1, 1], [2, 2, 2]]);
      assertEquals(read[0]?.origin, [0.5, 0, -9]);
      assertEquals(read[2]?.matrix, grids[2]?.matrix);
    }
  }
  const file = encodeNvdb(grids, { align: 4096 });
  const places = payloads(file).map(({ byteOffset }) => byteOffset % 4096);
  assertEquals(places, [0, 0, 0]);
  assertEquals(readNvdb(file).map(({ name }) => name), ["one", long, ""]);
  // Turned by a quarter: a step along i is one along y in the world, and the box is that of what is turned.
  const turned = new DataView(file.buffer, payloads(file)[2]?.byteOffset);
  assertEquals([0, 1, 2, 3, 4, 5].map((n) => turned.getFloat64(560 + 8 * n, true)), [
    -6,
    2,
    6,
    -4,
    4,
    8,
  ]);
  assertEquals([0, 1, 2, 3].map((n) => turned.getFloat64(296 + 160 + 8 * n, true)), [
    0,
    0.5,
    0,
    -0.5,
  ]);
});

Deno.test("encodeNvdb() computes the checksums that are asked for", () => {
  const grid = only(payloads(encodeNvdb([SMALL], { checksum: "partial" })));
  const view = new DataView(grid.buffer, grid.byteOffset);
  assertEquals([view.getUint32(8, true), view.getUint32(12, true)], [
    crcOf(grid.subarray(16, 736)),
    2 ** 32 - 1,
  ]);
});

Deno.test("encodeNvdb() refuses what does not fit together", () => {
  const leaf = { origins: new Int32Array([0, 0, 0]), masks: new Uint32Array(16).fill(1) };
  const tile = {
    origins: new Int32Array(3),
    sides: new Uint16Array([8]),
    values: new Float32Array(1),
  };
  const long = { name: "n".repeat(256), values: new Float32Array(1) };
  for (
    const [grid, problem] of [
      [{ ...SMALL, type: "fp4" as "float" }, 'type is "fp4"'],
      [{ ...SMALL, ijk: new Int32Array(4) }, "ijk has 4 numbers"],
      [
        { ...SMALL, ijk: new Int32Array(6), values: new Float32Array(2) },
        "voxel (0, 0, 0) is listed twice",
      ],
      [{ ...SMALL, leaves: leaf }, "either ijk or leaves"],
      [{ type: "float" }, "either ijk or leaves"],
      [
        { type: "mask", leaves: { ...leaf, origins: new Int32Array([1, 0, 0]) } },
        "leaf 0 lies at 1, a multiple of 8 expected",
      ],
      [{ type: "mask", leaves: { ...leaf, masks: new Uint32Array(16) } }, "leaf 0 has no voxels"],
      [{ type: "mask", leaves: { ...leaf, masks: new Uint32Array(15) } }, "masks have 15 words"],
      [
        {
          type: "mask",
          leaves: { origins: new Int32Array(6), masks: new Uint32Array(32).fill(1) },
        },
        "leaf 1 does not come after",
      ],
      [{ ...SMALL, values: new Float32Array(2) }, "values have 2 numbers, 1 expected"],
      [{ ...SMALL, type: "mask" }, "a grid of type mask has no values"],
      [{ ...SMALL, background: new Float32Array(2) }, "background have 2 numbers, 1 expected"],
      [{ ...SMALL, tiles: { ...tile, sides: new Uint16Array([9]) } }, "tile 0 has side 9"],
      [
        { ...SMALL, tiles: { ...tile, origins: new Int32Array([1, 0, 0]) } },
        "does not lie at multiples",
      ],
      [{ ...SMALL, tiles: { ...tile, origins: new Int32Array(2) } }, "1 tiles have 2 coordinates"],
      [{ ...SMALL, tiles: tile }, "tiles and leaves overlap at (0, 0, 0)"],
      [
        { type: "onIndex", ijk: new Int32Array([9, 9, 9]), tiles: tile },
        "an index grid has tiles",
      ],
      [{ ...SMALL, voxelSize: 0 }, "voxelSize is 0, 0, 0"],
      [{ ...SMALL, matrix: [1, 2, 3] }, "matrix is [1, 2, 3], nine numbers"],
      [{ ...SMALL, matrix: Array<number>(9).fill(1) }, "which is flat"],
      [{ ...SMALL, origin: [0, NaN, 0] }, "origin is [0, NaN, 0]"],
      [{ ...SMALL, columns: [long] }, "a grid of type float has columns"],
      [{ type: "onIndex", ijk: SMALL.ijk, columns: [long] }, "more than 255 bytes"],
      [
        { type: "onIndex", ijk: SMALL.ijk, columns: [{ ...long, values: new Float32Array(2) }] },
        "has 2 numbers, 1 expected",
      ],
      [{
        type: "onIndex",
        ijk: SMALL.ijk,
        columns: [{ name: "a", values: new Int16Array(2), channels: 2 }],
      }, "2 channels of Int16Array"],
    ] as const satisfies readonly (readonly [NvdbGridInput, string])[]
  ) assertThrows(() => encodeNvdb([grid]), RangeError, problem);
  assertThrows(
    () => encodeNvdb([{ ...SMALL, values: new Float64Array(1) }]),
    TypeError,
    "values are a Float64Array",
  );
  assertThrows(() => encodeNvdb([]), RangeError, "there are no grids");
  assertThrows(() => encodeNvdb([SMALL], { align: 3 }), RangeError, "align is 3");
  assertThrows(
    () => encodeNvdb([SMALL], { codec: "blosc" as "zip" }),
    RangeError,
    'codec is "blosc"',
  );
});
