import { assert } from "@std/assert";
import { fromBf16, toBf16 } from "../../lib/core/mod.ts";
import {
  sampleBezier,
  sampleBezierBackward,
  sampleBezierWithGrad,
  sampleBezierWithGradBackward,
  sampleNearest,
  sampleTrilinearBackward,
  sampleTrilinearWithGrad,
  sampleTrilinearWithGradBackward,
  splatBezier,
  splatBezierBackward,
  splatNearest,
  splatTrilinearBackward,
} from "../../lib/sample/mod.ts";
import {
  type Float,
  jagged,
  type JaggedTensor,
  sampleTrilinear,
  scope,
  splatTrilinear,
  tensor,
} from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { assertBits } from "../_compare.ts";
import { randomNumbers } from "../mesh/_fields.ts";
import { makeStage, POINTS, VOXELS } from "./_kernels.ts";

eachBackend("sampling and splatting keep bf16, and round once to it", (context) => {
  const channels = 5;
  const all = (dtype: Float): (Uint16Array | Float64Array)[] =>
    scope((own) => {
      const { grid, points } = own(makeStage(context));
      const make = (rows: number, seed: number) => {
        const bits = toBf16(randomNumbers(rows * channels, seed));
        const numbers = dtype === "bf16" ? bits : Float64Array.from(fromBf16(bits));
        return own(tensor(numbers, { context, dtype, shape: [rows, channels] }));
      };
      const values = make(VOXELS.length, 1);
      const data = own(jagged(make(POINTS.length, 2), { offsets: points.offsets }));
      const withGrads = [
        own(sampleTrilinearWithGrad(grid, points, values)),
        own(sampleBezierWithGrad(grid, points, values)),
      ];
      const input = [grid, points, values] as const;
      const given = [grid, points, data] as const;
      const backs = [
        own(sampleTrilinearBackward(...input, data)).features,
        own(sampleBezierBackward(...input, data)).features,
        own(sampleTrilinearWithGradBackward(...input, { samples: data })).features,
        own(sampleBezierWithGradBackward(...input, { samples: data })).features,
        (own(splatTrilinearBackward(...given, values)).features as JaggedTensor).data,
        (own(splatBezierBackward(...given, values)).features as JaggedTensor).data,
      ];
      const results = [
        own(sampleNearest(grid, points, values)).data,
        own(sampleTrilinear(grid, points, values)).data,
        own(sampleBezier(grid, points, values)).data,
        ...withGrads.flatMap(({ samples, gradients }) => [samples.data, gradients.data]),
        own(splatNearest(grid, points, data)),
        own(splatTrilinear(grid, points, data)),
        own(splatBezier(grid, points, data)),
        ...backs,
      ];
      return results.map((result) => result.readSync() as Uint16Array | Float64Array);
    });
  const exact = all("f64");
  for (const [at, bits] of all("bf16").entries()) {
    const expected = exact[at] ?? [];
    assert([...expected].filter((one) => one !== 0).length > 100);
    assertBits(bits, toBf16(expected));
  }
});
