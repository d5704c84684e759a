/**
 * Places of the files of a tree, and what of it does not fit together.
 *
 * @module
 */

import type { PointBounds } from "../../../io/mod.ts";
import type { LodTree } from "../../../lod/mod.ts";
import type { Crs } from "../../input/crs.ts";
import { formatCount } from "../../shared/table.ts";

/** A file of points. */
export interface LodInput {
  /** Its path. */
  readonly path: string;
  /** The box around its points, as far as it is known. */
  readonly box: PointBounds;
  /** The system of its coordinates, where it names one. */
  readonly crs: Crs | undefined;
  /** The definition of that, where there is one. */
  readonly wkt?: string | undefined;
}

/** The definition of the coordinate system of all files; nothing if one has none, or another one. */
export function projectionOf(inputs: readonly LodInput[]): { readonly projection?: string } {
  const [first] = inputs;
  const isCommon = inputs.every(({ wkt }) => wkt === first?.wkt);
  return isCommon && first?.wkt !== undefined ? { projection: first.wkt } : {};
}

/** So many times the size of the largest file may lie between files that belong together. */
const FAR = 10;

/** The system of all files; nothing where one names none, or another. */
export function commonCrs(inputs: readonly LodInput[]): Crs | undefined {
  const [first] = inputs;
  const isCommon = inputs.every(({ crs }) =>
    crs?.name === first?.crs?.name && crs?.verticalUnit === first?.crs?.verticalUnit
  );
  return isCommon ? first?.crs : undefined;
}

/**
 * Says which files cannot lie in one tree as they are: of several systems of coordinates, or so far from each other that
 * either is a speck in a view of both.
 *
 * @param inputs The files.
 * @returns A sentence for each problem.
 */
export function doubtsAbout(inputs: readonly LodInput[]): string[] {
  return [...differentSystems(inputs), ...farApart(inputs)];
}

/**
 * Says that a cloud as a whole shows next to nothing, as most of it lies in a few places far from each other.
 *
 * @param voxels Voxels of the root; none where it has points.
 * @param gridSize Cells of the root along each axis.
 */
export function doubtsAboutRoot(voxels: number, gridSize: number): string[] {
  if (voxels === 0 || voxels >= gridSize / SPARSE) return [];
  return [
    `all points lie in ${voxels} of the ${gridSize} x ${gridSize} x ${gridSize} cells around them: some are far ` +
    "away from the rest, and a view of all shows next to nothing",
  ];
}

/** Says the same of a tree that is built. */
export function doubtsAboutTree(tree: LodTree): string[] {
  const root = tree.nodes().find(({ level, kind }) => level === 0 && kind === "inner");
  return doubtsAboutRoot(root?.voxelCount ?? 0, tree.gridSize);
}

/** A line through the root has so many times fewer voxels than cells that are expected. */
const SPARSE = 8;

function differentSystems(inputs: readonly LodInput[]): string[] {
  const seen = new Map<string, string>();
  for (const { path, crs } of inputs) {
    if (crs !== undefined && !seen.has(crs.name)) seen.set(crs.name, path);
  }
  if (seen.size < 2) return [];
  const [first, second] = [...seen].map(([name, path]) => `"${path}" ${name}`);
  return [
    `the inputs have different coordinate systems, ${first} and ${second}: their coordinates are combined as they are`,
  ];
}

function farApart(inputs: readonly LodInput[]): string[] {
  const placed = inputs.filter(({ box }) => sizeOf(box) > 0);
  const largest = Math.max(0, ...placed.map(({ box }) => sizeOf(box)));
  const [first, ...waiting] = placed;
  if (first === undefined || waiting.length === 0) return [];
  // All that is near to the first file, or to one that is near.
  const near = [first];
  for (const one of near) {
    for (let at = waiting.length - 1; at >= 0; at--) {
      const other = waiting[at];
      if (other === undefined || gapBetween(one.box, other.box) > FAR * largest) continue;
      near.push(other);
      waiting.splice(at, 1);
    }
  }
  const [far] = waiting;
  if (far === undefined) return [];
  const gap = Math.min(...near.map(({ box }) => gapBetween(box, far.box)));
  const times = formatCount(gap / largest);
  return [
    `"${first.path}" and "${far.path}" are ${
      formatCount(gap)
    } units apart, ${times} times the size of the ` +
    "largest input: a view of all shows next to nothing; build a tree for each",
  ];
}

/** The diagonal of a box; 0 for those that say nothing. */
function sizeOf({ min, max }: PointBounds): number {
  const size = Math.hypot(max[0] - min[0], max[1] - min[1], max[2] - min[2]);
  return Number.isFinite(size) && min.every((low, axis) => low <= (max[axis] ?? NaN)) ? size : 0;
}

/** The distance between two boxes; 0 where they touch. */
function gapBetween(a: PointBounds, b: PointBounds): number {
  const along = (axis: 0 | 1 | 2): number =>
    Math.max(0, a.min[axis] - b.max[axis], b.min[axis] - a.max[axis]);
  return Math.hypot(along(0), along(1), along(2));
}
