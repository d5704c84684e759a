/**
 * Surfaces of fields by maps of voxels: vertices on edges, and the lines in which surfaces meet the sides of cells.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { canonical, type Ijk, keyOf } from "../grid/_oracle.ts";

/** One number per axis. */
export type Triple = readonly [x: number, y: number, z: number];

/** A grid with a field as the oracle sees it. */
export interface FieldGrid {
  readonly list: readonly Ijk[];
  readonly size: Triple;
  readonly origin: Triple;
}

/** An element that is there. */
export function pick<T>(list: ArrayLike<T>, place: number): T {
  const found = list[place];
  if (found === undefined) throw new RangeError(`There is no element ${place} of ${list.length}`);
  return found;
}

/** A line in a side of a cell, from edge to edge. */
type Line = readonly [from: number, to: number];

/** A vertex, by the voxels of its edge. */
export interface Vertex {
  readonly low: number;
  readonly high: number;
  readonly axis: number;
  /** Share of the upper voxel. */
  readonly part: number;
  readonly position: readonly number[];
}

/** A cell that the surface cuts: how many triangles it has, and the lines around them, between vertices. */
interface Cell {
  readonly triangles: number;
  readonly lines: readonly Line[];
}

/** The surface in one grid. */
export interface Surface {
  readonly vertices: readonly Vertex[];
  readonly cells: readonly Cell[];
}

const CORNERS: readonly Ijk[] = [0, 1].flatMap((x) =>
  [0, 1].flatMap((y) => [0, 1].map((z): Ijk => [x, y, z]))
);

/** The 12 edges of a cell as pairs of corners that differ along an axis. */
const EDGES = [0, 1, 2].flatMap((axis) =>
  CORNERS.flatMap((corner, low) => {
    const high = low + (4 >> axis);
    return corner[axis] === 0 ? [{ axis, low, high }] : [];
  })
);

/**
 * The lines in which the surface meets the sides of a cell, from edge to edge, inside corners on their left seen from
 * outside the cell.
 */
export function linesOf(inside: readonly boolean[]): Line[] {
  const lines: Line[] = [];
  for (const axis of [0, 1, 2]) {
    for (const side of [0, 1]) {
      const corners = CORNERS.flatMap((corner, c) => corner[axis] === side ? [c] : []);
      const edges = EDGES.flatMap((edge, e) =>
        corners.includes(edge.low) && corners.includes(edge.high) ? [e] : []
      );
      for (const group of groupsOf(corners.filter((c) => inside[c]), edges)) {
        const crossed = edges.filter((e) =>
          group.includes(pick(EDGES, e).low) !== group.includes(pick(EDGES, e).high)
        );
        if (crossed.length === 2) {
          lines.push(directed(crossed as [number, number], group, axis, side));
        }
      }
    }
  }
  return lines;
}

/** Corners that edges of a side join. */
function groupsOf(corners: readonly number[], edges: readonly number[]): number[][] {
  const groups = corners.map((c) => [c]);
  for (const e of edges) {
    const a = groups.find((group) => group.includes(pick(EDGES, e).low));
    const b = groups.find((group) => group.includes(pick(EDGES, e).high));
    if (a === undefined || b === undefined || a === b) continue;
    a.push(...b);
    groups.splice(groups.indexOf(b), 1);
  }
  return groups;
}

function middleOf(edge: number): number[] {
  const { low, high } = pick(EDGES, edge);
  return pick(CORNERS, low).map((value, axis) => (value + pick(pick(CORNERS, high), axis)) / 2);
}

/** Turns a line so that (to - from) x (outward normal) points to the inside corners. */
function directed(
  [from, to]: readonly [number, number],
  group: readonly number[],
  axis: number,
  side: number,
): Line {
  const [p, q] = [middleOf(from), middleOf(to)];
  const along = q.map((value, a) => value - pick(p, a));
  const normal = [0, 0, 0].map((_, a) => a === axis ? side * 2 - 1 : 0);
  const towards = [0, 1, 2].map((a) => {
    const [b, c] = [(a + 1) % 3, (a + 2) % 3];
    return pick(along, b) * pick(normal, c) - pick(along, c) * pick(normal, b);
  });
  const center = [0, 1, 2].map((a) =>
    group.reduce((sum, c) => sum + pick(pick(CORNERS, c), a), 0) / group.length -
    (pick(p, a) + pick(q, a)) / 2
  );
  const product = towards.reduce((sum, value, a) => sum + value * pick(center, a), 0);
  return product > 0 ? [from, to] : [to, from];
}

/** Triangles that loops of lines are cut into. */
function countTriangles(lines: readonly Line[]): number {
  const next = new Map(lines);
  let triangles = lines.length;
  for (const [start] of lines) {
    if (!next.has(start)) continue;
    triangles -= 2;
    for (let at: number | undefined = start; at !== undefined;) {
      const to: number | undefined = next.get(at);
      next.delete(at);
      at = to;
    }
  }
  return triangles;
}

/**
 * Draws a grid.
 *
 * @param value Value of a row of the grid.
 * @param firstRow Row of the grid's first voxel over the batch.
 */
export function drawSurface(
  { list, size, origin }: FieldGrid,
  value: (row: number) => number,
  isoLevel: number,
  firstRow = 0,
): Surface {
  const voxels = canonical(list);
  const rows = new Map(voxels.map((ijk, row) => [keyOf(ijk), row]));
  const found = new Map<string, Vertex>();
  const drawn: { readonly triangles: number; readonly lines: Line[]; readonly names: string[] }[] =
    [];
  for (const ijk of voxels) {
    const corners = CORNERS.map(([x, y, z]) =>
      rows.get(keyOf([ijk[0] + x, ijk[1] + y, ijk[2] + z])) ?? -1
    );
    if (corners.some((row) => row < 0 || !Number.isFinite(value(row)))) continue;
    const values = corners.map((row) => value(row));
    const inside = values.map((one) => one < isoLevel);
    const lines = linesOf(inside);
    const names = EDGES.map(({ axis, low, high }) => {
      const [a, b] = [pick(values, low), pick(values, high)];
      const row = pick(corners, low);
      const name = `${row},${axis}`;
      if ((a < isoLevel) === (b < isoLevel)) return "";
      const part = Number.isFinite(b - a)
        ? (isoLevel - a) / (b - a)
        : (isoLevel / 2 - a / 2) / (b / 2 - a / 2);
      const place = pick(CORNERS, low).map((offset, n) =>
        pick(ijk, n) + offset + (n === axis ? part : 0)
      );
      const position = place.map((one, n) => one * pick(size, n) + pick(origin, n));
      const ends = { low: firstRow + row, high: firstRow + pick(corners, high) };
      found.set(name, { ...ends, axis, part, position });
      return name;
    });
    if (lines.length > 0) drawn.push({ triangles: countTriangles(lines), lines, names });
  }
  const order = [...found.entries()].sort(([, a], [, b]) => a.low - b.low || a.axis - b.axis);
  const places = new Map(order.map(([name], place) => [name, place]));
  return {
    vertices: order.map(([, vertex]) => vertex),
    cells: drawn.map(({ triangles, lines, names }) => ({
      triangles,
      lines: lines.map(([from, to]): Line => [
        places.get(pick(names, from)) ?? NaN,
        places.get(pick(names, to)) ?? NaN,
      ]),
    })),
  };
}

/** Counts each edge of triangles with its direction. */
export function countEdges(faces: ArrayLike<number>): Map<string, number> {
  const counts = new Map<string, number>();
  for (let at = 0; at < faces.length; at++) {
    const next = at % 3 === 2 ? at - 2 : at + 1;
    const edge = `${faces[at]},${faces[next]}`;
    counts.set(edge, (counts.get(edge) ?? 0) + 1);
  }
  return counts;
}

/** The edges of triangles that no other triangle has the other way round. */
export function borderOf(faces: ArrayLike<number>): string[] {
  const counts = countEdges(faces);
  assertEquals([...counts.values()].filter((count) => count !== 1), [], "edges of many triangles");
  return [...counts.keys()].filter((edge) => !counts.has(edge.split(",").reverse().join(",")));
}

/** Refuses triangles, cell after cell, that do not have the lines of their cells as borders. */
export function assertFaces(faces: readonly number[], { cells }: Surface): void {
  let at = 0;
  for (const { triangles, lines } of cells) {
    const part = faces.slice(at, at + triangles * 3);
    assertEquals(borderOf(part).sort(), lines.map((line) => line.join(",")).sort());
    assertEquals(new Set(part).size, lines.length);
    at += triangles * 3;
  }
  assertEquals(faces.length, at);
}

/** The volume within a closed mesh; positive when triangles are counterclockwise from outside. */
export function volumeOf(vertices: ArrayLike<number>, faces: ArrayLike<number>): number {
  let sum = 0;
  for (let at = 0; at < faces.length; at += 3) {
    const [a, b, c] = [0, 1, 2].map((corner) =>
      [0, 1, 2].map((axis) => vertices[(faces[at + corner] ?? 0) * 3 + axis] ?? NaN)
    ) as [number[], number[], number[]];
    sum += pick(a, 0) * (pick(b, 1) * pick(c, 2) - pick(b, 2) * pick(c, 1)) +
      pick(a, 1) * (pick(b, 2) * pick(c, 0) - pick(b, 0) * pick(c, 2)) +
      pick(a, 2) * (pick(b, 0) * pick(c, 1) - pick(b, 1) * pick(c, 0));
  }
  return sum / 6;
}
