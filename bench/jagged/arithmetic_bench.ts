/** Arithmetic on elements: of one shape, with a row that repeats, with a number. */

import { add, divide, multiply, power, remainder } from "../../lib/jagged/mod.ts";
import { openContext, tensor } from "../../mod.ts";
import { benchOperator } from "../_harness.ts";
import { benchLists, ROWS, WIDTH } from "./_inputs.ts";

const context = openContext();
const lists = benchLists(context);
const values = lists.data.readSync();
const row = tensor([1, 2, 3, 4], { context });
const shape = `f32 [${ROWS}, ${WIDTH}]`;

benchOperator(
  `add, ${shape} and as many`,
  context,
  () => add(lists, lists),
  (sum) => sum.data.readSync().every((value, at) => value === 2 * (values[at] ?? NaN)),
);
benchOperator(
  `add, ${shape} and [${WIDTH}]`,
  context,
  () => add(lists, row),
  (sum) => sum.data.readSync().every((value, at) => value === (values[at] ?? NaN) + 1 + at % 4),
);
benchOperator(
  `multiply, ${shape} and a number`,
  context,
  () => multiply(lists, 2),
  (product) => product.data.readSync().every((value, at) => value === 2 * (values[at] ?? NaN)),
);
for (const run of [divide, remainder, power]) {
  benchOperator(
    `${run.name}, ${shape} and a number`,
    context,
    () => run(lists, 2),
    (result) => result.data.length === values.length,
  );
}
