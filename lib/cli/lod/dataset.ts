/**
 * Trees in folders: what the command and the functions for programs have in common.
 *
 * @module
 */

import { openContext } from "../../core/context.ts";
import { Staging } from "../shared/staging.ts";
import { buildAtOnce, type LodRequest, type LodWork } from "./build.ts";
import { DVLOD_NAMES, PAGE_NAMES, POTREE_NAMES, TILE_NAMES } from "./files/nodes.ts";
import type { LodSummary } from "./summary.ts";

/** Who is told, and what ends the work. */
export interface DatasetOptions extends Pick<LodWork, "progress" | "warn"> {
  /** The caller's option that replaces folders, for messages; "--force" if omitted. */
  readonly overwriteOption?: string;
  /** Signal that ends the work, instead of those that the process gets. */
  readonly signal?: AbortSignal | undefined;
}

/** Builds what was asked for and puts it into its folder, as a whole or not at all. */
export async function buildDataset(
  request: LodRequest,
  { progress, warn, overwriteOption, signal }: DatasetOptions,
): Promise<LodSummary> {
  const { out, memory, pick } = request;
  await using staging = await Staging.open(out, {
    overwrite: request.overwrite,
    overwriteOption,
    known: [...TILE_NAMES, ...POTREE_NAMES, ...DVLOD_NAMES, ...PAGE_NAMES],
    signal,
  });
  progress.show("reading", 0);
  using context = openContext({ device: request.device });
  const work = { request, context, staging, progress, warn };
  if (memory === undefined) return await buildAtOnce(work);
  const { buildInParts } = await import("./build_parts.ts");
  return await buildInParts(work, { memoryLimit: memory, pick });
}
