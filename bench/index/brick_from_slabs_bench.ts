/** Volumes in bricks from slices that come one after the other, read twice and read once. */

import { brickFromSlabs, type VoxelSlabs } from "../../lib/index/mod.ts";
import { openContext } from "../../mod.ts";
import { equalArrays } from "../_harness.ts";
import { brickSize, makeBricks, THRESHOLD } from "./_bricks.ts";

const SLICES = 16;
const context = openContext();
const { n, dense, bricks } = makeBricks(context, brickSize(context));
const voxels = dense.readSync();
const options = { context, dims: bricks.dims, dtype: "u16", threshold: THRESHOLD } as const;

function* slabs(): Generator<Uint16Array<ArrayBuffer>> {
  const step = SLICES * n * n;
  for (let at = 0; at < voxels.length; at += step) yield voxels.subarray(at, at + step);
}

for (const [name, source] of [["read twice", () => slabs], ["read once", slabs]] as const) {
  const run = (): ReturnType<typeof brickFromSlabs<"u16">> =>
    brickFromSlabs<"u16">(source() as VoxelSlabs<"u16">, { ...options, brick: bricks.edge });
  using made = await run();
  if (!equalArrays(made.pool.readSync(), bricks.pool.readSync())) {
    throw new Error(`Cannot time brickFromSlabs, ${name}: its result is wrong`);
  }
  Deno.bench({
    name: `brickFromSlabs, ${name}, ${n ** 3} items on ${context.device}`,
    fn: async () => {
      using _volume = await run();
      context.synchronizeSync();
    },
  });
}
