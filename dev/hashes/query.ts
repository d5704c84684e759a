/**
 * Rows of operators that ask grids.
 *
 * @module
 */
import type { Real } from "../../lib/core/mod.ts";
import * as query from "../../lib/query/mod.ts";
import { coarsenedGrid } from "../../lib/topology/mod.ts";
import type { Inputs } from "./_inputs.ts";
import { byType, type Family, type Row, rows } from "./_table.ts";

const REALS: readonly Real[] = ["f16", "f32", "f64"];

const CODES = [
  { title: "query/hilbert code", voxels: query.hilbert, grid: query.gridHilbert },
  { title: "query/hilbert code zyx", voxels: query.hilbertZyx, grid: query.gridHilbertZyx },
  { title: "query/morton code", voxels: query.morton, grid: query.gridMorton },
  { title: "query/morton code zyx", voxels: query.mortonZyx, grid: query.gridMortonZyx },
] as const;

function queryRows(inputs: Inputs): Row[] {
  return [...voxelRows(inputs), ...pointRows(inputs), ...gridRows(inputs)];
}

function voxelRows(inputs: Inputs): Row[] {
  const { coordsInGrid, ijkToIndex, ijkToInvIndex, neighborIndexes } = query;
  const { ball, batch, none, coords, batchCoords } = inputs;
  const places = inputs.wholes("i32", [10_000, 3], { high: 1 << 20 });
  return [
    ...rows("query/voxel is active", coordsInGrid, {
      "ball": () => coordsInGrid(ball, coords),
      "batch": () => coordsInGrid(batch, batchCoords),
      "empty": () => coordsInGrid(none, coords),
    }),
    ...rows("query/row of voxel", ijkToIndex, {
      "ball": () => ijkToIndex(ball, coords),
      "batch": () => ijkToIndex(batch, batchCoords),
      "batch, cumulative": () => ijkToIndex(batch, batchCoords, { rows: "batch" }),
    }),
    ...rows("query/place of row", ijkToInvIndex, {
      "ball": () => ijkToInvIndex(ball, coords),
      "batch, cumulative": () => ijkToInvIndex(batch, batchCoords, { rows: "batch" }),
    }),
    ...rows("query/rows around voxel", neighborIndexes, {
      "ball extent 1": () => neighborIndexes(ball, coords, { extent: 1 }),
      "batch extent 2 shifted": () =>
        neighborIndexes(batch, batchCoords, { extent: 2, bitshift: 1, rows: "batch" }),
    }),
    ...CODES.flatMap(({ title, voxels, grid }) => [
      ...rows(title, voxels, { "voxels": () => voxels(places) }),
      ...rows(`${title} of grid`, grid, {
        "ball": () => grid(ball),
        "batch, offset": () => grid(batch, { offset: [50, 60, 70] }),
      }),
    ]),
  ];
}

function pointRows(inputs: Inputs): Row[] {
  const { pointsInGrid, pointsToIndex, voxelToWorld, worldToVoxel } = query;
  const { ball, batch, none } = inputs;
  const cube = { min: [-0.25, -0.5, -0.75], max: [0.5, 0.25, 1] } as const;
  return [
    ...rows("query/point in voxel", pointsInGrid, {
      ...byType(REALS, (dtype) => pointsInGrid(ball, inputs.points(dtype))),
      "f32 batch": () => pointsInGrid(batch, inputs.batchPoints("f32")),
      "f32 empty": () => pointsInGrid(none, inputs.points("f32")),
    }),
    ...rows("query/row of point", pointsToIndex, {
      ...byType(REALS, (dtype) => pointsToIndex(ball, inputs.points(dtype))),
      "f64 batch, cumulative": () =>
        pointsToIndex(batch, inputs.batchPoints("f64"), { rows: "batch" }),
    }),
    ...rows("query/voxel to world", voxelToWorld, {
      ...byType(REALS, (dtype) => voxelToWorld(ball, inputs.points(dtype))),
      "f32 batch": () => voxelToWorld(batch, inputs.batchPoints("f32")),
    }),
    ...rows("query/world to voxel", worldToVoxel, {
      ...byType(REALS, (dtype) => worldToVoxel(ball, inputs.points(dtype))),
      "f32 batch": () => worldToVoxel(batch, inputs.batchPoints("f32")),
    }),
    ...(["cubesInGrid", "cubesIntersectGrid"] as const).flatMap((name) =>
      rows(CUBES[name], query[name], {
        ...byType(REALS, (dtype) => query[name](ball, inputs.points(dtype), cube)),
        "f32 batch": () => query[name](batch, inputs.batchPoints("f32"), cube),
      })
    ),
  ];
}

const CUBES = {
  cubesInGrid: "query/cube within voxels",
  cubesIntersectGrid: "query/cube meets voxels",
} as const;

function gridRows({ ball, batch, none }: Inputs): Row[] {
  const { edgeNetwork, leafGrids, leafNeighbors, leafOrigins, neighborRows, rowGrids, rowMap } =
    query;
  return [
    ...rows("query/edges", edgeNetwork, {
      ...byType(REALS, (dtype) => edgeNetwork(ball, { dtype })),
      "batch, voxel space": () => edgeNetwork(batch, { voxelSpace: true }),
      "empty": () => edgeNetwork(none),
    }),
    ...rows("query/grid of leaf", leafGrids, { "batch": () => leafGrids(batch) }),
    ...rows("query/origin of leaf", leafOrigins, { "batch": () => leafOrigins(batch) }),
    ...rows("query/leaves around leaf", leafNeighbors, {
      "ball": () => leafNeighbors(ball),
      "batch": () => leafNeighbors(batch),
    }),
    ...rows("query/rows around row", neighborRows, {
      "ball extent 1": () => neighborRows(ball, { extent: 1 }),
      "batch extent 2, cumulative": () => neighborRows(batch, { extent: 2, rows: "batch" }),
    }),
    ...rows("query/grid of row", rowGrids, { "batch": () => rowGrids(batch) }),
    ...rows("query/row map", rowMap, {
      "ball to its coarse grid": (own) =>
        rowMap(ball, own(coarsenedGrid(ball, { factor: 2 })), { divisor: 2 }),
      "batch shifted, cumulative": () =>
        rowMap(batch, batch, { scale: [1, 2, 1], shift: [1, 0, -1], rows: "batch" }),
    }),
  ];
}

/** Rows, activity and neighbors of voxels. */
export const QUERY: Family = { name: "query", exported: query, rows: queryRows };
