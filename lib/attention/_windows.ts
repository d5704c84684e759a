/**
 * Windows of the rows of orders.
 *
 * @module
 */

import type { Tails } from "../../ffi/_generated/symbols.ts";
import { wholeNumber } from "../../ffi/base/numbers.ts";
import { handleOf } from "../../ffi/owned.ts";
import { bundle } from "../core/bundle.ts";
import { computeTensors } from "../core/compute_tensors.ts";
import { JaggedTensor, type Lists } from "../core/mod.ts";
import type { RowOrder } from "./base/row_order.ts";
import { takeCodes } from "./_codes.ts";

/** The most rows of a window, and the greatest dilation. */
const MOST = 2 ** 24;

/** How rows are cut into windows. */
export interface Cut {
  readonly size: number;
  readonly dilation: number;
  readonly tails: Tails;
  /** Whether the last windows borrow rows. */
  readonly borrows: boolean;
}

/** Rejects a number of rows of a window, or a dilation. */
export function checkExtent(operator: string, name: string, value: number): void {
  wholeNumber({ operator, name }, value, { least: 1, most: MOST });
}

/** Cuts the rows of each list into windows. */
export function cutWindows(operator: string, order: Lists<"i64">, cut: Cut): RowOrder {
  const { data, count, offsets, context } = takeCodes(operator, order, "order");
  const lists = offsetsOfWindows(offsets, cut);
  const n = Number(lists.windows.at(-1));
  const layouts = { rows: ["i64", [n]], inverse: ["i64", [count]] } as const;
  const { rows, inverse } = computeTensors(
    { operator, context },
    layouts,
    (native, out, context) =>
      native.windowRows({
        context,
        rows: handleOf(data.buffer),
        n: count,
        offsets,
        nLists: offsets.length - 1,
        size: cut.size,
        dilation: cut.dilation,
        tails: cut.tails,
        nOut: n,
        outRows: out.rows,
        outInverse: out.inverse,
      }),
  );
  return bundle("RowOrder", { rows: new JaggedTensor(rows, lists.windows, lists.lists), inverse });
}

/** Where windows begin, and which window each list begins with. */
function offsetsOfWindows(
  offsets: BigInt64Array<ArrayBuffer>,
  { size, dilation, borrows }: Cut,
): Readonly<Record<"windows" | "lists", BigInt64Array<ArrayBuffer>>> {
  const lengths = Array.from(
    offsets.subarray(1),
    (end, list) => Number(end - (offsets[list] ?? 0n)),
  );
  const block = size * dilation;
  const lists = new BigInt64Array(offsets.length);
  let count = 0;
  for (const [list, length] of lengths.entries()) {
    count += Math.floor(length / block) * dilation + Math.min(length % block, dilation);
    lists[list + 1] = BigInt(count);
  }
  const windows = new BigInt64Array(count + 1);
  let at = 0;
  let end = 0;
  const add = (rows: number): void => {
    end += rows;
    windows[++at] = BigInt(end);
  };
  for (const length of lengths) {
    const whole = Math.floor(length / block) * dilation;
    for (let n = 0; n < whole; n++) add(size);
    const rest = length % block;
    // The rest is dealt to the windows in turn.
    for (let n = 0; n < Math.min(rest, dilation); n++) {
      add(borrows && length > size ? size : Math.ceil((rest - n) / dilation));
    }
  }
  return { windows, lists };
}
