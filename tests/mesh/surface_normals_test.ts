import { assert, assertEquals, assertThrows } from "@std/assert";
import { surfaceNormals } from "../../lib/mesh/mod.ts";
import { gridFromDense, gridIjk, marchingCubes, type Tensor, tensor } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { assertBits } from "../_compare.ts";
import { type Ijk, keyOf } from "../grid/_oracle.ts";
import { ARRAYS, draw, edgesOf, randomField, SIZES, VOXELS } from "./_fields.ts";

const ROWS = new Map(VOXELS.map(({ b, ijk }, row) => [`${b} ${keyOf(ijk)}`, row]));

/** The slope of a field at a voxel, per world unit. */
function slopeAt(values: ArrayLike<number>, row: number): number[] {
  const { b, ijk } = VOXELS[row] ?? { b: 0, ijk: [0, 0, 0] as Ijk };
  return [0, 1, 2].map((axis) => {
    const [low, high] = [-1, 1].map((by) => {
      const next = ROWS.get(
        `${b} ${keyOf(ijk.with(axis, (ijk[axis] ?? 0) + by) as unknown as Ijk)}`,
      );
      const value = next === undefined ? NaN : values[next] ?? NaN;
      return Number.isFinite(value) ? value : undefined;
    });
    const own = values[row] ?? NaN;
    const difference = low !== undefined && high !== undefined
      ? 0.5 * high - 0.5 * low
      : (high ?? own) - (low ?? own);
    return difference / (SIZES[b]?.[axis] ?? NaN);
  });
}

for (const dtype of ["f16", "f32", "f64"] as const) {
  eachBackend(`surfaceNormals() has the oracle's bits for a batch of ${dtype}`, (context) => {
    const values = randomField(VOXELS.length, 5).map((value, row) =>
      row % 97 === 0 ? (row % 2 === 0 ? NaN : Infinity) : value
    );
    using drawn = draw(context, dtype, values);
    const { grid, field, surface, numbers } = drawn;
    const edges = edgesOf(drawn);
    assert(edges.length > 300, `${edges.length} vertices`);
    using normals = surfaceNormals(grid, field, surface);
    assertEquals([...normals.offsets], [...surface.vertices.offsets]);
    const expected = edges.flatMap(({ low, high, part }) => {
      const [a, b] = [slopeAt(numbers, low), slopeAt(numbers, high)];
      const sum = a.map((one, axis) => (1 - part) * one + part * (b[axis] ?? NaN));
      const largest = Math.max(...sum.map(Math.abs));
      const [x = NaN, y = NaN, z = NaN] = sum.map((one) => one / largest);
      const length = Math.sqrt(x * x + y * y + z * z);
      return [x / length, y / length, z / length];
    });
    assertBits(normals.data.readSync(), ARRAYS[dtype].from(expected));
  });
}

eachBackend("surfaceNormals() points out of a sphere, in any unit", (context) => {
  for (const unit of [1, 1e-200, 1e200]) {
    using grid = gridFromDense({ context, dims: 20, ijkMin: -10, voxelSize: [0.5, 1, 2] });
    using ijk = gridIjk(grid);
    const flat = ijk.data.readSync();
    const distance = (x: number, y: number, z: number): number => Math.hypot(x / 2, y, z * 2);
    const values = Float64Array.from(
      { length: grid.numVoxels },
      (_, row) =>
        (distance(flat[row * 3] ?? NaN, flat[row * 3 + 1] ?? NaN, flat[row * 3 + 2] ?? NaN) - 4.2) *
        unit,
    );
    using field = tensor(values, { context });
    using surface = marchingCubes(grid, field);
    using normals = surfaceNormals(grid, field, surface);
    const [places, directions] = [surface.vertices.data.readSync(), normals.data.readSync()];
    assert(places.length > 1000);
    for (let at = 0; at < places.length; at += 3) {
      const place = places.subarray(at, at + 3);
      const length = Math.hypot(...place);
      const cosine = place.reduce(
        (sum, one, axis) => sum + one * (directions[at + axis] ?? NaN) / length,
        0,
      );
      assert(cosine > 0.98, `${place}: ${cosine}`);
    }
  }
});

eachBackend("surfaceNormals() is zero where the field has no slope", (context) => {
  using grid = gridFromDense({ context, dims: [2, 2, 4] });
  // Along z: 1 -1 -1 1, so the slope at the second edge's ends cancels out only where both sides are equal.
  const line = [1, -1, 1, -1];
  using field = tensor(new Float32Array([...line, ...line, ...line, ...line]), { context });
  using surface = marchingCubes(grid, field);
  using normals = surfaceNormals(grid, field, surface);
  const edges = surface.ends.data.readSync();
  const flat = normals.data.readSync();
  const middle = [...edges].findIndex((row, at) => at % 2 === 0 && row === 1n) / 2;
  assertEquals([...flat.subarray(middle * 3, middle * 3 + 3)], [0, 0, 0]);
});

eachBackend("surfaceNormals() rejects what does not fit", (context) => {
  using drawn = draw(context, "f32");
  const { grid, surface } = drawn;
  using ints = tensor(new Int32Array(VOXELS.length), { context });
  using short = tensor([1], { context });
  const start = "Cannot run surfaceNormals: ";
  const run = (of: Tensor): unknown => surfaceNormals(grid, of as Tensor<"f32">, surface);
  assertEquals(
    assertThrows(() => run(ints), TypeError).message,
    `${start}field is i32, f16, f32 or f64 expected`,
  );
  assertEquals(
    assertThrows(() => run(short), RangeError).message,
    `${start}field shape is [1], [${VOXELS.length}] expected`,
  );
  surface.dispose();
});
