/** Conversions to narrower and wider types. */

import { asType } from "../../lib/jagged/mod.ts";
import { openContext } from "../../mod.ts";
import { benchOperator } from "../_harness.ts";
import { benchLists, ROWS, WIDTH } from "./_inputs.ts";

const context = openContext();
const lists = benchLists(context);
const values = lists.data.readSync();

for (const dtype of ["f16", "bf16", "f64", "i64", "u8"] as const) {
  benchOperator(
    `asType, f32 [${ROWS}, ${WIDTH}] to ${dtype}`,
    context,
    () => asType(lists, dtype),
    ({ data }) =>
      dtype === "bf16" ||
      Number(data.readSync()[1]) === Math.min(values[1] ?? NaN, dtype === "u8" ? 255 : 1024),
  );
}
