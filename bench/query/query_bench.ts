/**
 * Rows, activity and neighbors of voxels, mostly of a surface of random points; `lookup_protocol.ts` measures lookups by
 * size.
 *
 * @module
 */

import {
  type Context,
  coordsInGrid,
  cubesInGrid,
  cubesIntersectGrid,
  edgeNetwork,
  type GridBatch,
  gridFromIjk,
  gridHilbert,
  gridHilbertYxz,
  gridHilbertZyx,
  gridIjk,
  gridMorton,
  gridMortonZxy,
  gridMortonZyx,
  hilbert,
  hilbertYxz,
  hilbertZyx,
  ijkToIndex,
  ijkToInvIndex,
  jaggedFromList,
  leafGrids,
  leafNeighbors,
  leafOrigins,
  morton,
  mortonZxy,
  mortonZyx,
  neighborIndexes,
  neighborRows,
  pointsInGrid,
  pointsToIndex,
  rowGrids,
  rowMap,
  type RowMapOptions,
  type Tensor,
  tensor,
  voxelToWorld,
  worldToVoxel,
} from "../_api.ts";
import { type BenchRow, benchTable, equalArrays, row, rows, shared } from "../_harness.ts";
import { drawPoints, sphereBand } from "../grid/_inputs.ts";
import { type SurfaceInput, surfaceInput } from "../grid/_points.ts";

const small = (context: Context): SurfaceInput => surfaceInput(context, 200_000);
const onSurface = ({ count }: SurfaceInput): string => `surface of ${count} points`;
const voxelsOf = ({ grid }: SurfaceInput): string => `${grid.numVoxels} voxels`;
const leavesOf = ({ grid }: SurfaceInput): string => `${grid.counts.leaves} leaves`;

/** Whether the answer is 1 for each point whose voxel is active. */
function areInside(answer: Tensor<"bool">, { grid, points }: SurfaceInput): boolean {
  using inside = pointsInGrid(grid, points);
  return equalArrays(answer.readSync(), inside.readSync());
}

function areRows(answer: Tensor<"i64">, { grid }: SurfaceInput): boolean {
  return answer.readSync().every((one) => one >= 0n && one < BigInt(grid.numVoxels));
}

/** Surfaces of 64 grids. */
function manyGrids(context: Context): GridBatch {
  const lists = Array.from(
    { length: 64 },
    (_, b) => drawPoints("surface", 20_000, "random", b + 1),
  );
  using ijk = jaggedFromList(lists, { context, shape: [3] });
  return gridFromIjk(ijk);
}

/** Cubes of one voxel and of many: 0.25 is within a voxel, 100 is far beyond the leaves. */
const REACHES = [0.25, 2, 100] as const;

/** The rows of another grid for those of the surface, which has as many or fewer voxels. */
function mapRow(
  name: string,
  move: ((value: number, axis: number) => number) | undefined,
  options: RowMapOptions,
): BenchRow {
  return row(rowMap, (context) => {
    const { grid, ijk, count } = shared(context, surfaceInput);
    if (move === undefined) return { grid, other: grid };
    const flat = ijk.readSync().map((value, at) => move(value, at % 3));
    using moved = tensor(flat, { context, shape: [count, 3] });
    return { grid, other: gridFromIjk(moved) };
  }, {
    on: ({ grid }) => `${name} of ${grid.numVoxels} voxels`,
    bytes: ({ grid }) => grid.numVoxels * 8,
    run: ({ grid, other }) => rowMap(grid, other, options),
    // Every voxel leads to one, and every voxel of the other grid is led to.
    check: (found, { other }) =>
      new Set(found.readSync()).size === other.numVoxels && !found.readSync().includes(-1n),
  });
}

/** The coordinates of a surface, moved to where none is negative, as codes need. */
const positive = (context: Context) => {
  const { count, ijk, grid } = shared(context, surfaceInput);
  const moved = (ijk.readSync() as Int32Array).map((value) => value + (1 << 16));
  return { count, grid, ijk: tensor(moved, { context, shape: [count, 3] }) };
};

const GRID_CURVES = [
  ...[gridHilbert, gridHilbertYxz, gridHilbertZyx],
  ...[gridMorton, gridMortonZxy, gridMortonZyx],
];
const CURVES = [hilbert, hilbertYxz, hilbertZyx, morton, mortonZxy, mortonZyx];

await benchTable(import.meta.main, [
  row(coordsInGrid, surfaceInput, {
    on: onSurface,
    run: ({ grid, ijk }) => coordsInGrid(grid, ijk),
    check: (active) => active.readSync().every((one) => one === 1),
  }),
  row(pointsInGrid, surfaceInput, {
    on: onSurface,
    run: ({ grid, points }) => pointsInGrid(grid, points),
    check: (inside) => inside.readSync().every((one) => one === 1),
  }),
  ...REACHES.map((reach) =>
    row(cubesInGrid, surfaceInput, {
      on: (input) => `reach ${reach}, ${onSurface(input)}`,
      run: ({ grid, points }) => cubesInGrid(grid, points, { min: -reach, max: reach }),
      // A surface fills no cube of five voxels; the centers of voxels are in voxels.
      check: (answer, input) =>
        reach > 1 ? !answer.readSync().includes(1) : areInside(answer, input),
    })
  ),
  ...REACHES.map((reach) =>
    row(cubesIntersectGrid, surfaceInput, {
      on: (input) => `reach ${reach}, ${onSurface(input)}`,
      run: ({ grid, points }) => cubesIntersectGrid(grid, points, { min: -reach, max: reach }),
      check: areInside, // Every center is in a voxel.
    })
  ),
  row(ijkToIndex, surfaceInput, {
    on: onSurface,
    run: ({ grid, ijk }) => ijkToIndex(grid, ijk),
    check: areRows,
  }),
  row(pointsToIndex, surfaceInput, {
    on: onSurface,
    run: ({ grid, points }) => pointsToIndex(grid, points),
    check: areRows,
  }),
  row(ijkToInvIndex, surfaceInput, {
    on: onSurface,
    run: ({ grid, ijk }) => ijkToInvIndex(grid, ijk),
    check: ({ data }, { grid, ijk }) => {
      using found = ijkToIndex(grid, ijk);
      const own = found.readSync();
      return data.readSync().every((position, at) => own[Number(position)] === BigInt(at));
    },
  }),
  mapRow("the same voxels", undefined, {}),
  mapRow("neighbors", (value, axis) => value + (axis === 2 ? 1 : 0), { shift: [0, 0, 1] }),
  mapRow("parents", (value) => value >> 1, { divisor: 2 }),
  row(neighborIndexes, small, {
    on: (input) => `extent 1, ${onSurface(input)}`,
    run: ({ grid, ijk }) => neighborIndexes(grid, ijk, { extent: 1 }),
    check: (found, { grid, ijk }) => {
      using own = ijkToIndex(grid, ijk);
      const all = found.readSync();
      return own.readSync().every((one, n) => all[n * 27 + 13] === one);
    },
  }),
  ...[1, 2].map((extent) =>
    row(neighborRows, small, {
      on: (input) => `extent ${extent}, ${voxelsOf(input)}`,
      run: ({ grid }) => neighborRows(grid, { extent }),
      check: ({ data }, { grid }) => {
        using ijk = gridIjk(grid);
        using expected = neighborIndexes(grid, ijk, { extent });
        return equalArrays(data.readSync(), expected.data.readSync());
      },
    })
  ),
  row(neighborRows, (context) => {
    const points = sphereBand(60);
    using ijk = tensor(points, { context, shape: [points.length / 3, 3] });
    return gridFromIjk(ijk);
  }, {
    on: ({ numVoxels }) => `extent 1, a shell of ${numVoxels} voxels`,
    run: (grid) => neighborRows(grid, { extent: 1 }),
    check: ({ data }) =>
      data.readSync().every((one, at) => at % 27 !== 13 || one === BigInt((at - 13) / 27)),
  }),
  row(edgeNetwork, small, {
    on: voxelsOf,
    run: ({ grid }) => edgeNetwork(grid, { dtype: "f32" }),
    check: ({ vertices, edges }, { grid }) => {
      using ijk = gridIjk(grid);
      const corners = vertices.data.readSync();
      // The grid has voxels of size 1 around the origin: the first corner of a cell is half a voxel below its center.
      const areBeside = ijk.data.readSync().every((value, at) =>
        corners[Math.floor(at / 3) * 24 + at % 3] === value - 0.5
      );
      return areBeside && edges.data.shape[0] === grid.numVoxels * 12;
    },
  }),
  ...rows(GRID_CURVES, surfaceInput, (codes) => ({
    on: voxelsOf,
    run: ({ grid }) => codes(grid),
    check: ({ data }, { grid }) => new Set(data.readSync()).size === grid.numVoxels,
  })),
  ...rows(CURVES, positive, (codes) => ({
    on: ({ count }) => `${count} coordinates`,
    run: ({ ijk }) => codes(ijk),
    check: (found, { count, grid }) => {
      return found.length === count && new Set(found.readSync()).size === grid.numVoxels;
    },
  })),
  row(leafOrigins, surfaceInput, {
    on: leavesOf,
    run: ({ grid }) => leafOrigins(grid),
    check: (origins, { grid }) => {
      using same = gridFromIjk(origins);
      return same.numVoxels === grid.counts.leaves && same.counts.leaves === grid.counts.leaves &&
        origins.readSync().every((value) => value % 8 === 0);
    },
  }),
  row(leafNeighbors, surfaceInput, {
    on: leavesOf,
    run: ({ grid }) => leafNeighbors(grid),
    check: (table) => {
      // Being neighbors is mutual: entry n of a leaf leads to a leaf whose entry 26 - n leads back.
      const all = table.readSync();
      return all.every((leaf, at) =>
        leaf < 0n || all[Number(leaf) * 27 + 26 - at % 27] === BigInt(Math.floor(at / 27))
      );
    },
  }),
  row(leafGrids, manyGrids, {
    on: ({ counts, gridCount }) => `${counts.leaves} leaves of ${gridCount} grids`,
    run: (grid) => leafGrids(grid),
    check: (grids) => {
      const all = grids.readSync();
      return new Set(all).size === 64 &&
        all.every((one, at) => at === 0 || one >= (all[at - 1] ?? 0));
    },
  }),
  row(rowGrids, manyGrids, {
    on: ({ numVoxels, gridCount }) => `${numVoxels} voxels of ${gridCount} grids`,
    run: (grid) => rowGrids(grid),
    check: (grids, { voxelCounts }) =>
      equalArrays(
        grids.readSync(),
        voxelCounts.flatMap((count, b) => Array<number>(count).fill(b)),
      ),
  }),
  // The grid has voxels of size 1 around the origin, so both spaces are the same.
  ...rows([voxelToWorld, worldToVoxel], surfaceInput, (transform) => ({
    on: onSurface,
    run: ({ grid, points }) => transform(grid, points),
    check: (result, { points }) => equalArrays(result.readSync(), points.readSync()),
  })),
]);
