import { assertEquals, assertMatch, assertRejects, assertThrows } from "@std/assert";
import fc from "fast-check";
import {
  gridAt,
  type GridIndex,
  type GridSlice,
  selectGrids,
  selectGridsAsync,
} from "../../lib/grid/mod.ts";
import { eachBackend } from "../_backends.ts";
import { assertGrids, build, type Lists, textOf } from "./_grids.ts";
import { randomIjk, randomSource, type Triple } from "./_oracle.ts";

/** Lets a value through that the compiler refuses. */
type Wrong = never;

const RANDOM = randomSource(91);
const LISTS: Lists = [5, 0, 70, 1, 200].map((count) => randomIjk(RANDOM, count, -300, 4100));
const SIZES: readonly Triple[] = LISTS.map((_, b) => [b + 1, 0.5, 2]);
const COUNT = LISTS.length;

eachBackend("gridAt() copies one grid, counted from either end", (context) => {
  const batch = build(context, LISTS, { voxelSize: SIZES, origin: 3 });
  for (let index = -COUNT; index < COUNT; index++) {
    const b = index < 0 ? index + COUNT : index;
    using grid = gridAt(batch, index);
    assertGrids(grid, [LISTS[b] ?? []]);
    assertEquals([...grid.voxelSizes], [...(SIZES[b] ?? [])]);
    assertEquals([...grid.origins], [3, 3, 3]);
  }
  using last = gridAt(batch, -1);
  batch.dispose();
  assertGrids(last, LISTS.slice(-1));
});

eachBackend("selectGrids() takes every kind of index", (context) => {
  using batch = build(context, LISTS, { voxelSize: SIZES });
  const cases: readonly (readonly [index: GridIndex, expected: readonly number[]])[] = [
    [2, [2]],
    [-5, [0]],
    [[3, 1, 3, -1, 0, 0], [3, 1, 3, 4, 0, 0]],
    [[], []],
    [[true, false, true, false, true], [0, 2, 4]],
    [[false, false, false, false, false], []],
    [{}, [0, 1, 2, 3, 4]],
    [{ start: 1, stop: 3 }, [1, 2]],
    [{ start: 3, stop: 100 }, [3, 4]],
    [{ start: -2 }, [3, 4]],
    [{ stop: -2 }, [0, 1, 2]],
    [{ start: 7 }, []],
    [{ start: 3, stop: 1 }, []],
    [{ step: 2 }, [0, 2, 4]],
    [{ start: 1, step: 3 }, [1, 4]],
    [{ step: -1 }, [4, 3, 2, 1, 0]],
    [{ start: 3, stop: 0, step: -2 }, [3, 1]],
    [{ start: -2, stop: -100, step: -1 }, [3, 2, 1, 0]],
    [{ start: 100, step: -3 }, [4, 1]],
    [{ start: 0, stop: 4, step: -1 }, []],
  ];
  for (const [index, expected] of cases) {
    using grid = selectGrids(batch, index);
    assertGrids(grid, expected.map((b) => LISTS[b] ?? []));
    assertEquals([...grid.voxelSizes], expected.flatMap((b) => [...(SIZES[b] ?? [])]));
  }
});

/** The places of a slice, from the definition of Python's: start + n * step while inside and before stop. */
function placesOf({ start, stop, step = 1 }: GridSlice): number[] {
  const inside = (value: number): number => value < 0 ? value + COUNT : value;
  const from = start === undefined ? undefined : inside(start);
  const to = stop === undefined ? undefined : inside(stop);
  const places = Array.from({ length: COUNT }, (_, b) => b).filter((b) =>
    step > 0
      ? b >= (from ?? 0) && (to === undefined || b < to)
      : (from === undefined || b <= from) && (to === undefined || b > to)
  );
  if (step < 0) places.reverse();
  return places.filter((_, n) => n % Math.abs(step) === 0);
}

eachBackend("selectGrids() slices as Python does", (context) => {
  using batch = build(context, LISTS.map((_, b) => [[b, 0, 0]]));
  const end = fc.option(fc.integer({ min: -9, max: 9 }), { nil: undefined });
  const step = fc.constantFrom(-7, -3, -2, -1, 1, 2, 3, 7);
  fc.assert(
    fc.property(end, end, step, (start, stop, by) => {
      const slice: GridSlice = {
        ...start === undefined ? {} : { start },
        ...stop === undefined ? {} : { stop },
        step: by,
      };
      using grid = selectGrids(batch, slice);
      assertEquals([...grid.bboxes].filter((_, at) => at % 6 === 0), placesOf(slice));
    }),
    { numRuns: 200 },
  );
});

eachBackend("selectGrids() of a selection is a selection", (context) => {
  using batch = build(context, LISTS);
  using first = selectGrids(batch, [4, 2, 0]);
  using second = selectGrids(first, { step: -1 });
  assertGrids(second, [LISTS[0] ?? [], LISTS[2] ?? [], LISTS[4] ?? []]);
  using nothing = selectGrids(second, []);
  using still = selectGrids(nothing, {});
  assertGrids(still, []);
});

eachBackend("selectGridsAsync() selects the same", async (context) => {
  const batch = build(context, LISTS);
  using expected = selectGrids(batch, [1, 4, 4]);
  const selecting = selectGridsAsync(batch, [1, 4, 4]);
  batch.dispose();
  using grid = await selecting;
  assertEquals(textOf(grid), textOf(expected));
});

eachBackend("selectGrids() rejects indices of no grid", async (context) => {
  using batch = build(context, LISTS);
  using none = build(context, []);
  const refused = (index: unknown, message: string): void => {
    const error = assertThrows(() => selectGrids(batch, index as Wrong), RangeError);
    assertEquals(error.message, `Cannot run selectGrids: ${message}`);
  };
  refused(5, "grid 5 is not among the 5 of the batch");
  refused(-6, "grid -6 is not among the 5 of the batch");
  refused(0.5, "grid 0.5 is not among the 5 of the batch");
  refused([0, 9], "grid 9 is not among the 5 of the batch");
  refused([true, false], "the number of truth values is 2, that of grids 5");
  refused({ step: 0 }, "step is 0");
  refused({ start: 0.5 }, "start is 0.5, a whole number expected");
  refused(Array(65537).fill(0), "the result has 65537 grids, 65536 at most");
  assertThrows(() => selectGrids(batch, [0, true] as Wrong), TypeError, "mixes numbers");
  assertThrows(() => gridAt(none, 0), RangeError, "Cannot run gridAt: grid 0 is not among the 0");
  await assertRejects(() => selectGridsAsync(batch, 5), RangeError, "selectGridsAsync");
});

eachBackend("what is no index of grids is refused, not taken for all of them", (context) => {
  using batch = build(context, LISTS);
  const cases: readonly (readonly [RegExp, () => unknown])[] = [
    [/^Cannot run selectGrids: the name "begin" is unknown/, () => {
      return selectGrids(batch, { begin: 1 } as Wrong);
    }],
    [/^Cannot run selectGrids: names are an Int32Array/, () => {
      return selectGrids(batch, Int32Array.of(1) as Wrong);
    }],
    [/^Cannot run selectGrids: names are undefined/, () => {
      return selectGrids(batch, undefined as Wrong);
    }],
    [/^Cannot run selectGrids: the index of a grid is "1", a number/, () => {
      return selectGrids(batch, ["1"] as Wrong);
    }],
    [/^Cannot run gridAt: the index of a grid is an Array, a number/, () => {
      return gridAt(batch, [0, 1] as Wrong);
    }],
    [/^Cannot run gridAt: the index of a grid is an Object, a number/, () => {
      return gridAt(batch, {} as Wrong);
    }],
  ];
  for (const [message, run] of cases) {
    const error = assertThrows(run, TypeError);
    assertMatch(error.message, message);
  }
});
