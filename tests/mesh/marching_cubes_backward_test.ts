import { assert, assertEquals, assertThrows } from "@std/assert";
import { marchingCubesBackward } from "../../lib/mesh/mod.ts";
import { gridFromDense, marchingCubes, type Real, type Tensor, tensor } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { assertClose } from "../_compare.ts";
import { randomSource } from "../grid/_oracle.ts";
import { differences, dot, draw, edgesOf, LEVEL, randomNumbers, SIZES, VOXELS } from "./_fields.ts";

eachBackend(
  "marchingCubesBackward() has the slopes that differences of vertices show",
  (context) => {
    const side = 4;
    using grid = gridFromDense({ context, dims: side, voxelSize: [1, 2, 0.5] });
    const random = randomSource(7);
    const numbers = Array.from(
      { length: side ** 3 },
      () => (random() < 0.5 ? -1 : 1) * (0.25 + random()),
    );
    using field = tensor(new Float64Array(numbers), { context });
    using surface = marchingCubes(grid, field);
    const [count = 0] = surface.vertices.data.shape;
    const weights = randomNumbers(count * 3, 8);
    using gradients = tensor(weights, { context, shape: [count, 3] });
    using slopes = marchingCubesBackward(grid, field, surface, gradients);
    assertEquals(slopes.shape, [side ** 3]);
    const expected = differences(numbers, (moved) => {
      using other = tensor(new Float64Array(moved), { context });
      using drawn = marchingCubes(grid, other);
      return dot(weights, drawn.vertices.data.readSync());
    }, 2 ** -16);
    assertClose(slopes.readSync(), expected, { absolute: 1e-7, relative: 1e-7 });
    assert(expected.filter((slope) => Math.abs(slope) > 0.1).length > 40);
  },
);

const TYPES = ["f16", "f32", "f64"] as const;
for (const [dtype, of] of TYPES.flatMap((one) => TYPES.map((other) => [one, other] as const))) {
  const title =
    `marchingCubesBackward() sums up ${of} gradients of the edges of a batch of ${dtype}`;
  eachBackend(title, (context) => {
    using drawn = draw(context, dtype);
    const { grid, field, numbers } = drawn;
    using surface = marchingCubes(grid, field as Tensor<Real>, { isoLevel: LEVEL, dtype: of });
    const edges = edgesOf(drawn);
    assert(edges.length > 500, `${edges.length} vertices`);
    using gradients = tensor(randomNumbers(edges.length * 3, 4), {
      context,
      shape: [edges.length, 3],
      dtype: of,
    });
    const weights = gradients.readSync();
    const expected = new Float64Array(VOXELS.length);
    edges.forEach(({ low, high, part }, vertex) => {
      const [from, to] = [VOXELS[low], VOXELS[high]];
      const axis = [0, 1, 2].findIndex((one) => from?.ijk[one] !== to?.ijk[one]);
      const weight = (weights[vertex * 3 + axis] ?? NaN) * (SIZES[from?.b ?? 0]?.[axis] ?? NaN);
      const way = (numbers[high] ?? NaN) - (numbers[low] ?? NaN);
      expected[low] = (expected[low] ?? NaN) - weight * (1 - part) / way;
      expected[high] = (expected[high] ?? NaN) - weight * part / way;
    });
    using column = field.reshape([VOXELS.length, 1]);
    using slopes = marchingCubesBackward(grid, column, surface, gradients);
    assertEquals(slopes.shape, [VOXELS.length, 1]);
    const relative = { f16: 2 ** -10, f32: 2 ** -23, f64: 1e-14 }[dtype];
    assertClose(slopes.readSync(), expected, { relative, absolute: relative });
  });
}

eachBackend("marchingCubesBackward() of nothing is zero", (context) => {
  using grid = gridFromDense({ context, dims: 2, gridCount: 2 });
  using field = tensor(new Float32Array(16).fill(1), { context });
  using surface = marchingCubes(grid, field);
  using gradients = tensor(new Float64Array(0), { context, shape: [0, 3] });
  using slopes = marchingCubesBackward(grid, field, surface, gradients);
  assertEquals([...slopes.readSync()], Array(16).fill(0));
});

eachBackend("marchingCubesBackward() rejects what does not fit", (context) => {
  using drawn = draw(context, "f32");
  const { grid, field, surface } = drawn;
  const [count = 0] = surface.vertices.data.shape;
  using gradients = tensor(new Float32Array(count * 3), { context, shape: [count, 3] });
  using flat = gradients.reshape([count * 3]);
  using doubles = tensor(new Float64Array(count * 3), { context, shape: [count, 3] });
  using short = tensor([1], { context });
  using ints = tensor(new Int32Array(VOXELS.length), { context });
  using single = gridFromDense({ context, dims: [VOXELS.length, 1, 1] });
  const start = "Cannot run marchingCubesBackward: ";
  const run = (by: Tensor, of: Tensor = field, on = grid): unknown =>
    marchingCubesBackward(on, of as Tensor<"f32">, surface, by as Tensor<"f32">);
  const message = (kind: typeof RangeError, ...args: Parameters<typeof run>): string =>
    assertThrows(() => run(...args), kind).message;
  assertEquals(
    message(RangeError, flat),
    `${start}gradients shape is [${count * 3}], [${count}, 3] expected`,
  );
  assertEquals(message(TypeError, doubles), `${start}gradients is f64, f32 expected`);
  assertEquals(
    message(TypeError, gradients, ints),
    `${start}field is i32, f16, f32 or f64 expected`,
  );
  assertEquals(
    message(RangeError, gradients, short),
    `${start}field shape is [1], [${VOXELS.length}] expected`,
  );
  assertEquals(
    message(RangeError, gradients, field, single),
    `${start}the number of lists in surface is 3, the number of grids is 1`,
  );
  surface.dispose();
  assertEquals(surface.isoLevel, LEVEL);
});
