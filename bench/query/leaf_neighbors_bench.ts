/** The leaves around each leaf. */

import { leafNeighbors } from "../../lib/query/mod.ts";
import { openContext } from "../../mod.ts";
import { benchOperator } from "../_harness.ts";
import { surfaceInput } from "../grid/_points.ts";

const context = openContext();
const { grid } = surfaceInput(context);

benchOperator(
  `leafNeighbors, ${grid.counts.leaves} leaves`,
  context,
  () => leafNeighbors(grid),
  (table) => {
    // Being neighbours is mutual: entry n of a leaf leads to a leaf whose entry 26 - n leads back.
    const all = table.readSync();
    return all.every((leaf, at) =>
      leaf < 0n || all[Number(leaf) * 27 + 26 - at % 27] === BigInt(Math.floor(at / 27))
    );
  },
);
