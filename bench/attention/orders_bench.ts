/**
 * Orders and windows of rows.
 *
 * @module
 */

import {
  type Context,
  cubicWindows,
  dilatedWindows,
  groupByCode,
  jagged,
  type JaggedTensor,
  mortonZyx,
  orderByCode,
  patchWindows,
  type RowOrder,
  type Tensor,
  tensor,
  windowCodes,
} from "../_api.ts";
import { benchTable, row } from "../_harness.ts";

/** Rows of a batch of four scans. */
const N = 400_000;

interface Input {
  readonly ijk: Tensor<"i32">;
  readonly codes: JaggedTensor<"i64">;
  readonly order: RowOrder;
}

/** Voxels of a rough surface, in four lists. */
function make(context: Context): Input {
  let state = 1;
  const next = (): number => (state = Math.imul(state, 1664525) + 1013904223) >>> 0;
  const numbers = Int32Array.from(
    { length: N * 3 },
    (_, at) => at % 3 === 2 ? next() % 32 : next() % 2048,
  );
  const ijk = tensor(numbers, { context, shape: [N, 3] });
  using plain = mortonZyx(ijk);
  const codes = jagged(plain, { offsets: [0, N / 4, N / 2, N / 2, N] });
  return { ijk, codes, order: orderByCode(codes) };
}

const on = (): string => `${N} rows in 4 lists`;
const items = (): number => N;
/** Whether all rows are where the inverse says. */
const isOrder = ({ rows, inverse }: RowOrder): boolean => {
  const all = rows.data.readSync();
  return inverse.readSync().every((place, row) => all[Number(place)] === BigInt(row));
};

await benchTable(import.meta.main, [
  row(orderByCode, make, {
    on,
    items,
    run: ({ codes }) => orderByCode(codes),
    check: isOrder,
    bytes: () => N * 24,
  }),
  row(groupByCode, make, {
    on,
    items,
    run: ({ codes }) => groupByCode(codes, { shift: 3 }),
    check: isOrder,
    bytes: () => N * 32,
  }),
  row(patchWindows, make, {
    on,
    items,
    run: ({ order }) => patchWindows(order.rows, { size: 1024 }),
    check: isOrder,
    bytes: () => N * 24,
  }),
  row(dilatedWindows, make, {
    on,
    items,
    run: ({ order }) => dilatedWindows(order.rows, { size: 32, dilation: 4 }),
    check: isOrder,
    bytes: () => N * 24,
  }),
  row(windowCodes, make, {
    on,
    items,
    run: ({ ijk }) => windowCodes(ijk, { size: 8, shift: 4 }),
    check: (codes) => codes.readSync().every((code) => code >= 0n),
    bytes: () => N * 20,
  }),
  row(cubicWindows, make, {
    on,
    items,
    run: ({ ijk }) => cubicWindows(ijk, { size: 8, shift: 4 }),
    check: isOrder,
    bytes: () => N * 36,
  }),
]);
