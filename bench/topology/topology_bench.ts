/**
 * Grids from grids; `topology_protocol.ts` measures them by size, with their memory and against NanoVDB.
 *
 * @module
 */

import { type Context, mergedGridWithRows } from "../_api.ts";
import { benchTable, row } from "../_harness.ts";
import { CASES } from "./_cases.ts";
import { buildSurfaces, type Surface } from "./_surface.ts";

const POINTS = 100_000;
const surface = (context: Context): Surface => buildSurfaces(context, POINTS);

await benchTable(import.meta.main, [
  ...CASES.map(({ operator, name, run, count }) =>
    row(operator, surface, {
      on: `${name}, surface of ${POINTS} points`,
      run,
      check: ({ numVoxels }, { voxels }) => numVoxels === count(voxels()),
    })
  ),
  row(mergedGridWithRows, surface, {
    on: `merge two, surface of ${POINTS} points`,
    run: ({ grid, shifted }) => mergedGridWithRows(grid, shifted),
    check: ({ rows: [own] }, { grid }) => {
      return own?.readSync().filter((row) => row >= 0n).length === grid.numVoxels;
    },
  }),
]);
