import { assertEquals, assertThrows } from "@std/assert";
import { gridFromDense, jagged, scope, tensor } from "../../mod.ts";
import * as nn from "../../lib/nn/mod.ts";
import { eachBackend } from "../_backends.ts";
import { checkBoth, wave, waves, weighed } from "./_slopes.ts";

const RAYS = [0, 3, 3, 7];
const offsets = BigInt64Array.from(RAYS, BigInt);

eachBackend("volumeRender() of networks has the gradients of all operands", async (context) => {
  await scope(async (own) => {
    const positive = (seed: number) =>
      own(tensor(wave(7, seed).map((one) => one * 0.4 + 0.5), { context }));
    const [sigmas, deltas, ts] = [positive(0), positive(1), positive(2)];
    const rgbs = waves(context, [7, 3], 3);
    await checkBoth({ sigmas, rgbs, deltas, ts }, (p) => {
      const made = nn.volumeRender(p.sigmas, p.rgbs, p.deltas, p.ts, { offsets });
      const { rgb, depth, opacity, weights } = made;
      return nn.add(
        nn.add(weighed(rgb), weighed(depth)),
        nn.add(weighed(opacity), weighed(weights)),
      );
    });
    const lists = own(jagged(ts, { offsets: RAYS }));
    await checkBoth({ sigmas }, (p) => weighed(nn.volumeRender(p.sigmas, rgbs, deltas, lists).rgb));
    await checkBoth({ rgbs }, (p) => weighed(nn.volumeRender(sigmas, p.rgbs, deltas, lists).rgb));
    const found = own(
      nn.evaluate({ sigmas }, (p) => nn.volumeRender(p.sigmas, rgbs, deltas, lists)),
    );
    assertEquals([found.rgb.shape, found.depth.shape, found.weights.shape], [[3, 3], [3], [7]]);
  });
});

eachBackend(
  "a radiance field has the gradients of sampling and compositing together",
  async (context) => {
    await scope(async (own) => {
      const grid = own(gridFromDense({ context, dims: [3, 3, 3], voxelSize: 0.5 }));
      const values = waves(context, [27, 4]);
      const numbers = wave(7 * 3, 4).map((one) => 0.5 + 0.45 * one);
      const points = own(tensor(numbers, { context, shape: [7, 3] }));
      const deltas = own(tensor(wave(7, 1).map((one) => one * 0.2 + 0.5), { context }));
      const ts = own(
        jagged(own(tensor(wave(7, 2).map((one) => one + 2), { context })), { offsets: RAYS }),
      );
      await checkBoth({ values, points }, (p) => {
        const raw = nn.sampleTrilinear(grid, p.points, p.values);
        const sigmas = nn.reshape(nn.exp(nn.channels(raw, 0, 1)), [7]);
        const colors = nn.sigmoid(nn.channels(raw, 1, 4));
        const { rgb, opacity } = nn.volumeRender(sigmas, colors, deltas, ts);
        const over = nn.add(rgb, nn.reshape(nn.subtract(1, opacity), [3, 1])); // on white
        return nn.mean(nn.multiply(over, over));
      });
    });
  },
);

eachBackend("overBackground() has the gradients of all operands", async (context) => {
  await scope(async (own) => {
    const rgb = own(waves(context, [4, 3]));
    const opacity = own(waves(context, [4], 1));
    await checkBoth({ rgb, opacity }, (p) => weighed(nn.overBackground(p.rgb, p.opacity, 0.75)));
    await checkBoth({ opacity }, (p) => weighed(nn.overBackground(rgb, p.opacity, 1)));
    for (const shape of [[3], [4, 3], [4, 1], []]) {
      const color = own(waves(context, shape, 2));
      await checkBoth(
        { rgb, opacity, color },
        (p) => weighed(nn.overBackground(p.rgb, p.opacity, p.color)),
      );
      await checkBoth({ color }, (p) => weighed(nn.overBackground(rgb, opacity, p.color)));
      await checkBoth({ rgb }, (p) => weighed(nn.overBackground(p.rgb, opacity, color)));
    }
  });
});

eachBackend("overBackground() refuses opacities of other rays", (context) => {
  using rgb = tensor([1, 2, 3], { context, shape: [1, 3] });
  using opacity = tensor([1, 2, 3], { context });
  assertThrows(
    () => nn.valueAndGrad({ rgb }, (p) => nn.sum(nn.overBackground(p.rgb, opacity, 1))),
    RangeError,
    "Cannot run overBackground: opacity shape is [3], [1] expected",
  );
  assertThrows(
    () => nn.valueAndGrad({ opacity }, (p) => nn.sum(nn.overBackground(p.opacity, opacity, 1))),
    RangeError,
    "rgb shape is [3], [rays, channels] expected",
  );
});
