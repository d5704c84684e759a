/**
 * A network learns to tell ground, walls, boxes, poles and trees apart, in a few seconds.
 *
 * ```sh
 * deno run --allow-ffi=build --allow-read examples/segmentation.ts --steps 60 --seed 1
 * ```
 *
 * `--device cuda` trains on a GPU, and `--json` prints one line of JSON.
 *
 * @module
 */
// deno-lint-ignore-file no-console -- an example talks to its reader

import { type Device, openContext } from "../mod.ts";
import { CLASSES } from "./segmentation/scenes.ts";
import { trainOnScenes } from "./segmentation/training.ts";

/** What follows an option on the command line. */
const option = (name: string, fallback: string): string => {
  const at = Deno.args.indexOf(`--${name}`);
  return at < 0 ? fallback : Deno.args[at + 1] ?? fallback;
};

using context = openContext({ device: option("device", "auto") as Device });
const [steps, seed] = [Number(option("steps", "60")), Number(option("seed", "1"))];
const isJson = Deno.args.includes("--json");

const started = performance.now();
const quality = trainOnScenes({
  ...{ context, seed, steps },
  onStep(step, loss): void {
    if (!isJson && step % 10 === 9) console.log(`step ${step + 1}: loss ${loss.toFixed(4)}`);
  },
});
const seconds = (performance.now() - started) / 1000;

const { accuracy, meanOverlap, overlaps } = quality;
if (isJson) {
  console.log(JSON.stringify({ device: context.device, seed, steps, seconds, ...quality }));
} else {
  for (const [at, name] of CLASSES.entries()) {
    console.log(`${name.padEnd(7)} overlap ${overlaps[at]?.toFixed(3)}`);
  }
  console.log(`accuracy ${accuracy.toFixed(3)}, mean overlap ${meanOverlap.toFixed(3)}`);
  console.log(`${steps} steps in ${seconds.toFixed(1)} s on ${context.device}`);
}
