import {
  sampleBezierBackward,
  sampleBezierWithGrad,
  sampleBezierWithGradBackward,
} from "../../lib/sample/mod.ts";
import type { JaggedTensor } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { bezierCurve } from "./_kernels.ts";
import { checkWithGradBackward, type SamplingWithGrad, testWithGrad } from "./_with_grad_back.ts";

const NAME = "sampleBezierWithGradBackward";

const SAMPLING: SamplingWithGrad = {
  name: NAME,
  curve: bezierCurve(0.5),
  sample: (grid, points, values) =>
    sampleBezierWithGrad(grid, points as JaggedTensor<"f64">, values),
  backward: sampleBezierWithGradBackward,
};

testWithGrad(SAMPLING, sampleBezierBackward);

eachBackend(`${NAME}() takes the sum of weights that sampling took`, (context) => {
  const options = { weightSum: 8 } as const;
  checkWithGradBackward(context, "f64", {
    ...SAMPLING,
    curve: bezierCurve(1),
    backward: (grid, points, values, gradients) =>
      sampleBezierWithGradBackward(grid, points, values, gradients, options),
  }, { channels: 3 });
});
