import { assert, assertEquals } from "@std/assert";
import { upsampleNearestBackward } from "../../lib/pool/mod.ts";
import { gridFromIjk, gridIjk, refinedGrid, tensor, upsampleNearest } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { assertBits, assertClose } from "../_compare.ts";
import { checkEdges, makePair, PRECISION, randomRows } from "./_windows.ts";

for (const factor of [[1, 1, 1], [2, 2, 2], [4, 3, 2]] as const) {
  for (const dtype of ["f16", "f32", "f64"] as const) {
    eachBackend(
      `upsampleNearest() and its gradients follow blocks of ${factor} in ${dtype}`,
      (context) => {
        using pair = makePair(context, { factor, stride: factor });
        for (const channels of [1, 6, 21]) {
          using values = randomRows(context, dtype, pair.coarse.numVoxels, channels);
          const held = values.readSync();
          using upsampled = upsampleNearest(pair, values, { factor });
          assertEquals(upsampled.shape, [pair.fine.numVoxels, channels]);
          using gradients = randomRows(context, dtype, pair.fine.numVoxels, channels, 8);
          const weights = gradients.readSync();
          const expected = new Float64Array(pair.fine.numVoxels * channels);
          const back = new Float64Array(held.length);
          for (const { coarse, fine } of pair.windows) {
            for (const row of fine) {
              for (let channel = 0; channel < channels; channel++) {
                const [from, to] = [coarse * channels + channel, row * channels + channel];
                expected[to] = held[from] ?? NaN;
                back[from] = (back[from] ?? NaN) + (weights[to] ?? NaN);
              }
            }
          }
          const result = upsampled.readSync();
          assertBits(result, (result.constructor as typeof Float64Array).from(expected));
          assert(expected.some((one) => one !== 0));
          using slopes = upsampleNearestBackward(pair, gradients, { factor });
          const precision = PRECISION[dtype];
          assertClose(slopes.readSync(), back, { relative: precision, absolute: precision });
        }
      },
    );
  }
}

eachBackend(
  "upsampleNearest() fills a refined grid with a mask, at any coordinates in f16",
  (context) => {
    // Halves cannot count beyond 2048: coordinates must not be numbers of the element type.
    const voxels = [-5000, 3000, 3001, 70_000].map((i) => [i, -i, 7]);
    using ijk = tensor(new Int32Array(voxels.flat()), { context, shape: [4, 3] });
    using coarse = gridFromIjk(ijk);
    using mask = tensor(new Uint8Array([1, 0, 1, 1]), { context, dtype: "bool" });
    using fine = refinedGrid(coarse, { factor: 3, mask });
    assertEquals(fine.numVoxels, 81);
    using values = tensor([1, 2, 3, 4], { context, dtype: "f16" });
    using upsampled = upsampleNearest({ fine, coarse }, values, { factor: 3 });
    using coarseIjk = gridIjk(coarse);
    using fineIjk = gridIjk(fine);
    const [wide, narrow] = [coarseIjk.data.readSync(), fineIjk.data.readSync()];
    const rows = new Map(Array.from({ length: 4 }, (_, row) => [wide[row * 3], row + 1]));
    const expected = Array.from(
      { length: 81 },
      (_, row) => rows.get(Math.floor((narrow[row * 3] ?? NaN) / 3)) ?? NaN,
    );
    assertEquals([...upsampled.readSync()], expected);
    using ones = tensor(new Float16Array(81).fill(1), { context });
    using back = upsampleNearestBackward({ fine, coarse }, ones, { factor: 3 });
    assertEquals([...back.readSync()].toSorted((a, b) => a - b), [0, 27, 27, 27]);
  },
);

eachBackend(
  "upsampleNearest() rejects what does not fit",
  (context) => {
    checkEdges(context, {
      name: "upsampleNearest",
      down: true,
      rows: "features",
      run: (grids, rows, options) => upsampleNearest(grids, rows, options),
    });
    checkEdges(context, {
      name: "upsampleNearestBackward",
      down: false,
      rows: "gradients",
      run: (grids, rows, options) => upsampleNearestBackward(grids, rows, options),
    });
  },
);
