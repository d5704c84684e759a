import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { gridFromIjk, jaggedFromList, scope, type Tensor, tensor } from "../../mod.ts";
import { brickSetBox, brickVolume } from "../../lib/index/mod.ts";
import { gridFromPointsWithRows } from "../../lib/grid/mod.ts";
import { voxelsAlongRays } from "../../lib/rays/mod.ts";
import type { Context } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";

const numbers = (context: Context, ...values: number[]): Tensor<"f32"> =>
  tensor(values, { context });

eachBackend("scope() disposes what was made meanwhile, without its being registered", (context) => {
  const before = context.stats().liveHandles;
  const seen = scope(() => {
    const lists = jaggedFromList([numbers(context, 1, 2), numbers(context, 3)]);
    const ijk = tensor(new Int32Array([0, 0, 0, 1, 2, 3]), { context, shape: [2, 3] });
    return [gridFromIjk(ijk).numVoxels, ...lists.data.readSync()];
  });
  assertEquals(seen, [2, 1, 2, 3]);
  assertEquals(context.stats().liveHandles, before);
});

eachBackend("scope() keeps what can be reached from its result", (context) => {
  class Held {
    readonly numbers = numbers(context, 7);
  }
  const { map, set, held, list } = scope(() => {
    numbers(context, 0);
    return {
      map: new Map([["a", numbers(context, 1)]]),
      set: new Set([numbers(context, 2).slice(0)]),
      held: new Held(),
      list: [[numbers(context, 3)]],
    };
  });
  const kept = [...map.values(), ...set, held.numbers, ...list.flat()];
  assertEquals(kept.flatMap((values) => [...values.readSync()]), [1, 2, 7, 3]);
  assertEquals(context.stats().liveHandles, 4);
  kept.forEach((values) => values.dispose());
});

eachBackend("scope() keeps the private parts of lists, and all parts of results", (context) => {
  using along = scope(() => {
    const ijk = tensor(new Int32Array([0, 0, 0, 2, 0, 0]), { context, shape: [2, 3] });
    const origins = tensor([-3, 0, 0], { context, shape: [1, 3] });
    const directions = tensor([1, 0, 0], { context, shape: [1, 3] });
    return voxelsAlongRays(gridFromIjk(ijk), origins, directions, { maxVoxels: 5 });
  });
  assertEquals([...along.voxels.offsets], [0n, 2n]);
  using grown = scope(() =>
    gridFromPointsWithRows(tensor([0, 0, 0, 9, 9, 9], { context, shape: [2, 3] }), { voxelSize: 1 })
  );
  assertEquals([grown.grid.numVoxels, [...grown.rows.readSync()]], [2, [0n, 1n]]);
});

eachBackend("what an inner scope returns belongs to the scope around it", (context) => {
  const outer = scope(() => {
    const inner = scope(() => numbers(context, 4));
    return [inner, [...inner.readSync()]] as const;
  });
  assertEquals(outer[1], [4]);
  outer[0].dispose();
  let escaped: Tensor | undefined;
  scope(() => {
    escaped = scope(() => numbers(context, 5));
  });
  assertEquals(escaped?.disposed, true);
});

eachBackend("scope() owns what is made after an await, and only its own", async (context) => {
  const sums = await Promise.all([1, 2, 3].map((first) =>
    scope(async () => {
      const begun = numbers(context, first);
      await Promise.resolve();
      const later = numbers(context, ...await begun.read(), 10);
      return (await later.read()).reduce((a, b) => a + b);
    })
  ));
  assertEquals(sums, [11, 12, 13]);
  assertEquals(context.stats().liveHandles, 0);
  await assertRejects(
    () =>
      scope(async () => {
        await numbers(context, 1).read();
        numbers(context, 2);
        throw new RangeError("late");
      }),
    RangeError,
    "late",
  );
});

eachBackend("scope() disposes what was made when its body throws", (context) => {
  assertThrows(
    () =>
      scope(() => {
        numbers(context, 1);
        throw new TypeError("body");
      }),
    TypeError,
    "body",
  );
  assertEquals(context.stats().liveHandles, 0);
});

eachBackend("edits in a scope leave what they edit whole", (context) => {
  using dense = tensor(Uint8Array.of(9, 0, 0, 0, 0, 0, 0, 0), { context, shape: [1, 1, 8] });
  using volume = brickVolume(dense, { threshold: 0, brick: 4, slots: "table" });
  const before = volume.pool;
  scope(() => {
    const all = tensor(new Uint8Array(8).fill(5), { context, shape: [1, 1, 8] });
    brickSetBox(volume, all, { ijkMin: [0, 0, 0] });
  });
  assertEquals([before.disposed, volume.pool.disposed, volume.filled], [true, false, 3]);
  assertEquals(volume.pool.readSync().filter((value) => value === 5).length, 3 * 4 ** 3);
});

eachBackend("what a scope disposes early, moves or gets twice is no matter", (context) => {
  using moved = scope((own) => {
    const first = own(numbers(context, 1));
    first.dispose();
    return own(numbers(context, 2)).move();
  });
  assertEquals([...moved.readSync()], [2]);
});
