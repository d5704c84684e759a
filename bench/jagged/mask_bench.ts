/** Keeping every third row. */

import { jaggedMask } from "../../lib/jagged/mod.ts";
import { openContext, tensor } from "../../mod.ts";
import { benchOperator } from "../_harness.ts";
import { benchLists, ROWS, WIDTH } from "./_inputs.ts";

const context = openContext();
const lists = benchLists(context);
const mask = tensor(Uint8Array.from({ length: ROWS }, (_, at) => at % 3 === 0 ? 1 : 0), {
  context,
  dtype: "bool",
});

benchOperator(
  `jaggedMask, a third of f32 [${ROWS}, ${WIDTH}] in ${lists.length} lists`,
  context,
  () => jaggedMask(lists, mask),
  (kept) => kept.offsets.at(-1) === BigInt(Math.ceil(ROWS / 3)),
);
