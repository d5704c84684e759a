/**
 * Clouds and meshes turned so that another axis points up.
 *
 * @module
 */

import type { PointCloud, Triple } from "../../io/mod.ts";
import type { UpAxis } from "../picture/volume/upright.ts";
import { heightColors } from "./cloud.ts";
import type { ColoredGrid } from "./colored_grid.ts";

/** For each axis of the picture, that of the file from 1 to 3, below 0 where it is turned over; volumes turn alike. */
const TURNS: Readonly<Record<UpAxis, Triple>> = {
  z: [1, 2, 3],
  "-z": [1, -2, -3],
  y: [3, 1, 2],
  "-y": [1, 3, -2],
  x: [2, 3, 1],
  "-x": [3, 2, -1],
};

/** A place or a direction where an axis points up. */
export function turnedUp(place: Triple, up: UpAxis): Triple {
  const of = (turn: number): number => (place[Math.abs(turn) - 1] ?? NaN) * Math.sign(turn);
  const [x, y, z] = TURNS[up];
  return [of(x), of(y), of(z)];
}

/** A cloud or a mesh where an axis points up; the same if that is z. */
export function cloudTurnedUp(cloud: PointCloud, up: UpAxis): PointCloud {
  if (up === "z") return cloud;
  const [a, b] = [turnedUp(cloud.bounds.min, up), turnedUp(cloud.bounds.max, up)];
  const side = (pick: (...values: number[]) => number): Triple => [
    pick(a[0], b[0]),
    pick(a[1], b[1]),
    pick(a[2], b[2]),
  ];
  const { normals } = cloud;
  return {
    ...cloud,
    positions: turnAll(cloud.positions, up),
    ...(normals === undefined ? {} : { normals: turnAll(normals, up) }),
    bounds: { min: side(Math.min), max: side(Math.max) },
  };
}

/** Voxels where an axis points up; the same if that is z. */
export function gridTurnedUp(grid: ColoredGrid, up: UpAxis): ColoredGrid {
  if (up === "z") return grid;
  const { cloud, ijk } = grid;
  const points = turnAll(cloud.points, up);
  const colors = cloud.colorSource === "file" ? cloud.colors : heightColors(points);
  const turned = { ...cloud, points, colors, origin: turnedUp(cloud.origin, up) };
  return { ...grid, cloud: turned, ijk: turnAll(ijk, up) };
}

function turnAll<A extends Float32Array | Float64Array | Int32Array>(values: A, up: UpAxis): A {
  const out = values.slice();
  for (let at = 0; at + 2 < values.length; at += 3) {
    TURNS[up].forEach((turn, axis) => {
      out[at + axis] = (values[at + Math.abs(turn) - 1] ?? NaN) * Math.sign(turn);
    });
  }
  return out as A;
}
