import { assertEquals } from "@std/assert";
import { fromBf16, toBf16 } from "../../lib/core/mod.ts";
import {
  averagePool,
  averagePoolBackward,
  maxPoolBackward,
  upsampleNearestBackward,
  voxelMeanBackward,
} from "../../lib/pool/mod.ts";
import {
  type Float,
  gridFromDense,
  gridFromIjk,
  gridIjk,
  maxPool,
  refinedGrid,
  scope,
  tensor,
  upsampleNearest,
  voxelMean,
} from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { assertBits } from "../_compare.ts";
import { randomNumbers } from "../mesh/_fields.ts";
import { makePair } from "./_windows.ts";

eachBackend("pooling and upsampling keep bf16, and round once to it", (context) => {
  const windows = { factor: [3, 2, 3], stride: [2, 2, 2] } as const;
  const all = (dtype: Float): (Uint16Array | Float64Array)[] =>
    scope((own) => {
      const pair = own(makePair(context, windows));
      const make = (rows: number, seed: number) => {
        const bits = toBf16(randomNumbers(rows * 3, seed));
        const numbers = dtype === "bf16" ? bits : Float64Array.from(fromBf16(bits));
        return own(tensor(numbers, { context, dtype, shape: [rows, 3] }));
      };
      const fine = make(pair.fine.numVoxels, 1);
      const coarse = make(pair.coarse.numVoxels, 2);
      const results = [
        own(maxPool(pair, fine, windows)),
        own(maxPoolBackward(pair, fine, coarse, windows)),
        own(averagePool(pair, fine, windows)),
        own(averagePoolBackward(pair, coarse, windows)),
        own(upsampleNearest(pair, coarse, { factor: 2 })),
        own(upsampleNearestBackward(pair, fine, { factor: 2 })),
      ];
      return results.map((result) => result.readSync() as Uint16Array | Float64Array);
    });
  const exact = all("f64");
  for (const [at, bits] of all("bf16").entries()) assertBits(bits, toBf16(exact[at] ?? []));
});

eachBackend("voxelMean() averages bf16 in double precision", (context) => {
  using grid = gridFromDense({ context, dims: [1, 1, 3] });
  const numbers = fromBf16(toBf16([1e4, 3, -1e4, 0.3]));
  using rows = tensor(BigInt64Array.of(2n, 0n, 2n, 2n), { context });
  using values = tensor(toBf16(numbers), { context, dtype: "bf16", shape: [4, 1] });
  using means = voxelMean(grid, rows, values);
  assertEquals(means.dtype, "f32");
  assertEquals([...means.readSync()], [3, 0, Math.fround((numbers[3] ?? NaN) / 3)]);
  using gradients = tensor(toBf16([5, 6, 1]), { context, dtype: "bf16" });
  using back = voxelMeanBackward(grid, rows, gradients);
  assertBits(back.readSync(), toBf16([1 / 3, 5, 1 / 3, 1 / 3]));
});

eachBackend("upsampleNearest() finds coordinates that bf16 cannot count to", (context) => {
  const voxels = [-5001, 257, 3001, 70_001].map((i) => [i, -i, 7]);
  using ijk = tensor(new Int32Array(voxels.flat()), { context, shape: [4, 3] });
  using coarse = gridFromIjk(ijk);
  using fine = refinedGrid(coarse, { factor: 3 });
  using values = tensor(toBf16([1, 2, 3, 4]), { context, dtype: "bf16" });
  using upsampled = upsampleNearest({ fine, coarse }, values, { factor: 3 });
  using coarseIjk = gridIjk(coarse);
  using fineIjk = gridIjk(fine);
  const [wide, narrow] = [coarseIjk.data.readSync(), fineIjk.data.readSync()];
  const rows = new Map(Array.from({ length: 4 }, (_, row) => [wide[row * 3], row + 1]));
  const expected = Array.from(
    { length: 108 },
    (_, row) => rows.get(Math.floor((narrow[row * 3] ?? NaN) / 3)) ?? NaN,
  );
  assertEquals([...fromBf16(upsampled.readSync())], expected);
});
