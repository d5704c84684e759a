import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { gridFromPointsAsync } from "../../lib/grid/mod.ts";
import { type Context, gridFromPoints, jagged, jaggedFromList, tensor } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { read } from "./_grids.ts";
import { canonical, randomPoints, type Triple, voxelsOf } from "./_oracle.ts";

eachBackend("gridFromPoints() rounds to the nearest voxel, ties up", (context) => {
  using points = tensor(
    new Float64Array([-0.5, 0.5, -1.5, 0.49999999999999994, 1.5, -0.5000001]),
    { context, shape: [2, 3] },
  );
  using grid = gridFromPoints(points, { voxelSize: 1 });
  // 0.49999999999999994 + 0.5 rounds to 1 in double precision, which the definition includes.
  assertEquals(read(grid), canonical([[0, 1, -1], [1, 2, -1]]));
});

eachBackend(
  "gridFromPoints() holds the voxels that double precision gives, for every dtype",
  (context) => {
    const values = randomPoints(1, 20_000, 60);
    const size: Triple = [0.3, 0.7, 1.1];
    const origin: Triple = [0.05, -3, 17.25];
    for (
      const typed of [
        new Float64Array(values),
        new Float32Array(values),
        new Float16Array(values),
      ]
    ) {
      using points = tensor(typed, { context, shape: [typed.length / 3, 3] });
      using grid = gridFromPoints(points, { voxelSize: size, origin });
      assertEquals(read(grid), canonical(voxelsOf(typed, size, origin)));
    }
  },
);

eachBackend("gridFromPoints() puts points on cell borders where the definition says", (context) => {
  // Multiples of half a voxel are exact; 0.1 is not, so that its borders fall on either side.
  for (const size of [0.5, 0.1, 1 / 3, 2 ** -20, 1e6]) {
    const values = Array.from({ length: 300 }, (_, n) => (n - 150) * size * 0.5);
    using points = tensor(new Float64Array(values), { context, shape: [100, 3] });
    using grid = gridFromPoints(points, { voxelSize: size, origin: size / 4 });
    const triple: Triple = [size, size, size];
    const origin: Triple = [size / 4, size / 4, size / 4];
    assertEquals(read(grid), canonical(voxelsOf(values, triple, origin)));
  }
});

eachBackend("gridFromPoints() uses each grid's own transform", (context) => {
  const lists = [randomPoints(2, 500, 4), [], randomPoints(3, 700, 4)];
  const voxelSize: Triple[] = [[0.1, 0.2, 0.4], [1, 1, 1], [0.25, 0.5, 3]];
  const origin: Triple[] = [[0, 0, 0], [9, 9, 9], [-1, 0.125, 100]];
  using points = jaggedFromList(lists.map((list) => new Float64Array(list)), {
    context,
    dtype: "f64",
    shape: [3],
  });
  using grid = gridFromPoints(points, { voxelSize, origin });
  const expected = lists.map((list, b) =>
    canonical(voxelsOf(list, voxelSize[b] ?? [1, 1, 1], origin[b] ?? [0, 0, 0]))
  );
  assertEquals(grid.voxelCounts, expected.map((list) => list.length));
  assertEquals(read(grid), expected.flat());
  assertEquals([...grid.voxelSizes], voxelSize.flat());
  assertEquals([...grid.origins], origin.flat());
});

eachBackend("gridFromPoints() accepts no points and no grids", (context) => {
  using none = tensor(new Float32Array(0), { context, shape: [0, 3] });
  using empty = gridFromPoints(none, { voxelSize: 2 });
  assertEquals([empty.gridCount, empty.numVoxels, [...empty.bbox(0)]], [1, 0, [0, 0, 0, 0, 0, 0]]);
  using lists = jagged(none, { offsets: new BigInt64Array(1) });
  using zero = gridFromPoints(lists, { voxelSize: 2 });
  assertEquals([zero.gridCount, zero.numVoxels], [0, 0]);
});

eachBackend("gridFromPoints() agrees with brute force on any points", (context) => {
  const axis = fc.double({ min: -1e6, max: 1e6, noNaN: true });
  const size = fc.double({ min: 1e-2, max: 1e3, noNaN: true });
  fc.assert(
    fc.property(
      fc.array(fc.tuple(axis, axis, axis), { maxLength: 50 }),
      fc.tuple(size, size, size),
      fc.tuple(axis, axis, axis),
      (drawn, voxelSize, origin) => {
        using points = tensor(new Float64Array(drawn.flat()), {
          context,
          shape: [drawn.length, 3],
        });
        using grid = gridFromPoints(points, { voxelSize, origin });
        assertEquals(read(grid), canonical(voxelsOf(drawn.flat(), voxelSize, origin)));
      },
    ),
    { numRuns: 150 },
  );
});

eachBackend(
  "gridFromPointsAsync() builds what gridFromPoints() builds",
  async (context: Context) => {
    const values = new Float32Array(randomPoints(6, 2000, 8));
    using points = tensor(values, { context, shape: [2000, 3] });
    using now = gridFromPoints(points, { voxelSize: 0.5 });
    using later = await gridFromPointsAsync(points, { voxelSize: 0.5 });
    assertEquals(read(later), read(now));
    assertEquals(later.counts, now.counts);
  },
);
