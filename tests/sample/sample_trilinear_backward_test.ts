import { assertEquals } from "@std/assert";
import { sampleTrilinearBackward } from "../../lib/sample/mod.ts";
import { gridFromIjk, type JaggedTensor, sampleTrilinear, tensor } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import {
  checkSampleBackward,
  checkSampleDifferences,
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
  "sampleTrilinearBackward() keeps voxels that are not active out of what is not finite",
  (context) => {
    using ijk = tensor(new Int32Array([0, 0, 0]), { context, shape: [1, 3] });
    using grid = gridFromIjk(ijk);
    using points = tensor([0.25, 0.5, 0.25], { context, shape: [1, 3] });
    for (const channels of [1, 3, 4, 8, 16]) {
      using values = tensor(new Float32Array(channels).fill(2), { context, shape: [1, channels] });
      for (const weight of [Infinity, -Infinity, NaN]) {
        const numbers = new Float32Array(channels).fill(weight);
        using gradients = tensor(numbers, { context, shape: [1, channels] });
        using back = sampleTrilinearBackward(grid, points, values, gradients);
        assertEquals([...back.points.readSync()], [-weight, -weight, -weight]);
      }
    }
  },
);

eachBackend(
  "sampleTrilinearBackward() rejects what does not fit",
  (context) => checkSampleRefusals(context, TRILINEAR),
);
