/** Gathering rows by indices that count in their list. */

import { jaggedGather } from "../../lib/jagged/mod.ts";
import { jagged, openContext, tensor } from "../../mod.ts";
import { benchOperator } from "../_harness.ts";
import { benchLists, ROWS, WIDTH } from "./_inputs.ts";

const context = openContext();
const lists = benchLists(context);
const { offsets } = lists;
const values = lists.data.readSync();
const reversed = Int32Array.from({ length: ROWS }, (_, at) => at);
for (let list = 0; list < lists.length; list++) {
  const [begin, end] = [Number(offsets[list]), Number(offsets[list + 1])];
  for (let row = begin; row < end; row++) reversed[row] = end - 1 - row;
}
const indices = jagged(tensor(reversed, { context }), { offsets });

benchOperator(
  `jaggedGather, f32 [${ROWS}, ${WIDTH}] in ${lists.length} lists, each backwards`,
  context,
  () => jaggedGather(lists, indices),
  (gathered) => gathered.data.readSync()[0] === values[(ROWS / 2 - 1) * WIDTH],
);
