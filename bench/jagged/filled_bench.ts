/** Filling as much memory as the model has. */

import { fullLike, onesLike, zerosLike } from "../../lib/jagged/mod.ts";
import { openContext } from "../../mod.ts";
import { benchOperator } from "../_harness.ts";
import { benchLists, ROWS, WIDTH } from "./_inputs.ts";

const context = openContext();
const lists = benchLists(context);

for (const [make, value] of [[zerosLike, 0], [onesLike, 1]] as const) {
  benchOperator(
    `${make.name}, f32 [${ROWS}, ${WIDTH}]`,
    context,
    () => make(lists),
    ({ data }) => data.readSync().every((element) => element === value),
  );
}
benchOperator(
  `fullLike, f32 [${ROWS}, ${WIDTH}]`,
  context,
  () => fullLike(lists, 7),
  ({ data }) => data.readSync().every((element) => element === 7),
);
