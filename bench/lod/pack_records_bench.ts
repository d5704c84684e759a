/** Records put together of places, colours and strengths, in an order that is not that of the rows. */

import { packRecords } from "../../lib/lod/mod.ts";
import { openContext, tensor } from "../../mod.ts";
import { benchOperator } from "../_harness.ts";

const context = openContext();
const count = 2_000_000;
const places = tensor(new Int32Array(count * 3).map((_, at) => at), { context, shape: [count, 3] });
const colors = tensor(new Uint8Array(count * 3).fill(9), { context, shape: [count, 3] });
const strengths = tensor(new Uint16Array(count).fill(7), { context, dtype: "u16" });
const order = BigInt64Array.from({ length: count }, (_, n) => BigInt(n * 7919 % count));
const rows = tensor(order, { context });
const fields = [{ values: places }, { values: colors, bytes: 2 }, { values: strengths }];

benchOperator(
  `packRecords, ${count} records of 20 bytes`,
  context,
  () => packRecords(fields, rows),
  (out) => {
    const view = new DataView(out.readSync().buffer);
    return view.getInt32(20, true) === 7919 * 3 && view.getUint16(38, true) === 7;
  },
);
