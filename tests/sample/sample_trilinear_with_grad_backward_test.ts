import {
  sampleTrilinearBackward,
  sampleTrilinearWithGrad,
  sampleTrilinearWithGradBackward,
} from "../../lib/sample/mod.ts";
import type { JaggedTensor } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { TENT } from "./_kernels.ts";
import {
  checkWithGradBackward,
  checkWithGradBits,
  checkWithGradDifferences,
  checkWithGradLeftOut,
  checkWithGradNaN,
  checkWithGradNothing,
  checkWithGradParts,
  checkWithGradRefusals,
  type SamplingWithGrad,
} from "./_with_grad_back.ts";

const NAME = "sampleTrilinearWithGradBackward";

const SAMPLING: SamplingWithGrad = {
  name: NAME,
  curve: TENT,
  sample: (grid, points, values) =>
    sampleTrilinearWithGrad(grid, points as JaggedTensor<"f64">, values),
  backward: sampleTrilinearWithGradBackward,
};

for (const dtype of ["f16", "f32", "f64"] as const) {
  eachBackend(`${NAME}() sums up what all pairs of points and voxels give, ${dtype}`, (context) => {
    for (const channels of [1, 5, 19]) {
      checkWithGradBackward(context, dtype, SAMPLING, { channels });
      checkWithGradBackward(context, dtype, SAMPLING, { channels, atomic: true });
    }
  });
}

eachBackend(
  `${NAME}() has the slopes that differences of samples and of slopes show`,
  (context) => checkWithGradDifferences(context, SAMPLING),
);

eachBackend(
  `${NAME}() takes what is left out for zeros, and agrees with sampleTrilinearBackward()`,
  (context) => checkWithGradParts(context, SAMPLING, sampleTrilinearBackward),
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
  `${NAME}() leaves voxels alone that have no part in what is asked`,
  (context) => checkWithGradLeftOut(context, SAMPLING),
);

eachBackend(
  `${NAME}() takes no points, no voxels and no channels`,
  (context) => checkWithGradNothing(context, SAMPLING),
);

eachBackend(
  `${NAME}() rejects what does not fit`,
  (context) => checkWithGradRefusals(context, SAMPLING),
);
