/** The cells of voxels as corners and edges. */

import { edgeNetwork } from "../../lib/query/mod.ts";
import { gridIjk, openContext } from "../../mod.ts";
import { benchOperator } from "../_harness.ts";
import { surfaceInput } from "../grid/_points.ts";

const context = openContext();
const { grid } = surfaceInput(context, 200_000);
const ijk = gridIjk(grid);

benchOperator(
  `edgeNetwork, ${grid.numVoxels} voxels`,
  context,
  () => edgeNetwork(grid),
  ({ vertices, edges }) => {
    const corners = vertices.data.readSync();
    // The grid has voxels of size 1 around the origin: the first corner of a cell is half a voxel below its centre.
    const areBeside = ijk.data.readSync().every((value, at) =>
      corners[Math.floor(at / 3) * 24 + at % 3] === value - 0.5
    );
    return areBeside && edges.data.shape[0] === grid.numVoxels * 12;
  },
);
