/** Building the voxels that interpolation at points reads. */

import { gridFromNearestVoxelsToPoints } from "../../lib/grid/mod.ts";
import { openContext } from "../../mod.ts";
import { benchOperator } from "../_harness.ts";
import { surfaceInput } from "./_points.ts";
import { countDistinct } from "./_inputs.ts";

const context = openContext();
const { count, points, ijk } = surfaceInput(context);

/** Counts the eight voxels of all points by sorting them. */
function countCorners(coordinates: Int32Array): number {
  const corners = new Int32Array(coordinates.length * 8);
  for (let corner = 0; corner < 8; corner++) {
    for (let at = 0; at < coordinates.length; at++) {
      corners[corner * coordinates.length + at] = (coordinates[at] ?? 0) + ((corner >> at % 3) & 1);
    }
  }
  return countDistinct(corners);
}

benchOperator(
  `gridFromNearestVoxelsToPoints, surface of ${count} points`,
  context,
  () => gridFromNearestVoxelsToPoints(points, { voxelSize: 1 }),
  (grid) => grid.numVoxels === countCorners(ijk.readSync()),
);
