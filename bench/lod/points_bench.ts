/** Points of a tree as columns, and the rows that they come from. */

import { lodPoints, lodRows } from "../../lib/lod/mod.ts";
import { buildLod, openContext } from "../../mod.ts";
import { benchOperator } from "../_harness.ts";
import { layTiles, madeTile } from "./_clouds.ts";

const context = openContext();
const tile = madeTile(1_000_000);
const { points, colors } = layTiles(context, tile, { tiles: 1, order: "shuffled" });
const tree = buildLod(points, colors, { rows: true });

benchOperator(`lodPoints, ${tile.count} points`, context, () => lodPoints(tree), (columns) => {
  const sum = (all: Int32Array): number => all.reduce((total, value) => total + value, 0);
  return sum(columns.coordinates.readSync()) === sum(points.readSync());
});

benchOperator(`lodRows, ${tile.count} points`, context, () => lodRows(tree), (rows) => {
  const seen = rows.readSync();
  return new Set(seen).size === tile.count;
});
