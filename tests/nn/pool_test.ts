import { scope, tensor } from "../../mod.ts";
import * as nn from "../../lib/nn/mod.ts";
import { coarsenedGrid } from "../../lib/topology/mod.ts";
import { eachBackend } from "../_backends.ts";
import { threeGrids } from "./_batch.ts";
import { checkBoth, waves, weighed } from "./_slopes.ts";

eachBackend(
  "pooling and upsampling of networks have the gradients of their windows",
  async (context) => {
    await scope(async (own) => {
      const fine = threeGrids(context, own);
      const coarse = own(coarsenedGrid(fine, { factor: 2 }));
      const grids = { fine, coarse };
      const features = waves(context, [fine.numVoxels, 3]);
      const few = waves(context, [coarse.numVoxels, 3], 1);
      for (const pool of [nn.averagePool, nn.maxPool]) {
        await checkBoth({ features }, (p) => weighed(pool(grids, p.features, { factor: 2 })));
      }
      await checkBoth({ few }, (p) => weighed(nn.upsampleNearest(grids, p.few, { factor: 2 })));
    });
  },
);

eachBackend("voxelMean() of networks has the gradients of means", async (context) => {
  await scope(async (own) => {
    const grid = threeGrids(context, own);
    const rows = own(tensor(BigInt64Array.of(0n, 3n, 3n, -1n, 3n, 11n), { context }));
    const features = waves(context, [6, 2]);
    await checkBoth({ features }, (p) => weighed(nn.voxelMean(grid, rows, p.features)));
  });
});
