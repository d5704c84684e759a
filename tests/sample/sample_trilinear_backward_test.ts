import { type JaggedTensor, sampleTrilinear, sampleTrilinearBackward } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import {
  checkSampleBackward,
  checkSampleDifferences,
  checkSampleFailures,
  checkSampleRefusals,
  type Sampling,
} from "./_backward.ts";
import { TENT } from "./_kernels.ts";

const TRILINEAR: Sampling = {
  name: "sampleTrilinearBackward",
  curve: TENT,
  sample: (grid, points, values) => sampleTrilinear(grid, points as JaggedTensor<"f64">, values),
  backward: sampleTrilinearBackward,
};

for (const dtype of ["f16", "f32", "f64"] as const) {
  eachBackend(
    `sampleTrilinearBackward() is the transpose of sampling ${dtype}, and follows its slopes`,
    (context) => checkSampleBackward(context, dtype, TRILINEAR),
  );
}

eachBackend(
  "sampleTrilinearBackward() has the slopes that differences of samples show",
  (context) => checkSampleDifferences(context, TRILINEAR),
);

eachBackend(
  "sampleTrilinearBackward() rejects what does not fit, and what is gone",
  (context) => checkSampleRefusals(context, TRILINEAR),
);

eachBackend(
  "sampleTrilinearBackward() frees its results when an allocation fails",
  (context) => checkSampleFailures(context, TRILINEAR),
);
