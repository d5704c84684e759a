import { assert, assertEquals, assertThrows } from "@std/assert";
import { surfaceNormals, surfaceNormalsBackward } from "../../lib/mesh/mod.ts";
import { gridFromDense, marchingCubes, type Tensor, tensor } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { assertClose } from "../_compare.ts";
import { differences, dot, draw, randomField, randomNumbers, VOXELS } from "./_fields.ts";

eachBackend("surfaceNormalsBackward() has the slopes that differences show", (context) => {
  const side = 4;
  using grid = gridFromDense({ context, dims: side, voxelSize: [1, 2, 0.5] });
  const numbers = randomField(side ** 3, 12).with(21, NaN);
  using field = tensor(new Float64Array(numbers), { context });
  using surface = marchingCubes(grid, field, { isoLevel: 0.25 });
  const [count = 0] = surface.vertices.data.shape;
  const weights = randomNumbers(count * 3, 8);
  using gradients = tensor(weights, { context, shape: [count, 3] });
  using slopes = surfaceNormalsBackward(grid, field, surface, gradients);
  assertEquals(slopes.shape, [side ** 3]);
  const expected = differences(numbers, (moved) => {
    using other = tensor(new Float64Array(moved), { context });
    using normals = surfaceNormals(grid, other, surface);
    return dot(weights, normals.data.readSync());
  }, 2 ** -17);
  assert(expected.filter((slope) => Math.abs(slope) > 0.1).length > 40);
  assertClose(slopes.readSync(), expected, { absolute: 1e-6, relative: 1e-6 });
});

for (const dtype of ["f16", "f32"] as const) {
  eachBackend(`surfaceNormalsBackward() of a batch of ${dtype} rounds what f64 has`, (context) => {
    using drawn = draw(context, dtype);
    const { grid, field, surface, numbers } = drawn;
    const { shape } = surface.vertices.data;
    using gradients = tensor(randomNumbers((shape[0] ?? 0) * 3, 4), { context, shape, dtype });
    using slopes = surfaceNormalsBackward(grid, field, surface, gradients);
    using exact = draw(context, "f64", [...numbers]);
    using wide = tensor(Float64Array.from(gradients.readSync()), { context, shape });
    using expected = surfaceNormalsBackward(exact.grid, exact.field, exact.surface, wide);
    const relative = { f16: 2 ** -10, f32: 2 ** -23 }[dtype];
    assertClose(slopes.readSync(), expected.readSync(), { relative, absolute: relative });
    assert(slopes.readSync().filter((slope) => slope !== 0).length > 500);
  });
}

eachBackend("surfaceNormalsBackward() of nothing, and of no slope, is zero", (context) => {
  using grid = gridFromDense({ context, dims: 2, gridCount: 2 });
  using flat = tensor(new Float32Array(16).fill(1), { context });
  using none = marchingCubes(grid, flat);
  using nothing = tensor(new Float32Array(0), { context, shape: [0, 3] });
  using slopes = surfaceNormalsBackward(grid, flat, none, nothing);
  assertEquals([...slopes.readSync()], Array(16).fill(0));
  using field = tensor(Float32Array.from({ length: 16 }, (_, at) => at % 8 < 4 ? -1 : 1), {
    context,
  });
  using surface = marchingCubes(grid, field);
  using gradients = tensor(new Float32Array(24).fill(1), { context, shape: [8, 3] });
  using level = surfaceNormalsBackward(grid, flat, surface, gradients);
  assertEquals([...level.readSync()], Array(16).fill(0));
});

eachBackend(
  "surfaceNormalsBackward() rejects what does not fit",
  (context) => {
    using drawn = draw(context, "f32");
    const { grid, field, surface } = drawn;
    const { shape } = surface.vertices.data;
    const [count = 0] = shape;
    using gradients = tensor(new Float32Array(count * 3).fill(1), { context, shape });
    using flat = gradients.reshape([count * 3]);
    using doubles = tensor(new Float64Array(count * 3), { context, shape });
    using wide = tensor(new Float64Array(VOXELS.length), { context });
    using ints = tensor(new Int32Array(VOXELS.length), { context });
    const run = (by: Tensor, of: Tensor = field): Tensor =>
      surfaceNormalsBackward(grid, of as Tensor<"f32">, surface, by as Tensor<"f32">);
    const start = "Cannot run surfaceNormalsBackward: ";
    assertThrows(() => run(flat), RangeError, `${start}gradients shape is [${count * 3}]`);
    assertThrows(() => run(doubles), TypeError, `${start}gradients is f64, f32 expected`);
    assertThrows(() => run(gradients, wide), TypeError, `${start}gradients is f32, f64 expected`);
    assertThrows(() => run(gradients, ints), TypeError, `${start}field is i32, f16, f32 or f64`);
  },
);
