import {
  sampleBezierBackward,
  sampleBezierWithGrad,
  sampleBezierWithGradBackward,
} from "../../lib/sample/mod.ts";
import type { JaggedTensor } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { bezierCurve } from "./_kernels.ts";
import {
  checkWithGradBackward,
  checkWithGradBits,
  checkWithGradDifferences,
  checkWithGradNaN,
  checkWithGradNothing,
  checkWithGradParts,
  checkWithGradRefusals,
  type SamplingWithGrad,
} from "./_with_grad_back.ts";

const NAME = "sampleBezierWithGradBackward";

const SAMPLING: SamplingWithGrad = {
  name: NAME,
  curve: bezierCurve(0.5),
  sample: (grid, points, values) =>
    sampleBezierWithGrad(grid, points as JaggedTensor<"f64">, values),
  backward: sampleBezierWithGradBackward,
};

for (const dtype of ["f16", "f32", "f64"] as const) {
  eachBackend(`${NAME}() sums up what all pairs of points and voxels give, ${dtype}`, (context) => {
    for (const channels of [1, 5, 19]) {
      checkWithGradBackward(context, dtype, SAMPLING, { channels });
      checkWithGradBackward(context, dtype, SAMPLING, { channels, atomic: true });
    }
  });
}

eachBackend(`${NAME}() takes the sum of weights that sampling took`, (context) => {
  const options = { weightSum: 8 } as const;
  checkWithGradBackward(context, "f64", {
    ...SAMPLING,
    curve: bezierCurve(1),
    backward: (grid, points, values, gradients) =>
      sampleBezierWithGradBackward(grid, points, values, gradients, options),
  }, { channels: 3 });
});

eachBackend(
  `${NAME}() has the slopes that differences of samples and of slopes show`,
  (context) => checkWithGradDifferences(context, SAMPLING),
);

eachBackend(
  `${NAME}() takes what is left out for zeros, and agrees with sampleBezierBackward()`,
  (context) => checkWithGradParts(context, SAMPLING, sampleBezierBackward),
);

eachBackend(
  `${NAME}() has the same bits everywhere`,
  (context) => checkWithGradBits(context, SAMPLING),
);

eachBackend(
  `${NAME}() keeps what is no number where it has a share`,
  (context) => checkWithGradNaN(context, SAMPLING),
);

eachBackend(
  `${NAME}() takes no points, no voxels and no channels`,
  (context) => checkWithGradNothing(context, SAMPLING),
);

eachBackend(
  `${NAME}() rejects what does not fit`,
  (context) => checkWithGradRefusals(context, SAMPLING),
);
