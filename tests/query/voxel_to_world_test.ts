import { assert } from "@std/assert";
import fc from "fast-check";
import { gridFromIjk, tensor, voxelToWorld, worldToVoxel } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { testMapping } from "./_mapping.ts";

testMapping({
  name: "voxelToWorld",
  map: voxelToWorld,
  formula: (value, size, origin) => value * size + origin,
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
