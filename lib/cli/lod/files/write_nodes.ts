/**
 * Nodes of trees with voxels, from a tree to files.
 *
 * @module
 */

import type { PointAttribute, PointValues } from "../../../io/mod.ts";
import { type LodNode, lodPoints, lodRows, type LodTree, lodVoxels } from "../../../lod/mod.ts";
import { attributesOf, hasAttributes, strengthsAmong } from "../points/attributes.ts";
import type { LodContent, LodFrame, LodWriter } from "./nodes.ts";
import { type LodTensors, readField } from "../points/tensors.ts";

/** A tree on its way to files. */
export interface NodeSources {
  /** The tree of the cloud. */
  readonly tree: LodTree;
  /** Its place. */
  readonly frame: LodFrame;
  /** Called with the number of points that are written. */
  readonly onProgress: (points: number) => Promise<void>;
}

/** Plan by which the tree of a cloud becomes files. */
export interface NodePlan {
  /** Whether the tree has to be built with rows. */
  readonly needsRows: boolean;
  /** Writes all nodes to a folder that is there; returns the bytes of the files. */
  readonly write: (folder: string, sources: NodeSources) => Promise<number>;
}

/** Looks what of a cloud has to be written besides places and colors. */
export async function planNodes(cloud: LodTensors, format: "tiles" | "dvlod"): Promise<NodePlan> {
  if (format === "tiles") {
    const wanted = cloud.fields.filter(({ name }) =>
      name === "intensity" || name === "classification"
    );
    const strengths = strengthsAmong(await Promise.all(wanted.map(readField)));
    return {
      needsRows: hasAttributes(strengths),
      write: async (folder, sources) => {
        const { TileWriter } = await import("./tiles.ts");
        const own = attributesOf(sources.tree, strengths);
        using writer = new TileWriter(folder, sources.frame);
        const { tree } = sources;
        return await writeNodes(writer, sources, (node) => ({
          ...contentOf(tree, node, []),
          ...own.of(node),
        }));
      },
    };
  }
  return {
    needsRows: true,
    write: async (folder, sources) => {
      // Colors are in every node already.
      const fields = cloud.fields.filter(({ name }) => name !== "rgb");
      const columns = await Promise.all(fields.map(readField));
      const { describeAttributes, DvlodWriter } = await import("./dvlod.ts");
      using writer = new DvlodWriter(folder, sources.frame, describeAttributes(columns));
      const { tree } = sources;
      return await writeNodes(writer, sources, (node) => contentOf(tree, node, columns));
    },
  };
}

async function writeNodes(
  writer: LodWriter,
  { tree, onProgress }: NodeSources,
  take: (node: LodNode) => LodContent,
): Promise<number> {
  let points = 0;
  for (const node of tree.nodes()) {
    await writer.write(take(node));
    if (node.kind === "leaf") points += node.pointCount;
    await onProgress(points);
  }
  return await writer.finish();
}

/**
 * Reads a node's points or voxels back, and attributes of points.
 *
 * @param tree The tree; with rows if there are attributes.
 * @param node One of its nodes.
 * @param columns Attributes by row of the input.
 * @returns What the node holds.
 */
function contentOf(
  tree: LodTree,
  node: LodNode,
  columns: readonly PointAttribute[],
): LodContent {
  const { level, cell, kind, firstPoint, pointCount, firstVoxel, voxelCount } = node;
  const isLeaf = kind === "leaf";
  using own = isLeaf
    ? lodPoints(tree, { first: firstPoint, count: pointCount })
    : lodVoxels(tree, { first: firstVoxel, count: voxelCount });
  const coordinates = new Uint32Array(own.coordinates.readSync().buffer);
  if (isLeaf && tree.isWhole) {
    const { min } = tree.cube;
    for (let at = 0; at < coordinates.length; at++) {
      coordinates[at] = (coordinates[at] ?? 0) - (min[at % 3] ?? 0);
    }
  }
  const content = { level, cell, kind, coordinates, colors: own.colors.readSync() };
  if (!isLeaf || columns.length === 0) return content;
  using column = lodRows(tree, { first: firstPoint, count: pointCount });
  // Clouds in memory have fewer than 2^32 points: the lower words tell all.
  const rows = new Uint32Array(column.readSync().buffer).filter((_, at) => at % 2 === 0);
  return { ...content, attributes: columns.map((all) => takeRows(all, rows)) };
}

function takeRows({ name, values, width }: PointAttribute, rows: Uint32Array): PointAttribute {
  const type = values.constructor as new (length: number) => PointValues;
  const out = new type(rows.length * width);
  let at = 0;
  for (const row of rows) {
    for (let k = 0; k < width; k++) out[at++] = values[row * width + k] ?? 0;
  }
  return { name, values: out, width };
}
