/**
 * What the tests of questions about cubes have in common.
 *
 * @module
 */

import { assert, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { type CubeOptions, type cubesInGrid, pointsInGrid } from "../../lib/query/mod.ts";
import { type Context, gridFromIjk, jagged, jaggedFromList, tensor } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { canonical, flatten, type Ijk, INT32_MAX, INT32_MIN, voxelOf } from "../grid/_oracle.ts";
import { buildBatch, LISTS, ORIGINS, pointQuestions, REAL_ARRAYS, SIZES } from "./_batch.ts";

/** A question, and its answer from the number of active voxels in a cube of so many. */
export interface CubeQuestion {
  readonly name: string;
  readonly ask: typeof cubesInGrid;
  readonly answer: (active: number, all: number) => boolean;
}

type Numbers = readonly number[];

/** Counts the active voxels of a cube and applies the question's rule. */
function bruteForce(
  { answer }: CubeQuestion,
  voxels: readonly Ijk[],
  center: Numbers,
  [min, max]: readonly [Numbers, Numbers],
  [size, origin]: readonly [Numbers, Numbers],
): number {
  if (!center.every(Number.isFinite)) return 0;
  const end = (corner: Numbers): number[] =>
    center.map((value, axis) =>
      voxelOf(value + (corner[axis] ?? NaN), size[axis] ?? NaN, origin[axis] ?? NaN)
    );
  const [low, high] = [end(min), end(max)];
  const inside = voxels.filter((ijk) =>
    ijk.every((value, axis) => value >= (low[axis] ?? NaN) && value <= (high[axis] ?? NaN))
  );
  const all = low.reduce((product, value, axis) => product * ((high[axis] ?? NaN) - value + 1), 1);
  return answer(inside.length, all) ? 1 : 0;
}

/** Offsets of the corners, from none to beyond int32. */
const CORNERS: readonly (readonly [Numbers, Numbers])[] = [
  [[0, 0, 0], [0, 0, 0]],
  [[-0.3, -0.2, -0.1], [0.3, 0.2, 0.1]],
  [[0, 0, 0], [0.5, 1, 0]],
  [[1, -2, 3], [1.5, -1, 3]],
  [[-3, -1, -2], [4, 1, 5]],
  [[-100, -100, -100], [100, 100, 100]],
  [[-1e30, 0, -1e30], [1e30, 0, 1e30]],
  [[-1.7e308, -1.7e308, -1.7e308], [1.7e308, 1.7e308, 1.7e308]],
];

/** Full blocks across the borders of leaves, lower and upper nodes, and one with a hole. */
function blocks(): Ijk[] {
  const block = ([i, j, k]: Ijk, size: number): Ijk[] =>
    Array.from({ length: size ** 3 }, (_, n): Ijk => [
      i + Math.floor(n / size ** 2),
      j + Math.floor(n / size) % size,
      k + n % size,
    ]);
  const holed = block([-12, -12, -12], 20).filter((ijk) => !ijk.every((value) => value === -3));
  return canonical([...holed, ...block([120, -4, 122], 14), ...block([4090, 4090, -6], 12)]);
}

/** Registers the tests of a question. */
export function testCubes(question: CubeQuestion): void {
  const { name, ask } = question;

  for (const dtype of ["f16", "f32", "f64"] as const) {
    eachBackend(`${name}() of ${dtype} centers is brute force in each grid`, (context) => {
      const asked = LISTS.map((_, b) => new REAL_ARRAYS[dtype](pointQuestions(b).slice(-300)));
      using grid = buildBatch(context);
      using centers = jaggedFromList(asked, { context, dtype, shape: [3] });
      const seen = new Set<number>();
      for (const corners of CORNERS) {
        const [min, max] = corners as unknown as [Triple, Triple];
        using answer = ask(grid, centers, { min, max });
        assertEquals(answer.data.dtype, "bool");
        assertEquals([...answer.offsets], [...centers.offsets]);
        const expected = asked.flatMap((list, b) =>
          Array.from({ length: list.length / 3 }, (_, n) => {
            const center = [...list.slice(n * 3, n * 3 + 3)];
            const transform = [SIZES[b] ?? [], ORIGINS[b] ?? []] as const;
            return bruteForce(question, canonical(LISTS[b] ?? []), center, corners, transform);
          })
        );
        assertEquals([...answer.data.readSync()], expected);
        expected.forEach((one) => seen.add(one));
      }
      assertEquals(seen.size, 2, "the questions have one answer only");
    });
  }

  eachBackend(`${name}() of cubes without extent is pointsInGrid()`, (context) => {
    const asked = LISTS.map((_, b) => new Float64Array(pointQuestions(b)));
    using grid = buildBatch(context);
    using points = jaggedFromList(asked, { context, dtype: "f64", shape: [3] });
    using inside = pointsInGrid(grid, points);
    using answer = ask(grid, points, { min: 0, max: 0 });
    assertEquals([...answer.data.readSync()], [...inside.data.readSync()]);
  });

  eachBackend(`${name}() tests whole nodes as it would test voxels`, (context) => {
    const voxels = blocks();
    using list = tensor(flatten(voxels), { context, shape: [voxels.length, 3] });
    using grid = gridFromIjk(list);
    const anchor = fc.constantFrom<Ijk>([-12, -12, -12], [120, -4, 122], [4090, 4090, -6]);
    const step = fc.integer({ min: -2, max: 14 });
    const extent = fc.integer({ min: 0, max: 22 });
    const box = fc.tuple(anchor, fc.tuple(step, step, step), fc.tuple(extent, extent, extent));
    const seen = new Set<number>();
    fc.assert(
      fc.property(box, ([from, shift, size]) => {
        const center = from.map((value, axis) => value + (shift[axis] ?? 0));
        using centers = tensor(Float64Array.from(center), { context, shape: [1, 3] });
        using answer = ask(grid, centers, { min: 0, max: size });
        const expected = bruteForce(question, voxels, center, [[0, 0, 0], size], UNIT);
        seen.add(expected);
        assertEquals([...answer.readSync()], [expected]);
      }),
      { numRuns: 150, seed: 5 },
    );
    assertEquals(seen.size, 2, "the questions have one answer only");
  });

  eachBackend(`${name}() takes cubes of many tiles and grids of many tiles`, (context) => {
    const far = 2 ** 30;
    const voxels: Ijk[] = [
      [INT32_MIN, INT32_MIN, INT32_MIN],
      [INT32_MAX, INT32_MAX, INT32_MAX],
      [far, -far, 5],
      ...Array.from({ length: 40 }, (_, n): Ijk => [n * 4096, 0, 0]),
    ];
    using list = tensor(flatten(voxels), { context, shape: [voxels.length, 3] });
    using grid = gridFromIjk(list);
    const centers = [[0, 0, 0], [far, -far, 5], [far, far, 0], [8192, 0, 0], [-5e9, 0, 0]];
    using points = tensor(Float64Array.from(centers.flat()), { context, shape: [5, 3] });
    for (const reach of [0, 1, 5000, 2 ** 29, 2 ** 31 - 1, 2 ** 31, 2 ** 33]) {
      const corners = [[-reach, -reach, -reach], [reach, reach, reach]] as const;
      using answer = ask(grid, points, { min: -reach, max: reach });
      const expected = centers.map((one) => bruteForce(question, voxels, one, corners, UNIT));
      assertEquals([reach, ...answer.readSync()], [reach, ...expected]);
    }
  });

  eachBackend(`${name}() answers no questions, and asks no grids`, (context) => {
    const cube = { min: -1, max: 1 };
    using noVoxels = tensor(new Int32Array(0), { context, shape: [0, 3] });
    using none = tensor(new Float32Array(0), { context, shape: [0, 3] });
    using one = tensor(new Float32Array(3), { context, shape: [1, 3] });
    using grid = gridFromIjk(noVoxels);
    using answer = ask(grid, none, cube);
    assertEquals(answer.shape, [0]);
    using empty = ask(grid, one, cube);
    assertEquals([...empty.readSync()], [0]);
    using noLists = jagged(noVoxels, { offsets: [0] });
    using zero = gridFromIjk(noLists);
    using noCenters = jagged(none, { offsets: [0] });
    using nothing = ask(zero, noCenters, cube);
    assertEquals([nothing.data.shape, nothing.length], [[0], 0]);
  });

  eachBackend(`${name}() rejects corners that are no finite range`, (context) => {
    for (const [options, problem] of BAD_CORNERS) checkRefused(context, question, options, problem);
  });
}

const UNIT = [[1, 1, 1], [0, 0, 0]] as const;

type Triple = readonly [number, number, number];

const BAD_CORNERS: readonly (readonly [options: unknown, problem: string])[] = [
  [{ min: 1, max: 0.5 }, "min 1 is above max 0.5 on axis 0"],
  [{ min: [0, 0, 2], max: 1 }, "min 2 is above max 1 on axis 2"],
  [{ min: NaN, max: 0 }, "min NaN is not finite"],
  [{ min: 0, max: [0, Infinity, 0] }, "max Infinity is not finite"],
  [{ min: [0, 0], max: 0 }, "min has 2 components, 3 expected"],
];

function checkRefused(
  context: Context,
  { name, ask }: CubeQuestion,
  options: unknown,
  problem: string,
): void {
  using list = tensor(new Int32Array(3), { context, shape: [1, 3] });
  using grid = gridFromIjk(list);
  using centers = tensor(new Float32Array(3), { context, shape: [1, 3] });
  const error = assertThrows(() => ask(grid, centers, options as CubeOptions), RangeError);
  assert(error.message === `Cannot run ${name}: ${problem}`, error.message);
}
