import { randomSource } from "../grid/_oracle.ts";

/** Three numbers. */
export type Place = readonly [number, number, number];

/** A whole number from 0 to below `end`. */
const below = (random: () => number, end: number) => Math.floor(random() * end);

/**
 * Points in leaves of 8^3 voxels: `count` in each of the boxes, each from `low` to below `low + size`, in an order in
 * which boxes take turns with `run` points each. Places are odd multiples of 1/32, or with `aligned` multiples of 1/16,
 * so that sums of few whole numbers are exact.
 */
export function crowds(
  boxes: readonly { low: Place; size: Place; count: number }[],
  run: number,
  aligned = false,
): readonly Place[] {
  const random = randomSource(21);
  const left = boxes.map((box) => ({ ...box }));
  const points: Place[] = [];
  while (left.some(({ count }) => count > 0)) {
    for (const box of left) {
      const now = Math.min(run, box.count);
      box.count -= now;
      for (let k = 0; k < now; ++k) {
        const along = (axis: 0 | 1 | 2) => {
          const at = box.low[axis] + below(random, 16 * box.size[axis]) / 16;
          return aligned ? at : at + 1 / 32;
        };
        points.push([along(0), along(1), along(2)]);
      }
    }
  }
  return points;
}

/** Voxels of a box. */
export function boxOfVoxels(low: Place, size: Place): readonly Place[] {
  const [x, y, z] = size;
  return Array.from({ length: x * y * z }, (_, at) => [
    low[0] + Math.floor(at / (y * z)),
    low[1] + Math.floor(at / z) % y,
    low[2] + at % z,
  ]);
}

/** What trilinear kernels sum up for each voxel: all points with all voxels around them, added in double. */
export function sumUp(
  voxels: readonly Place[],
  points: readonly Place[],
  channels: number,
  numbers: ArrayLike<number>,
): Float64Array {
  const rows = new Map(voxels.map((voxel, row) => [voxel.join(), row]));
  const sums = new Float64Array(voxels.length * channels);
  points.forEach((point, at) => {
    for (let corner = 0; corner < 8; ++corner) {
      const voxel = point.map((one, axis) => Math.floor(one) + (corner >> axis & 1));
      const row = rows.get(voxel.join());
      const weight = voxel.reduce(
        (product, one, axis) => product * (1 - Math.abs(one - (point[axis] ?? 0))),
        1,
      );
      if (row === undefined || weight === 0) continue;
      for (let channel = 0; channel < channels; ++channel) {
        const own = numbers[at * channels + channel] ?? NaN;
        sums[row * channels + channel] = (sums[row * channels + channel] ?? 0) + weight * own;
      }
    }
  });
  return sums;
}

const LEAF: Place = [8, 8, 8];
const cubes = boxOfVoxels([-1, -1, -1], [3, 3, 3]);
const leaf = (cube: Place, count: number) => ({
  low: [cube[0] * 8, cube[1] * 8, cube[2] * 8] as const,
  size: LEAF,
  count,
});

/** Voxels, and points in some order around them. */
export const CROWDS: readonly {
  name: string;
  voxels: readonly Place[];
  points: readonly Place[];
}[] = [
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
