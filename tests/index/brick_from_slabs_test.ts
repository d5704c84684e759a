import { assert, assertEquals, assertRejects } from "@std/assert";
import fc from "fast-check";
import {
  brickFromSlabs,
  type BrickFromSlabsOptions,
  brickVolume,
  IndexError,
  type VoxelSlabs,
  type VoxelType,
} from "../../lib/index/mod.ts";
import type { Context, TypedArrayOf } from "../../mod.ts";
import { Random } from "../_arrays.ts";
import { eachBackend } from "../_backends.ts";
import { failEachAllocation } from "../_failures.ts";
import { RUNS } from "./_cases.ts";
import { assertSame, assertVolume, type Dense, onDevice, randomDense } from "./_dense.ts";

/** Voxels cut between slices at random; the same array is used for all. */
function* cut<D extends VoxelType>(
  voxels: TypedArrayOf<D>,
  { dims: [x, y, z] }: Dense,
  seed: number,
): Generator<TypedArrayOf<D>> {
  const random = new Random(seed);
  for (let from = 0; from < z;) {
    const to = Math.min(z, from + random.integer(1, 4));
    yield voxels.subarray(from * x * y, to * x * y) as TypedArrayOf<D>;
    from = to;
  }
}

eachBackend("brickFromSlabs() gives the bytes of brickVolume()", async (context) => {
  const extents = fc.tuple(
    fc.integer({ min: 1, max: 12 }),
    fc.integer({ min: 1, max: 12 }),
    fc.integer({ min: 1, max: 40 }),
  );
  const choice = fc.tuple(
    fc.constantFrom<VoxelType>("u8", "u16", "i16", "f16", "f32"),
    fc.constantFrom(2, 4, 8, 16, 64, "best" as const),
    fc.constantFrom("cells" as const, "payload" as const),
    fc.constantFrom("rank" as const, "table" as const),
    fc.constantFrom(0, 0.01, 0.3),
    fc.nat(),
  );
  await fc.assert(
    fc.asyncProperty(
      extents,
      choice,
      async (dims, [dtype, brick, coverage, slots, share, seed]) => {
        const dense = randomDense(dims, share, seed);
        using volume = onDevice(context, dense, dtype);
        const voxels = volume.readSync();
        const options = { threshold: 3, brick, coverage, slots } as const;
        using wanted = brickVolume(volume, options);
        const slabs = (): VoxelSlabs => cut(voxels, dense, seed);
        const own = { ...options, context, dims, dtype } as const;
        using twice = await brickFromSlabs(slabs, own);
        assertSame(twice, wanted);
        if (brick === "best") return;
        using once = await brickFromSlabs(slabs(), own);
        assertSame(once, wanted);
      },
    ),
    { ...RUNS, numRuns: 50 },
  );
});

eachBackend("brickFromSlabs() takes asynchronous slabs, one at a time", async (context) => {
  const dense = randomDense([5, 6, 20], 0.2, 3);
  const voxels = Uint8Array.from(dense.data);
  const slab = new Uint8Array(30);
  async function* slices(): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    for (let z = 0; z < 20; z++) {
      await Promise.resolve();
      slab.set(voxels.subarray(30 * z, 30 * z + 30));
      yield slab;
    }
  }
  const options = { context, dims: dense.dims, dtype: "u8", threshold: 0, brick: 4 } as const;
  using once = await brickFromSlabs(slices(), options);
  assertVolume(once, dense);
  using twice = await brickFromSlabs(slices, { ...options, brick: "best" });
  assertVolume(twice, dense);
});

eachBackend("brickFromSlabs() never holds the whole volume", async (context) => {
  const dims = [64, 64, 256] as const;
  const slice = new Uint16Array(64 * 64);
  slice[2000] = 9;
  function* slices(): Generator<Uint16Array<ArrayBuffer>> {
    for (let z = 0; z < 256; z++) yield slice;
  }
  await context.synchronize();
  const { liveBytes } = context.stats();
  for (const slabs of [slices(), slices]) {
    context.resetPeak();
    const options = { context, dims, dtype: "u16", threshold: 0, brick: 8 } as const;
    using volume = await brickFromSlabs(slabs, options);
    assertEquals(volume.filled, 37);
    const held = context.stats().peakBytes - liveBytes;
    assert(held < 0.4 * 2 * dims[0] * dims[1] * dims[2], `${held} bytes were held`);
  }
});

/** How voxels in slabs are refused. */
async function refusal(
  context: Context,
  slabs: Iterable<unknown>,
  options: Record<string, unknown> = {},
): Promise<[string, string]> {
  const own = { context, dims: [2, 2, 3], dtype: "u8", threshold: 0, brick: 2, ...options };
  const error = await assertRejects(
    () => brickFromSlabs(slabs as VoxelSlabs, own as unknown as BrickFromSlabsOptions<VoxelType>),
    Error,
  );
  const code = error instanceof IndexError ? error.code : error.name;
  return [code, error.message.replace("Cannot run brickFromSlabs: ", "")];
}

eachBackend("brickFromSlabs() names what is wrong, and leaves nothing behind", async (context) => {
  const slab = (n: number): Uint8Array<ArrayBuffer> => new Uint8Array(n);
  const refused = (slabs: Iterable<unknown>, options?: Record<string, unknown>) =>
    refusal(context, slabs, options);
  assertEquals(await refused([slab(4), slab(6)]), [
    "LENGTH",
    "a slab has 6 voxels, slices of 4 expected",
  ]);
  assertEquals(await refused([slab(0)]), ["LENGTH", "a slab has 0 voxels, slices of 4 expected"]);
  assertEquals(await refused([slab(8)]), ["LENGTH", "slabs have 2 slices, 3 expected"]);
  assertEquals(await refused([]), ["LENGTH", "slabs have 0 slices, 3 expected"]);
  assertEquals(await refused([slab(8), slab(8)]), [
    "LENGTH",
    "slabs have 4 slices or more, 3 expected",
  ]);
  assertEquals(await refused([new Int8Array(12)]), [
    "TypeError",
    "a slab is an Int8Array, a Uint8Array expected",
  ]);
  assertEquals(await refused([[1, 2, 3, 4]]), [
    "TypeError",
    "a slab is an Array, a Uint8Array expected",
  ]);
  const nan = new Float32Array(12);
  nan[7] = NaN;
  const floats = [nan.subarray(0, 4), nan.subarray(4, 8), nan.subarray(8)];
  const [code, message] = await refused(floats, { dtype: "f32" });
  assertEquals(code, "NAN_VOXELS");
  assert(message.includes("the first is number 7"), message);
  const gone = slab(12);
  structuredClone(gone.buffer, { transfer: [gone.buffer] });
  assertEquals((await refused([gone]))[0], "LENGTH");
  assertEquals((await refused([slab(12)], { dims: [2 ** 20, 2 ** 20, 2] }))[0], "TOO_LARGE");
  assertEquals((await refused([slab(12)], { dims: [2, -2, 3] }))[0], "NOT_INTEGER_POSITIVE");
  assertEquals((await refused([slab(12)], { brick: "best" }))[0], "BAD_BRICK");
  assertEquals((await refused([slab(12)], { brick: 3 }))[0], "BAD_BRICK");
  assertEquals((await refused([slab(12)], { threshold: NaN }))[0], "BAD_THRESHOLD");
  assertEquals((await refused([slab(12)], { dims: [2, 2] }))[0], "BAD_RANK");
  assertEquals((await refused([slab(12)], { dims: [2, 0, 2] }))[0], "EMPTY_DIMENSION");
  assertEquals((await refused([slab(12)], { dims: [2, 2.5, 2] }))[0], "NOT_INTEGER");
  assertEquals((await refused([slab(12)], { dtype: "i32" }))[0], "TypeError");
  function* broken(): Generator<Uint8Array> {
    yield slab(8);
    throw new RangeError("the file ends here");
  }
  assertEquals(await refused(broken()), ["RangeError", "the file ends here"]);
});

eachBackend("brickFromSlabs() refuses slabs that change between two readings", async (context) => {
  let turn = 0;
  const slabs = (): Uint8Array<ArrayBuffer>[] => [new Uint8Array(27).fill(turn++)];
  const changing = { context, dims: [3, 3, 3], dtype: "u8", threshold: 0, brick: 2 } as const;
  const error = await assertRejects(() => brickFromSlabs(slabs, changing), IndexError);
  assertEquals(error.code, "LENGTH");
});

eachBackend("brickFromSlabs() frees everything when an allocation fails", async (context) => {
  const dense = randomDense([6, 6, 9], 0.3, 2);
  const voxels = Uint8Array.from(dense.data);
  const slabs = (): VoxelSlabs<"u8"> => cut<"u8">(voxels, dense, 1);
  const options = { context, dims: dense.dims, dtype: "u8", threshold: 5, brick: 4 } as const;
  using _once = await failEachAllocation(context, () => brickFromSlabs(slabs(), options), 8);
  using _twice = await failEachAllocation(context, () => brickFromSlabs(slabs, options), 8);
});
