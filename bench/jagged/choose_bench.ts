/** Choosing and mixing elements. */

import { lerp, less, where } from "../../lib/jagged/mod.ts";
import { openContext } from "../../mod.ts";
import { benchOperator } from "../_harness.ts";
import { benchLists, ROWS, WIDTH } from "./_inputs.ts";

const context = openContext();
const lists = benchLists(context);
const small = less(lists, 500);
const shape = `f32 [${ROWS}, ${WIDTH}]`;

benchOperator(
  `where, ${shape} or a number`,
  context,
  () => where(small, lists, 500),
  ({ data }) => data.readSync().every((value) => value <= 500),
);
benchOperator(
  `lerp, ${shape} to a number`,
  context,
  () => lerp(lists, 0, 0.5),
  ({ data }) => data.readSync().every((value) => value <= 512),
);
