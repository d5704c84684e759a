/**
 * Windows of voxels by brute force, and bodies of tests that poolings have in common.
 *
 * @module
 */

import { assertEquals, assertThrows } from "@std/assert";
import { gridFromZeroGrids } from "../../lib/grid/mod.ts";
import type { WindowGrids } from "../../lib/pool/mod.ts";
import {
  type Context,
  type GridBatch,
  gridFromDense,
  type Real,
  scope,
  type Tensor,
  tensor,
  type Triple,
} from "../../mod.ts";
import { build } from "../grid/_grids.ts";
import {
  canonical,
  type Ijk,
  INT32_MAX,
  INT32_MIN,
  randomIjk,
  randomSource,
} from "../grid/_oracle.ts";

/** Voxels with values: dense parts, holes, an empty grid, borders of nodes, the ends of int32. */
const FINE: readonly (readonly Ijk[])[] = [
  randomIjk(randomSource(1), 500, -6, 6),
  [],
  [...randomIjk(randomSource(2), 150, 4092, 4100), [INT32_MAX, INT32_MIN, 0]],
];

/** Factors and strides: apart, beside each other, overlapping. */
export const WINDOWS: readonly { readonly factor: Triple; readonly stride: Triple }[] = [
  { factor: [2, 2, 2], stride: [2, 2, 2] },
  { factor: [1, 1, 1], stride: [1, 1, 1] },
  { factor: [3, 3, 3], stride: [1, 1, 1] },
  { factor: [2, 3, 1], stride: [3, 2, 1] },
  { factor: [5, 2, 4], stride: [2, 2, 3] },
  { factor: [15, 15, 15], stride: [10, 10, 10] },
  // So large that most of them is empty.
  { factor: [60, 60, 60], stride: [1, 1, 1] },
  { factor: [2 ** 20, 5000, INT32_MAX], stride: [4096, 1, 4100] },
];

/** One window: its coarse voxel's row, and the rows of its fine voxels, x slowest, z fastest. */
export interface Window {
  readonly coarse: number;
  readonly fine: readonly number[];
}

/** A fine and a coarse batch on a device, and the windows between them; dispose it. */
export interface Pair extends WindowGrids, Disposable {
  readonly windows: readonly Window[];
  /** The same in the order of the coordinates of coarse voxels, grid by grid. */
  readonly inOrder: readonly Window[];
}

/** Voxels that windows are asked for: where fine ones lie, one window beside them, and one far off. */
function coarseVoxels(list: readonly Ijk[], stride: Triple): Ijk[] {
  const within = list.map((ijk) => ijk.map((one, axis) => Math.floor(one / (stride[axis] ?? 1))));
  const beside = within.filter((_, n) => n % 7 === 0).map(([i = 0, j = 0, k = 0]) => [i, j - 1, k]);
  const fits = (ijk: readonly number[]): boolean =>
    ijk.every((one) => one >= INT32_MIN && one <= INT32_MAX);
  const far = list.length > 0 ? [[1000, 1000, 1000]] : [];
  return [...within, ...beside, ...far].filter(fits) as unknown as Ijk[];
}

/** The order of sums, x slowest, z fastest. */
function compareIjk(a: Ijk, b: Ijk): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}

/** Makes both batches. */
export function makePair(
  context: Context,
  { factor, stride }: { readonly factor: Triple; readonly stride: Triple },
): Pair {
  const coarseLists = FINE.map((list) => canonical(coarseVoxels(list, stride)));
  const fineLists = FINE.map(canonical);
  const windows: Window[] = [];
  const inOrder: Window[] = [];
  let first = 0;
  let row = 0;
  for (const [b, list] of fineLists.entries()) {
    const rows = list.map((ijk, n) => ({ ijk, row: first + n })).sort((a, b) =>
      compareIjk(a.ijk, b.ijk)
    );
    const own: (Window & { readonly corner: Ijk })[] = [];
    for (const corner of coarseLists[b] ?? []) {
      const holds = (ijk: Ijk): boolean =>
        ijk.every((one, axis) => {
          const within = one - (corner[axis] ?? NaN) * (stride[axis] ?? NaN);
          return within >= 0 && within < (factor[axis] ?? NaN);
        });
      own.push({
        corner,
        coarse: row++,
        fine: rows.filter(({ ijk }) => holds(ijk)).map((one) => one.row),
      });
    }
    windows.push(...own);
    inOrder.push(...own.sort((a, b) => compareIjk(a.corner, b.corner)));
    first += list.length;
  }
  const parts = scope((own) => {
    const [fine, coarse] = [FINE, coarseLists].map((lists) => {
      return own(build(context, lists));
    }) as [GridBatch, GridBatch];
    return { fine, coarse };
  });
  return {
    ...parts,
    windows,
    inOrder,
    [Symbol.dispose]: () => {
      parts.fine.dispose();
      parts.coarse.dispose();
    },
  };
}

/** Random numbers with ties, [rows, channels]. */
export function randomRows<D extends Real>(
  context: Context,
  dtype: D,
  rows: number,
  channels: number,
  seed = 3,
): Tensor<D> {
  const random = randomSource(seed);
  const numbers = Array.from({ length: rows * channels }, () => Math.floor(random() * 40) / 4 - 5);
  return tensor(numbers, { context, dtype, shape: [rows, channels] });
}

/** How exact results of an element type are. */
export const PRECISION: Readonly<Record<Real, number>> = {
  f16: 2 ** -10,
  f32: 2 ** -23,
  f64: 1e-14,
};

/** An operator from one batch to the other, with only the arguments that all have. */
export interface Operator {
  readonly name: string;
  /** Whether it goes from coarse to fine voxels. */
  readonly down: boolean;
  /** What its rows are called. */
  readonly rows: "features" | "gradients";
  readonly run: (
    grids: WindowGrids,
    rows: Tensor<"f32">,
    options: { readonly factor: number | Triple },
  ) => Tensor<"f32">;
}

/** Nothing in, nothing out; wrong and disposed arguments; failing allocations. */
export function checkEdges(
  context: Context,
  { name, down, rows, run }: Operator,
): void {
  using zero = gridFromZeroGrids({ context });
  using none = tensor(new Float32Array(0), { context, shape: [0, 2] });
  using nothing = run({ fine: zero, coarse: zero }, none, { factor: 2 });
  assertEquals(nothing.shape, [0, 2]);

  using fine = gridFromDense({ context, dims: 4 });
  using coarse = gridFromDense({ context, dims: 2 });
  using pair = gridFromDense({ context, dims: 2, gridCount: 2 });
  const count = down ? coarse.numVoxels : fine.numVoxels;
  using ones = tensor(new Float32Array(count).fill(1), { context });
  using short = tensor(new Float32Array(3), { context });
  using ints = tensor(new Int32Array(count), { context });
  const grids = { fine, coarse };
  const start = `Cannot run ${name}: `;
  const message = (kind: typeof RangeError, body: () => unknown): string =>
    assertThrows(body, kind).message;
  assertEquals(
    message(RangeError, () => run(grids, short, { factor: 2 })),
    `${start}${rows} shape is [3], [${count}, ...channels] expected`,
  );
  assertEquals(
    message(TypeError, () => run(grids, ints as unknown as Tensor<"f32">, { factor: 2 })),
    `${start}${rows} is i32, f16, bf16, f32 or f64 expected`,
  );
  assertEquals(
    message(RangeError, () => run({ fine, coarse: pair }, ones, { factor: 2 })),
    `${start}the fine batch has 1 grids, the coarse one 2`,
  );
  for (const factor of [0, 1.5, -1]) {
    assertEquals(
      message(RangeError, () => run(grids, ones, { factor })),
      `${start}factor is ${factor}, a whole number from 1 to 2147483647 expected`,
    );
  }
}
