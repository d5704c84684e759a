/**
 * A step of training a radiance field: samples along 1024 rays, both passes, and the update of 131 072 numbers.
 *
 * @module
 */

import {
  makeTraining,
  psnr,
  testRays,
  train,
  type Training,
} from "../../examples/radiance_field.ts";
import type { Context } from "../_api.ts";
import { benchTable, row } from "../_harness.ts";

/** A field that learns, and how many steps it has made. */
interface Learning {
  readonly training: Training;
  readonly context: Context;
  steps: number;
}

/** Steps after which the field has to show something, and the least signal-to-noise ratio then, in decibels. */
const [WARM_UP, LEAST] = [20, 15];

function step(learning: Learning): void {
  train(learning.training, learning.steps++);
}

async function hasLearned(learning: Learning): Promise<boolean> {
  while (learning.steps < WARM_UP) step(learning);
  using rays = testRays(learning.context);
  return await psnr(learning.training, rays) >= LEAST;
}

const make = (context: Context): Learning => ({
  training: makeTraining(context),
  context,
  steps: 0,
});

await benchTable(import.meta.main, [
  row({ name: "radianceField" }, make, {
    on: "a step of 1024 rays",
    run: step,
    check: (_, learning) => hasLearned(learning),
    items: () => 1024,
  }),
]);
