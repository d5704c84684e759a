/** Gathering rows in order, backwards and at random; the floor is the bytes read and written. */

import { openContext, takeRows, tensor } from "../../mod.ts";
import { benchOperator } from "../_harness.ts";
import { benchLists, ROWS, WIDTH } from "./_inputs.ts";

const context = openContext();
const { data } = benchLists(context);
const orders: Readonly<Record<string, (at: number) => number>> = {
  "in order": (at) => at,
  backwards: (at) => ROWS - 1 - at,
  scattered: (at) => (at * 524_287) % ROWS,
};
const values = data.readSync();

for (const [order, place] of Object.entries(orders)) {
  const rows = tensor(BigInt64Array.from({ length: ROWS }, (_, at) => BigInt(place(at))), {
    context,
  });
  for (const checked of [true, false]) {
    benchOperator(
      `takeRows, f32 [${ROWS}, ${WIDTH}] ${order}${checked ? ", checked" : ""}`,
      context,
      () => takeRows(data, rows, { checked }),
      (taken) =>
        taken.readSync().every((value, at) => value === values[place(at >> 2) * 4 + at % 4]),
    );
  }
}
