/** Points that keep apart, among a list of points. */

import { lodPoints, lodThin } from "../../lib/lod/mod.ts";
import { buildLod, openContext } from "../../mod.ts";
import { layTiles, madeTile } from "./_clouds.ts";

const context = openContext();
const tile = madeTile(1_000_000);
const { points, colors } = layTiles(context, tile, { tiles: 1, order: "scan" });
const bits = 20;
const tree = buildLod(points, colors, { strategy: "none", bits });
const { coordinates } = lodPoints(tree);

/** Squares of distances that are less than a cell's edge, among neighbours in the list: none may be. */
function tooNear(cellBits: number): number {
  using chosen = lodThin(coordinates, { bits, cellBits });
  const [flags, places] = [chosen.readSync(), coordinates.readSync()];
  const rows = [...flags.keys()].filter((row) => flags[row] === 1);
  if (rows.length < 1000) throw new Error("Cannot time lodThin: few points were chosen");
  const place = (row: number, axis: number): number => places[row * 3 + axis] ?? 0;
  return rows.filter((row, at) => {
    const other = rows[at + 1] ?? -1;
    const squares = [0, 1, 2].map((axis) => (place(row, axis) - place(other, axis)) ** 2);
    return other >= 0 && squares.reduce((sum, square) => sum + square) < 4 ** cellBits;
  }).length;
}

for (const cellBits of [9, 12]) {
  if (tooNear(cellBits) > 0) throw new Error("Cannot time lodThin: points are too near");
  const name = `lodThin, cells of 2^${cellBits} units, ${tile.count} points on ${context.device}`;
  Deno.bench({ name }, async () => {
    lodThin(coordinates, { bits, cellBits }).dispose();
    await context.synchronize();
  });
}
