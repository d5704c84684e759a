/** From one batch to another. The floor is every common row read once and every row of the result written once. */

import { injectInto } from "../../lib/inject/mod.ts";
import { gridIjk, inject, openContext } from "../../mod.ts";
import { benchOperator } from "../_harness.ts";
import { band, features, FORMS, megabytes } from "./_band.ts";

const context = openContext();
const srcGrid = band(context);
const dstGrid = band(context, 1);
const rows = srcGrid.numVoxels;

/** The row of the source for each row of the result, or -1. */
function commonRows(): Int32Array {
  using from = gridIjk(srcGrid);
  using to = gridIjk(dstGrid);
  const key = (flat: Int32Array, row: number): number =>
    ((flat[row * 3] ?? 0) * 1024 + (flat[row * 3 + 1] ?? 0)) * 1024 + (flat[row * 3 + 2] ?? 0);
  const [source, target] = [from.data.readSync(), to.data.readSync()];
  const table = new Map(Array.from({ length: rows }, (_, row) => [key(source, row), row]));
  return Int32Array.from({ length: rows }, (_, row) => table.get(key(target, row)) ?? -1);
}

const map = commonRows();
const common = map.filter((row) => row >= 0).length;

for (const { channels, dtype } of FORMS) {
  const src = features(context, [rows, channels], dtype);
  const source = src.readSync();
  const width = src.byteLength / rows;
  const shape = `${dtype} [${rows}, ${channels}], ${common} rows in common`;
  benchOperator(
    `inject, ${shape}, floor ${megabytes((common + rows) * width)}`,
    context,
    () => inject(dstGrid, srcGrid, src),
    (dst) =>
      dst.readSync().every((value, at) => {
        const row = map[Math.floor(at / channels)] ?? -1;
        return value === (row < 0 ? 0 : source[row * channels + at % channels]);
      }),
  );
  const dst = inject(dstGrid, srcGrid, src);
  benchOperator(
    `injectInto, ${shape}, floor ${megabytes(2 * common * width)}`,
    context,
    () => {
      injectInto(dst, dstGrid, srcGrid, src);
      return new DisposableStack();
    },
    () =>
      dst.readSync().every((value, at) => {
        const row = map[Math.floor(at / channels)] ?? -1;
        return row < 0 || value === source[row * channels + at % channels];
      }),
  );
}
