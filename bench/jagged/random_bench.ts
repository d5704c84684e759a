/** Random numbers. */

import { randomNormal, randomUniform } from "../../lib/jagged/mod.ts";
import { openContext } from "../../mod.ts";
import { benchOperator } from "../_harness.ts";
import { ROWS, WIDTH } from "./_inputs.ts";

const context = openContext();
const options = { context, dtype: "f32", seed: 1 } as const;

benchOperator(
  `randomUniform, f32 [${ROWS}, ${WIDTH}]`,
  context,
  () => randomUniform([ROWS, WIDTH], options),
  (numbers) => numbers.readSync().every((number) => number >= 0 && number < 1),
);
benchOperator(
  `randomNormal, f32 [${ROWS}, ${WIDTH}]`,
  context,
  () => randomNormal([ROWS, WIDTH], options),
  (numbers) => numbers.readSync().every((number) => Math.abs(number) < 9),
);
