import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import {
  CONV_BACKENDS,
  type ConvPlan,
  convPlanAsync,
  type ConvPlanOptions,
  type GridBatch,
} from "../../lib/conv/mod.ts";
import { type Context, convPlan, DisposedError, gridFromDense, NativeError } from "../../mod.ts";
import { contexts, eachBackend } from "../_backends.ts";
import { assertBits } from "../_compare.ts";
import { failEachAllocation } from "../_failures.ts";
import { build, read } from "../grid/_grids.ts";
import { type Ijk, INT32_MAX, INT32_MIN } from "../grid/_oracle.ts";
import { BATCHES, cluster } from "../topology/_batches.ts";
import { SPREAD } from "../topology/_kernels.ts";
import { conv, convTranspose, spread } from "../topology/_oracle.ts";
import { cloud, expectedMap } from "./_layers.ts";

function readMap(plan: ConvPlan): Int32Array {
  using rows = plan.kernelMap();
  return rows.readSync();
}

/** Compares a plan's kernel map with brute force. */
function assertMap(plan: ConvPlan): void {
  assertBits(readMap(plan), Int32Array.from(expectedMap(plan).flat()));
}

eachBackend("convPlan() maps a row of three voxels as worked out by hand", (context) => {
  using row = gridFromDense({ context, dims: [1, 1, 3] });
  using same = convPlan(row, { kernel: [1, 1, 3], target: row });
  assertEquals([...readMap(same)], [-1, 0, 1, 0, 1, 2, 1, 2, -1]);
  using full = convPlan(row, { kernel: [1, 1, 3] });
  assertEquals(read(full.target), [-1, 0, 1, 2, 3].map((k): Ijk => [0, 0, k]));
  using even = convPlan(row, { kernel: [1, 1, 2], target: row });
  assertEquals([...readMap(even)], [0, 1, 2, 1, 2, -1]);
  using strided = convPlan(row, { kernel: [1, 1, 2], stride: [1, 1, 2] });
  assertEquals([...readMap(strided)], [0, 2, 1, -1]);
});

eachBackend("convPlan() finds every pair of every kernel and stride", (context) => {
  using grid = build(context, [SPREAD, []]);
  for (let kernel = 1; kernel <= 6; kernel++) {
    for (let stride = 1; stride <= 5; stride++) {
      for (const transposed of [false, true]) {
        if (transposed && kernel > 4) continue; // many targets, and nothing new
        using plan = convPlan(grid, { kernel, stride, transposed });
        assertMap(plan);
        assertEquals(plan.explain().emptyTargets, 0);
        const reach = transposed ? convTranspose : conv;
        assertEquals(plan.target.numVoxels, reach(SPREAD, spread(kernel), spread(stride)).length);
      }
    }
  }
});

/** Kernels and strides of every path: centered, even, strided, long. */
const BORDER_CASES: readonly (readonly [number | Ijk, number | Ijk])[] = [
  [3, 1],
  [2, 1],
  [3, 2],
  [[1, 2, 3], [3, 1, 2]],
  [[1, 1, 10], [4, 1, 2]],
];

eachBackend("convPlan() maps batches at the borders of nodes", (context) => {
  for (const lists of BATCHES) {
    using grid = build(context, lists);
    for (const [kernel, stride] of BORDER_CASES) {
      for (const transposed of [false, true]) {
        using plan = convPlan(grid, { kernel, stride, transposed });
        assertMap(plan);
      }
    }
    using plan = convPlan(grid, { kernel: [3, 2, 5], target: grid });
    assertMap(plan);
  }
});

eachBackend("convPlan() maps strides and kernels of many leaves", (context) => {
  const list = cloud(3, 10, 0.1, [-40, 3, 90]);
  using grid = build(context, [list, SPREAD]);
  const cases: readonly (readonly [number | Ijk, number | Ijk])[] = [
    [1, 100],
    [[5, 1, 20], [90, 70, 3]],
    [[33, 1, 1], 1],
    [[17, 2, 20], [1, 1, 9]],
    [[9, 9, 2], 1],
  ];
  for (const [kernel, stride] of cases) {
    using small = build(context, [[[0, 0, 1], [-1, 0, 0]], []]);
    using plan = convPlan(grid, { kernel, stride });
    assertMap(plan);
    using transposed = convPlan(small, { kernel, stride, transposed: true });
    assertMap(transposed);
  }
});

eachBackend("convPlan() maps voxels at the ends of int32", (context) => {
  const list: Ijk[] = [[INT32_MIN, 0, INT32_MAX], [INT32_MAX, INT32_MIN, -1], [-1, 0, 0]];
  using grid = build(context, [list]);
  for (const [kernel, stride] of [[2, 2], [3, 2], [1, 1], [4, 4], [1, 3], [2, 5]] as const) {
    using plan = convPlan(grid, { kernel, stride });
    assertMap(plan);
    using back = plan.reverse();
    assertMap(back);
  }
  using same = convPlan(grid, { kernel: 3, target: grid });
  assertEquals(same.explain().pairs, 3);
});

eachBackend("convPlan() follows the published examples", (context) => {
  using line = gridFromDense({ context, dims: [1, 1, 16] });
  using five = convPlan(line, { kernel: [1, 1, 4], stride: [1, 1, 4] });
  const degrees = (plan: ConvPlan): number[] => {
    const map = expectedMap(plan);
    assertMap(plan);
    return (map[0] ?? []).map((_, target) =>
      map.filter((rows) => (rows[target] ?? -1) >= 0).length
    );
  };
  assertEquals(degrees(five), [3, 4, 4, 4, 1]);
  using voxel = gridFromDense({ context, dims: 1, ijkMin: [71, 34, 58] });
  using impulse = convPlan(voxel, { kernel: [3, 5, 7] });
  assertEquals(impulse.explain().pairs, 105);
  assertEquals([...impulse.target.bbox()], [70, 32, 55, 72, 36, 61]);
  assertEquals(impulse.explain().tapPairs, Array(105).fill(1));
});

eachBackend("convPlan() takes targets that the kernel reaches only in part", (context) => {
  using fine = build(context, [cloud(1, 6), []]);
  using coarse = build(context, [cloud(2, 5, 0.4), [[0, 0, 0]]], { voxelSize: 2 });
  using plan = convPlan(fine, { kernel: 3, stride: 2, target: coarse });
  assertMap(plan);
  assert(plan.explain().emptyTargets > 0);
  using back = convPlan(coarse, { kernel: 3, stride: 2, target: fine, transposed: true });
  assertMap(back);
  assertEquals(back.explain().pairs, plan.explain().pairs);
});

eachBackend("ConvPlan.reverse() leads along the same ties", (context) => {
  using fine = build(context, [cloud(5, 6), [], cloud(6, 3)]);
  const options: readonly ConvPlanOptions[] = [
    { kernel: 3, target: fine },
    { kernel: [1, 2, 3], target: fine },
    { kernel: 3 },
    { kernel: 2, stride: 2 },
    { kernel: [3, 1, 4], stride: [2, 3, 1] },
    { kernel: 3, stride: 2, transposed: true },
  ];
  for (const one of options) {
    using plan = convPlan(fine, one);
    using back = plan.reverse();
    using again = back.reverse();
    assertEquals([back.source, back.target], [plan.target, plan.source]);
    assertEquals(back.transposed, !plan.transposed);
    assertMap(back);
    assertBits(readMap(again), readMap(plan));
    assertEquals(
      pairsOf(back).map(([a, b, c]): Ijk => [b, a, c]).toSorted(byText),
      pairsOf(plan).toSorted(byText),
    );
  }
});

/** Source, target and tap of every pair. */
function pairsOf(plan: ConvPlan): Ijk[] {
  const rows = readMap(plan);
  const targets = plan.target.numVoxels;
  return [...rows].flatMap((row, at) =>
    row < 0 ? [] : [[row, at % targets, Math.floor(at / targets)]]
  );
}

function byText(a: readonly number[], b: readonly number[]): number {
  return String(a) < String(b) ? -1 : 1;
}

eachBackend("ConvPlan.reverse() computes nothing", (context) => {
  using grid = build(context, [cloud(5, 6)]);
  using plan = convPlan(grid, { kernel: 3, target: grid });
  plan.prepare();
  const before = context.stats();
  using back = plan.reverse();
  back.prepare(); // one map serves both ways
  const after = context.stats();
  assertEquals(after.allocations, before.allocations);
  assertEquals(after.liveBytes, before.liveBytes);
});

eachBackend("convPlan() allocates nothing for a given target before a map is needed", (context) => {
  using grid = build(context, [cloud(5, 6)]);
  const before = context.stats().allocations;
  using plan = convPlan(grid, { kernel: 3, target: grid });
  assertEquals(context.stats().allocations, before);
  plan.prepare();
  const prepared = context.stats().allocations;
  assert(prepared > before);
  plan.prepare();
  assertEquals(context.stats().allocations, prepared);
});

eachBackend("ConvPlan.explain() counts what the map holds", async (context) => {
  using grid = build(context, [cloud(7, 9, 0.5), [], cluster(8, [20, 0, 0])]);
  using plan = convPlan(grid, { kernel: [3, 2, 1], target: grid });
  const map = expectedMap(plan);
  const tapPairs = map.map((rows) => rows.filter((row) => row >= 0).length);
  const pairs = tapPairs.reduce((sum, one) => sum + one, 0);
  const targets = grid.numVoxels;
  let multiplied = 0;
  for (const rows of map) {
    for (let begin = 0; begin < targets; begin += 32) {
      if (rows.slice(begin, begin + 32).some((row) => row >= 0)) multiplied += 32;
    }
  }
  const told = plan.explain();
  assertEquals(told, {
    backend: "igemm",
    reason:
      "tiles of targets with the same taps, in the order of gather-scatter for f32; not window: its elements are f16 or bf16",
    sources: targets,
    targets,
    taps: 6,
    pairs,
    tapPairs,
    pairsPerTarget: pairs / targets,
    fill: pairs / (targets * 6),
    windowFill: pairs / multiplied,
    emptyTargets: 0,
    mapBytes: 4 * targets * 6 + 4 * Math.ceil(targets / 32),
  });
  assertEquals(await plan.explainAsync(), told);
  using back = plan.reverse();
  assertEquals(back.explain().tapPairs, tapPairs);
  using cube = convPlan(grid, { kernel: 3, target: grid });
  using mirrored = cube.reverse();
  assertEquals(mirrored.explain().tapPairs, cube.explain().tapPairs.toReversed());
  using empty = build(context, [[]]);
  using none = convPlan(empty, { kernel: 4, target: empty });
  const { pairs: noPairs, fill, windowFill, pairsPerTarget } = none.explain();
  assertEquals([noPairs, fill, windowFill, pairsPerTarget], [0, 0, 0, 0]);
});

eachBackend("ConvPlan outlives the grids that it was made of", (context) => {
  const fine = build(context, [cloud(9, 5)]);
  using plan = convPlan(fine, { kernel: 3, target: fine });
  const expected = expectedMap(plan).flat();
  fine.dispose();
  assertEquals([...readMap(plan)], expected);
});

eachBackend("ConvPlan owns the target that it made, until it is taken", (context) => {
  using grid = build(context, [SPREAD]);
  const plan = convPlan(grid, { kernel: 3 });
  const { target } = plan;
  plan.dispose();
  assertEquals([plan.disposed, target.disposed, grid.disposed], [true, true, false]);
  using other = convPlan(grid, { kernel: 3 });
  const back = other.reverse();
  back.dispose();
  assertEquals(other.target.disposed, false);
  using taken = other.takeTarget();
  assertThrows(() => other.takeTarget(), RangeError, "Cannot take target of plan");
  other.dispose();
  assertEquals(taken.disposed, false);
  assertEquals(String(other), "ConvPlan 3x3x3 by 1x1x1 from 5 to 135 voxels disposed");
});

eachBackend("convPlanAsync() makes what convPlan() makes", async (context) => {
  using grid = build(context, [cloud(4, 6), SPREAD]);
  for (
    const options of [{ kernel: 3, stride: 2 }, { kernel: 2, target: grid }, {
      kernel: 2,
      transposed: true,
    }]
  ) {
    using plan = convPlan(grid, options);
    using other = await convPlanAsync(grid, options);
    assertBits(readMap(other), readMap(plan));
  }
  await assertRejects(
    () => convPlanAsync(grid, { kernel: 0 }),
    RangeError,
    "convPlanAsync: kernel is 0",
  );
});

Deno.test("convPlan() makes the same map on every device", () => {
  const maps = contexts.map((context: Context) => {
    using grid = build(context, [cloud(11, 20, 0.3), [], SPREAD]);
    using plan = convPlan(grid, { kernel: 3, target: grid });
    using strided = convPlan(grid, { kernel: [2, 3, 4], stride: [2, 1, 3] });
    using back = strided.reverse();
    return [readMap(plan), readMap(strided), readMap(back)];
  });
  for (const other of maps.slice(1)) {
    other.forEach((map, at) => assertBits(map, maps[0]?.[at] ?? new Int32Array()));
  }
});

eachBackend("convPlan() refuses what does not fit", (context) => {
  using grid = build(context, [SPREAD, []], { voxelSize: 0.5, origin: [1, 2, 3] });
  const message = (options: ConvPlanOptions): string =>
    assertThrows(() => convPlan(grid, options), RangeError).message;
  const start = "Cannot run convPlan: ";
  const whole = "a whole number from 1 to 2147483647 expected";
  assertEquals(message({ kernel: 0 }), `${start}kernel is 0, ${whole}`);
  assertEquals(message({ kernel: [3, 1.5, 3] }), `${start}kernel is 1.5, ${whole}`);
  assertEquals(message({ kernel: 3, stride: -1 }), `${start}stride is -1, ${whole}`);
  const target = (lists: readonly (readonly Ijk[])[], options: object): string => {
    using made: GridBatch = build(context, lists, options);
    return message({ kernel: 3, stride: [1, 2, 1], target: made });
  };
  const right = { voxelSize: [0.5, 1, 0.5], origin: [1, 2, 3] };
  assertEquals(target([SPREAD], right), `${start}target has 1 grids, 2 expected`);
  assertEquals(
    target([[], []], { ...right, voxelSize: 0.5 }),
    `${start}voxels of target grid 0 have size 0.5 along axis 1, 1 expected`,
  );
  assertEquals(
    target([[], []], { ...right, origin: [1, 2, 3.01] }),
    `${start}the origin of target grid 0 is [1, 2, 3.01], [1, 2, 3] or [1, 2.25, 3] expected`,
  );
  using half = build(context, [[], []], { voxelSize: 0.25, origin: [1, 2, 3] });
  convPlan(grid, { kernel: 2, stride: 2, target: half, transposed: true }).dispose();
  assertEquals(
    message({ kernel: 2, stride: 2, target: half }),
    `${start}voxels of target grid 0 have size 0.25 along axis 0, 1 expected`,
  );
});

eachBackend("convPlan() refuses too many taps before it makes a target", async (context) => {
  using grid = build(context, [SPREAD, []]);
  const { allocations } = context.stats();
  const many = "a kernel of 301 x 301 x 301 has 27270901 taps, 1048576 at most";
  assertThrows(() => convPlan(grid, { kernel: 301 }), RangeError, `Cannot run convPlan: ${many}`);
  const making = (): Promise<ConvPlan> => convPlanAsync(grid, { kernel: 301 });
  await assertRejects(making, RangeError, `Cannot run convPlanAsync: ${many}`);
  assertEquals(context.stats().allocations, allocations);
  convPlan(grid, { kernel: [2 ** 20, 1, 1], target: grid }).dispose();
});

eachBackend("ConvPlan refuses backends that are not there, and names those that are", (context) => {
  using grid = build(context, [SPREAD]);
  using plan = convPlan(grid, { kernel: 3, target: grid });
  const layer = { dtype: "f64", inChannels: 3, outChannels: 5 } as const;
  const told = plan.explain(layer);
  assertEquals(told.backend, "gather-scatter");
  assertEquals(
    told.reason,
    "it takes everything; not window: its elements are f16 or bf16; not igemm: its elements are f16, bf16 or f32",
  );
  assertThrows(
    () => plan.explain({ ...layer, backend: "window" }),
    NativeError,
    "by window: its elements are f16 or bf16; there are gather-scatter",
  );
  const asked = plan.explain({ ...layer, backend: "gather-scatter" });
  assertEquals([asked.backend, asked.reason], ["gather-scatter", "it was asked for"]);
  const wrong = { ...layer, backend: "sorted" as "auto" };
  assertEquals(
    assertThrows(() => plan.explain(wrong), RangeError).message,
    `Cannot explain plan: backend "sorted" is not there, auto or ${
      CONV_BACKENDS.join(" or ")
    } expected`,
  );
  assertThrows(
    () => plan.explain({ ...layer, inChannels: 2 ** 17 }),
    RangeError,
    "cannot use in_channels: 131072 is not from 0 to 65536",
  );
});

eachBackend("ConvPlan refuses to work once it is gone", (context) => {
  const grid = build(context, [SPREAD]);
  const plan = convPlan(grid, { kernel: 3, target: grid });
  plan.dispose();
  grid.dispose();
  assertThrows(() => plan.kernelMap(), DisposedError, "Cannot copy kernel map");
  assertThrows(() => plan.explain(), DisposedError, "Cannot explain plan");
  assertThrows(() => plan.prepare(), DisposedError, "Cannot prepare plan");
  assertThrows(() => plan.reverse(), DisposedError, "Cannot reverse plan");
});

eachBackend("convPlan() frees everything when an allocation fails", async (context) => {
  using grid = build(context, [cloud(1, 5), SPREAD]);
  using full = await failEachAllocation(context, () => convPlan(grid, { kernel: 3 }), 5);
  assertEquals(full.target.gridCount, 2);
  using coarse = build(context, [[[90, 0, 0]], []], { voxelSize: 2 });
  const pairs = await failEachAllocation(context, () => {
    using fresh = convPlan(grid, { kernel: 3, stride: 2, target: coarse });
    return fresh.explain().pairs;
  }, 6);
  assertEquals(pairs, 0);
});
