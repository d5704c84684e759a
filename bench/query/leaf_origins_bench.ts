/** Where leaves lie. */

import { leafOrigins } from "../../lib/query/mod.ts";
import { gridFromIjk, openContext } from "../../mod.ts";
import { benchOperator } from "../_harness.ts";
import { surfaceInput } from "../grid/_points.ts";

const context = openContext();
const { grid } = surfaceInput(context);

benchOperator(
  `leafOrigins, ${grid.counts.leaves} leaves`,
  context,
  () => leafOrigins(grid),
  (origins) => {
    using same = gridFromIjk(origins);
    return same.numVoxels === grid.counts.leaves && same.counts.leaves === grid.counts.leaves &&
      origins.readSync().every((value) => value % 8 === 0);
  },
);
