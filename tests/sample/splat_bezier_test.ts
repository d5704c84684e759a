import { assertThrows } from "@std/assert";
import { splatBezier, splatBezierBackward } from "../../lib/sample/mod.ts";
import { eachBackend } from "../_backends.ts";
import {
  checkNothing,
  checkSplat,
  checkSplatDifferences,
  checkSplatLists,
  checkSplatRefusals,
  checkSplatSum,
  type Splatting,
} from "./_backward.ts";
import { bezierCurve, makeStage, POINTS, randomTensor } from "./_kernels.ts";

const KERNEL: Splatting = {
  name: "splatBezier",
  curve: bezierCurve(0.5),
  splat: (grid, points, data) => splatBezier(grid, points, data),
  backward: splatBezierBackward,
};

for (const dtype of ["f16", "f32", "f64"] as const) {
  eachBackend(
    `splatBezier() and its gradients are sums over all pairs of points and voxels in ${dtype}`,
    (context) => checkSplat(context, dtype, KERNEL),
  );
}

eachBackend("splatBezier() loses nothing inside", (context) => {
  checkSplatSum(context, KERNEL);
});

eachBackend("splatBezierBackward() has the slopes that differences show", (context) => {
  checkSplatDifferences(context, KERNEL);
});

eachBackend("splatBezier() gives away eight times as much when asked to", (context) => {
  const eightfold: Splatting = {
    name: "splatBezier",
    curve: bezierCurve(1),
    splat: (grid, points, data) => splatBezier(grid, points, data, { weightSum: 8 }),
    backward: (...args) => splatBezierBackward(...args, { weightSum: 8 }),
  };
  checkSplat(context, "f64", eightfold);
  using stage = makeStage(context);
  using data = randomTensor(context, "f32", [POINTS.length]);
  assertThrows(
    () => splatBezier(stage.grid, stage.points, data, { weightSum: 2 as 8 }),
    RangeError,
    "weightSum is 2, 1 or 8 expected",
  );
});

eachBackend("splatBezierBackward() gives gradients in the lists of what they are by", (context) => {
  checkSplatLists(context, KERNEL);
});

eachBackend("splatBezier() accepts no points, no voxels and no channels", (context) => {
  checkNothing(context, KERNEL);
});

eachBackend("splatBezier() rejects what does not fit", (context) => {
  checkSplatRefusals(context, KERNEL);
});
