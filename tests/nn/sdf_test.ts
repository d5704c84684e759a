import { assertEquals, assertThrows } from "@std/assert";
import { gridFromIjk, jagged, scope, tensor } from "../../mod.ts";
import * as nn from "../../lib/nn/mod.ts";
import { eachBackend } from "../_backends.ts";
import { checkBoth, wave, waves, weighed } from "./_slopes.ts";

const CAMERA = {
  intrinsics: [2, 0, 1, 0, 2, 1, 0, 0, 1],
  pose: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1],
};
const OPTIONS = { halfWidth: 1.4, maxDepth: 10 };

eachBackend(
  "integrateTsdf() of networks has the gradients of volumes and images",
  async (context) => {
    await scope(async (own) => {
      const ijk = own(tensor(Int32Array.of(0, 0, 3, 0, 0, 4, 1, 1, 4), { context, shape: [3, 3] }));
      const grid = own(gridFromIjk(own(jagged(ijk, { offsets: [0, 2, 3] }))));
      const near = (seed: number, at: number, shape: readonly number[]) => {
        const length = shape.reduce((count, extent) => count * extent, 1);
        const numbers = wave(length, seed).map((one) => at + 0.3 * one);
        return own(tensor(numbers, { context, shape }));
      };
      const params = {
        tsdf: near(0, 0, [3]),
        weights: near(1, 1, [3]),
        features: waves(context, [3, 2], 2),
        depth: near(3, 4, [2, 3, 3]),
        pixels: near(4, 2, [2, 3, 3]),
        colors: waves(context, [2, 3, 3, 2], 5),
      };
      const options = { ...OPTIONS, offsets: BigInt64Array.of(0n, 1n, 2n) };
      const cameras = [CAMERA, CAMERA];
      await checkBoth(params, ({ tsdf, weights, features, depth, pixels, colors }) => {
        const made = nn.integrateTsdf(
          { grid, tsdf, weights, features },
          { cameras, depth, weights: pixels, features: colors },
          options,
        );
        assertEquals(made.grid.numVoxels, made.tsdf.shape[0]);
        const all = nn.add(weighed(made.tsdf), weighed(made.weights));
        return made.features === undefined ? all : nn.add(all, weighed(made.features));
      });
      const { tsdf, weights, depth } = params;
      const images = { cameras, depth: own(jagged(depth, { offsets: [0, 1, 2] })) };
      await checkBoth(
        { tsdf, weights },
        (p) => weighed(nn.integrateTsdf({ grid, ...p }, images, OPTIONS).tsdf),
      );
      // Colors of bytes are constants, of which nothing has a gradient.
      const bytes = own(tensor(new Uint8Array(18).fill(9), { context, shape: [2, 3, 3, 1] }));
      const before = own(tensor(Float64Array.of(1, 2, 3), { context, shape: [3, 1] }));
      await checkBoth({ tsdf, before }, (p) => {
        const state = { grid, tsdf: p.tsdf, weights, features: p.before };
        const made = nn.integrateTsdf(state, { ...images, features: bytes }, OPTIONS);
        return nn.add(weighed(made.tsdf), weighed(made.features ?? made.weights));
      });
      assertThrows(
        () => nn.integrateTsdf({ grid, tsdf, weights }, images, OPTIONS),
        TypeError,
        "Cannot run integrateTsdf: no operand is a value",
      );
    });
  },
);
