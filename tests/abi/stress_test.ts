import { assert, assertEquals } from "@std/assert";
import { DisposedError, fullTensor, gridIjk, NativeError, tensor } from "../../mod.ts";
import type { Context } from "../../ffi/context.ts";
import { convPlanAsync } from "../../lib/conv/mod.ts";
import { gridFromIjkAsync, gridFromPointsAsync } from "../../lib/grid/mod.ts";
import { dilatedGridAsync, prunedGridAsync, refinedGridAsync } from "../../lib/topology/mod.ts";
import { Random } from "../_arrays.ts";
import { contexts, eachBackend, living, openAnother } from "../_backends.ts";

/** Coordinates of a cloud; each number of a cloud has others. */
function drawIjk(number: number): Int32Array<ArrayBuffer> {
  return new Random(100 + number).integers(3 * (50 + 37 * number), -20, 20);
}

/** Voxels of a cloud after some work that is done without waiting, in the words of a reader. */
async function work(context: Context, number: number): Promise<string> {
  const coordinates = drawIjk(number);
  using ijk = tensor(coordinates, { context, shape: [coordinates.length / 3, 3] });
  using points = tensor(Float32Array.from(coordinates), { context, shape: [...ijk.shape] });
  using grid = await gridFromIjkAsync(ijk);
  using coarse = await gridFromPointsAsync(points, { voxelSize: 2 });
  using wide = await dilatedGridAsync(grid, { neighbors: 6, radius: 1 });
  using fine = await refinedGridAsync(coarse, { factor: 2 });
  using plan = await convPlanAsync(grid, { kernel: 3, target: wide });
  using mask = fullTensor([wide.numVoxels], true, { context, dtype: "bool" });
  using first = mask.slice(0, Math.min(number, wide.numVoxels));
  first.fill(false);
  using pruned = await prunedGridAsync(wide, mask);
  using left = gridIjk(pruned);
  const voxels = await left.data.read();
  assertEquals(await ijk.read(), coordinates);
  return `${coarse.numVoxels} ${fine.numVoxels} ${plan.target.numVoxels} ${String(voxels)}`;
}

eachBackend("calls of many contexts at once do not disturb each other", async (context) => {
  const NUMBERS = Array.from({ length: 12 }, (_, number) => number);
  const expected: string[] = [];
  for (const number of NUMBERS) expected.push(await work(context, number));
  const others = [openAnother(context), openAnother(context), ...contexts];
  const got = await Promise.all(
    others.map((other) => Promise.all(NUMBERS.map((number) => work(other, number)))),
  );
  for (const texts of got) assertEquals(texts, expected);
  for (const other of others.slice(0, 2)) {
    assertEquals((await living(other)).liveBytes, 0);
    other.dispose();
  }
});

eachBackend(
  "a context that ends among its calls ends each of them, and no others",
  async (context) => {
    const expected = await work(context, 5);
    for (let turn = 0; turn < 8; turn++) {
      const other = openAnother(context);
      const calls = [0, 1, 2, 3].map(() => work(other, 5));
      const beside = work(context, 5);
      // As far as microtasks take the calls: some have been made, some wait for them.
      for (let step = 0; step < 3 * turn; step++) await Promise.resolve();
      other.dispose();
      for (const ended of await Promise.allSettled(calls)) {
        if (ended.status === "fulfilled") assertEquals(ended.value, expected);
        else assert(ended.reason instanceof DisposedError || ended.reason instanceof NativeError);
      }
      assertEquals(await beside, expected);
    }
  },
);

eachBackend("contexts come and go while another works", async (context) => {
  const expected = await work(context, 7);
  const calls = Array.from({ length: 6 }, () => work(context, 7));
  for (let turn = 0; turn < 24; turn++) {
    using other = openAnother(context);
    using numbers = fullTensor([1000 + turn], turn, { context: other, dtype: "i32" });
    const read = numbers.read();
    assertEquals((await read).length, 1000 + turn);
  }
  for (const text of await Promise.all(calls)) assertEquals(text, expected);
});
