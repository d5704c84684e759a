/** Norms, and variances, which read the numbers twice. */

import { jaggedNorm, jaggedStd, jaggedVar } from "../../lib/jagged/mod.ts";
import { openContext } from "../../mod.ts";
import { benchOperator } from "../_harness.ts";
import { benchLists, ROWS, WIDTH } from "./_inputs.ts";

const context = openContext();
const lists = benchLists(context);
const values = lists.data.readSync();

benchOperator(
  `jaggedNorm, f32 [${ROWS}, ${WIDTH}] in ${lists.length} lists`,
  context,
  () => jaggedNorm(lists),
  (norms) => norms.length === lists.length * WIDTH,
);
benchOperator(
  `jaggedNorm, f32 [${ROWS}, ${WIDTH}] along the elements`,
  context,
  () => jaggedNorm(lists, { dim: 1 }),
  (norms) => norms.data.readSync()[0] === Math.fround(Math.hypot(...values.slice(0, WIDTH))),
);
for (const measure of [jaggedVar, jaggedStd]) {
  benchOperator(
    `${measure.name}, f32 [${ROWS}, ${WIDTH}] in ${lists.length} lists`,
    context,
    () => measure(lists),
    (result) => (result.readSync()[0] ?? 0) > 0,
  );
}
