/** Whose leaves are. */

import { leafGrids } from "../../lib/query/mod.ts";
import { gridFromIjk, jaggedFromList, openContext } from "../../mod.ts";
import { benchOperator } from "../_harness.ts";
import { drawPoints } from "../grid/_inputs.ts";

const context = openContext();
const lists = Array.from({ length: 64 }, (_, b) => drawPoints("surface", 20_000, "random", b + 1));
const ijk = jaggedFromList(lists, { context, shape: [3] });
const grid = gridFromIjk(ijk);

benchOperator(
  `leafGrids, ${grid.counts.leaves} leaves of ${grid.gridCount} grids`,
  context,
  () => leafGrids(grid),
  (grids) => {
    const all = grids.readSync();
    return new Set(all).size === 64 &&
      all.every((one, at) => at === 0 || one >= (all[at - 1] ?? 0));
  },
);
