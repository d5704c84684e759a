/** Whose rows are. */

import { rowGrids } from "../../lib/query/mod.ts";
import { gridFromIjk, jaggedFromList, openContext } from "../../mod.ts";
import { benchOperator, equalArrays } from "../_harness.ts";
import { drawPoints } from "../grid/_inputs.ts";

const context = openContext();
const lists = Array.from({ length: 64 }, (_, b) => drawPoints("surface", 20_000, "random", b + 1));
const ijk = jaggedFromList(lists, { context, shape: [3] });
const grid = gridFromIjk(ijk);
const expected = grid.voxelCounts.flatMap((count, b) => Array<number>(count).fill(b));

benchOperator(
  `rowGrids, ${grid.numVoxels} voxels of ${grid.gridCount} grids`,
  context,
  () => rowGrids(grid),
  (grids) => equalArrays(grids.readSync(), expected),
);
