import { assert, assertEquals } from "@std/assert";
import { StatusCode } from "../../ffi/_generated/symbols.ts";
import { handleOf } from "../../ffi/owned.ts";
import { nativeOf } from "../../ffi/context.ts";
import { dtypeCode } from "../../lib/core/dtype.ts";
import { type Context, emptyTensor, type GridBatch, gridFromIjk, tensor } from "../../mod.ts";
import { eachBackend, isGpu } from "../_backends.ts";
import { randomSource } from "../grid/_oracle.ts";

/** Enough rays for what saves time with many. */
const RAYS = 70_000;

/** Counts voxels along rays with one allocation failing, 0 for none; undefined if the call says that memory ran out. */
function countWith(
  context: Context,
  { grid, origins, along }: {
    readonly grid: GridBatch;
    readonly origins: ReturnType<typeof emptyTensor>;
    readonly along: ReturnType<typeof emptyTensor>;
  },
  failing: number,
): BigInt64Array | undefined {
  using ends = emptyTensor([RAYS], { context, dtype: "i64" });
  context.failAllocation(failing);
  const status = nativeOf(context).voxelsAlongRaysCount({
    context: handleOf(context),
    grid: handleOf(grid),
    origins: handleOf(origins.buffer),
    directions: handleOf(along.buffer),
    dtype: dtypeCode("f32"),
    n: RAYS,
    offsets: BigInt64Array.of(0n, BigInt(RAYS)),
    nGrids: 1,
    tMin: 0,
    tMax: Infinity,
    eps: 0,
    most: 2 ** 31,
    outEnds: handleOf(ends.buffer),
  });
  context.failAllocation(0);
  if (status === StatusCode.OUT_OF_MEMORY) return undefined;
  assertEquals(status, StatusCode.OK);
  return ends.readSync();
}

for (
  const [name, side, spare] of [
    ["a small grid, of rows of voxels and of what is left over", 60, 2],
    ["a large grid, of rows of leaves", 1000, 1],
  ] as const
) {
  eachBackend(
    `voxels along rays are counted without room for what saves time: ${name}`,
    (context) => {
      const random = randomSource(7);
      const cells = Int32Array.from({ length: 3 * 50_000 }, () => Math.floor(random() * side));
      using ijk = tensor(cells, { context, shape: [50_000, 3] });
      using grid = gridFromIjk(ijk);
      const from = Float32Array.from({ length: 3 * RAYS }, () => (random() * 1.5 - 0.25) * side);
      const to = Float32Array.from({ length: 3 * RAYS }, () => random() - 0.5);
      using origins = tensor(from, { context, shape: [RAYS, 3] });
      using along = tensor(to, { context, shape: [RAYS, 3] });
      const rays = { grid, origins, along };
      const expected = countWith(context, rays, 0);
      assert((expected?.at(-1) ?? 0n) > 1000n, "the rays meet voxels");
      for (let failing = 1; failing <= spare + 2; failing++) {
        const ends = countWith(context, rays, failing);
        if (ends !== undefined) assertEquals(ends, expected);
        const mustCount = isGpu(context) && failing <= spare;
        assert(ends !== undefined || !mustCount, `allocation ${failing} is missed`);
      }
    },
  );
}
