/**
 * Clouds without the points that have no place.
 *
 * @module
 */
import type { PointCloud } from "../cloud.ts";

/** Leaves points out whose coordinates are not all finite, with all that belongs to them. */
export function dropNonFinite(cloud: PointCloud): PointCloud {
  if (cloud.nonFinite === 0) return cloud;
  const { positions, count, faces, scans, nodes, grid: _grid, ...rest } = cloud;
  const rows = new Uint32Array(count - cloud.nonFinite);
  /** How many points before each one are left out, or -1 if it is. */
  const shifts = new Int32Array(count);
  let kept = 0;
  for (let row = 0; row < count; row++) {
    const x = positions[row * 3] ?? NaN;
    const y = positions[row * 3 + 1] ?? NaN;
    const z = positions[row * 3 + 2] ?? NaN;
    // A difference with itself is 0 for finite numbers only.
    const finite = x - x + (y - y) + (z - z) === 0;
    shifts[row] = finite ? row - kept : -1;
    if (finite) rows[kept++] = row;
  }
  const { colors, normals, intensities, classifications } = cloud;
  const keptBefore = (row: number): number => {
    const next = rows.findIndex((one) => one >= row);
    return next < 0 ? rows.length : next;
  };
  const moveRun = <T extends { readonly first: number; readonly count: number }>(run: T): T => {
    const first = keptBefore(run.first);
    return { ...run, first, count: keptBefore(run.first + run.count) - first };
  };
  return {
    ...rest,
    count: kept,
    positions: pick(positions, rows, 3),
    ...(colors === undefined ? {} : { colors: pick(colors, rows, 3) }),
    ...(normals === undefined ? {} : { normals: pick(normals, rows, 3) }),
    ...(intensities === undefined ? {} : { intensities: pick(intensities, rows, 1) }),
    ...(classifications === undefined ? {} : { classifications: pick(classifications, rows, 1) }),
    ...(faces === undefined ? {} : { faces: renumber(faces, shifts) }),
    ...(scans === undefined ? {} : { scans: scans.map(moveRun) }),
    ...(nodes === undefined ? {} : { nodes: nodes.map(moveRun) }),
  };
}

function pick<T extends Float64Array | Float32Array | Uint16Array | Uint8Array>(
  values: T,
  rows: Uint32Array,
  width: number,
): T {
  const Kind = values.constructor as new (length: number) => T;
  const picked = new Kind(rows.length * width);
  for (let row = 0; row < rows.length; row++) {
    const from = (rows[row] ?? 0) * width;
    for (let at = 0; at < width; at++) picked[row * width + at] = values[from + at] ?? 0;
  }
  return picked;
}

/** The triangles whose corners are all kept, in the new numbers of rows. */
function renumber(faces: Uint32Array, shifts: Int32Array): Uint32Array {
  const kept = new Uint32Array(faces.length);
  let length = 0;
  for (let at = 0; at < faces.length; at += 3) {
    const corners = faces.subarray(at, at + 3);
    if (corners.some((row) => shifts[row] === -1)) continue;
    for (const row of corners) kept[length++] = row - (shifts[row] ?? 0);
  }
  return kept.slice(0, length);
}
