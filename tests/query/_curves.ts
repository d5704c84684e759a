/**
 * What the tests of space-filling curves have in common.
 *
 * @module
 */

import { assertEquals, assertThrows } from "@std/assert";
import type { gridMorton, morton } from "../../lib/query/mod.ts";
import { gridFromIjk, gridIjk, jaggedFromList, NativeError, tensor } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { build } from "../grid/_grids.ts";
import { type Ijk, INT32_MAX, INT32_MIN, randomIjk, randomSource } from "../grid/_oracle.ts";

/** Largest coordinate that a code has room for. */
export const MOST: number = 2 ** 21 - 1;

/** A curve: its functions for coordinates and for grids. */
export interface CurveFunctions {
  readonly name: string;
  readonly ofIjk: typeof morton;
  readonly gridName: string;
  readonly ofGrid: typeof gridMorton;
}

/** Lists of small, large and random coordinates. */
export function curveInput(): Ijk[] {
  const random = randomSource(80);
  return [
    [0, 0, 0],
    [MOST, MOST, MOST],
    [MOST, 0, 0],
    [0, MOST, 0],
    [0, 0, MOST],
    ...randomIjk(random, 500, 0, MOST),
    ...randomIjk(random, 200, 0, 20),
  ];
}

/** Registers the tests that all curves share. */
export function testCurve({ name, ofIjk, gridName, ofGrid }: CurveFunctions): void {
  eachBackend(`${gridName}() is ${name}() of shifted voxels`, (context) => {
    const random = randomSource(81);
    const lists = [
      randomIjk(random, 200, -40, 40),
      [],
      randomIjk(random, 100, -5000, 300),
      [[7, 8, 9]] as Ijk[],
    ];
    using grid = build(context, lists);
    using ijk = gridIjk(grid);
    const voxels = ijk.data.readSync();
    const least = [0, 1, 2].map((axis) =>
      lists.flat().reduce((low, one) => Math.min(low, one[axis] ?? NaN), Infinity)
    );
    for (const offset of [undefined, [5000, 6000, 7000] as const]) {
      const shift = offset ?? least.map((value) => -value);
      const shifted = voxels.map((value, at) => value + (shift[at % 3] ?? NaN));
      using moved = tensor(shifted, { context, shape: [grid.numVoxels, 3] });
      using expected = ofIjk(moved);
      using codes = offset === undefined ? ofGrid(grid) : ofGrid(grid, { offset });
      assertEquals([...codes.offsets], [...grid.offsets]);
      assertEquals([...codes.data.readSync()], [...expected.readSync()]);
    }
  });

  eachBackend(`${gridName}() reaches from one end of int32 to the other`, (context) => {
    for (const [value, offset] of [[INT32_MIN, 2 ** 31], [INT32_MAX, 1 - 2 ** 31]] as const) {
      using list = tensor(new Int32Array(3).fill(value), { context, shape: [1, 3] });
      using grid = gridFromIjk(list);
      using own = ofGrid(grid);
      using same = ofGrid(grid, { offset: [offset, offset, offset] });
      assertEquals([...own.data.readSync(), ...same.data.readSync()], [0n, 0n]);
    }
  });

  eachBackend(`${name}() and ${gridName}() count the coordinates that do not fit`, (context) => {
    const list = [[0, 0, 0], [-1, 0, 0], [0, MOST, 0], [0, MOST + 1, 0], [0, 0, INT32_MIN]];
    using ijk = tensor(Int32Array.from(list.flat()), { context, shape: [5, 3] });
    using grid = gridFromIjk(ijk);
    const zero = { offset: [0, 0, 0] } as const;
    const calls = { [name]: () => ofIjk(ijk), [gridName]: () => ofGrid(grid, zero) };
    for (const [operator, call] of Object.entries(calls)) {
      const error = assertThrows(call, NativeError);
      assertEquals([error.kind, error.operator], ["invalid-data", operator]);
      assertEquals(
        error.message,
        `Cannot run ${operator}: cannot encode coordinates: of 5 coordinates 3 do not lie in ` +
          "0..2097151 on every axis after the offset",
      );
    }
  });

  eachBackend(`${name}() and ${gridName}() take nothing`, (context) => {
    using none = tensor(new Int32Array(0), { context, shape: [0, 3] });
    using codes = ofIjk(none);
    assertEquals([codes.dtype, codes.shape], ["i64", [0]]);
    for (const lists of [[], [new Int32Array(0), new Int32Array(0)]]) {
      using list = jaggedFromList(lists, { context, dtype: "i32", shape: [3] });
      using grid = gridFromIjk(list);
      using empty = ofGrid(grid);
      assertEquals([empty.data.shape, empty.length], [[0], lists.length]);
    }
  });

  eachBackend(`${name}() and ${gridName}() reject bad input`, (context) => {
    using ijk = tensor(new Int32Array(6), { context, shape: [2, 3] });
    using grid = gridFromIjk(ijk);
    using flat = ijk.reshape([6]);
    using points = tensor(new Float32Array(3), { context, shape: [1, 3] });
    assertEquals(
      assertThrows(() => ofIjk(flat), RangeError).message,
      `Cannot run ${name}: ijk shape is [6], [n, 3] expected`,
    );
    assertEquals(
      assertThrows(() => ofIjk(points as never), TypeError).message,
      `Cannot run ${name}: ijk is f32, i32 expected`,
    );
    for (
      const [offset, problem] of [
        [[0, 0], "offset has 2 components, 3 expected"],
        [[0, 0.5, 0], "offset 0.5 is not a whole number of at most 2^32"],
        [[0, 0, NaN], "offset NaN is not a whole number of at most 2^32"],
        [[-(2 ** 33), 0, 0], "offset -8589934592 is not a whole number of at most 2^32"],
      ] as const
    ) {
      const error = assertThrows(() => ofGrid(grid, { offset: offset as never }), RangeError);
      assertEquals(error.message, `Cannot run ${gridName}: ${problem}`);
    }
  });
}
