/**
 * Triangles drawn sample by sample, on the host.
 *
 * @module
 */

import type { Tile, Vector } from "./camera.ts";
import type { ViewCamera } from "./look.ts";

/** Triangles that are seen from one place. */
export interface SeenMesh {
  /** For each vertex its column and row in samples of the picture and its depth, below 0 behind the camera, [n, 3]. */
  readonly places: Float64Array;
  /** Vertices of each triangle, [triangles, 3]. */
  readonly faces: Uint32Array;
  readonly isParallel: boolean;
}

/** Faces that each sample of a tile shows. */
export interface SeenFaces {
  /** The nearest triangle, -1 for none, [samples]. */
  readonly faces: Int32Array;
  /** Shares of its three vertices, [samples, 3]. */
  readonly shares: Float32Array;
}

/** Size of a picture, in samples. */
export interface SampleGrid {
  readonly columns: number;
  readonly rows: number;
}

/** Finds where the vertices of a mesh are seen. */
export function seeMesh(
  { positions, faces }: { readonly positions: Float32Array; readonly faces: Uint32Array },
  camera: ViewCamera,
  { columns, rows }: SampleGrid,
): SeenMesh {
  const places = new Float64Array(positions.length);
  const { eye, forward, right, up, isParallel } = camera;
  const [wide, high] = [dot(right, right), dot(up, up)];
  const near = camera.distance * 1e-6;
  for (let at = 0; at + 2 < positions.length; at += 3) {
    const [x = NaN, y = NaN, z = NaN] = [positions[at], positions[at + 1], positions[at + 2]];
    const offset: Vector = [x - eye[0], y - eye[1], z - eye[2]];
    const depth = dot(offset, forward);
    const scale = isParallel ? 1 : depth;
    places[at] = (dot(offset, right) / wide / scale + 1) / 2 * columns;
    places[at + 1] = (1 - dot(offset, up) / high / scale) / 2 * rows;
    // Places that are not finite are not seen.
    places[at + 2] = depth > near ? depth : -1;
  }
  return { places, faces, isParallel };
}

/** Finds the nearest triangle at each sample of a tile, pixel after pixel. */
export function rasterize({ places, faces, isParallel }: SeenMesh, tile: Tile): SeenFaces {
  const { width, firstRow, rows, samples } = tile;
  const [columns, lines, top] = [width * samples, rows * samples, firstRow * samples];
  const depths = new Float64Array(columns * lines).fill(Infinity);
  const seen: SeenFaces = {
    faces: new Int32Array(columns * lines).fill(-1),
    shares: new Float32Array(columns * lines * 3),
  };
  const part = (face: number, corner: number, axis: number): number =>
    places[3 * (faces[3 * face + corner] ?? 0) + axis] ?? NaN;
  for (let face = 0; face < faces.length / 3; face++) {
    const [y0, y1, y2] = [part(face, 0, 1) - top, part(face, 1, 1) - top, part(face, 2, 1) - top];
    const first = Math.max(0, Math.ceil(Math.min(y0, y1, y2) - 0.5));
    const last = Math.min(lines - 1, Math.floor(Math.max(y0, y1, y2) - 0.5));
    if (!(first <= last)) continue;
    const [z0, z1, z2] = [part(face, 0, 2), part(face, 1, 2), part(face, 2, 2)];
    // Triangles that reach behind the camera are left out.
    if (!(z0 > 0 && z1 > 0 && z2 > 0)) continue;
    const [x0, x1, x2] = [part(face, 0, 0), part(face, 1, 0), part(face, 2, 0)];
    const area = (x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0);
    const left = Math.max(0, Math.ceil(Math.min(x0, x1, x2) - 0.5));
    const end = Math.min(columns - 1, Math.floor(Math.max(x0, x1, x2) - 0.5));
    if (area === 0 || !(left <= end)) continue;
    for (let line = first; line <= last; line++) {
      const y = line + 0.5;
      for (let column = left; column <= end; column++) {
        const x = column + 0.5;
        const a = ((x1 - x) * (y2 - y) - (x2 - x) * (y1 - y)) / area;
        const b = ((x2 - x) * (y0 - y) - (x0 - x) * (y2 - y)) / area;
        const c = 1 - a - b;
        if (a < 0 || b < 0 || c < 0) continue;
        // Depths change evenly over the picture where rays are parallel, and their inverses where they are not.
        const inverse = a / z0 + b / z1 + c / z2;
        const depth = isParallel ? a * z0 + b * z1 + c * z2 : 1 / inverse;
        const at = sampleAt(column, line, { width, samples });
        if (depth >= (depths[at] ?? 0)) continue;
        depths[at] = depth;
        seen.faces[at] = face;
        const own = isParallel ? [a, b, c] : [a / z0 / inverse, b / z1 / inverse, c / z2 / inverse];
        seen.shares.set(own, at * 3);
      }
    }
  }
  return seen;
}

/** The place of a sample among those of a tile, where those of one pixel are together. */
function sampleAt(
  column: number,
  line: number,
  { width, samples }: Pick<Tile, "width" | "samples">,
): number {
  const pixel = Math.floor(line / samples) * width + Math.floor(column / samples);
  return (pixel * samples + line % samples) * samples + column % samples;
}

/** Normals of vertices: the mean of those of their triangles, by area. */
export function vertexNormals(positions: Float32Array, faces: Uint32Array): Float32Array {
  const normals = new Float32Array(positions.length);
  for (let at = 0; at + 2 < faces.length; at += 3) {
    const corners = [0, 1, 2].map((k) => 3 * (faces[at + k] ?? 0));
    const [a = 0, b = 0, c = 0] = corners;
    const side = (to: number, axis: number): number =>
      (positions[to + axis] ?? NaN) - (positions[a + axis] ?? NaN);
    const normal = [
      side(b, 1) * side(c, 2) - side(b, 2) * side(c, 1),
      side(b, 2) * side(c, 0) - side(b, 0) * side(c, 2),
      side(b, 0) * side(c, 1) - side(b, 1) * side(c, 0),
    ];
    if (!normal.every(Number.isFinite)) continue;
    for (const corner of corners) {
      for (let axis = 0; axis < 3; axis++) {
        normals[corner + axis] = (normals[corner + axis] ?? 0) + (normal[axis] ?? 0);
      }
    }
  }
  return normals;
}

function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
