/**
 * Groups of rows of one code, and what is made from them.
 *
 * @module
 */

import { handleOf } from "../../ffi/owned.ts";
import { bundle } from "../core/bundle.ts";
import { computeTensors } from "../core/compute_tensors.ts";
import { type Context, JaggedTensor, type Tensor } from "../core/mod.ts";
import { DisposableStack } from "../../ffi/base/disposable_stack.ts";
import type { CodeGroups } from "./base/code_groups.ts";

/** Codes of rows, and which of their lowest bits are ignored. */
export interface GroupedCodes {
  readonly operator: string;
  readonly context: Context;
  readonly codes: Tensor<"i64">;
  readonly offsets: BigInt64Array<ArrayBuffer>;
  readonly shift: number;
}

/** Groups the rows of each list by code. */
export function groupRows(grouped: GroupedCodes): CodeGroups {
  const { codes: { length: n, buffer }, offsets, shift } = grouped;
  const codes = handleOf(buffer);
  const nLists = offsets.length - 1;
  const perRow = ["i64", [n]] as const;
  const listOffsets = new BigInt64Array(nLists + 1);
  using stack = new DisposableStack();
  const made = computeTensors(
    grouped,
    { rows: perRow, inverse: perRow, groups: perRow },
    (native, out, context) =>
      native.groupByCodeCount({
        context,
        codes,
        n,
        shift,
        offsets,
        nLists,
        outRows: out.rows,
        outInverse: out.inverse,
        outGroups: out.groups,
        outOffsets: listOffsets,
      }),
  );
  const { rows, inverse, groups } = made;
  for (const one of [rows, inverse, groups]) stack.use(one);
  const nGroups = Number(listOffsets.at(-1));
  const perGroup = ["i64", [nGroups]] as const;
  const found = computeTensors(
    grouped,
    { codes: perGroup, ends: perGroup },
    (native, out, context) =>
      native.groupByCode({
        context,
        codes,
        rows: handleOf(rows.buffer),
        groups: handleOf(groups.buffer),
        n,
        shift,
        nGroups,
        outCodes: out.codes,
        outEnds: out.ends,
      }),
  );
  stack.move();
  return bundle("CodeGroups", {
    rows: new JaggedTensor(rows, found.ends, listOffsets),
    inverse,
    groups,
    codes: new JaggedTensor(found.codes, listOffsets),
  });
}
