/**
 * Building grids of what was read of NanoVDB files.
 *
 * @module
 */

import { gridFromNvdb } from "../../lib/grid/mod.ts";
import { openContext } from "../../mod.ts";
import { encodeNvdb, readNvdb } from "../../lib/io/mod.ts";
import { benchOperator } from "../_harness.ts";
import { countDistinct, drawPoints } from "./_inputs.ts";

const context = openContext();
const points = drawPoints("surface", 100_000, "random");
const ijk = distinct(points);
const grids = readNvdb(
  encodeNvdb([{ type: "float", ijk, values: new Float32Array(ijk.length / 3) }]),
);
const voxels = countDistinct(points);
benchOperator(
  `gridFromNvdb, ${voxels} voxels of a surface`,
  context,
  () => gridFromNvdb(grids, { context }),
  ({ grid, values }) => grid.numVoxels === voxels && values.length === voxels,
);

/** Leaves repeated coordinates out. */
function distinct(points: Int32Array): Int32Array {
  const seen = new Set<string>();
  const kept: number[] = [];
  for (let at = 0; at < points.length; at += 3) {
    const one = points.subarray(at, at + 3);
    const key = one.join();
    if (seen.has(key)) continue;
    seen.add(key);
    kept.push(...one);
  }
  return Int32Array.from(kept);
}
