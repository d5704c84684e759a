/**
 * Triangles by brute force: cut by the sides of boxes, and nearest places on them.
 *
 * @module
 */

import type { Ijk } from "./_oracle.ts";

/** A place. */
export type Place = readonly [x: number, y: number, z: number];

/** Three corners. */
export type Corners = readonly [a: Place, b: Place, c: Place];

/** One number per axis. */
export type Triple = readonly [x: number, y: number, z: number];

/** A mesh as the oracle sees it. */
export interface Mesh {
  readonly vertices: readonly Place[];
  readonly faces: readonly (readonly [a: number, b: number, c: number])[];
}

/** A vertex or a corner that is there. */
function pick<T>(list: readonly T[], place: number): T {
  const found = list[place];
  if (found === undefined) throw new RangeError(`There is no element ${place}`);
  return found;
}

/** The corners of a face. */
export function cornersOf({ vertices, faces }: Mesh, face: number): Corners {
  const [a, b, c] = pick(faces, face);
  return [pick(vertices, a), pick(vertices, b), pick(vertices, c)];
}

/** Applies a function to every component. */
function map(place: Place, change: (value: number, axis: 0 | 1 | 2) => number): Place {
  return [change(place[0], 0), change(place[1], 1), change(place[2], 2)];
}

/** World to voxel space. */
export function inVoxels(corners: Corners, size: Triple, origin: Triple): Corners {
  const change = (place: Place): Place =>
    map(place, (one, axis) => (one - origin[axis]) / size[axis]);
  return [change(corners[0]), change(corners[1]), change(corners[2])];
}

/** Whether the closed cell of a voxel has a point of a triangle: what six half spaces leave of it. */
export function touchesCell(corners: Corners, voxel: Ijk): boolean {
  let rest: readonly Place[] = corners;
  for (const axis of [0, 1, 2] as const) {
    for (const side of [-1, 1]) {
      const depth = (place: Place): number => 0.5 - side * (place[axis] - voxel[axis]);
      rest = cut(rest, depth);
    }
  }
  return rest.length > 0;
}

/** The part of a polygon where a linear function is not negative. */
function cut(polygon: readonly Place[], depth: (place: Place) => number): Place[] {
  return polygon.flatMap((place, at) => {
    const next = pick(polygon, (at + 1) % polygon.length);
    const [here, there] = [depth(place), depth(next)];
    const part = here / (here - there);
    const between = map(place, (one, axis) => one + part * (next[axis] - one));
    const crosses = (here > 0 && there < 0) || (here < 0 && there > 0);
    return [...(here >= 0 ? [place] : []), ...(crosses ? [between] : [])];
  });
}

/** A place as integers over a positive one: x / w, y / w, z / w. */
type Ratio = readonly [x: bigint, y: bigint, z: bigint, w: bigint];

/** The same as {@linkcode touchesCell} in exact arithmetic, for corners that are whole numbers of quarters. */
export function touchesCellExactly(corners: Corners, voxel: Ijk): boolean {
  let rest = corners.map((corner): Ratio => [
    BigInt(corner[0] * 4),
    BigInt(corner[1] * 4),
    BigInt(corner[2] * 4),
    4n,
  ]);
  for (const axis of [0, 1, 2] as const) {
    for (const side of [-1n, 1n]) {
      // Twice 1/2 - side (x - v), times w.
      const depth = (place: Ratio): bigint =>
        place[3] - 2n * side * (place[axis] - BigInt(voxel[axis]) * place[3]);
      rest = rest.flatMap((place, at) => {
        const next = pick(rest, (at + 1) % rest.length);
        const [here, there] = [depth(place), depth(next)];
        const share = (n: 0 | 1 | 2 | 3): bigint =>
          place[n] * (there < 0n ? -there : there) + next[n] * (here < 0n ? -here : here);
        const crosses = (here > 0n && there < 0n) || (here < 0n && there > 0n);
        const between: Ratio[] = crosses ? [[share(0), share(1), share(2), share(3)]] : [];
        return here >= 0n ? [place, ...between] : between;
      });
    }
  }
  return rest.length > 0;
}

/** A product of two vectors. */
export function dot(a: Place, b: Place): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/** The difference of two places. */
export function minus(a: Place, b: Place): Place {
  return map(a, (one, axis) => one - b[axis]);
}

/** How far a point is from a triangle. */
export function distanceTo([a, b, c]: Corners, point: Place): number {
  const [u, v, w] = [minus(b, a), minus(c, a), minus(point, a)];
  const [uu, uv, vv] = [dot(u, u), dot(u, v), dot(v, v)];
  const [wu, wv] = [dot(w, u), dot(w, v)];
  const determinant = uu * vv - uv * uv;
  const edges = [toSegment(a, b, point), toSegment(b, c, point), toSegment(c, a, point)];
  const least = Math.min(...edges);
  if (!(determinant > 0)) return least;
  const s = (wu * vv - wv * uv) / determinant;
  const t = (wv * uu - wu * uv) / determinant;
  if (s < 0 || t < 0 || s + t > 1) return least;
  const foot = map(a, (one, axis) => one + s * u[axis] + t * v[axis]);
  return Math.min(least, Math.hypot(...minus(point, foot)));
}

function toSegment(from: Place, to: Place, point: Place): number {
  const along = minus(to, from);
  const length = dot(along, along);
  const part = length > 0 ? dot(minus(point, from), along) / length : 0;
  const share = Math.min(1, Math.max(0, part));
  return Math.hypot(...minus(point, map(from, (one, axis) => one + share * along[axis])));
}

/** Numbers of all vertices, [n, 3]. */
export function flatVertices({ vertices }: Mesh): Float64Array<ArrayBuffer> {
  return Float64Array.from(vertices.flat());
}

/** Numbers of all faces, [n, 3]. */
export function flatFaces({ faces }: Mesh): Int32Array<ArrayBuffer> {
  return Int32Array.from(faces.flat());
}

/** A closed ball of triangles around a center: an octahedron whose sides are halved some times. */
export function makeBall(center: Place, radius: number, halvings: number): Mesh {
  const vertices: Place[] = [[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1]];
  let faces: [number, number, number][] = [];
  for (const x of [0, 1]) {
    for (const y of [2, 3]) {
      for (const z of [4, 5]) {
        const flips = x + (y - 2) + (z - 4);
        faces.push(flips % 2 === 0 ? [x, y, z] : [x, z, y]);
      }
    }
  }
  for (let turn = 0; turn < halvings; turn++) {
    const middles = new Map<string, number>();
    const middle = (a: number, b: number): number => {
      const name = a < b ? `${a},${b}` : `${b},${a}`;
      const known = middles.get(name);
      if (known !== undefined) return known;
      const sum = map(pick(vertices, a), (one, axis) => one + pick(vertices, b)[axis]);
      const length = Math.hypot(...sum);
      vertices.push(map(sum, (one) => one / length));
      middles.set(name, vertices.length - 1);
      return vertices.length - 1;
    };
    faces = faces.flatMap(([a, b, c]): [number, number, number][] => {
      const [ab, bc, ca] = [middle(a, b), middle(b, c), middle(c, a)];
      return [[a, ab, ca], [ab, b, bc], [ca, bc, c], [ab, bc, ca]];
    });
  }
  return {
    vertices: vertices.map((place) => map(place, (one, axis) => one * radius + center[axis])),
    faces,
  };
}
