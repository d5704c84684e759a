/**
 * Copies of the points and voxels of a tree: checks, and the call.
 *
 * @module
 */

import type { LodPointsRequest, Native, Status } from "../../ffi/_generated/native.ts";
import { handleOf } from "../../ffi/owned.ts";
import { bundle } from "../core/bundle.ts";
import { checkParts, checkUsable, refuse } from "../../ffi/base/checks.ts";
import { type Caller, computeTensors } from "../core/compute_tensors.ts";
import { LodTree } from "./base/tree.ts";
import type { LodColumns, LodRange } from "./points.ts";

/** A part of a tree, checked. */
export interface TreePart extends Caller {
  readonly count: number;
  readonly request: Omit<LodPointsRequest, "outCoordinates" | "outColors">;
}

/** Takes all points or voxels of a tree, or a range of them that is there. */
export function takeRange(
  operator: string,
  tree: LodTree,
  kind: "points" | "voxels",
  range: LodRange | undefined,
): TreePart {
  checkUsable({ operator, name: "tree" }, tree, LodTree);
  const { context, counts } = tree;
  const n = counts[kind];
  if (range !== undefined) checkParts({ operator, name: "range" }, range);
  const { first, count } = range ?? { first: 0, count: n };
  const isRange = Number.isSafeInteger(first) && Number.isSafeInteger(count) && first >= 0 &&
    count >= 0 && first + count <= n;
  if (!isRange) refuse(operator, `${count} from ${first} on are asked for, there are ${n}`);
  const request = { context: handleOf(context), lod: handleOf(tree), first, count };
  return { operator, context, count, request };
}

/** Copies coordinates and colors. */
export function copyColumns(
  part: TreePart,
  copy: (native: Native, request: LodPointsRequest) => Status,
): LodColumns {
  const { count, request } = part;
  const layouts = { coordinates: ["i32", [count, 3]], colors: ["u8", [count, 4]] } as const;
  const columns = computeTensors(
    part,
    layouts,
    (native, out) =>
      copy(native, { ...request, outCoordinates: out.coordinates, outColors: out.colors }),
  );
  return bundle("LodColumns", columns);
}
