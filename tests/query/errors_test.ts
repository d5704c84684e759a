import { assertEquals, assertThrows } from "@std/assert";
import {
  coordsInGrid,
  cubesInGrid,
  cubesIntersectGrid,
  ijkToInvIndex,
  neighborIndexes,
  pointsInGrid,
} from "../../lib/query/mod.ts";
import {
  type GridBatch,
  gridFromIjk,
  ijkToIndex,
  jaggedFromList,
  pointsToIndex,
  type Tensor,
  tensor,
  voxelToWorld,
  worldToVoxel,
} from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { buildBatch } from "./_batch.ts";

type Query = (grid: GridBatch, elements: Tensor) => Disposable;

/** The operators that take coordinates; casts let wrong dtypes through. */
const IJK_QUERIES: Readonly<Record<string, Query>> = {
  ijkToIndex: (grid, ijk) => ijkToIndex(grid, ijk as Tensor<"i32">),
  coordsInGrid: (grid, ijk) => coordsInGrid(grid, ijk as Tensor<"i32">),
  ijkToInvIndex: (grid, ijk) => ijkToInvIndex(grid, ijk as Tensor<"i32">),
  neighborIndexes: (grid, ijk) => neighborIndexes(grid, ijk as Tensor<"i32">, { extent: 1 }),
};

/** The operators that take points. */
const POINT_QUERIES: Readonly<Record<string, Query>> = {
  pointsToIndex: (grid, points) => pointsToIndex(grid, points as Tensor<"f32">),
  pointsInGrid: (grid, points) => pointsInGrid(grid, points as Tensor<"f32">),
  worldToVoxel: (grid, points) => worldToVoxel(grid, points as Tensor<"f32">),
  voxelToWorld: (grid, points) => voxelToWorld(grid, points as Tensor<"f32">),
  cubesInGrid: (grid, centers) => cubesInGrid(grid, centers as Tensor<"f32">, CUBE),
  cubesIntersectGrid: (grid, centers) => cubesIntersectGrid(grid, centers as Tensor<"f32">, CUBE),
};

const CUBE = { min: -1, max: 1 };

/** How an operator that takes points calls them. */
function nameOf(operator: string): string {
  return operator.startsWith("cubes") ? "centers" : "points";
}

eachBackend("queries reject wrong dtypes, shapes and list counts", (context) => {
  using ijk = tensor(new Int32Array(6), { context, shape: [2, 3] });
  using points = tensor(new Float32Array(6), { context, shape: [2, 3] });
  using grid = gridFromIjk(ijk);
  using batch = buildBatch(context);
  using flat = ijk.reshape([6]);
  using pairs = points.reshape([3, 2]);
  for (const [operator, query] of Object.entries(IJK_QUERIES)) {
    const dtype = assertThrows(() => query(grid, points), TypeError);
    assertEquals(dtype.message, `Cannot run ${operator}: ijk is f32, i32 expected`);
    const shape = assertThrows(() => query(grid, flat), RangeError);
    assertEquals(shape.message, `Cannot run ${operator}: ijk shape is [6], [n, 3] expected`);
    const lists = assertThrows(() => query(batch, ijk), RangeError);
    assertEquals(
      lists.message,
      `Cannot run ${operator}: the number of lists in ijk is 1, the number of grids is 3`,
    );
  }
  for (const [operator, query] of Object.entries(POINT_QUERIES)) {
    const dtype = assertThrows(() => query(grid, ijk), TypeError);
    assertEquals(
      dtype.message,
      `Cannot run ${operator}: ${nameOf(operator)} is i32, f16, f32 or f64 expected`,
    );
    const shape = assertThrows(() => query(grid, pairs), RangeError);
    assertEquals(
      shape.message,
      `Cannot run ${operator}: ${nameOf(operator)} shape is [3, 2], [n, 3] expected`,
    );
    const lists = `number of lists in ${nameOf(operator)} is 1`;
    assertThrows(() => query(batch, points), RangeError, lists);
  }
  using two = jaggedFromList([new Int32Array(3), new Int32Array(3)], {
    context,
    dtype: "i32",
    shape: [3],
  });
  assertThrows(
    () => ijkToIndex(batch, two),
    RangeError,
    "lists in ijk is 2, the number of grids is 3",
  );
});
