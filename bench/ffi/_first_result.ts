/**
 * A program that opens the device that it is told and builds a grid.
 *
 * @module
 */

import { type Device, gridFromPoints, openContext, tensor } from "../../mod.ts";

const [device = "auto"] = Deno.args;
using context = openContext({ device: device as Device });
using points = tensor([0, 0, 0, 1, 2, 3], { context, shape: [2, 3], dtype: "f32" });
using grid = gridFromPoints(points, { voxelSize: 0.1 });
if (grid.counts.voxels !== 2) Deno.exit(1);
