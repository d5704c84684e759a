/**
 * Rows of operators that ask grids.
 *
 * @module
 */
import * as query from "../../lib/query/mod.ts";
import { coarsenedGrid } from "../../lib/topology/mod.ts";
import { REALS } from "./_inputs.ts";
import { parts } from "./_marks.ts";
import { alike, byType, type Family } from "./_table.ts";

/** Rows, activity and neighbors of voxels. */
export const QUERY: Family = {
  name: "query",
  exported: query,
  cases: (inputs) => {
    const { ball, batch, none, coords, batchCoords, own } = inputs;
    const points = byType(REALS, (dtype) => [ball, inputs.points(dtype)]);
    const lists = inputs.batchPoints("f32");
    const ofBatch = { rows: "batch" };
    const cube = parts({ min: [-0.25, -0.5, -0.75], max: [0.5, 0.25, 1] }, "max[]");
    return {
      coordsInGrid: {
        "ball": [ball, coords],
        "batch": [batch, batchCoords],
        "empty": [none, coords],
      },
      ijkToIndex: {
        "ball": [ball, coords],
        "batch": [batch, batchCoords],
        "batch, cumulative": [batch, batchCoords, ofBatch],
      },
      ijkToInvIndex: {
        "ball": [ball, coords],
        "batch, cumulative": [batch, batchCoords, ofBatch],
      },
      neighborIndexes: {
        "ball extent 1": [ball, coords, { extent: 1 }],
        "batch extent 2 shifted": [
          batch,
          batchCoords,
          parts({ extent: 2, bitshift: 1, ...ofBatch }, "bitshift", "rows"),
        ],
      },
      ...alike("hilbert hilbertYxz hilbertZyx morton mortonZxy mortonZyx", {
        "voxels": [inputs.wholes("i32", [inputs.count(10_000), 3], { high: 1 << 20 })],
      }),
      ...alike("gridHilbert gridHilbertYxz gridHilbertZyx gridMorton gridMortonZxy gridMortonZyx", {
        "ball": [ball],
        "batch, offset": [batch, { offset: [50, 60, 70] }],
      }),
      pointsInGrid: {
        ...points,
        "f32 batch": [batch, lists],
        "f32 empty": [none, inputs.points("f32")],
      },
      pointsToIndex: {
        ...points,
        "f64 batch, cumulative": [batch, inputs.batchPoints("f64"), ofBatch],
      },
      ...alike("voxelToWorld worldToVoxel", { ...points, "f32 batch": [batch, lists] }),
      ...alike("cubesInGrid cubesIntersectGrid", {
        ...byType(REALS, (dtype) => [ball, inputs.points(dtype), cube]),
        "f32 batch": [batch, lists, cube],
      }),
      edgeNetwork: {
        ...byType(REALS, (dtype) => [ball, { dtype }]),
        "batch, voxel space": [batch, { voxelSpace: true }],
        "empty": [none],
      },
      ...alike("leafGrids leafOrigins rowGrids", { "batch": [batch] }),
      leafNeighbors: { "ball": [ball], "batch": [batch] },
      neighborRows: {
        "ball extent 1": [ball, { extent: 1 }],
        "batch extent 2, cumulative": [batch, parts({ extent: 2, ...ofBatch }, "rows")],
      },
      rowMap: {
        "ball to its coarse grid": [ball, own(coarsenedGrid(ball, { factor: 2 })), { divisor: 2 }],
        "batch shifted, cumulative": [
          batch,
          batch,
          { scale: [1, 2, 1], shift: [1, 0, -1], ...ofBatch },
        ],
      },
    };
  },
};
