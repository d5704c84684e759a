/** Choosing lists, which copies all of their rows. */

import { jaggedSelect, jaggedSlice } from "../../lib/jagged/mod.ts";
import { openContext } from "../../mod.ts";
import { benchOperator } from "../_harness.ts";
import { benchLists, ROWS, WIDTH } from "./_inputs.ts";

const context = openContext();
const lists = benchLists(context);
const every = Array.from({ length: lists.length }, (_, list) => lists.length - 1 - list);

benchOperator(
  `jaggedSelect, all lists of f32 [${ROWS}, ${WIDTH}] backwards`,
  context,
  () => jaggedSelect(lists, every),
  (chosen) => chosen.offsets.at(-1) === BigInt(ROWS) && chosen.length === lists.length,
);

benchOperator(
  `jaggedSlice, every second list of f32 [${ROWS}, ${WIDTH}]`,
  context,
  () => jaggedSlice(lists, { step: 2 }),
  (chosen) => chosen.length === Math.ceil(lists.length / 2),
);
