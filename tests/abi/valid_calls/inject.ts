/**
 * Valid calls of transfers of features.
 *
 * @module
 */

import { Dtype } from "../../../ffi/_generated/symbols.ts";
import type { ValidCall } from "./_call.ts";

const BOX = {
  dtype: Dtype.F32,
  channels: 2,
  size: BigInt64Array.of(2n, 3n, 2n),
  origins: new Int32Array(3),
  nGrids: 1,
};

const INJECTION = { dtype: Dtype.F32, channels: 2, fillLow: 0, fillHigh: 0 };

const LISTED = { ...INJECTION, n: 3, offsets: BigInt64Array.of(0n, 3n), nGrids: 1 };

/** The calls, by the name of the method. */
export const INJECT_CALLS: Readonly<Record<string, ValidCall>> = {
  injectFromDenseCminor: { values: BOX },
  injectFromDenseCmajor: { values: BOX },
  injectToDenseCminor: { values: BOX },
  injectToDenseCmajor: { values: BOX },
  inject: { values: INJECTION, sides: { srcGrid: 3 } },
  injectInto: { values: INJECTION, sides: { srcGrid: 1 } },
  injectFromIjk: { values: LISTED },
  injectFromIjkInto: { values: LISTED },
};
