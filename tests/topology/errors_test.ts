import { assert, assertEquals, assertThrows } from "@std/assert";
import {
  clippedGrid,
  convGrid,
  convTransposeGrid,
  dualGrid,
  erodedGrid,
  paddedGrid,
} from "../../lib/topology/mod.ts";
import {
  coarsenedGrid,
  dilatedGrid,
  fullTensor,
  type GridBatch,
  jagged,
  mergedGrid,
  NativeError,
  prunedGrid,
  refinedGrid,
} from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { build, type Lists } from "../grid/_grids.ts";
import { INT32_MAX, INT32_MIN } from "../grid/_oracle.ts";
import { cluster } from "./_batches.ts";

/** Lets a value through that the compiler refuses. */
type Wrong = never;

type Attempt = readonly [call: (grid: GridBatch) => unknown, message: string];

const WHOLE = `a whole number from 1 to ${INT32_MAX} expected`;
const RADIUS = `a whole number from 0 to ${INT32_MAX} expected`;
const LOW = `a whole number from ${INT32_MIN} to 0 expected`;
const INT32 = `a whole number from ${INT32_MIN} to ${INT32_MAX} expected`;

/** Options that are out of range, for a batch of two grids. */
const OUT_OF_RANGE: readonly Attempt[] = [
  [(g) => coarsenedGrid(g, { factor: 0 }), `coarsenedGrid: factor is 0, ${WHOLE}`],
  [(g) => coarsenedGrid(g, { factor: [1, -2, 1] }), `coarsenedGrid: factor is -2, ${WHOLE}`],
  [(g) => coarsenedGrid(g, { factor: 1.5 }), `coarsenedGrid: factor is 1.5, ${WHOLE}`],
  [(g) => coarsenedGrid(g, { factor: NaN }), `coarsenedGrid: factor is NaN, ${WHOLE}`],
  [
    (g) => coarsenedGrid(g, { factor: 2 ** 31 }),
    `coarsenedGrid: factor is 2147483648, ${WHOLE}`,
  ],
  [
    (g) => coarsenedGrid(g, { factor: [1, 2] as Wrong }),
    "coarsenedGrid: factor has 2 components, 3 expected",
  ],
  [(g) => refinedGrid(g, { factor: 0 }), `refinedGrid: factor is 0, ${WHOLE}`],
  [(g) => refinedGrid(g, { factor: Infinity }), `refinedGrid: factor is Infinity, ${WHOLE}`],
  [(g) => paddedGrid(g, { ijkMin: 1, ijkMax: 1 }), `paddedGrid: ijkMin is 1, ${LOW}`],
  [(g) => paddedGrid(g, { ijkMin: -0.5, ijkMax: 1 }), `paddedGrid: ijkMin is -0.5, ${LOW}`],
  [
    (g) => paddedGrid(g, { ijkMin: 0, ijkMax: [0, -1, 0] }),
    `paddedGrid: ijkMax is -1, ${RADIUS}`,
  ],
  [(g) => dilatedGrid(g, { radius: -1 }), `dilatedGrid: radius is -1, ${RADIUS}`],
  [(g) => dilatedGrid(g, { radius: 0.5 }), `dilatedGrid: radius is 0.5, ${RADIUS}`],
  [
    (g) => dilatedGrid(g, { neighbors: 8 as Wrong }),
    "dilatedGrid: neighbors is 8, 6, 18 or 26 expected",
  ],
  [(g) => erodedGrid(g, { radius: -1 }), `erodedGrid: radius is -1, ${RADIUS}`],
  [(g) => erodedGrid(g, { radius: NaN }), `erodedGrid: radius is NaN, ${RADIUS}`],
  [
    (g) => erodedGrid(g, { neighbors: "6" as Wrong, radius: 2 ** 32 }),
    `erodedGrid: radius is 4294967296, ${RADIUS}`,
  ],
  [(g) => erodedGrid(g, { ijkMin: 1, ijkMax: 2 }), `erodedGrid: ijkMin is 1, ${LOW}`],
  [(g) => erodedGrid(g, { ijkMin: 0, ijkMax: -1 }), `erodedGrid: ijkMax is -1, ${RADIUS}`],
  [(g) => convGrid(g, { kernel: 0 }), `convGrid: kernel is 0, ${WHOLE}`],
  [(g) => convGrid(g, { kernel: 3, stride: 0 }), `convGrid: stride is 0, ${WHOLE}`],
  [
    (g) => convGrid(g, { kernel: [3, 3] as Wrong }),
    "convGrid: kernel has 2 components, 3 expected",
  ],
  [(g) => convTransposeGrid(g, { kernel: -1 }), `convTransposeGrid: kernel is -1, ${WHOLE}`],
  [
    (g) => convTransposeGrid(g, { kernel: 1, stride: [1, 0, 1] }),
    `convTransposeGrid: stride is 0, ${WHOLE}`,
  ],
  [
    (g) => clippedGrid(g, { ijkMin: [0, 1, 0], ijkMax: 0 }),
    "clippedGrid: ijkMin 1 is above ijkMax 0 in the box of grid 0",
  ],
  [
    (g) => clippedGrid(g, { ijkMin: 0, ijkMax: [[0, 0, 0], [5, 5, -7]] }),
    "clippedGrid: ijkMin 0 is above ijkMax -7 in the box of grid 1",
  ],
  [
    (g) => clippedGrid(g, { ijkMin: [[0, 0, 0]], ijkMax: 0 }),
    "clippedGrid: the number of ijkMin is 1, the number of grids is 2",
  ],
  [(g) => clippedGrid(g, { ijkMin: 0.5, ijkMax: 1 }), `clippedGrid: ijkMin is 0.5, ${INT32}`],
  [
    (g) => clippedGrid(g, { ijkMin: 0, ijkMax: 2 ** 31 }),
    `clippedGrid: ijkMax is 2147483648, ${INT32}`,
  ],
];

const LISTS: Lists = [[[0, 0, 0], [1, 2, 3]], [[-1, 0, 0]]];

eachBackend("operators on grids reject options out of range", (context) => {
  using grid = build(context, LISTS);
  for (const [call, message] of OUT_OF_RANGE) {
    const error = assertThrows(() => call(grid), RangeError);
    assertEquals(error.message, `Cannot run ${message}`);
  }
});

eachBackend("operators on grids reject results beyond int32", (context) => {
  using high = build(context, [[], [[0, 0, INT32_MAX]]]);
  using low = build(context, [[[0, INT32_MIN, 0]]]);
  using half = build(context, [[[2 ** 30, 0, 0]]]);
  const attempts: readonly (() => unknown)[] = [
    (): unknown => dualGrid(high),
    (): unknown => dilatedGrid(high, { neighbors: 6 }),
    (): unknown => dilatedGrid(high, { neighbors: 18 }),
    (): unknown => dilatedGrid(low),
    (): unknown => dilatedGrid(low, { radius: INT32_MAX }),
    (): unknown => paddedGrid(high, { ijkMin: 0, ijkMax: [0, 0, 1] }),
    (): unknown => paddedGrid(low, { ijkMin: [0, -1, 0], ijkMax: 0 }),
    (): unknown => refinedGrid(half, { factor: 2 }),
    (): unknown => refinedGrid(low, { factor: [1, 2, 1] }),
    (): unknown => convGrid(high, { kernel: 3 }),
    (): unknown => convTransposeGrid(half, { kernel: 1, stride: 2 }),
    (): unknown => convTransposeGrid(low, { kernel: 3 }),
  ];
  for (const [n, attempt] of attempts.entries()) {
    const error = assertThrows(attempt, RangeError, "", `attempt ${n}`);
    assert(error.message.includes("int32"), error.message);
  }
  // On the other axes and the other way there is room.
  using up = paddedGrid(low, { ijkMin: 0, ijkMax: 1 });
  assertEquals(up.numVoxels, 8);
});

eachBackend("operators on grids reject voxel sizes beyond double precision", (context) => {
  using large = build(context, [[]], { voxelSize: 1e308 });
  using small = build(context, [[]], { voxelSize: 5e-324 });
  for (
    const attempt of [
      (): unknown => coarsenedGrid(large, { factor: 2 }),
      (): unknown => convGrid(large, { kernel: 1, stride: 2 }),
      (): unknown => refinedGrid(small, { factor: 2 }),
      (): unknown => convTransposeGrid(small, { kernel: 1, stride: 2 }),
    ]
  ) {
    assertThrows(attempt, RangeError, "beyond double precision");
  }
});

eachBackend("masks have one value for each voxel", (context) => {
  using grid = build(context, LISTS);
  using short = fullTensor([2], true, { context, dtype: "bool" });
  using flat = fullTensor([3], true, { context, dtype: "bool" });
  using square = fullTensor([3, 1], true, { context, dtype: "bool" });
  using floats = fullTensor([3], 1, { context, dtype: "f32" });
  using bytes = fullTensor([3], 1, { context, dtype: "u8" });
  using swapped = jagged(flat, { offsets: [0, 1, 3] });
  using single = jagged(flat, { offsets: [0, 3] });
  const operators = {
    prunedGrid: (mask: Parameters<typeof prunedGrid>[1]): GridBatch => prunedGrid(grid, mask),
    refinedGrid: (mask: Parameters<typeof prunedGrid>[1]): GridBatch =>
      refinedGrid(grid, { factor: 2, mask }),
  };
  for (const [name, call] of Object.entries(operators)) {
    for (
      const [mask, kind, message] of [
        [short, RangeError, "mask shape is [2], [3] expected"],
        [square, RangeError, "mask shape is [3, 1], [3] expected"],
        [swapped, RangeError, "list 0 of mask ends at 1, its grid at 2"],
        [single, RangeError, "the number of lists in mask is 1, the number of grids is 2"],
        [floats as Wrong, TypeError, "mask is f32, bool expected"],
        [bytes as Wrong, TypeError, "mask is u8, bool expected"],
      ] as const
    ) {
      const error = assertThrows(() => call(mask), kind);
      assertEquals(error.message, `Cannot run ${name}: ${message}`);
    }
  }
});

eachBackend("mergedGrid() rejects batches of different sizes", (context) => {
  using two = build(context, LISTS);
  using one = build(context, [[]]);
  const error = assertThrows(() => mergedGrid(two, two, one), RangeError);
  assertEquals(error.message, "Cannot run mergedGrid: one batch has 2 grids, another 1");
});

eachBackend("results that no batch can hold are refused before memory is", (context) => {
  using grid = build(context, [cluster(63, [0, 0, 0])]);
  const error = assertThrows(() => refinedGrid(grid, { factor: 100_000 }), NativeError);
  assertEquals(error.kind, "unsupported");
});
