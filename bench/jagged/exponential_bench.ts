/** Exponentials and their kin, which are bound by arithmetic rather than memory. */

import { exp, gelu, log1p, multiply, sigmoid, silu, tanh } from "../../lib/jagged/mod.ts";
import { openContext } from "../../mod.ts";
import { benchOperator } from "../_harness.ts";
import { benchLists, ROWS, WIDTH } from "./_inputs.ts";

const context = openContext();
const lists = benchLists(context);
const small = multiply(lists, 2 ** -10);

for (const run of [exp, log1p, sigmoid, tanh, silu, gelu]) {
  benchOperator(
    `${run.name}, f32 [${ROWS}, ${WIDTH}]`,
    context,
    () => run(small),
    ({ data }) => data.readSync().every((value) => value >= 0 && value < 3),
  );
}
