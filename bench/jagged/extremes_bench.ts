/** Greatest numbers and their places. */

import { jaggedMax, jaggedMin } from "../../lib/jagged/mod.ts";
import { openContext } from "../../mod.ts";
import { benchOperator } from "../_harness.ts";
import { benchLists, ROWS, WIDTH } from "./_inputs.ts";

const context = openContext();
const lists = benchLists(context);

for (const [find, first] of [[jaggedMax, 1020], [jaggedMin, 0]] as const) {
  benchOperator(
    `${find.name}, f32 [${ROWS}, ${WIDTH}] in ${lists.length} lists`,
    context,
    () => find(lists),
    ({ values }) => values.readSync()[0] === first,
  );
  benchOperator(
    `${find.name}, f32 [${ROWS}, ${WIDTH}] along the elements`,
    context,
    () => find(lists, { dim: 1 }),
    ({ values }) => values.data.shape[0] === ROWS,
  );
}
