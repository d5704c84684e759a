/** Sums of lists of very different lengths, and of elements; the floor is reading the numbers once. */

import { jaggedAny, jaggedMean, jaggedProd } from "../../lib/jagged/mod.ts";
import { jaggedSum, openContext } from "../../mod.ts";
import { benchOperator, equalArrays } from "../_harness.ts";
import { benchLists, ROWS, WIDTH } from "./_inputs.ts";

const context = openContext();
const lists = benchLists(context);
const values = lists.data.readSync();
const shape = `f32 [${ROWS}, ${WIDTH}]`;

/** Sums of whole numbers, which are exact in any order. */
const sums = new Float64Array(lists.length * WIDTH);
for (let list = 0; list < lists.length; list++) {
  for (let row = Number(lists.offsets[list]); row < Number(lists.offsets[list + 1]); row++) {
    for (let at = 0; at < WIDTH; at++) {
      const place = list * WIDTH + at;
      sums[place] = (sums[place] ?? 0) + (values[row * WIDTH + at] ?? 0);
    }
  }
}

benchOperator(
  `jaggedSum, ${shape} in ${lists.length} lists`,
  context,
  () => jaggedSum(lists),
  (result) => equalArrays(result.readSync(), Float32Array.from(sums)),
);
benchOperator(
  `jaggedSum, ${shape} along the elements`,
  context,
  () => jaggedSum(lists, { dim: 1 }),
  (result) =>
    result.data.readSync()[1] === [4, 5, 6, 7].reduce((sum, at) => sum + (values[at] ?? 0), 0),
);
benchOperator(
  `jaggedSum, ${shape} in one list`,
  context,
  () => jaggedSum(lists.data),
  (result) => result.length === WIDTH,
);
benchOperator(
  `jaggedMean, ${shape} in ${lists.length} lists`,
  context,
  () => jaggedMean(lists),
  (result) => result.readSync()[0] === Math.fround((sums[0] ?? NaN) / (ROWS / 2)),
);
benchOperator(
  `jaggedProd, ${shape} along the elements`,
  context,
  () => jaggedProd(lists, { dim: 1 }),
  (result) =>
    result.data.readSync()[1] ===
      Math.fround([4, 5, 6, 7].reduce((product, at) => product * (values[at] ?? NaN), 1)),
);
benchOperator(
  `jaggedAny, ${shape} in ${lists.length} lists`,
  context,
  () => jaggedAny(lists),
  (result) => result.readSync()[0] === 1,
);
