/**
 * Meshes of real files, and how far surfaces are from each other.
 *
 * @module
 */

import { readObj, readPly } from "../../lib/io/mod.ts";
import { cornersOf, distanceTo, type Mesh, type Place } from "../grid/_triangles.ts";
import { pick } from "./_oracle.ts";

/** Rows of three numbers. */
export function rowsOf<T>(flat: ArrayLike<T>): [T, T, T][] {
  return Array.from(
    { length: flat.length / 3 },
    (_, n) => [pick(flat, 3 * n), pick(flat, 3 * n + 1), pick(flat, 3 * n + 2)],
  );
}

/** Reads the text form of an OFF file. */
export function readOff(bytes: Uint8Array): Mesh {
  const [, header = "", ...lines] = new TextDecoder().decode(bytes).split("\n");
  const [vertices = 0, faces = 0] = header.split(" ").map(Number);
  const numbers = lines.map((line) => line.trim().split(/\s+/).map(Number));
  return {
    vertices: numbers.slice(0, vertices).map(([x, y, z]) => [x ?? NaN, y ?? NaN, z ?? NaN]),
    faces: numbers.slice(vertices, vertices + faces)
      .map(([, a, b, c]) => [a ?? NaN, b ?? NaN, c ?? NaN]),
  };
}

/** Reads an OBJ file. */
export function readObjMesh(bytes: Uint8Array): Mesh {
  const { positions, faces } = readObj(bytes);
  return { vertices: rowsOf(positions), faces: rowsOf(faces ?? []) };
}

/** Reads a PLY file. */
export function readPlyMesh(bytes: Uint8Array): Mesh {
  const { positions, faces } = readPly(bytes);
  return { vertices: rowsOf(positions), faces: rowsOf(faces ?? []) };
}

/** The length of the longest side of the box around a mesh. */
export function extentOf({ vertices }: Mesh): number {
  let extent = 0;
  for (const axis of [0, 1, 2]) {
    let [low, high] = [Infinity, -Infinity];
    for (const vertex of vertices) {
      low = Math.min(low, pick(vertex, axis));
      high = Math.max(high, pick(vertex, axis));
    }
    extent = Math.max(extent, high - low);
  }
  return extent;
}

/** Distances of places from a mesh, by all triangles; infinite beyond `most`. */
export function distancesFrom(mesh: Mesh, places: readonly Place[], most: number): number[] {
  const boxes = new Float64Array(mesh.faces.length * 6);
  mesh.faces.forEach((_, face) => {
    const corners = cornersOf(mesh, face);
    for (const axis of [0, 1, 2] as const) {
      const along = corners.map((corner) => corner[axis]);
      boxes[6 * face + axis] = Math.min(...along);
      boxes[6 * face + 3 + axis] = Math.max(...along);
    }
  });
  return places.map((place) => {
    let least = Infinity;
    for (let face = 0; face < mesh.faces.length; face++) {
      const reach = Math.min(least, most);
      let near = true;
      for (let axis = 0; axis < 3 && near; axis++) {
        const at = place[axis] ?? NaN;
        near = at >= (boxes[6 * face + axis] ?? NaN) - reach &&
          at <= (boxes[6 * face + 3 + axis] ?? NaN) + reach;
      }
      if (near) least = Math.min(least, distanceTo(cornersOf(mesh, face), place));
    }
    return least <= most ? least : Infinity;
  });
}

/** Some of the elements of a list, evenly spread. */
export function someOf<T>(list: readonly T[], count: number): T[] {
  const step = Math.max(1, Math.floor(list.length / count));
  return list.filter((_, at) => at % step === 0);
}

/** The Hausdorff distance, at some vertices of both; infinite beyond `most`. */
export function apart(a: Mesh, b: Mesh, most: number, samples = 50): number {
  return Math.max(
    ...distancesFrom(b, someOf(a.vertices, samples), most),
    ...distancesFrom(a, someOf(b.vertices, samples), most),
  );
}

/** How often a closed mesh goes around a place: 1 inside, 0 outside. Sums solid angles (van Oosterom and Strackee). */
export function windingOf(mesh: Mesh, place: Place): number {
  let sum = 0;
  mesh.faces.forEach((_, face) => {
    const [a, b, c] = cornersOf(mesh, face).map((corner) =>
      corner.map((one, axis) => one - (place[axis] ?? NaN))
    ) as [number[], number[], number[]];
    const dot = (p: number[], q: number[]): number =>
      pick(p, 0) * pick(q, 0) + pick(p, 1) * pick(q, 1) + pick(p, 2) * pick(q, 2);
    const [la, lb, lc] = [a, b, c].map((one) => Math.sqrt(dot(one, one))) as [
      number,
      number,
      number,
    ];
    const volume = pick(a, 0) * (pick(b, 1) * pick(c, 2) - pick(b, 2) * pick(c, 1)) +
      pick(a, 1) * (pick(b, 2) * pick(c, 0) - pick(b, 0) * pick(c, 2)) +
      pick(a, 2) * (pick(b, 0) * pick(c, 1) - pick(b, 1) * pick(c, 0));
    sum += Math.atan2(volume, la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb);
  });
  return sum / (2 * Math.PI);
}
