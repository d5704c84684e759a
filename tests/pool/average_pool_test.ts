import { assert, assertEquals } from "@std/assert";
import { averagePool, averagePoolBackward } from "../../lib/pool/mod.ts";
import { fullTensor, gridFromDense, tensor } from "../../mod.ts";
import { Random } from "../_arrays.ts";
import { eachBackend } from "../_backends.ts";
import { assertBits, assertClose } from "../_compare.ts";
import { failEachAllocation } from "../_failures.ts";
import { checkEdges, makePair, PRECISION, randomRows, WINDOWS } from "./_windows.ts";

for (const options of WINDOWS) {
  for (const dtype of ["f16", "f32", "f64"] as const) {
    const title = `factor ${options.factor} and stride ${options.stride} in ${dtype}`;
    eachBackend(`averagePool() and its gradients are those of windows, ${title}`, (context) => {
      using pair = makePair(context, options);
      const volume = options.factor.reduce((product, one) => product * one, 1);
      const precision = PRECISION[dtype];
      const tolerance = { relative: precision, absolute: precision };
      for (const channels of [1, 6, 21]) {
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
  "averagePool() rejects what does not fit",
  (context) => {
    checkEdges(context, {
      name: "averagePool",
      down: false,
      rows: "features",
      run: (grids, rows, options) => averagePool(grids, rows, options),
    });
    checkEdges(context, {
      name: "averagePoolBackward",
      down: true,
      rows: "gradients",
      run: (grids, rows, options) => averagePoolBackward(grids, rows, options),
    });
  },
);

eachBackend(
  "averagePool() sums up in the order of coordinates, whatever the size of windows",
  (context) => {
    const random = new Random(3);
    for (const options of WINDOWS) {
      using pair = makePair(context, options);
      const volume = options.factor.reduce((product, one) => product * one, 1);
      const numbers = Float64Array.from(
        { length: pair.fine.numVoxels },
        () => 2 ** random.integer(-9, 9) * random.number(-1, 1),
      );
      using values = tensor(numbers, { context });
      using pooled = averagePool(pair, values, options);
      const sums = pair.windows.map(({ fine }) =>
        fine.reduce((sum, row) => sum + (numbers[row] ?? NaN), 0) / volume
      );
      assertBits(pooled.readSync(), Float64Array.from(sums));
      const given = Float64Array.from(sums, () => random.number(-1, 1));
      using gradients = tensor(given, { context });
      using back = averagePoolBackward(pair, gradients, options);
      const owners = [...numbers].map((): number[] => []);
      // Coarse voxels are summed in the order of coordinates too, which is that of the windows they belong to.
      for (const { coarse, fine } of pair.inOrder) {
        for (const row of fine) {
          owners[row]?.push(coarse);
        }
      }
      const shares = owners.map((rows) =>
        rows.reduce((sum, row) => sum + (given[row] ?? NaN), 0) / volume
      );
      assertBits(back.readSync(), Float64Array.from(shares));
    }
  },
);

eachBackend(
  "averagePool() frees what it made when an allocation fails, for large windows too",
  async (context) => {
    using fine = gridFromDense({ context, dims: 4 });
    using values = fullTensor([64], 1, { context, dtype: "f32" });
    const options = { factor: 2 ** 20, stride: 1 };
    using pooled = await failEachAllocation(
      context,
      () => averagePool({ fine, coarse: fine }, values, options),
      6,
    );
    using back = await failEachAllocation(
      context,
      () => averagePoolBackward({ fine, coarse: fine }, values, options),
      6,
    );
    assertEquals([pooled.length, back.length], [64, 64]);
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
