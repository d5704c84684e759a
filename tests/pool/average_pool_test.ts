import { assert, assertEquals } from "@std/assert";
import { averagePool, averagePoolBackward, gridFromDense, tensor } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { assertClose } from "../_compare.ts";
import { checkEdges, makePair, PRECISION, randomRows, WINDOWS } from "./_windows.ts";

for (const options of WINDOWS) {
  for (const dtype of ["f16", "f32", "f64"] as const) {
    const title = `factor ${options.factor} and stride ${options.stride} in ${dtype}`;
    eachBackend(`averagePool() and its gradients are those of windows, ${title}`, (context) => {
      using pair = makePair(context, options);
      const volume = options.factor.reduce((product, one) => product * one, 1);
      const precision = PRECISION[dtype];
      const tolerance = { relative: precision, absolute: precision };
      for (const channels of [1, 6]) {
        using values = randomRows(context, dtype, pair.fine.numVoxels, channels);
        const held = values.readSync();
        using pooled = averagePool(pair, values, options);
        assertEquals(pooled.shape, [pair.coarse.numVoxels, channels]);
        using gradients = randomRows(context, dtype, pair.coarse.numVoxels, channels, 8);
        const weights = gradients.readSync();
        const back = new Float64Array(held.length);
        const expected = pair.windows.flatMap(({ coarse, fine }) =>
          Array.from({ length: channels }, (_, channel) => {
            let sum = 0;
            for (const row of fine) {
              const at = row * channels + channel;
              sum += held[at] ?? NaN;
              back[at] = (back[at] ?? NaN) + (weights[coarse * channels + channel] ?? NaN) / volume;
            }
            return sum / volume;
          })
        );
        assertClose(pooled.readSync(), expected, tolerance);
        assert(expected.filter((one) => one !== 0).length > channels);
        using slopes = averagePoolBackward(pair, gradients, options);
        assertEquals(slopes.shape, values.shape);
        assertClose(slopes.readSync(), back, tolerance);
      }
    });
  }
}

eachBackend(
  "averagePool() rejects what does not fit, what is gone, and leaves nothing behind",
  async (context) => {
    await checkEdges(context, {
      name: "averagePool",
      down: false,
      rows: "features",
      run: (grids, rows, options) => averagePool(grids, rows, options),
    });
    await checkEdges(context, {
      name: "averagePoolBackward",
      down: true,
      rows: "gradients",
      run: (grids, rows, options) => averagePoolBackward(grids, rows, options),
    });
  },
);

eachBackend("averagePool() takes windows as large as the voxel range", (context) => {
  using fine = gridFromDense({ context, dims: 2, ijkMin: 3 });
  using coarse = gridFromDense({ context, dims: 1 });
  using values = tensor(new Float64Array(8).fill(2 ** 90), { context });
  const factor = 2 ** 31 - 1;
  using pooled = averagePool({ fine, coarse }, values, { factor, stride: 1 });
  assertClose(pooled.readSync(), [8 * 2 ** 90 / factor ** 3], { relative: 1e-15 });
  using gradients = tensor(new Float64Array([factor ** 3]), { context });
  using back = averagePoolBackward({ fine, coarse }, gradients, { factor, stride: 1 });
  assertEquals([...back.readSync()], Array(8).fill(1));
});
