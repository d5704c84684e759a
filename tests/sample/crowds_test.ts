import { gridFromIjk, gridIjk, splatTrilinear, tensor } from "../../mod.ts";
import { Random } from "../_arrays.ts";
import { eachBackend } from "../_backends.ts";
import { assertBits, assertClose } from "../_compare.ts";
import { CROWDS, type Place, sumUp } from "./_crowds.ts";

for (const { name, voxels, points } of CROWDS) {
  for (const channels of [1, 4, 33]) {
    eachBackend(`splatTrilinear() sums up ${name}, ${channels} channels`, (context) => {
      using ijk = tensor(Int32Array.from(voxels.flat()), { context, shape: [voxels.length, 3] });
      using grid = gridFromIjk(ijk);
      using listed = gridIjk(grid);
      const numbers = Float32Array.from(
        { length: points.length * channels },
        (_, at) => at * 7 % 9 - 4,
      );
      using places = tensor(Float32Array.from(points.flat()), {
        context,
        shape: [points.length, 3],
      });
      using data = tensor(numbers, { context, shape: [points.length, channels] });
      const flat = listed.data.readSync();
      const rows = voxels.map((_, row) =>
        [...flat.subarray(3 * row, 3 * row + 3)] as unknown as Place
      );
      const wanted = Float32Array.from(sumUp(rows, points, channels, numbers));
      using sums = splatTrilinear(grid, places, data);
      assertBits(sums.readSync(), wanted); // partial sums of these numbers are exact
      using others = splatTrilinear(grid, places, data, { atomic: true });
      assertClose(others.readSync(), wanted, { relative: 1e-5, absolute: 1e-3 });
    });
  }
}

/** A point that has a voxel beyond those that leaves have: with it all points are sorted. */
const FAR: Place = [2147483647.5, 0, 0];

for (const { name, voxels, points } of CROWDS) {
  eachBackend(`splatTrilinear() sums up ${name} in the order of sorted points`, (context) => {
    using ijk = tensor(Int32Array.from(voxels.flat()), { context, shape: [voxels.length, 3] });
    using grid = gridFromIjk(ijk);
    const random = new Random(points.length);
    for (const channels of [1, 4, 33]) {
      const numbers = Array.from({ length: points.length * channels }, () => random.number(-1, 1));
      const sumsWith = (others: readonly Place[]) => {
        const all = [...points, ...others];
        const shape = [all.length, channels];
        using places = tensor(Float64Array.from(all.flat()), { context, shape: [all.length, 3] });
        using data = tensor(
          Float32Array.from([...numbers, ...others.flatMap(() => Array(channels).fill(1))]),
          { context, shape },
        );
        using sums = splatTrilinear(grid, places, data);
        return sums.readSync();
      };
      assertBits(sumsWith([]), sumsWith([FAR]));
    }
  });
}
