import { assert, assertEquals } from "@std/assert";
import { countParameters } from "../../../examples/networks/blocks.ts";
import {
  makeMinkUNet,
  MINK_UNET_LEVELS,
  runMinkUNet,
} from "../../../examples/networks/mink_unet.ts";
import { makePyramid } from "../../../examples/networks/pyramid.ts";
import { makeResUNet, runResUNet } from "../../../examples/networks/res_unet.ts";
import * as nn from "../../../lib/nn/mod.ts";
import { eachBackend } from "../../_backends.ts";
import { checkTraining, featuresOf, twoGrids } from "./_networks.ts";

eachBackend("MinkUNet18A and 34C have the parameters that were published", (context) => {
  const sizes = { context, seed: 1, inputs: 3, classes: 20 };
  using small = makeMinkUNet({ ...sizes, name: "18A" });
  assertEquals(countParameters(small), 15_493_172); // 15.5 M
  using large = makeMinkUNet({ ...sizes, name: "34C" });
  assertEquals(countParameters(large), 37_856_052); // 37.9 M
});

eachBackend("MinkUNet18A gives scores of classes to every voxel", (context) => {
  using grid = twoGrids(context);
  using features = featuresOf(grid, 3);
  using pyramid = makePyramid(grid, MINK_UNET_LEVELS, { wide: true });
  using net = makeMinkUNet({ context, seed: 1, inputs: 3, classes: 20, name: "18A" });
  using running = nn.runningStatistics(net, { dtype: "f32" });
  using scores = nn.evaluate(
    net,
    (p) => runMinkUNet<"f32">(p, pyramid, features, nn.runningNormalizer<"f32">(running)),
  );
  assertEquals(scores.shape, [grid.numVoxels, 20]);
  assert(scores.readSync().every(Number.isFinite));
});

eachBackend("a small MinkUNet trains, and repeats bit for bit", (context) => {
  using grid = twoGrids(context);
  using features = featuresOf(grid, 3);
  using pyramid = makePyramid(grid, MINK_UNET_LEVELS, { wide: true });
  using net = makeResUNet({
    ...{ context, seed: 1, inputs: 3, classes: 5, stem: 4, kernels: [5] },
    ...{ channels: [4, 8, 8, 16, 16, 8, 8, 8], blocks: [2, 3, 1, 1, 2, 2, 2, 2] },
  });
  checkTraining({
    ...{ net, features },
    run: (p, x, normalizer) => runResUNet(p, pyramid, x, normalizer),
  }, [grid.numVoxels, 5]);
});
