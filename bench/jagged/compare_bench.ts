/** Comparisons with a number. */

import { equal, less } from "../../lib/jagged/mod.ts";
import { openContext } from "../../mod.ts";
import { benchOperator } from "../_harness.ts";
import { benchLists, ROWS, WIDTH } from "./_inputs.ts";

const context = openContext();
const lists = benchLists(context);
const values = lists.data.readSync();

benchOperator(
  `less, f32 [${ROWS}, ${WIDTH}] and a number`,
  context,
  () => less(lists, 500),
  ({ data }) => data.readSync().every((mark, at) => mark === ((values[at] ?? NaN) < 500 ? 1 : 0)),
);
benchOperator(
  `equal, f32 [${ROWS}, ${WIDTH}] and as many`,
  context,
  () => equal(lists, lists),
  ({ data }) => data.readSync().every((mark) => mark === 1),
);
