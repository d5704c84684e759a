/** Bounds of elements. */

import { clamp, maximum, nanToNum } from "../../lib/jagged/mod.ts";
import { openContext } from "../../mod.ts";
import { benchOperator } from "../_harness.ts";
import { benchLists, ROWS, WIDTH } from "./_inputs.ts";

const context = openContext();
const lists = benchLists(context);
const shape = `f32 [${ROWS}, ${WIDTH}]`;

benchOperator(
  `clamp, ${shape}`,
  context,
  () => clamp(lists, { low: 5, high: 100 }),
  ({ data }) => (data.readSync() as Float32Array).every((value) => value >= 5 && value <= 100),
);
benchOperator(
  `maximum, ${shape} and a number`,
  context,
  () => maximum(lists, 5),
  ({ data }) => data.readSync().every((value) => value >= 5),
);
benchOperator(
  `nanToNum, ${shape}`,
  context,
  () => nanToNum(lists),
  ({ data }) => data.readSync().every(Number.isFinite),
);
