import { assert, assertEquals } from "@std/assert";
import { countParameters } from "../../../examples/networks/blocks.ts";
import { makePyramid } from "../../../examples/networks/pyramid.ts";
import { makeResUNet, type ResUNet, runResUNet } from "../../../examples/networks/res_unet.ts";
import {
  makeSparseResUNet42,
  runSparseResUNet42,
  SPARSE_RES_UNET_LEVELS,
} from "../../../examples/networks/sparse_res_unet.ts";
import { asType } from "../../../lib/jagged/mod.ts";
import * as nn from "../../../lib/nn/mod.ts";
import { fullTensor } from "../../../mod.ts";
import { eachBackend } from "../../_backends.ts";
import { assertBits } from "../../_compare.ts";
import { checkFolding, checkSlopes, checkTraining, featuresOf, twoGrids } from "./_networks.ts";

eachBackend("SparseResUNet42 has the parameters that were published", (context) => {
  const sizes = { context, seed: 1, inputs: 4, classes: 19 };
  using net = makeSparseResUNet42(sizes);
  assertEquals(countParameters(net), 21_723_315); // 21.7 M
  using half = makeSparseResUNet42({ ...sizes, width: 0.5 });
  assertEquals(countParameters(half), 5_435_235); // 5.4 M
});

eachBackend("SparseResUNet42 trains, and repeats bit for bit", (context) => {
  using grid = twoGrids(context);
  using features = featuresOf(grid, 4);
  using pyramid = makePyramid(grid, SPARSE_RES_UNET_LEVELS);
  using net = makeSparseResUNet42({ context, seed: 1, inputs: 4, classes: 19, width: 0.125 });
  checkTraining({
    ...{ net, features },
    run: (p, x, normalizer) => runSparseResUNet42(p, pyramid, x, normalizer),
  }, [grid.numVoxels, 19]);
});

eachBackend("SparseResUNet42 gives the same without its norms, which are folded", (context) => {
  using grid = twoGrids(context);
  using features = featuresOf(grid, 4);
  using pyramid = makePyramid(grid, SPARSE_RES_UNET_LEVELS);
  using net = makeSparseResUNet42({ context, seed: 1, inputs: 4, classes: 19, width: 0.125 });
  checkFolding({
    ...{ net, features },
    run: (p, x, normalizer) => runSparseResUNet42(p, pyramid, x, normalizer),
  });
});

eachBackend("the gradients of a small residual U-Net are slopes", async (context) => {
  using grid = twoGrids(context);
  using features = featuresOf(grid, 2);
  using pyramid = makePyramid(grid, 3);
  using net = makeResUNet({
    ...{ context, seed: 1, inputs: 2, classes: 3, stem: 2, kernels: [3] },
    ...{ channels: [3, 4, 4, 2], blocks: [1, 1, 1, 1] },
  });
  await checkSlopes({
    ...{ net, features },
    run: (p, x, normalizer) => runResUNet(p, pyramid, x, normalizer),
  });
});

eachBackend(
  "a residual U-Net whose blocks run twice has the same bits, and keeps less",
  (context) => {
    using grid = twoGrids(context);
    using features = featuresOf(grid, 2);
    using pyramid = makePyramid(grid, 3);
    using net = makeResUNet({
      ...{ context, seed: 1, inputs: 2, classes: 3, stem: 8, kernels: [3] },
      ...{ channels: [16, 32, 16, 8], blocks: [2, 2, 2, 2] },
    });
    const runs = [false, true].map((isFrugal) => {
      let kept = 0;
      using found = nn.valueAndGrad(net as ResUNet, (p, tape) => {
        const before = context.stats().liveBytes;
        const normalizer = nn.batchNormalizer<"f32">({ tape });
        const scores = runResUNet<"f32">(p, pyramid, features, normalizer, { isFrugal });
        kept = context.stats().liveBytes - before;
        return { loss: nn.sum(nn.multiply(scores, scores)), keep: normalizer.statistics };
      });
      const numbers = [found.gradients, found.kept].flatMap((tree) => nn.leaves(tree))
        .flatMap(([, leaf]) => [...leaf.readSync() as Float32Array]);
      return { kept, numbers: Float32Array.from(numbers) };
    });
    const [whole, frugal] = runs;
    assert(whole !== undefined && frugal !== undefined);
    assertBits(frugal.numbers, whole.numbers);
    assert(frugal.kept < 0.7 * whole.kept, `${frugal.kept} of ${whole.kept} bytes are kept`);
  },
);

eachBackend(
  "a residual U-Net that recomputes norms has the same bits, and needs less at once",
  (context) => {
    using grid = twoGrids(context);
    using exact = featuresOf(grid, 2);
    using features = asType(exact, "bf16");
    using labels = fullTensor([grid.numVoxels], 1, { context, dtype: "u8" });
    using pyramid = makePyramid(grid, 3);
    using net = makeResUNet({
      ...{ context, seed: 1, inputs: 2, classes: 3, stem: 8, kernels: [3] },
      ...{ channels: [16, 32, 16, 8], blocks: [2, 2, 2, 2] },
    });
    const runs = [false, true].map((recompute) => {
      let kept = 0;
      using found = nn.valueAndGrad(net as ResUNet, (p, tape) => {
        const before = context.stats().liveBytes;
        const normalizer = nn.batchNormalizer<"bf16">({ tape });
        const scores = runResUNet<"bf16">(p, pyramid, features, normalizer);
        kept = context.stats().liveBytes - before;
        return { loss: nn.crossEntropy(scores, labels), keep: normalizer.statistics };
      }, { compute: "bf16", recompute });
      const numbers = [found.gradients, found.kept].flatMap((tree) => nn.leaves(tree))
        .flatMap(([, leaf]) => [...leaf.readSync() as Float32Array]);
      return { kept, numbers: Float32Array.from(numbers) };
    });
    const [whole, less] = runs;
    assert(whole !== undefined && less !== undefined);
    assertBits(less.numbers, whole.numbers);
    assert(less.kept < 0.6 * whole.kept, `${less.kept} of ${whole.kept} bytes are kept`);
  },
);
