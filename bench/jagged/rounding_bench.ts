/** Signs, roots and rounding. */

import { abs, round, sqrt } from "../../lib/jagged/mod.ts";
import { openContext } from "../../mod.ts";
import { benchOperator } from "../_harness.ts";
import { benchLists, ROWS, WIDTH } from "./_inputs.ts";

const context = openContext();
const lists = benchLists(context);
const values = lists.data.readSync();

for (const run of [abs, round]) {
  benchOperator(
    `${run.name}, f32 [${ROWS}, ${WIDTH}]`,
    context,
    () => run(lists),
    ({ data }) => data.readSync().every((value, at) => value === values[at]),
  );
}
benchOperator(
  `sqrt, f32 [${ROWS}, ${WIDTH}]`,
  context,
  () => sqrt(lists),
  ({ data }) =>
    data.readSync().every((value, at) => value === Math.fround(Math.sqrt(values[at] ?? NaN))),
);
