/** Numbers of lists, and lists from numbers. */

import { jaggedFromListOfRows, listOfRows } from "../../lib/jagged/mod.ts";
import { openContext } from "../../mod.ts";
import { benchOperator, equalArrays } from "../_harness.ts";
import { benchLists, ROWS } from "./_inputs.ts";

const context = openContext();
const lists = benchLists(context);
const numbers = listOfRows(lists);
const count = lists.length;

benchOperator(
  `listOfRows, ${ROWS} rows in ${count} lists`,
  context,
  () => listOfRows(lists),
  (result) => {
    const of = result.readSync();
    return of[0] === 0 && of[ROWS / 2] === of.find((list) => list > 0);
  },
);
benchOperator(
  `jaggedFromListOfRows, ${ROWS} rows in ${count} lists`,
  context,
  () => jaggedFromListOfRows(lists.data, numbers, { count }),
  ({ offsets }) => equalArrays(offsets, lists.offsets),
);
