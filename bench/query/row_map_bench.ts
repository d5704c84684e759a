/** Rows of other grids: the same voxels by masks, neighbours and parents by lookups. The floor is the rows written. */

import { rowMap, type RowMapOptions } from "../../lib/query/mod.ts";
import { gridFromIjk, openContext, tensor } from "../../mod.ts";
import { benchOperator } from "../_harness.ts";
import { surfaceInput } from "../grid/_points.ts";

const context = openContext();
const { count, grid, ijk } = surfaceInput(context);
const flat = ijk.readSync();
const shape = [count, 3];
using halves = tensor(flat.map((value) => value >> 1), { context, shape });
using moved = tensor(flat.map((value, at) => value + (at % 3 === 2 ? 1 : 0)), { context, shape });
const parents = gridFromIjk(halves);
const neighbours = gridFromIjk(moved);

const CASES = [
  ["the same voxels", grid, {}],
  ["neighbours", neighbours, { shift: [0, 0, 1] }],
  ["parents", parents, { divisor: 2 }],
] as const;

for (const [name, other, options] of CASES) {
  const asked: RowMapOptions = options;
  benchOperator(
    `rowMap, ${name} of ${grid.numVoxels} voxels, floor ${
      (grid.numVoxels * 8 / 1e6).toFixed(1)
    } MB`,
    context,
    () => rowMap(grid, other, asked),
    // Every voxel leads to one, and every voxel of the other grid is led to.
    (rows) => new Set(rows.readSync()).size === other.numVoxels && !rows.readSync().includes(-1n),
  );
}
