/**
 * Attributes of points besides places and colors, on their way into tiles.
 *
 * @module
 */

import { tensor } from "../../../core/mod.ts";
import type { PointAttribute, PointTile } from "../../../io/mod.ts";
import { lodMajority, lodMean, type LodNode, lodRows, type LodTree } from "../../../lod/mod.ts";
import { type LocalCloud, wholeShorts } from "../../input/cloud.ts";

/** Intensities and classes, where there are some. */
export type Attributes = Pick<PointTile, "intensities" | "classifications">;

/** Intensities and classes of a cloud. */
export type Strengths = Pick<LocalCloud, "intensities" | "classifications">;

/** Intensities and classes of nodes. */
export interface TreeAttributes {
  /** Those of the points of a leaf, or of the voxels of another node. */
  of(node: LodNode): Attributes;
}

/** Intensities and classes among the columns of a cloud, as tiles have them. */
export function strengthsAmong(
  columns: readonly Pick<PointAttribute, "name" | "values">[],
): Strengths {
  const find = (wanted: string) => columns.find(({ name }) => name === wanted)?.values;
  const [strengths, classes] = [find("intensity"), find("classification")];
  const isStrength = strengths instanceof Float32Array || strengths instanceof Uint16Array;
  const rows = Uint32Array.from({ length: strengths?.length ?? 0 }, (_, row) => row);
  return {
    ...(isStrength ? { intensities: wholeShorts(rows, strengths) } : {}),
    ...(classes && { classifications: new Uint8Array(classes) }),
  };
}

/** The attributes of a cloud that tell points apart. */
export function attributesIn({ intensities, classifications }: Strengths): Strengths {
  const varies = (values: Uint8Array | Uint16Array): boolean =>
    values.some((value) => value !== values[0]);
  return {
    ...(intensities !== undefined && varies(intensities) ? { intensities } : {}),
    ...(classifications !== undefined && varies(classifications) ? { classifications } : {}),
  };
}

/** Whether a cloud has attributes that tell points apart; its tree has to be built with rows then. */
export function hasAttributes(cloud: Strengths): boolean {
  return Object.keys(attributesIn(cloud)).length > 0;
}

/** Values of all points in the order of the file, and of all voxels in that of the tree. */
interface Column<A> {
  readonly points: A;
  readonly voxels: A;
}

/**
 * Gives voxels the mean intensity and the most frequent class of their points.
 *
 * @param tree The tree of the cloud, with rows if there are attributes; borrowed.
 * @param cloud The points in the order of the file.
 * @returns The attributes of any node; the tree has to be there as long as they are asked for.
 */
export function attributesOf(tree: LodTree, cloud: Strengths): TreeAttributes {
  const { intensities, classifications } = attributesIn(cloud);
  const strengths = intensities &&
    { points: intensities, voxels: meanStrengths(tree, intensities) };
  const classes = classifications &&
    { points: classifications, voxels: commonClasses(tree, classifications) };
  return {
    of(node): Attributes {
      if (strengths === undefined && classes === undefined) return {};
      const rows = node.kind === "leaf" ? rowsOf(tree, node) : undefined;
      return {
        ...(strengths && { intensities: valuesOf(strengths, node, rows) }),
        ...(classes && { classifications: valuesOf(classes, node, rows) }),
      };
    },
  };
}

function meanStrengths(tree: LodTree, points: Uint16Array): Uint16Array {
  const shape = [points.length, 1];
  using values = tensor(new Float32Array(points), { context: tree.context, shape });
  using means = lodMean(tree, values);
  return Uint16Array.from(means.readSync(), Math.round);
}

function commonClasses(tree: LodTree, points: Uint8Array<ArrayBuffer>): Uint8Array {
  using values = tensor(points, { context: tree.context, shape: [points.length, 1] });
  using classes = lodMajority(tree, values);
  return classes.readSync();
}

function rowsOf(tree: LodTree, { firstPoint, pointCount }: LodNode): BigInt64Array {
  using rows = lodRows(tree, { first: firstPoint, count: pointCount });
  return rows.readSync();
}

function valuesOf<A extends Uint8Array | Uint16Array>(
  { points, voxels }: Column<A>,
  { firstVoxel, voxelCount }: LodNode,
  rows: BigInt64Array | undefined,
): A {
  if (rows === undefined) return voxels.slice(firstVoxel, firstVoxel + voxelCount) as A;
  const own = points.slice(0, rows.length) as A;
  rows.forEach((row, at) => own[at] = points[Number(row)] ?? 0);
  return own;
}
