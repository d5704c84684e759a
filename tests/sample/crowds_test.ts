import { gridFromIjk, gridIjk, splatTrilinear, tensor } from "../../mod.ts";
import { Random } from "../_arrays.ts";
import { eachBackend } from "../_backends.ts";
import { assertBits, assertClose } from "../_compare.ts";
import { boxOfVoxels, crowds, type Place, sumUp } from "./_crowds.ts";

const LEAF: Place = [8, 8, 8];
const cubes = boxOfVoxels([-1, -1, -1], [3, 3, 3]);
const leaf = (cube: Place, count: number) => ({
  low: [cube[0] * 8, cube[1] * 8, cube[2] * 8] as const,
  size: LEAF,
  count,
});

/** Voxels, and points in some order around them. */
const CASES: readonly { name: string; voxels: readonly Place[]; points: readonly Place[] }[] = [
  {
    name: "a leaf of 5000 points",
    voxels: boxOfVoxels([0, 0, 0], LEAF),
    points: crowds([leaf([0, 0, 0], 5000)], 5000),
  },
  {
    name: "a leaf of 5000 points, with weights of 0 among them",
    voxels: boxOfVoxels([0, 0, 0], LEAF),
    points: crowds([leaf([0, 0, 0], 5000)], 5000, true),
  },
  {
    name: "few voxels among 9000 points",
    voxels: [[0, 0, 0], [3, 4, 5], [3, 4, 6], [7, 7, 7]],
    points: crowds([leaf([0, 0, 0], 9000)], 9000),
  },
  {
    name: "27 leaves of 900 points",
    voxels: boxOfVoxels([-8, -8, -8], [24, 24, 24]),
    points: crowds(cubes.map((cube) => leaf(cube, 900)), 900),
  },
  {
    name: "a leaf of 2500 points among others with 200",
    voxels: boxOfVoxels([-8, -8, -8], [24, 24, 24]),
    points: crowds(cubes.map((cube) => leaf(cube, cube.join() === "0,0,0" ? 2500 : 200)), 2500),
  },
  {
    name: "a leaf with 1500 guests, in pieces of 60",
    voxels: boxOfVoxels([-8, -8, -8], [24, 24, 24]),
    points: crowds([
      { low: [7, 0, 0], size: [0.4375, 8, 8], count: 1500 },
      ...cubes.map((cube) => leaf(cube, 200)),
    ], 60),
  },
  {
    name: "a voxel among 3000 points",
    voxels: boxOfVoxels([-8, -8, -8], [24, 24, 24]),
    points: crowds([
      ...cubes.map((cube) => leaf(cube, 100)),
      { low: [3, 3, 3], size: [0.5, 0.5, 0.5], count: 3000 },
    ], 3000),
  },
];

for (const { name, voxels, points } of CASES) {
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

for (const { name, voxels, points } of CASES) {
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
