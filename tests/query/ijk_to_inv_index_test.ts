import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { ijkToInvIndex } from "../../lib/query/mod.ts";
import { gridFromIjk, gridIjk, ijkToIndex, jagged, jaggedFromList, tensor } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { canonical, flatten, type Ijk, keyOf, randomSource, shuffled } from "../grid/_oracle.ts";
import { buildBatch, ijkQuestions, LISTS } from "./_batch.ts";

/** The position at which brute force finds each voxel of a grid last, or -1. */
function positionsOf(b: number, asked: readonly Ijk[], first: number): number[] {
  const last = new Map(asked.map((ijk, n) => [keyOf(ijk), n + first]));
  return canonical(LISTS[b] ?? []).map((voxel) => last.get(keyOf(voxel)) ?? -1);
}

eachBackend("ijkToInvIndex() takes the last of several positions", (context) => {
  using voxels = tensor(new Int32Array([0, 0, 0, 0, 0, 1, 0, 0, 2]), { context, shape: [3, 3] });
  using grid = gridFromIjk(voxels);
  const list = [[0, 0, 1], [0, 0, 2], [9, 9, 9], [0, 0, 2], [0, 0, 1], [0, 0, 2]].flat();
  using ijk = tensor(Int32Array.from(list), { context, shape: [6, 3] });
  using positions = ijkToInvIndex(grid, ijk);
  assertEquals([...positions.data.readSync()], [-1n, 4n, 5n]);
});

eachBackend("ijkToInvIndex() looks in each grid's own list", (context) => {
  // Voxels, repeated ones among them, and coordinates that no grid has; some voxels are left out.
  const asked = LISTS.map((_, b) =>
    shuffled(randomSource(70 + b), ijkQuestions(b)).slice(0, 1500 - 300 * b)
  );
  using grid = buildBatch(context);
  using ijk = jaggedFromList(asked.map(flatten), { context, dtype: "i32", shape: [3] });
  for (const rowsOf of ["grid", "batch"] as const) {
    using positions = ijkToInvIndex(grid, ijk, { rows: rowsOf });
    const expected = asked.flatMap((list, b) =>
      positionsOf(b, list, rowsOf === "batch" ? Number(ijk.offsets[b]) : 0)
    );
    assertEquals(positions.data.dtype, "i64");
    assertEquals([...positions.offsets], [...grid.offsets]);
    assertEquals([...positions.data.readSync()].map(Number), expected);
    assert(expected.some((position) => position >= 0) && expected.includes(-1));
  }
});

eachBackend("ijkToInvIndex() inverts permutations of a grid's voxels", (context) => {
  const random = randomSource(77);
  const voxels = canonical(LISTS[0] ?? []);
  const mixed = shuffled(random, voxels);
  using list = tensor(flatten(mixed), { context, shape: [mixed.length, 3] });
  using grid = gridFromIjk(list);
  using rows = ijkToIndex(grid, list);
  using positions = ijkToInvIndex(grid, list);
  const back = positions.data.readSync();
  assertEquals(
    [...rows.readSync()].map((row) => back[Number(row)]),
    Array.from({ length: mixed.length }, (_, n) => BigInt(n)),
  );
  using own = gridIjk(grid);
  using inOrder = ijkToInvIndex(grid, own);
  assertEquals([...inOrder.data.readSync()], voxels.map((_, n) => BigInt(n)));
});

eachBackend("ijkToInvIndex() marks exactly the voxels that a list holds", (context) => {
  const axis = fc.integer({ min: -3, max: 3 });
  const list = fc.array(fc.tuple(axis, axis, axis), { maxLength: 60 });
  fc.assert(
    fc.property(list, list, (voxels, asked) => {
      using own = tensor(flatten(voxels), { context, shape: [voxels.length, 3] });
      using grid = gridFromIjk(own);
      using ijk = tensor(flatten(asked), { context, shape: [asked.length, 3] });
      using positions = ijkToInvIndex(grid, ijk);
      const last = new Map(asked.map((one, n) => [keyOf(one), n]));
      const expected = canonical(voxels).map((one) => last.get(keyOf(one)) ?? -1);
      assertEquals([...positions.data.readSync()].map(Number), expected);
    }),
    { numRuns: 60 },
  );
});

eachBackend("ijkToInvIndex() takes empty lists, empty grids and no grids", (context) => {
  using none = tensor(new Int32Array(0), { context, shape: [0, 3] });
  using one = tensor(new Int32Array(3), { context, shape: [1, 3] });
  using grid = gridFromIjk(one);
  using unlisted = ijkToInvIndex(grid, none);
  assertEquals([...unlisted.data.readSync()], [-1n]);
  using empty = gridFromIjk(none);
  using nothing = ijkToInvIndex(empty, one);
  assertEquals(nothing.data.shape, [0]);
  using noLists = jagged(none, { offsets: [0] });
  using zero = gridFromIjk(noLists);
  using zeros = ijkToInvIndex(zero, noLists);
  assertEquals([zeros.data.shape, zeros.length], [[0], 0]);
});
