/**
 * What the operators on grids mean, on plain lists of coordinates; lists may hold voxels twice.
 *
 * @module
 */

import { type Ijk, keyOf } from "../grid/_oracle.ts";

/** The lower corner of blocks in which voxels lie. */
export function coarsen(list: readonly Ijk[], [x, y, z]: Ijk): Ijk[] {
  return list.map(([i, j, k]) => [Math.floor(i / x), Math.floor(j / y), Math.floor(k / z)]);
}

/** All voxels of all blocks. */
export function refine(list: readonly Ijk[], factor: Ijk): Ijk[] {
  const offsets = boxOf([0, 0, 0], [factor[0] - 1, factor[1] - 1, factor[2] - 1]);
  return list.flatMap(([i, j, k]) =>
    offsets.map(([a, b, c]): Ijk => [i * factor[0] + a, j * factor[1] + b, k * factor[2] + c])
  );
}

/** The voxels of a box. */
export function boxOf(low: Ijk, high: Ijk): Ijk[] {
  const list: Ijk[] = [];
  for (let i = low[0]; i <= high[0]; i++) {
    for (let j = low[1]; j <= high[1]; j++) {
      for (let k = low[2]; k <= high[2]; k++) list.push([i, j, k]);
    }
  }
  return list;
}

/** One number per axis for a number. */
export function spread(value: number | Ijk): Ijk {
  return typeof value === "number" ? [value, value, value] : value;
}

/** Adds a box around each voxel. */
export function dilateBox(list: readonly Ijk[], low: Ijk, high: Ijk): Ijk[] {
  const found = new Map<string, Ijk>();
  const offsets = boxOf(low, high);
  for (const voxel of list) {
    for (const offset of offsets) {
      const moved = add(voxel, offset);
      found.set(keyOf(moved), moved);
    }
  }
  return [...found.values()];
}

/** Keeps the voxels that have a whole box. */
export function erodeBox(list: readonly Ijk[], low: Ijk, high: Ijk): Ijk[] {
  const active = new Set(list.map(keyOf));
  const offsets = boxOf(low, high);
  return list.filter((voxel) => offsets.every((offset) => active.has(keyOf(add(voxel, offset)))));
}

/** The ways to the neighbors of a voxel: those that change at most 1, 2 or 3 coordinates by one. */
export function neighborsOf(neighbors: 6 | 18 | 26): Ijk[] {
  const most = { 6: 1, 18: 2, 26: 3 }[neighbors];
  return boxOf([-1, -1, -1], [1, 1, 1]).filter((offset) => {
    const changes = offset.filter((one) => one !== 0).length;
    return changes > 0 && changes <= most;
  });
}

/** Adds neighbors again and again. */
export function dilate(list: readonly Ijk[], radius: number, neighbors: 6 | 18 | 26): Ijk[] {
  const found = new Map(list.map((voxel) => [keyOf(voxel), voxel]));
  let border = [...found.values()];
  for (let step = 0; step < radius; step++) {
    const added: Ijk[] = [];
    for (const voxel of border) {
      for (const offset of neighborsOf(neighbors)) {
        const moved = add(voxel, offset);
        if (found.has(keyOf(moved))) continue;
        found.set(keyOf(moved), moved);
        added.push(moved);
      }
    }
    border = added;
  }
  return [...found.values()];
}

/** Removes voxels that lack neighbors again and again. */
export function erode(list: readonly Ijk[], radius: number, neighbors: 6 | 18 | 26): Ijk[] {
  let left = [...list];
  for (let step = 0; step < radius; step++) {
    const active = new Set(left.map(keyOf));
    left = left.filter((voxel) =>
      neighborsOf(neighbors).every((offset) => active.has(keyOf(add(voxel, offset))))
    );
  }
  return left;
}

/** The places of a kernel's first and last tap, along one axis. */
function reach(kernel: number): readonly [low: number, high: number] {
  const before = Math.floor((kernel - 1) / 2);
  return [-before, kernel - 1 - before];
}

/** Every output of a convolution that reads a voxel: tap by tap, over all offsets of the kernel. */
export function conv(list: readonly Ijk[], kernel: Ijk, stride: Ijk): Ijk[] {
  const found = new Map<string, Ijk>();
  const axes = [0, 1, 2] as const;
  const ends = axes.map((axis) => reach(kernel[axis]));
  const taps = boxOf(corner(ends, 0), corner(ends, 1));
  for (const voxel of list) {
    for (const tap of taps) {
      const scaled = axes.map((axis) => voxel[axis] - tap[axis]);
      if (axes.some((axis) => (scaled[axis] ?? 0) % stride[axis] !== 0)) continue;
      const coarse = axes.map((axis) => (scaled[axis] ?? 0) / stride[axis] + 0);
      const output: Ijk = [coarse[0] ?? 0, coarse[1] ?? 0, coarse[2] ?? 0];
      found.set(keyOf(output), output);
    }
  }
  return [...found.values()];
}

/** Every output of a transposed convolution that a voxel reaches. */
export function convTranspose(list: readonly Ijk[], kernel: Ijk, stride: Ijk): Ijk[] {
  const scaled = list.map(([i, j, k]): Ijk => [i * stride[0], j * stride[1], k * stride[2]]);
  const ends = kernel.map(reach);
  return dilateBox(scaled, corner(ends, 0), corner(ends, 1));
}

/** The voxels in an inclusive box. */
export function clip(list: readonly Ijk[], low: Ijk, high: Ijk): Ijk[] {
  return list.filter((voxel) =>
    ([0, 1, 2] as const).every((axis) => voxel[axis] >= low[axis] && voxel[axis] <= high[axis])
  );
}

function corner(ends: readonly (readonly [number, number])[], end: 0 | 1): Ijk {
  return [ends[0]?.[end] ?? 0, ends[1]?.[end] ?? 0, ends[2]?.[end] ?? 0];
}

function add([i, j, k]: Ijk, [a, b, c]: Ijk): Ijk {
  return [i + a, j + b, k + c];
}
