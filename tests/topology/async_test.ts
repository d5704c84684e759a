import { assertEquals } from "@std/assert";
import { scope } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { build, type Lists, textOf } from "../grid/_grids.ts";
import { borderVoxels, cluster } from "./_batches.ts";
import { CHOOSERS, OPERATORS } from "./_operators.ts";

const LISTS: Lists = [cluster(51, [8, 0, -128]), [], borderVoxels(52, 30)];

eachBackend(
  "asynchronous operators make what the others make, in the order of calls",
  async (context) => {
    const all = [...OPERATORS, ...CHOOSERS];
    const grid = build(context, LISTS);
    const expected = all.map(({ sync }) =>
      scope((own) => {
        const result = own(sync(grid));
        return { voxels: textOf(result), sizes: [...result.voxelSizes, ...result.origins] };
      })
    );
    const making = all.map(({ async }) => async(grid));
    // The source may go while the calls are under way: they were made before.
    grid.dispose();
    const results = await Promise.all(making);
    results.forEach((result, n) => {
      const sizes = [...result.voxelSizes, ...result.origins];
      assertEquals({ voxels: textOf(result), sizes }, expected[n]);
      result.dispose();
    });
  },
);
