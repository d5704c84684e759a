import { sampleTrilinearWithGradBackward } from "../../lib/sample/mod.ts";
import { gridFromIjk, scope, tensor } from "../../mod.ts";
import { randomNumbers } from "../mesh/_fields.ts";
import { eachBackend } from "../_backends.ts";
import { assertBits } from "../_compare.ts";
import { CROWDS } from "./_crowds.ts";

const CHANNELS = 2;

for (const { name, voxels, points } of CROWDS) {
  eachBackend(
    `sampleTrilinearWithGradBackward() sums up leaves of one channel as cells of two, ${name}`,
    (context) => {
      const frame = { voxelSize: [1, 0.5, 0.25], origin: [0, 0.25, 0] } as const;
      const count = points.length;
      using ijk = tensor(Int32Array.from(voxels.flat()), { context, shape: [voxels.length, 3] });
      using grid = gridFromIjk(ijk, frame);
      const world = points.flatMap((point) =>
        point.map((one, axis) => one * (frame.voxelSize[axis] ?? NaN) + (frame.origin[axis] ?? NaN))
      );
      using places = tensor(world, { context, dtype: "f64", shape: [count, 3] });
      const samples = randomNumbers(count * CHANNELS, 3);
      const slopes = randomNumbers(count * CHANNELS * 3, 4);
      for (const dtype of ["f16", "f32", "f64"] as const) {
        const voxelGradients = (channels: number) =>
          scope((own) => {
            const wanted = (_: number, at: number, per: number) =>
              at % (CHANNELS * per) < channels * per;
            const bySample = samples.filter((one, at) => wanted(one, at, 1));
            const bySlope = slopes.filter((one, at) => wanted(one, at, 3));
            const values = own(tensor(new Float64Array(voxels.length * channels), {
              context,
              dtype,
              shape: [voxels.length, channels],
            }));
            const back = own(sampleTrilinearWithGradBackward(grid, places, values, {
              samples: own(tensor(bySample, { context, dtype, shape: [count, channels] })),
              gradients: own(tensor(bySlope, { context, dtype, shape: [count, channels, 3] })),
            }));
            return back.features.readSync();
          });
        const both = voxelGradients(CHANNELS);
        assertBits(voxelGradients(1), both.filter((_, at) => at % CHANNELS === 0));
      }
    },
  );
}
