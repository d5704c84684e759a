/** From lists in random order. The floor is every coordinate and row read once and every row of the result written. */

import { injectFromIjk, injectFromIjkInto } from "../../lib/inject/mod.ts";
import { ijkToIndex, openContext } from "../../mod.ts";
import { benchOperator } from "../_harness.ts";
import { surfaceInput } from "../grid/_points.ts";
import { features, FORMS, megabytes } from "./_band.ts";

const context = openContext();
const { count, grid, ijk } = surfaceInput(context, 500_000);
const last = new Int32Array(grid.numVoxels);
{
  using rows = ijkToIndex(grid, ijk);
  rows.readSync().forEach((row, place) => last[Number(row)] = place);
}

for (const { channels, dtype } of FORMS) {
  const src = features(context, [count, channels], dtype);
  const source = src.readSync();
  const width = src.byteLength / count;
  const name = `${dtype} [${count}, ${channels}] to ${grid.numVoxels} voxels, floor ` +
    megabytes(count * 12 + 2 * grid.numVoxels * width);
  const isRight = (values: ArrayLike<unknown>): boolean => {
    for (let at = 0; at < values.length; at++) {
      const place = last[Math.floor(at / channels)] ?? 0;
      if (values[at] !== source[place * channels + at % channels]) return false;
    }
    return true;
  };
  benchOperator(
    `injectFromIjk, ${name}`,
    context,
    () => injectFromIjk(grid, ijk, src),
    (data) => isRight(data.readSync()),
  );
  const dst = features(context, [grid.numVoxels, channels], dtype);
  benchOperator(
    `injectFromIjkInto, ${name}`,
    context,
    () => {
      injectFromIjkInto(dst, grid, ijk, src);
      return new DisposableStack();
    },
    () => isRight(dst.readSync()),
  );
}
