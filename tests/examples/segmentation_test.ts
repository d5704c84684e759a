import { assert, assertEquals } from "@std/assert";
import { CLASSES, makeScene } from "../../examples/segmentation/scenes.ts";
import { trainOnScenes } from "../../examples/segmentation/training.ts";
import { eachBackend } from "../_backends.ts";
import { assertClose } from "../_compare.ts";

Deno.test("scenes have voxels of all classes, in the shares that they are to have", () => {
  const counts = CLASSES.map(() => 0);
  const scenes = Array.from({ length: 30 }, (_, seed) => makeScene(seed));
  for (const { ijk, labels } of scenes) {
    assertEquals(ijk.length, 3 * labels.length);
    const voxels = new Set(labels.keys().map((at) => ijk.subarray(3 * at, 3 * at + 3).join()));
    assertEquals(voxels.size, labels.length, "voxels are there once");
    for (const label of labels) counts[label] = (counts[label] ?? 0) + 1;
  }
  const all = counts.reduce((sum, one) => sum + one, 0);
  assertClose([all / scenes.length], [4000], { relative: 0.1 });
  assertClose(counts.map((one) => one / all), [0.58, 0.11, 0.14, 0.012, 0.16], { absolute: 0.04 });
});

eachBackend("a U-Net learns to tell what made-up scenes hold", (context) => {
  const { accuracy, meanOverlap, losses } = trainOnScenes({ context, seed: 2, steps: 40 });
  // With wrong gradients of norms or of weights, the overlap stays below 0.61.
  assert(meanOverlap >= 0.8, `the mean overlap is ${meanOverlap}`);
  assert(accuracy >= 0.96, `the accuracy is ${accuracy}`);
  assertEquals(losses.length, 40);
});

eachBackend("a U-Net that learns repeats bit for bit", (context) => {
  const run = () => trainOnScenes({ context, seed: 1, steps: 4, scenes: 4, tried: 1 });
  assertEquals(run(), run());
});
