import { assertEquals, assertThrows } from "@std/assert";
import { firstActiveVoxel, gridFromIjk, jaggedFromList, type Tensor, tensor } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";

eachBackend("firstActiveVoxel() rejects rays that do not fit together", (context) => {
  using ijk = tensor(new Int32Array(3), { context, shape: [1, 3] });
  using grid = gridFromIjk(ijk);
  using two = tensor(new Float32Array(6), { context, shape: [2, 3] });
  using three = tensor(new Float32Array(9), { context, shape: [3, 3] });
  using flat = tensor(new Float32Array(6), { context, shape: [6] });
  using doubles = tensor(new Float64Array(6), { context, shape: [2, 3] });
  using halves = tensor(new Float16Array(6), { context, shape: [2, 3] });
  using lists = jaggedFromList([new Float32Array(3), new Float32Array(3)], {
    context,
    dtype: "f32",
    shape: [3],
  });
  const message = (origins: Tensor, directions: Tensor, kind: typeof RangeError): string =>
    assertThrows(
      () => firstActiveVoxel(grid, origins as Tensor<"f32">, directions as Tensor<"f32">),
      kind,
    ).message;
  const start = "Cannot run firstActiveVoxel: ";
  assertEquals(
    message(two, three, RangeError),
    `${start}directions shape is [3, 3], [2, 3] expected`,
  );
  assertEquals(message(flat, two, RangeError), `${start}origins shape is [6], [n, 3] expected`);
  assertEquals(message(two, flat, RangeError), `${start}directions shape is [6], [n, 3] expected`);
  assertEquals(message(two, doubles, TypeError), `${start}directions is f64, f32 expected`);
  assertEquals(message(halves, two, TypeError), `${start}directions is f32, f16 expected`);
  assertEquals(message(ijk, ijk, TypeError), `${start}origins is i32, f16, f32 or f64 expected`);
  assertThrows(
    () => firstActiveVoxel(grid, lists, lists),
    RangeError,
    "the number of lists in origins is 2, the number of grids is 1",
  );
  using other = jaggedFromList([new Float32Array(6), new Float32Array(0)], {
    context,
    dtype: "f32",
    shape: [3],
  });
  using ijks = jaggedFromList([new Int32Array(3), new Int32Array(3)], {
    context,
    dtype: "i32",
    shape: [3],
  });
  using batch = gridFromIjk(ijks);
  assertThrows(
    () => firstActiveVoxel(batch, lists, other),
    RangeError,
    "origins and directions have different offsets",
  );
});

eachBackend("firstActiveVoxel() rejects times that are no range", (context) => {
  using ijk = tensor(new Int32Array(3), { context, shape: [1, 3] });
  using grid = gridFromIjk(ijk);
  using rays = tensor(new Float32Array(3), { context, shape: [1, 3] });
  for (
    const [options, text] of [
      [{ tMin: NaN }, "tMin is NaN"],
      [{ tMax: NaN }, "tMax is NaN"],
      [{ tMin: 2, tMax: 1 }, "tMin 2 is above tMax 1"],
      [{ tMax: -1 }, "tMin 0 is above tMax -1"],
    ] as const
  ) {
    const error = assertThrows(() => firstActiveVoxel(grid, rays, rays, options), RangeError);
    assertEquals(error.message, `Cannot run firstActiveVoxel: ${text}`);
  }
});
