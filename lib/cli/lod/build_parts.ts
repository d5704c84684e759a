/**
 * Level-of-detail trees of clouds that do not fit a device, from files to files.
 *
 * @module
 */

import {
  type LodChunk,
  type LodCounts,
  type LodPick,
  type LodSink,
  type LodStreamFrame,
  type LodStreamNode,
  streamLod,
} from "../../lod/mod.ts";
import { leastLodMemory } from "../../lod/stream.ts";
import { FileStore } from "./points/file_store.ts";
import {
  earthFacts,
  frameOf,
  type LodFormat,
  type LodWork,
  nameOf,
  writePageFor,
} from "./build.ts";
import { DvlodWriter } from "./files/dvlod.ts";
import type { LodFrame, LodWriter } from "./files/nodes.ts";
import { PotreeWriter } from "./files/potree_parts.ts";
import { doubtsAbout, doubtsAboutRoot, projectionOf } from "./points/inputs.ts";
import { openLodParts } from "./points/source.ts";
import type { LodSummary } from "./summary.ts";
import { TileTally } from "./points/tallies.ts";
import { TileWriter } from "./files/tiles.ts";
import { paceLabel } from "../shared/progress.ts";
import { formatCount } from "../shared/table.ts";

/** Builds a tree whose parts wait in a file beside those that are written. */
export async function buildInParts(
  { request, context, staging, progress, warn }: LodWork,
  { memoryLimit, pick }: { readonly memoryLimit: number; readonly pick: LodPick },
): Promise<LodSummary> {
  const { inputs, out, format, strategy, pointsPerLeaf, gridSize } = request;
  const isPotree = format === "potree";
  const start = performance.now();
  const parts = await openLodParts(inputs, {
    ...request,
    carries: format === "tiles" ? "strengths" : "all",
  });
  const projection = projectionOf(parts.inputs);
  const { count, dropped, box, extras } = parts;
  const voxels = isPotree ? "none" : strategy;
  const extraBytes = extras.bytes;
  const least = leastLodMemory(count, { strategy: voxels, pointsPerLeaf, gridSize, extraBytes });
  if (memoryLimit < least) {
    throw new RangeError(
      `Cannot build a tree of ${
        formatCount(count)
      } points in ${memoryLimit} bytes of memory: at least ${least} ` +
        `expected; set them by "--memory", or smaller leaves by "--points-per-leaf"`,
    );
  }
  const doubts = doubtsAbout(parts.inputs);
  doubts.forEach(warn);
  const tally = format === "tiles" && extras.bytes > 0
    ? new TileTally(extras, parts.classes)
    : undefined;
  const read = performance.now();
  const show = async (name: string, done: number): Promise<void> => {
    const ms = performance.now() - read;
    progress.show(paceLabel({ name, done, ms }), done / count);
    await staging.check();
  };
  const source = {
    async *chunks(): AsyncGenerator<LodChunk> {
      let done = 0;
      for await (const chunk of parts.chunks()) {
        await show("sorting", done);
        yield { ...chunk, points: placesFor(format, chunk.points) };
        done += chunk.points.length / 3;
      }
    },
  };
  let writer: LodWriter | undefined;
  let placed: LodFrame | undefined;
  let points = 0;
  await staging.begin();
  using store = new FileStore(`${staging.path}.wait`);
  const sink: LodSink = {
    begin(own: LodStreamFrame): void {
      const isLocal = request.local || format !== "tiles";
      const frame = placed = { ...frameOf(own, parts, { isLocal }), ...projection };
      writer = format === "tiles"
        ? new TileWriter(staging.path, frame)
        : format === "dvlod"
        ? new DvlodWriter(staging.path, frame, extras.fields.map(({ bytes: _, ...own }) => own))
        : new PotreeWriter(staging.path, frame, {
          ...request,
          pick,
          context,
          memoryLimit,
          own,
          store,
          name: nameOf(inputs),
          integers: parts.isWhole ? parts : undefined,
          isColored: parts.isColored,
          extras,
          onPicked: (done) => show("picking", done * count),
        });
    },
    async node(node: LodStreamNode): Promise<void> {
      const isLeaf = node.kind === "leaf";
      const isFull = format === "dvlod" && isLeaf;
      await writer?.write({
        ...node,
        ...(isFull ? { attributes: extras.unpack(node.extras) } : {}),
        ...(isLeaf ? tally?.pointsOf(node.extras) : tally?.voxelsOf(node.tallies)),
      });
      if (node.level === 0 && node.kind === "inner" && !isPotree && doubts.length === 0) {
        doubtsAboutRoot(node.colors.length / 4, gridSize).forEach(warn);
      }
      if (node.kind === "leaf") points += node.colors.length / 4;
      await show("writing", points);
    },
  };
  const sizes = {
    pointsPerLeaf,
    gridSize,
    strategy: voxels,
    ...(box === undefined ? {} : { box }),
  };
  const write = async (): Promise<{ counts: LodCounts; written: number }> => {
    using _ = { [Symbol.dispose]: (): void => writer?.[Symbol.dispose]() };
    const { counts } = await streamLod(source, sink, {
      ...sizes,
      context,
      memoryLimit,
      store,
      extraBytes,
      ...(tally === undefined ? {} : { tally }),
    });
    const written = await writer?.finish() ?? 0;
    // What was there before is nothing, and the writer works on the device, too.
    return { counts: { ...counts, bytes: context.stats().peakBytes }, written };
  };
  const { counts, written } = await write();
  const page = await writePageFor(request, staging);
  await staging.commit();
  const done = performance.now();
  return {
    inputs,
    out,
    format,
    device: context.device,
    ...(isPotree ? { pick } : { strategy }),
    points: counts.points,
    dropped,
    colors: parts.isColored ? "file" : "height",
    nodes: counts.nodes,
    inner: counts.inner,
    levels: counts.levels,
    voxels: counts.voxels,
    peakBytes: counts.bytes,
    readMs: read - start,
    buildMs: done - read,
    writeMs: 0,
    pointsPerSecond: counts.points / (done - start) * 1000,
    written: written + page,
    ...(request.page ? { page: true } : {}),
    ...(placed && earthFacts(placed, parts.inputs, format)),
  };
}

/** Cubes of integers have powers of two for edges; tiles have tight ones, and need no integers. */
function placesFor<T extends LodChunk["points"]>(
  format: LodFormat,
  points: T,
): T | Float64Array<ArrayBuffer> {
  const isLoose = format === "tiles" && points instanceof Int32Array;
  return isLoose ? new Float64Array(points) : points;
}
