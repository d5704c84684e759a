/** Joining lists, rows and elements. */

import { jaggedConcat } from "../../lib/jagged/mod.ts";
import { openContext } from "../../mod.ts";
import { benchOperator } from "../_harness.ts";
import { benchLists, ROWS, WIDTH } from "./_inputs.ts";

const context = openContext();
const lists = benchLists(context);
const [first = NaN] = lists.data.readSync();

for (const dim of [undefined, 0, 1]) {
  benchOperator(
    `jaggedConcat, two of f32 [${ROWS}, ${WIDTH}], dim ${dim}`,
    context,
    () => jaggedConcat([lists, lists], dim === undefined ? {} : { dim }),
    (joined) => joined.data.length === 2 * lists.data.length && joined.data.readSync()[0] === first,
  );
}
