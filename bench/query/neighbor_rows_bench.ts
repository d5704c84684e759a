/** Neighbours of all voxels. */

import { neighborIndexes, neighborRows } from "../../lib/query/mod.ts";
import { gridIjk, openContext } from "../../mod.ts";
import { benchOperator, equalArrays } from "../_harness.ts";
import { surfaceInput } from "../grid/_points.ts";

const context = openContext();
const { grid } = surfaceInput(context, 200_000);
const ijk = gridIjk(grid);

for (const extent of [1, 2]) {
  const expected = neighborIndexes(grid, ijk, { extent });
  benchOperator(
    `neighborRows of extent ${extent}, surface of ${grid.numVoxels} voxels`,
    context,
    () => neighborRows(grid, { extent }),
    (rows) => equalArrays(rows.data.readSync(), expected.data.readSync()),
  );
}
