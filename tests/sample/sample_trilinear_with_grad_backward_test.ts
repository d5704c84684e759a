import {
  sampleTrilinearBackward,
  sampleTrilinearWithGrad,
  sampleTrilinearWithGradBackward,
} from "../../lib/sample/mod.ts";
import type { JaggedTensor } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { TENT } from "./_kernels.ts";
import { checkWithGradLeftOut, type SamplingWithGrad, testWithGrad } from "./_with_grad_back.ts";

const NAME = "sampleTrilinearWithGradBackward";

const SAMPLING: SamplingWithGrad = {
  name: NAME,
  curve: TENT,
  sample: (grid, points, values) =>
    sampleTrilinearWithGrad(grid, points as JaggedTensor<"f64">, values),
  backward: sampleTrilinearWithGradBackward,
};

testWithGrad(SAMPLING, sampleTrilinearBackward);

eachBackend(
  `${NAME}() leaves voxels alone that have no part in what is asked`,
  (context) => checkWithGradLeftOut(context, SAMPLING),
);
