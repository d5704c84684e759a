import { assertThrows } from "@std/assert";
import { splatBezier, splatBezierBackward } from "../../lib/sample/mod.ts";
import { eachBackend } from "../_backends.ts";
import { checkSplat, type Splatting, testSplatting } from "./_backward.ts";
import { bezierCurve, makeStage, POINTS, randomTensor } from "./_kernels.ts";

const KERNEL: Splatting = {
  name: "splatBezier",
  curve: bezierCurve(0.5),
  splat: (grid, points, data) => splatBezier(grid, points, data),
  backward: splatBezierBackward,
};

testSplatting(KERNEL);

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
