import { assert, assertEquals, assertThrows } from "@std/assert";
import {
  cumVoxels,
  cumVoxelsAt,
  dualBbox,
  dualBboxes,
  gridJaggedLike,
  hasZeroVoxelsAt,
  isSame,
  numVoxelsAt,
  originAt,
  totalBbox,
  totalDualBbox,
  voxelSizeAt,
  voxelToWorldMatrices,
  worldToVoxelMatrices,
} from "../../lib/grid/mod.ts";
import {
  DisposedError,
  type GridBatch,
  gridFromIjk,
  jagged,
  jaggedFromList,
  move,
  tensor,
  voxelToWorld,
  worldToVoxel,
} from "../../mod.ts";
import { eachBackend, openAnother } from "../_backends.ts";
import { assertClose } from "../_compare.ts";
import { boundsOf, canonical, INT32_MAX, INT32_MIN, randomPoints } from "../grid/_oracle.ts";
import { buildBatch, LISTS, ORIGINS, SIZES } from "../query/_batch.ts";

const COUNTS = LISTS.map((list) => canonical(list).length);

eachBackend("bounds are those of the voxels, and one more in dual space", (context) => {
  using grid = buildBatch(context);
  const primal = LISTS.map(boundsOf);
  const dual = primal.map((bounds, b) =>
    bounds.map((value, at) => at >= 3 && COUNTS[b] !== 0 ? value + 1 : value)
  );
  assertEquals([...grid.bboxes], primal.flat());
  assertEquals([...dualBboxes(grid)], dual.flat());
  for (const b of [0, 1, 2, -1, -2, -3]) {
    assertEquals([...grid.bbox(b)], primal.at(b));
    assertEquals([...dualBbox(grid, b)], dual.at(b));
  }
  assertEquals([...dualBbox(grid)], dual[0]);
  assertEquals([...totalBbox(grid)], boundsOf(LISTS.flat()));
  assertEquals(
    [...totalDualBbox(grid)],
    boundsOf(LISTS.flat()).map((value, at) => at < 3 ? value : value + 1),
  );
});

eachBackend("bounds of a block of 32 are 0 to 31, and 0 to 32 in dual space", (context) => {
  const block = Int32Array.from({ length: 32 ** 3 * 3 }, (_, at) => {
    const n = Math.floor(at / 3);
    return Math.floor(n / 32 ** (2 - at % 3)) % 32;
  });
  using ijk = tensor(block, { context, shape: [32 ** 3, 3] });
  using grid = gridFromIjk(ijk);
  assertEquals([...grid.bbox()], [0, 0, 0, 31, 31, 31]);
  assertEquals([...dualBbox(grid)], [0, 0, 0, 32, 32, 32]);
});

eachBackend("bounds reach beyond int32 in dual space, and are zero for nothing", (context) => {
  using ends = tensor(new Int32Array([INT32_MIN, 0, 5, INT32_MAX, 0, 5]), {
    context,
    shape: [2, 3],
  });
  using grid = gridFromIjk(ends);
  assertEquals([...totalDualBbox(grid)], [INT32_MIN, 0, 5, 2 ** 31, 1, 6]);
  assertEquals([...dualBboxes(grid)], [INT32_MIN, 0, 5, 2 ** 31, 1, 6]);
  for (const lists of [[], [new Int32Array(0), new Int32Array(0)]]) {
    using list = jaggedFromList(lists, { context, dtype: "i32", shape: [3] });
    using empty = gridFromIjk(list);
    assertEquals([...totalBbox(empty), ...totalDualBbox(empty)], Array<number>(12).fill(0));
    assertEquals([...dualBboxes(empty)], Array<number>(6 * lists.length).fill(0));
  }
});

eachBackend("counts, sizes and origins of a grid are found by its place", (context) => {
  using grid = buildBatch(context);
  const sums = COUNTS.map((_, b) => COUNTS.slice(0, b + 1).reduce((sum, count) => sum + count, 0));
  assertEquals([...cumVoxels(grid)].map(Number), sums);
  for (const b of [0, 1, 2, -1, -2, -3]) {
    assertEquals(numVoxelsAt(grid, b), COUNTS.at(b));
    assertEquals(hasZeroVoxelsAt(grid, b), COUNTS.at(b) === 0);
    assertEquals(cumVoxelsAt(grid, b), sums.at(b));
    assertEquals([...voxelSizeAt(grid, b)], [...(SIZES.at(b) ?? [])]);
    assertEquals([...originAt(grid, b)], [...(ORIGINS.at(b) ?? [])]);
  }
  const all: Readonly<Record<string, (grid: GridBatch, b: number) => unknown>> = {
    "take bounds": dualBbox,
    "count voxels": numVoxelsAt,
    "take voxel size": voxelSizeAt,
    "take origin": originAt,
  };
  for (const b of [3, -4, 0.5, NaN]) {
    for (const [operator, find] of Object.entries(all)) {
      const error = assertThrows(() => find(grid, b), RangeError);
      assertEquals(error.message, `Cannot ${operator}: grid ${b} is not one of 3`);
    }
    assertThrows(() => hasZeroVoxelsAt(grid, b), RangeError, "Cannot count voxels");
    assertThrows(() => cumVoxelsAt(grid, b), RangeError, "Cannot count voxels");
  }
});

/** Points as rows times each grid's matrix. */
function multiply(lists: readonly (readonly number[])[], all: Float64Array): number[] {
  return lists.flatMap((list, b) => {
    const entry = (row: number, column: number): number => all[b * 16 + row * 4 + column] ?? NaN;
    return list.map((_, at) => {
      const column = at % 3;
      const first = at - column;
      const terms = [0, 1, 2].map((row) => (list[first + row] ?? NaN) * entry(row, column));
      return terms.reduce((sum, term) => sum + term, entry(3, column));
    });
  });
}

eachBackend("matrices do what voxelToWorld() and worldToVoxel() do", (context) => {
  using grid = buildBatch(context);
  const lists = LISTS.map((_, b) => randomPoints(90 + b, 50, 100));
  using points = jaggedFromList(lists.map((list) => Float64Array.from(list)), {
    context,
    shape: [3],
  });
  using world = voxelToWorld(grid, points);
  using voxel = worldToVoxel(grid, points);
  const [out, back] = [voxelToWorldMatrices(grid), worldToVoxelMatrices(grid)];
  assertEquals([out.length, back.length], [48, 48]);
  assertClose(multiply(lists, out), world.data.readSync(), { relative: 1e-14, absolute: 1e-12 });
  assertClose(multiply(lists, back), voxel.data.readSync(), { relative: 1e-14, absolute: 1e-12 });
  for (const all of [out, back]) {
    for (let b = 0; b < 3; b++) {
      assertEquals([3, 7, 11, 15].map((at) => all[b * 16 + at]), [0, 0, 0, 1]);
    }
  }
});

eachBackend("gridJaggedLike() sees a tensor's rows in the lists of a batch", (context) => {
  using grid = buildBatch(context);
  const values = Float32Array.from({ length: grid.numVoxels * 2 }, (_, n) => n);
  using data = tensor(values, { context, shape: [grid.numVoxels, 2] });
  using features = gridJaggedLike(grid, data);
  assertEquals([...features.offsets], [...grid.offsets]);
  assertEquals(features.data.shape, data.shape);
  data.fill(7);
  using list = features.list(2);
  assert(list.readSync().every((value) => value === 7), "storage is not shared");
});

eachBackend(
  "gridJaggedLike() rejects other numbers of rows, contexts and what is gone",
  (context) => {
    using grid = buildBatch(context);
    using few = tensor(new Float32Array(3), { context, shape: [3] });
    using scalar = tensor([1], { context, shape: [] });
    assertEquals(
      assertThrows(() => gridJaggedLike(grid, few), RangeError).message,
      `Cannot run gridJaggedLike: data has 3 rows, the grid has ${grid.numVoxels} voxels`,
    );
    assertThrows(() => gridJaggedLike(grid, scalar), RangeError, "data has no rows");
    using other = openAnother(context);
    using foreign = tensor(new Float32Array(grid.numVoxels), { context: other });
    assertThrows(() => gridJaggedLike(grid, foreign), TypeError, "Cannot run gridJaggedLike");
    const dead = few.copy();
    dead.dispose();
    assertThrows(() => gridJaggedLike(grid, dead), DisposedError, "gridJaggedLike");
  },
);

eachBackend("isSame() knows a batch from its copies", (context) => {
  const grid = buildBatch(context);
  using copy = buildBatch(context);
  assertEquals([isSame(grid, grid), isSame(grid, copy)], [true, false]);
  using other = openAnother(context);
  using foreign = buildBatch(other);
  assertEquals(isSame(grid, foreign), false);
  using moved = move(grid);
  assertEquals(isSame(moved, moved), true);
  assertThrows(() => isSame(grid, moved), DisposedError, "isSame");
  assertThrows(() => isSame(moved, grid), DisposedError, "isSame");
  using none = tensor(new Int32Array(0), { context, shape: [0, 3] });
  using noLists = jagged(none, { offsets: [0] });
  using zero = gridFromIjk(noLists);
  assertEquals(isSame(zero, moved), false);
});
