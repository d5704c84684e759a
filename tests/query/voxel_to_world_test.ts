import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { gridFromIjk, jaggedFromList, tensor, voxelToWorld, worldToVoxel } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { randomSource } from "../grid/_oracle.ts";
import { buildBatch, LISTS, ORIGINS, REAL_ARRAYS, SIZES } from "./_batch.ts";

for (const dtype of ["f16", "f32", "f64"] as const) {
  eachBackend(`voxelToWorld() computes ${dtype} points in doubles, rounding once`, (context) => {
    const random = randomSource(60);
    const lists = LISTS.map((_, b) =>
      new REAL_ARRAYS[dtype](Array.from({ length: (b + 1) * 300 }, () => (random() - 0.5) * 2000))
    );
    using grid = buildBatch(context);
    using points = jaggedFromList(lists, { context, dtype, shape: [3] });
    using mapped = voxelToWorld(grid, points);
    assertEquals(mapped.data.dtype, dtype);
    assertEquals(mapped.data.shape, points.data.shape);
    assertEquals([...mapped.offsets], [...points.offsets]);
    const expected = lists.flatMap((list, b) => {
      const out = new REAL_ARRAYS[dtype](list.length);
      for (let at = 0; at < list.length; at++) {
        const size = SIZES[b]?.[at % 3] ?? NaN;
        const origin = ORIGINS[b]?.[at % 3] ?? NaN;
        out[at] = (list[at] ?? NaN) * size + origin;
      }
      return [...out];
    });
    assertEquals([...mapped.data.readSync()], expected);
  });
}

eachBackend("voxelToWorld() passes on what is not a number", (context) => {
  using ijk = tensor(new Int32Array(3), { context, shape: [1, 3] });
  using grid = gridFromIjk(ijk, { voxelSize: 0.5, origin: 1 });
  using points = tensor(new Float32Array([NaN, Infinity, -Infinity]), { context, shape: [1, 3] });
  using mapped = voxelToWorld(grid, points);
  assertEquals([...mapped.readSync()], [NaN, Infinity, -Infinity]);
});

eachBackend("voxelToWorld() undoes worldToVoxel() up to rounding", (context) => {
  const axis = fc.double({ min: -1e5, max: 1e5, noNaN: true });
  const size = fc.double({ min: 1e-3, max: 1e3, noNaN: true });
  fc.assert(
    fc.property(
      fc.array(axis, { minLength: 3, maxLength: 3 }),
      size,
      axis,
      (point, voxelSize, origin) => {
        using ijk = tensor(new Int32Array(3), { context, shape: [1, 3] });
        using grid = gridFromIjk(ijk, { voxelSize, origin });
        using points = tensor(new Float64Array(point), { context, shape: [1, 3] });
        using voxel = worldToVoxel(grid, points);
        using back = voxelToWorld(grid, voxel);
        const result = back.readSync();
        point.forEach((value, at) => {
          const scale = Math.max(Math.abs(value), Math.abs(origin));
          const tolerance = 4 * 2 ** -52 * scale + 2 ** -1000;
          assert(Math.abs((result[at] ?? NaN) - value) <= tolerance, `${value}`);
        });
      },
    ),
    { numRuns: 100 },
  );
});
