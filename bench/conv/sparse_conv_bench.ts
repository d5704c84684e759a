/** Convolution of a sphere's shell. */

import { openContext } from "../../mod.ts";
import { benchOperator } from "../_harness.ts";
import { BenchLayer, gridOfSet, toleranceOf } from "./_layers.ts";

const context = openContext();
const grid = gridOfSet(context, "sphere256");

for (const widths of [[8, 16], [32, 32], [64, 64]] as const) {
  for (const dtype of ["f32", "f16"] as const) {
    const layer = new BenchLayer(grid, widths, dtype);
    benchOperator(
      `sparseConv, ${grid.numVoxels} voxels, ${widths.join(" to ")} channels, ${dtype}`,
      context,
      () => layer.run("forward"),
      () => layer.relativeError() <= toleranceOf(dtype),
    );
  }
}
