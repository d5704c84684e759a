/** Positions of voxels in a list in random order. */

import { ijkToInvIndex } from "../../lib/query/mod.ts";
import { ijkToIndex, openContext } from "../../mod.ts";
import { benchOperator } from "../_harness.ts";
import { surfaceInput } from "../grid/_points.ts";

const context = openContext();
const { count, grid, ijk } = surfaceInput(context);
const rows = ijkToIndex(grid, ijk);

benchOperator(
  `ijkToInvIndex, surface of ${count} points`,
  context,
  () => ijkToInvIndex(grid, ijk),
  (positions) => {
    const own = rows.readSync();
    return positions.data.readSync().every((position, row) =>
      own[Number(position)] === BigInt(row)
    );
  },
);
