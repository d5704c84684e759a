import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { gridFromNvdb, type GridFromNvdbOptions, type NvdbVoxels } from "../../lib/grid/mod.ts";
import { gridFromIjk, gridIjk, openContext, tensor } from "../../mod.ts";
import { encodeNvdb, type NvdbGridInput, readNvdb } from "../../lib/io/mod.ts";
import { eachBackend } from "../_backends.ts";
import { failEachAllocation } from "../_failures.ts";
import { dataTest } from "../io/_data.ts";

const TILES = {
  origins: new Int32Array([-8, 0, 0, 128, 0, 0]),
  sides: new Uint16Array([8, 128]),
  values: new Float32Array([5, 6]),
};
const PAIR: NvdbGridInput = {
  type: "float",
  ijk: new Int32Array([9, 0, 0, 0, 0, 1]),
  values: new Float32Array([2, 1]),
  voxelSize: [1, 2, 3],
  origin: [4, 5, 6],
};

eachBackend("gridFromNvdb() gives voxels the rows and the values of a file", (context) => {
  const place = fc.integer({ min: -300, max: 300 });
  const voxels = fc.uniqueArray(fc.tuple(place, place, place), {
    maxLength: 40,
    selector: (one) => one.join(),
  });
  fc.assert(
    fc.property(fc.array(voxels, { minLength: 1, maxLength: 3 }), (lists) => {
      const file = encodeNvdb(lists.map((list): NvdbGridInput => ({
        type: "vec3f",
        ijk: Int32Array.from(list.flat()),
        values: Float32Array.from(list.flat()),
      })));
      using sparse = gridFromNvdb(readNvdb(file), { context });
      assertEquals(sparse.grid.voxelCounts, lists.map(({ length }) => length));
      using ijk = gridIjk(sparse.grid);
      // The value of each voxel is its place.
      assertEquals([...sparse.values.readSync() as Float32Array], [...ijk.data.readSync()]);
    }),
    { numRuns: 10 },
  );
});

eachBackend(
  "gridFromNvdb() takes transforms, and a device's grid to a file and back",
  (context) => {
    const grids = readNvdb(encodeNvdb([PAIR, { ...PAIR, origin: [0, 0, 0] }]));
    using sparse = gridFromNvdb(grids, { context });
    assertEquals([...sparse.grid.voxelSizes], [1, 2, 3, 1, 2, 3]);
    assertEquals([...sparse.grid.origins], [4, 5, 6, 0, 0, 0]);
    assertEquals([...sparse.values.readSync() as Float32Array], [1, 2, 1, 2]);

    using voxels = tensor(new Int32Array([0, 0, 9, -5, 3, 3, 0, 0, 1]), { context, shape: [3, 3] });
    using grid = gridFromIjk(voxels);
    using ijk = gridIjk(grid);
    const values = new Int32Array([7, 8, 9]); // in row order
    const file = encodeNvdb([{ type: "int32", ijk: ijk.data.readSync(), values }]);
    using again = gridFromNvdb(readNvdb(file), { context });
    using ijkAgain = gridIjk(again.grid);
    assertEquals(ijkAgain.data.readSync(), ijk.data.readSync());
    assertEquals(again.values.readSync(), values);
  },
);

eachBackend("gridFromNvdb() writes tiles out, or leaves them out", (context) => {
  const grids = readNvdb(encodeNvdb([{ ...PAIR, tiles: TILES }]));
  using all = gridFromNvdb(grids, { context });
  assertEquals(all.grid.numVoxels, 2 + 512 + 128 ** 3);
  using ijk = gridIjk(all.grid);
  const places = ijk.data.readSync();
  const values = all.values.readSync() as Float32Array;
  for (let row = 0; row < values.length; row += row < 600 ? 1 : 4093) {
    const x = places[3 * row] ?? 0;
    const expected = x < 0 ? 5 : x >= 128 ? 6 : x === 9 ? 2 : 1;
    assertEquals(values[row], expected);
  }
  using some = gridFromNvdb(grids, { context, tiles: "leave" });
  assertEquals([...some.values.readSync() as Float32Array], [1, 2]);
});

const NONE = { origins: new Int32Array(0), sides: new Uint16Array(0), values: new Float32Array(0) };
const ONE: NvdbVoxels = {
  leaves: { origins: new Int32Array(3), masks: Uint32Array.of(3, ...Array<number>(15).fill(0)) },
  tiles: NONE,
  values: new Float32Array([1, 2]),
  channels: 1,
  matrix: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  origin: [0, 0, 0],
};

eachBackend("gridFromNvdb() makes tensors of every type, and empty batches", (context) => {
  for (
    const [values, dtype, expected] of [
      [Int8Array.of(-1, 2), "i16", Int16Array.of(-1, 2)],
      [Uint8Array.of(1, 2), "u8", Uint8Array.of(1, 2)],
      [Int16Array.of(1, -2), "i16", Int16Array.of(1, -2)],
      [Uint16Array.of(1, 2), "u16", Uint16Array.of(1, 2)],
      [Int32Array.of(1, -2), "i32", Int32Array.of(1, -2)],
      [Uint32Array.of(1, 2 ** 32 - 1), "i64", BigInt64Array.of(1n, 2n ** 32n - 1n)],
      [BigInt64Array.of(1n, -2n), "i64", BigInt64Array.of(1n, -2n)],
      [BigUint64Array.of(1n, 2n), "i64", BigInt64Array.of(1n, 2n)],
      [Float64Array.of(1, 0.1), "f64", Float64Array.of(1, 0.1)],
    ] as const
  ) {
    using sparse = gridFromNvdb([{ ...ONE, values }], { context });
    assertEquals([sparse.values.dtype, sparse.values.readSync()], [dtype, expected]);
  }
  using none = gridFromNvdb([], { context });
  assertEquals([none.grid.gridCount, none.values.length], [0, 0]);
  const empty = {
    leaves: { origins: new Int32Array(0), masks: new Uint32Array(0) },
    values: new Float32Array(0),
  };
  using nothing = gridFromNvdb([{ ...ONE, ...empty }, ONE], { context });
  assertEquals(nothing.grid.voxelCounts, [0, 2]);
});

eachBackend("gridFromNvdb() refuses what does not fit together", (context) => {
  const refuse = (
    grids: readonly NvdbVoxels[],
    problem: string,
    error: typeof TypeError | typeof RangeError = RangeError,
  ) => assertThrows(() => gridFromNvdb(grids, { context }), error, problem);
  refuse(
    [{ ...ONE, leaves: { ...ONE.leaves, origins: new Int32Array([1, 0, 0]) } }],
    "grid 0: leaf 0 lies at 1",
  );
  refuse([{ ...ONE, values: new Float32Array(3) }], "grid 0 has 3 values, 2 expected");
  refuse(
    [ONE, { ...ONE, values: new Float64Array(2) }],
    "values of grid 1 are 1 x Float64Array",
    TypeError,
  );
  refuse([{ ...ONE, matrix: [0, -1, 0, 1, 0, 0, 0, 0, 1] }], "which turns or mirrors");
  refuse([{ ...ONE, tiles: { ...TILES, values: new Float32Array(1) } }], "has 1 values of 2 tiles");
  const huge = {
    origins: new Int32Array([4096, 0, 0]),
    sides: new Uint16Array([4096]),
    values: new Float32Array(1),
  };
  refuse([{ ...ONE, tiles: huge }], "1 tiles of grid 0 have 68719476736 voxels");
  refuse(
    [{ ...ONE, values: [1, 2] as unknown as Float32Array }],
    "values of grid 0 is an Array, a typed array expected",
    TypeError,
  );
  const sign = { ...ONE, values: BigUint64Array.of(1n, 2n ** 63n) };
  refuse([sign], "a value is 9223372036854775808, which i64 does not hold");
  const odd = { context, tiles: "melt" } as unknown as GridFromNvdbOptions;
  assertThrows(() => gridFromNvdb([ONE], odd), RangeError, 'tiles are "melt"');
});

eachBackend("gridFromNvdb() refuses tiles that are none, or lie upon something", (context) => {
  const tile = (origins: readonly number[], ...sides: readonly number[]): NvdbVoxels => ({
    ...ONE,
    tiles: {
      origins: Int32Array.from(origins),
      sides: Uint16Array.from(sides),
      values: new Float32Array(sides.length),
    },
  });
  const cases: readonly (readonly [NvdbVoxels, string])[] = [
    [tile([0, 0, 0], 8), "grid 0 has a tile upon another one, or upon a leaf, at 0, 0, 0"],
    [tile([-128, -128, -128, -64, -8, -8], 128, 8), "upon a leaf, at -64, -8, -8"],
    [tile([8, 0, 0, 8, 0, 0], 8, 8), "upon a leaf, at 8, 0, 0"],
    [tile([8, 0, 0], 4), "a tile of grid 0 begins at 8 and has an edge of 4, multiples of 8"],
    [tile([8, 0, 0], 0), "has an edge of 0, multiples of 8"],
    [tile([8, 3, 0], 8), "begins at 3 and has an edge of 8"],
    [tile([0, 2 ** 31 - 8, 0], 128), "begins at 2147483640 and has an edge of 128"],
    [tile([8, 0], 8), "grid 0 has 2 numbers of tiles' origins, 3 expected"],
  ];
  for (const [grid, problem] of cases) {
    assertThrows(() => gridFromNvdb([grid], { context }), RangeError, problem);
    using left = gridFromNvdb([grid], { context, tiles: "leave" });
    assertEquals(left.grid.numVoxels, 2);
  }
  const last = tile([0, 2 ** 31 - 8, 0], 8);
  using far = gridFromNvdb([last], { context });
  assertEquals([far.grid.numVoxels, far.values.length, far.grid.bbox()[4]], [
    514,
    514,
    2 ** 31 - 1,
  ]);
  const mixed = { ...last, tiles: { ...last.tiles, values: new Float64Array(1) } };
  assertThrows(
    () => gridFromNvdb([mixed], { context }),
    TypeError,
    "values of tiles of grid 0 are a Float64Array, those of its voxels a Float32Array",
  );
});

eachBackend("gridFromNvdb() leaves nothing behind when memory runs out", async (context) => {
  using sparse = await failEachAllocation(context, () => gridFromNvdb([ONE], { context }), 3);
  assertEquals(sparse.grid.numVoxels, 2);
});

dataTest(
  "gridFromNvdb() takes a fog volume with tiles",
  ["nvdb/multi_2segments_3grids.nvdb"],
  (file) => {
    using context = openContext({ device: "cpu" });
    using sparse = gridFromNvdb(readNvdb(file ?? new Uint8Array()).slice(0, 2), { context });
    assertEquals(sparse.grid.voxelCounts, [4982, 57777]);
  },
);
