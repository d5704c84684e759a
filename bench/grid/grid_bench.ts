/**
 * Building, joining and splitting grids, and listing their voxels; `build_protocol.ts` measures builds by size.
 * DENOVDB_LARGE=1 adds bands of 3 and 48 million voxels around meshes.
 *
 * @module
 */

import {
  concatenateGrids,
  type Context,
  type GridBatch,
  gridFromDense,
  gridFromDenseAxisAlignedBounds,
  gridFromIjk,
  gridFromMesh,
  gridFromNearestVoxelsToPoints,
  gridFromNvdb,
  gridFromPoints,
  gridFromPointsWithRows,
  gridFromZeroGrids,
  gridFromZeroVoxels,
  gridIjk,
  gridToNvdb,
  ijkToIndex,
  randomUniform,
  selectGrids,
  type Tensor,
  tensor,
} from "../_api.ts";
import { encodeNvdb, type NvdbGridInput, readNvdb } from "../../lib/io/mod.ts";
import { type BenchRow, benchTable, equalArrays, row, shared } from "../_harness.ts";
import { makeGlobe } from "./_globe.ts";
import { countDistinct, drawPoints } from "./_inputs.ts";
import { type SurfaceInput, surfaceInput } from "./_points.ts";

const BOX = 128;
const small = (context: Context): SurfaceInput => surfaceInput(context, 100_000);
const onSurface = ({ count }: SurfaceInput): string => `surface of ${count} points`;

interface Ten extends SurfaceInput {
  readonly batches: readonly GridBatch[];
}

/** Ten times the same grid. */
function tenGrids(context: Context): Ten {
  const surface = shared(context, small);
  return { ...surface, batches: Array(10).fill(surface.grid) };
}

function everyOther(context: Context): { context: Context; mask: Tensor<"u8"> } {
  const marks = Uint8Array.from({ length: BOX ** 3 }, (_, at) => at % 2);
  return { context, mask: tensor(marks, { context, shape: [BOX, BOX, BOX] }) };
}

/** Counts the eight voxels of all points by sorting them. */
function countCorners(coordinates: Int32Array): number {
  const corners = new Int32Array(coordinates.length * 8);
  for (let corner = 0; corner < 8; corner++) {
    for (let at = 0; at < coordinates.length; at++) {
      corners[corner * coordinates.length + at] = (coordinates[at] ?? 0) + ((corner >> at % 3) & 1);
    }
  }
  return countDistinct(corners);
}

/** A grid as it is read of a file. */
function nvdbGrids(context: Context): {
  readonly context: Context;
  readonly grids: ReturnType<typeof readNvdb>;
  readonly voxels: number;
} {
  const { grid } = shared(context, small);
  using listed = gridIjk(grid);
  const ijk = listed.data.readSync();
  const input: NvdbGridInput = { type: "float", ijk, values: new Float32Array(grid.numVoxels) };
  const voxels = countDistinct(drawPoints("surface", 100_000, "random"));
  return { context, grids: readNvdb(encodeNvdb([input])), voxels };
}

/** A mesh of a sphere; bands are twice their half-width thick, cells that a plane touches 1 to sqrt(3). */
function meshRow(radius: number, rings: number, halfWidth: number): BenchRow {
  const triangles = 4 * rings * (rings - 1);
  return row(gridFromMesh, (context) => makeGlobe(context, radius, rings), {
    on: `${triangles} triangles, radius ${radius}, half-width ${halfWidth}`,
    run: ({ vertices, faces }) => gridFromMesh(vertices, faces, { voxelSize: 1, halfWidth }),
    check: ({ numVoxels }, { faces }) => {
      const thick = numVoxels / (4 * Math.PI * radius ** 2);
      const isThick = halfWidth === 0
        ? thick > 1 && thick < 2
        : Math.abs(thick - 2 * halfWidth) < 0.1;
      return isThick && faces.shape[0] === triangles;
    },
  });
}

await benchTable(import.meta.main, [
  row(gridFromIjk, small, {
    on: onSurface,
    run: ({ ijk }) => gridFromIjk(ijk),
    check: ({ numVoxels }, { ijk }) => numVoxels === countDistinct(ijk.readSync()),
  }),
  row(gridFromPoints, surfaceInput, {
    on: onSurface,
    run: ({ points }) => gridFromPoints(points, { voxelSize: 1 }),
    check: (built, { grid }) => built.numVoxels === grid.numVoxels,
  }),
  row(gridFromPointsWithRows, surfaceInput, {
    on: onSurface,
    run: ({ points }) => gridFromPointsWithRows(points, { voxelSize: 1 }),
    check: ({ rows }, { grid, ijk }) => {
      using expected = ijkToIndex(grid, ijk);
      return equalArrays(rows.readSync(), expected.readSync());
    },
  }),
  row(gridFromNearestVoxelsToPoints, surfaceInput, {
    on: onSurface,
    run: ({ points }) => gridFromNearestVoxelsToPoints(points, { voxelSize: 1 }),
    check: (grid, { ijk }) => grid.numVoxels === countCorners(ijk.readSync()),
  }),
  row(gridFromDense, everyOther, {
    on: `${BOX}^3`,
    run: ({ context }) => gridFromDense({ context, dims: BOX }),
    check: ({ numVoxels }) => numVoxels === BOX ** 3,
  }),
  row(gridFromDense, everyOther, {
    on: `every other voxel of ${BOX}^3`,
    run: ({ context, mask }) => gridFromDense({ context, dims: BOX, mask }),
    check: ({ numVoxels }) => numVoxels === BOX ** 3 / 2,
  }),
  row(gridFromDenseAxisAlignedBounds, (context) => context, {
    on: "64^3",
    run: (context) => gridFromDenseAxisAlignedBounds({ context, dims: 64, min: -1, max: 1 }),
    check: (grid) => grid.numVoxels === 64 ** 3 && grid.voxelSizes[0] === 2 / 64,
  }),
  // Many small triangles, and few large ones; the shell alone, and a band.
  meshRow(200, 256, 0),
  meshRow(200, 16, 0),
  meshRow(100, 128, 3),
  ...Deno.env.get("DENOVDB_LARGE") === "1" ? [meshRow(200, 256, 3), meshRow(800, 256, 3)] : [],
  row(gridFromNvdb, nvdbGrids, {
    on: ({ voxels }) => `${voxels} voxels of a surface`,
    run: ({ grids, context }) => gridFromNvdb(grids, { context }),
    check: ({ grid, values }, { voxels }) => grid.numVoxels === voxels && values.length === voxels,
  }),
  row(gridToNvdb, (context) => {
    const { grid } = shared(context, surfaceInput);
    return { grid, values: randomUniform([grid.numVoxels], { context, dtype: "f32", seed: 1 }) };
  }, {
    on: ({ grid }) => `${grid.numVoxels} voxels of a surface`,
    run: ({ grid, values }) => gridToNvdb(grid, { values }),
    check: ([first], { grid }) =>
      first?.values?.length === grid.numVoxels && first.ijk.length === 3 * grid.numVoxels,
  }),
  row(gridFromZeroGrids, (context) => context, {
    on: "",
    run: (context) => gridFromZeroGrids({ context }),
    check: ({ gridCount }) => gridCount === 0,
  }),
  row(gridFromZeroVoxels, (context) => ({
    context,
    origin: Array.from({ length: 1000 }, (_, b) => [b, 0, 0] as const),
  }), {
    on: "1000 grids",
    run: (options) => gridFromZeroVoxels(options),
    check: ({ gridCount }) => gridCount === 1000,
  }),
  row(gridIjk, surfaceInput, {
    on: onSurface,
    run: ({ grid }) => gridIjk(grid),
    check: ({ data }, { ijk }) => countDistinct(data.readSync()) === countDistinct(ijk.readSync()),
  }),
  row(concatenateGrids, tenGrids, {
    on: (input) => `ten of a ${onSurface(input)}`,
    run: ({ batches }) => concatenateGrids(batches),
    check: (all, { grid }) => all.numVoxels === 10 * grid.numVoxels,
  }),
  row(selectGrids, (context) => {
    const { batches, ...surface } = shared(context, tenGrids);
    return { ...surface, batch: concatenateGrids(batches) };
  }, {
    on: (input) => `every other of ten of a ${onSurface(input)}`,
    run: ({ batch }) => selectGrids(batch, { step: 2 }),
    check: (some, { grid }) => some.numVoxels === 5 * grid.numVoxels,
  }),
]);
