/** Neighbours of coordinates in random order. */

import { neighborIndexes } from "../../lib/query/mod.ts";
import { ijkToIndex, openContext } from "../../mod.ts";
import { benchOperator } from "../_harness.ts";
import { surfaceInput } from "../grid/_points.ts";

const context = openContext();
const { count, grid, ijk } = surfaceInput(context, 200_000);
const own = ijkToIndex(grid, ijk);

benchOperator(
  `neighborIndexes of extent 1, surface of ${count} points`,
  context,
  () => neighborIndexes(grid, ijk, { extent: 1 }),
  (rows) => {
    const all = rows.readSync();
    return own.readSync().every((row, n) => all[n * 27 + 13] === row);
  },
);
