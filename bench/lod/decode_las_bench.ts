/** Columns of LAS records, of the format that scans mostly have. */

import { decodeLas } from "../../lib/lod/mod.ts";
import { openContext, tensor } from "../../mod.ts";
import { benchOperator } from "../_harness.ts";

const context = openContext();
const [count, recordBytes] = [4_000_000, 26];
const bytes = new Uint8Array(count * recordBytes).map((_, at) => at % 251);
const records = tensor(bytes, { context, shape: [count, recordBytes] });
const options = { format: 2, columns: ["coordinates"] } as const;

for (const columns of [undefined, options.columns]) {
  const name = `decodeLas, ${count} records, ${columns === undefined ? "all columns" : columns}`;
  benchOperator(name, context, () => {
    const own = decodeLas(records, { format: 2, ...(columns && { columns }) });
    const { coordinates, colorBits: _, ...others } = own;
    for (const values of Object.values(others)) values.dispose();
    return coordinates ?? records.slice(0, 0);
  }, (coordinates) => {
    const first = new DataView(bytes.buffer).getInt32(recordBytes, true);
    return coordinates.readSync()[3] === first;
  });
}
