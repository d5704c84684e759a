import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import * as root from "../_doors.ts";
import { eachBackend } from "../_backends.ts";

/** Work that takes no end, on small operands. */
interface Endless {
  readonly name: string;
  readonly run: (signal: AbortSignal) => Promise<Disposable>;
  /** The same with an end, whose result is the right one. */
  readonly check: (signal: AbortSignal) => Promise<void>;
}

function endlessOn(context: root.Context, own: root.Own): Endless[] {
  const grid = own(root.gridFromDense({ context, dims: 4 }));
  const field = own(root.fullTensor([64], 1, { context, dtype: "f32" }));
  const pair = own(root.tensor([0, 0, 0, 1, 1, 1], { context, shape: [2, 3] }));
  const long = own(root.gridFromDense({ context, dims: [64, 64, 64] }));
  const kept = own(root.fullTensor([64 ** 3], true, { context, dtype: "bool" }));
  const few = own(root.fullTensor([64], true, { context, dtype: "bool" }));
  const wide = own(root.fullTensor([64 ** 3], 1, { context, dtype: "f64" }));
  const vertices = own(
    root.tensor([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], { context, shape: [4, 3] }),
  );
  const faces = own(
    root.tensor(Int32Array.of(0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3), { context, shape: [4, 3] }),
  );
  const spans = own(root.fullTensor([1, 2], 1, { context, dtype: "f32" }));
  const weights = own(root.fullTensor([1], 1, { context, dtype: "f32" }));
  const sized = (
    name: string,
    make: (signal: AbortSignal, huge: boolean) => Promise<root.GridBatch>,
    voxels: number,
  ): Endless => ({
    name,
    run: (signal) => make(signal, true),
    check: async (signal) => {
      using made = await make(signal, false);
      assertEquals(made.numVoxels, voxels, name);
    },
  });
  return [
    sized(
      "dilatedGridAsync",
      (signal, huge) => root.dilatedGridAsync(grid, { radius: huge ? 900 : 1, signal }),
      216,
    ),
    sized(
      "refinedGridAsync",
      (signal, huge) => root.refinedGridAsync(grid, { factor: huge ? 400 : 2, signal }),
      512,
    ),
    sized("paddedGridAsync", (signal, huge) => {
      const ijkMax = huge ? 1500 : 1;
      return root.paddedGridAsync(grid, { ijkMin: 0, ijkMax, signal });
    }, 125),
    sized("gridFromDenseAsync", (signal, huge) => {
      return root.gridFromDenseAsync({ context, dims: huge ? 1500 : 3, signal });
    }, 27),
    sized("gridFromMeshAsync", (signal, huge) => {
      const halfWidth = huge ? 600 : 0;
      return root.gridFromMeshAsync(vertices, faces, { voxelSize: 1, halfWidth, signal });
    }, 7),
    sized(
      "prunedGridAsync",
      (signal, huge) =>
        huge
          ? root.prunedGridAsync(long, kept, { signal })
          : root.prunedGridAsync(grid, few, { signal }),
      64,
    ),
    sized("mergedGridAsync", (signal, huge) => {
      return huge
        ? root.mergedGridAsync(long, ...Array.from({ length: 200 }, () => long), { signal })
        : root.mergedGridAsync(grid, grid, { signal });
    }, 64),
    sized("concatenateGridsAsync", (signal, huge) => {
      const batches = Array.from({ length: huge ? 500 : 2 }, () => huge ? long : grid);
      return root.concatenateGridsAsync(batches, { signal });
    }, 128),
    sized("selectGridsAsync", (signal, huge) => {
      const index = Array.from({ length: huge ? 500 : 3 }, () => 0);
      return root.selectGridsAsync(huge ? long : grid, index, { signal });
    }, 192),
    {
      name: "ConvPlan.explainAsync",
      run: (signal) => explained(grid, 2 ** 18, signal),
      check: async (signal) => void await explained(grid, 3, signal),
    },
    {
      name: "reinitializeSdfAsync",
      run: (signal) => root.reinitializeSdfAsync(long, wide, { steps: 65536, order: 3, signal }),
      check: async (signal) => {
        using made = await root.reinitializeSdfAsync(grid, field, { steps: 1, signal });
        assertEquals(made.shape, [64]);
      },
    },
    {
      name: "randomNormalAsync",
      run: (signal) => {
        return root.randomNormalAsync([2 ** 27], { context, dtype: "f64", seed: 1, signal });
      },
      check: async (signal) => {
        const options = { context, dtype: "f32", seed: 1 } as const;
        using made = await root.randomNormalAsync([8], { ...options, signal });
        using wanted = root.randomNormal([8], options);
        assertEquals(await made.read(), await wanted.read());
      },
    },
    {
      name: "sampleRaysByWeightAsync",
      run: (signal) => root.sampleRaysByWeightAsync(spans, weights, { count: 2 ** 28, signal }),
      check: async (signal) => {
        using made = await root.sampleRaysByWeightAsync(spans, weights, { count: 3, signal });
        assertEquals(await made.data.read(), Float32Array.of(1, 1, 1));
      },
    },
    sized(
      "gridFromPointsAsync",
      (signal) => root.gridFromPointsAsync(pair, { voxelSize: 1, signal }),
      2,
    ),
  ];
}

/** Has a plan whose kernel is so wide explained. */
async function explained(
  grid: root.GridBatch,
  width: number,
  signal: AbortSignal,
): Promise<Disposable> {
  using plan = root.convPlan(grid, { kernel: [width, 1, 1], target: grid });
  const layer = { dtype: "f32", inChannels: 1, outChannels: 1, signal } as const;
  const { targets, pairs } = await plan.explainAsync(layer);
  // Of rows of four voxels, all are within reach of each other, or neighbors.
  assertEquals(pairs, width > 3 ? 4 * targets : 2.5 * targets);
  return plan;
}

/** Gives others a turn until something is so. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve));
}

eachBackend("a signal ends what would take no end, and leaves nothing behind", async (context) => {
  using arena = new root.Arena();
  for (const { name, run, check } of endlessOn(context, (value) => arena.own(value))) {
    const before = context.stats();
    const controller = new AbortController();
    const reason = new Error(`${name} is enough`);
    const running = run(controller.signal);
    controller.abort(reason);
    // What is done in no time may be done.
    const answer = await running.catch((error) => error);
    if (answer === reason) assert(true);
    else answer[Symbol.dispose]();
    const { liveHandles, liveBytes } = context.stats();
    assertEquals([liveHandles, liveBytes], [before.liveHandles, before.liveBytes], name);
    await check(new AbortController().signal);
  }
});

eachBackend("a signal ends a call that is under way", async (context) => {
  using arena = new root.Arena();
  for (const { name, run, check } of endlessOn(context, (value) => arena.own(value))) {
    if (!name.startsWith("reinit")) continue;
    const { allocations, liveHandles } = context.stats();
    const controller = new AbortController();
    const running = run(controller.signal);
    await until(() => context.stats().allocations > allocations + 1);
    controller.abort();
    const error = await assertRejects(() => running, DOMException);
    assertEquals(error.name, "AbortError");
    assertEquals(context.stats().liveHandles, liveHandles);
    await check(new AbortController().signal);
  }
});

eachBackend(
  "a signal ends integrateTsdfAsync while it averages, which blocks nobody",
  async (context) => {
    using grid = root.gridFromDense({ context, dims: 96 });
    using none = root.fullTensor([grid.numVoxels], 0, { context, dtype: "f32" });
    const images = 1000;
    using depth = root.fullTensor([images, 1, 1], 0, { context, dtype: "f32" });
    const camera = {
      intrinsics: [1, 0, 0, 0, 1, 0, 0, 0, 1],
      pose: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1],
    };
    const { liveHandles } = context.stats();
    const controller = new AbortController();
    const { signal } = controller;
    const running = root.integrateTsdfAsync(
      { grid, tsdf: none, weights: none },
      { depth, cameras: Array.from({ length: images }, () => camera) },
      { halfWidth: 100, maxDepth: 1, signal },
    ).then((volume) => volume.dispose(), (error) => error);
    let settled = false;
    void running.then(() => settled = true);
    // The new grid, its distances and its weights.
    await until(() => settled || context.stats().liveHandles === liveHandles + 3);
    controller.abort(new Error("seen"));
    const answer = await running;
    // A GPU may have begun all of it.
    if (context.device === "cpu") assertEquals(answer, signal.reason);
    assertEquals(context.stats().liveHandles, liveHandles);
  },
);

eachBackend("a signal ends a call that waits for its turn, and no other", async (context) => {
  using grid = root.gridFromDense({ context, dims: 4 });
  const controllers = [0, 1, 2].map(() => new AbortController());
  const calls = controllers.map(({ signal }, n) =>
    root.dilatedGridAsync(grid, { radius: n === 0 ? 300 : 1, signal })
  );
  controllers[1]?.abort(new Error("not this one"));
  const [first, second, third] = await Promise.allSettled(calls);
  for (const [one, edge] of [[first, 604], [third, 6]] as const) {
    assert(one?.status === "fulfilled");
    assertEquals(one.value.numVoxels, edge ** 3);
    one.value.dispose();
  }
  assert(second?.status === "rejected");
  assertEquals(second.reason.message, "not this one");
});

eachBackend("a signal that has aborted begins nothing", async (context) => {
  using grid = root.gridFromDense({ context, dims: 2 });
  const signal = AbortSignal.abort(new Error("early"));
  using mask = root.fullTensor([8], true, { context, dtype: "bool" });
  using plan = root.convPlan(grid, { kernel: 3, target: grid });
  const { allocations } = context.stats();
  const calls: readonly (() => Promise<unknown>)[] = [
    () => root.dilatedGridAsync(grid, { signal }),
    () => root.prunedGridAsync(grid, mask, { signal }),
    () => root.mergedGridAsync(grid, grid, { signal }),
    () => root.mergedGridAsync(grid, { signal }),
    () => root.concatenateGridsAsync([grid], { signal }),
    () => root.selectGridsAsync(grid, 0, { signal }),
    () => plan.explainAsync({ dtype: "f32", inChannels: 1, outChannels: 1, signal }),
  ];
  for (const call of calls) await assertRejects(call, Error, "early");
  const options = { context, dtype: "f32", seed: 1, signal } as const;
  await assertRejects(() => root.randomUniformAsync([4], options), Error, "early");
  assertEquals(context.stats().allocations, allocations);
});

eachBackend("only calls that do not block have a signal, and it has to be one", async (context) => {
  using grid = root.gridFromDense({ context, dims: 2 });
  using plan = root.convPlan(grid, { kernel: 3, target: grid });
  const layer = { dtype: "f32", inChannels: 1, outChannels: 1 } as const;
  const signal = { aborted: false } as AbortSignal;
  await assertRejects(
    () => root.dilatedGridAsync(grid, { signal }),
    TypeError,
    "Cannot run dilatedGridAsync: signal is an Object, an AbortSignal expected",
  );
  const odd: readonly (readonly [string, () => Promise<unknown>])[] = [
    ["run mergedGridAsync", () => root.mergedGridAsync(grid, { signal })],
    ["run concatenateGridsAsync", () => root.concatenateGridsAsync([grid], { signal })],
    ["run selectGridsAsync", () => root.selectGridsAsync(grid, 0, { signal })],
    ["explain plan", () => plan.explainAsync({ ...layer, signal })],
  ];
  for (const [name, call] of odd) {
    const { message } = await assertRejects(call, TypeError);
    assertEquals(message, `Cannot ${name}: signal is an Object, an AbortSignal expected`);
  }
  const loose = root.mergedGridAsync as (...operands: readonly unknown[]) => Promise<unknown>;
  const wrongs = [
    [
      [grid, { sign: 1 }],
      'Cannot run mergedGridAsync: the option "sign" is unknown, signal expected',
    ],
    [[grid, { signal }, grid], "an input is an Object, something on a device expected"],
    [[{ signal }], "the grid is an Object, a GridBatch expected"],
    [
      [grid, new AbortController().signal],
      "an input is an AbortSignal, something on a device expected",
    ],
  ] as const;
  for (const [operands, message] of wrongs) {
    await assertRejects(() => loose(...operands), TypeError, message);
  }
  const options = { signal: new AbortController().signal } as object;
  let message = "";
  try {
    root.dilatedGrid(grid, options).dispose();
  } catch (error) {
    message = String(error);
  }
  assert(message.includes('the option "signal" is unknown'), message);
  assertThrows(() => plan.explain({ ...layer, ...options }), TypeError, '"signal" is unknown');
});
