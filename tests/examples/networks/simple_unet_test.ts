import { assertEquals } from "@std/assert";
import { countParameters } from "../../../examples/networks/blocks.ts";
import {
  makeSimplePyramid,
  makeSimpleUNet,
  runSimpleUNet,
} from "../../../examples/networks/simple_unet.ts";
import { gridIjk } from "../../../lib/grid/mod.ts";
import type { GridBatch } from "../../../mod.ts";
import { eachBackend } from "../../_backends.ts";
import { checkSlopes, checkTraining, featuresOf, twoGrids } from "./_networks.ts";

eachBackend("SimpleUNet has the parameters of fVDB's", (context) => {
  using net = makeSimpleUNet({ context, seed: 1, inputs: 3, outputs: 20, base: 16, growth: 2 });
  const block = (channels: number): number => 2 * (27 * channels ** 2 + 2 * channels);
  const change = (from: number, to: number): number => from * to + 2 * to;
  let expected = 27 * 3 * 16 + 2 * 16; // Pad
  for (const channels of [16, 32, 64, 128]) {
    expected += 2 * block(channels) + change(channels, 2 * channels) +
      change(2 * channels, channels);
  }
  expected += block(256) + 27 * 16 * 20; // Bottleneck, Unpad
  assertEquals(countParameters(net), expected);
  assertEquals(expected, 5_990_416);
});

eachBackend("the grids of SimpleUNet are those that fVDB makes", (context) => {
  using grid = twoGrids(context);
  using pyramid = makeSimplePyramid(grid, { levels: 2 });
  const keyOf = (ijk: readonly number[]): string => ijk.join();
  let voxels = voxelsOf(grid);
  const dilate = (from: ReadonlySet<string>): Set<string> => {
    const found = new Set<string>();
    for (const key of from) {
      const [g = 0, i = 0, j = 0, k = 0] = key.split(",").map(Number);
      for (let at = 0; at < 27; at++) {
        const [x, y, z] = [Math.floor(at / 9) - 1, Math.floor(at / 3) % 3 - 1, at % 3 - 1];
        found.add(keyOf([g, i + x, j + y, k + z]));
      }
    }
    return found;
  };
  for (const [level, made] of pyramid.grids.entries()) {
    if (level > 0) {
      voxels = new Set([...voxels].map((key) => {
        const [g = 0, ...ijk] = key.split(",").map(Number);
        return keyOf([g, ...ijk.map((one) => Math.floor(one / 2))]);
      }));
    }
    voxels = dilate(voxels);
    assertEquals(voxelsOf(made), voxels);
  }
});

/** The voxels of a batch as text, with their grids. */
function voxelsOf(grid: GridBatch): Set<string> {
  using ijk = gridIjk(grid);
  const numbers = ijk.data.readSync();
  const offsets = [...ijk.offsets].map(Number);
  const found = new Set<string>();
  for (let row = 0; row < grid.numVoxels; row++) {
    const list = offsets.findLastIndex((start) => start <= row);
    found.add([list, ...numbers.subarray(3 * row, 3 * row + 3)].join());
  }
  return found;
}

eachBackend("SimpleUNet trains, and repeats bit for bit", (context) => {
  using grid = twoGrids(context);
  using features = featuresOf(grid, 3);
  using pyramid = makeSimplePyramid(grid, { levels: 2 });
  using net = makeSimpleUNet({
    ...{ context, seed: 1, inputs: 3, outputs: 5, base: 4, growth: 2, levels: 2 },
  });
  checkTraining({
    ...{ net, features },
    run: (p, x, normalizer) => runSimpleUNet(p, pyramid, x, normalizer),
  }, [grid.numVoxels, 5]);
});

eachBackend("the gradients of SimpleUNet are slopes", async (context) => {
  using grid = twoGrids(context);
  using features = featuresOf(grid, 2);
  using pyramid = makeSimplePyramid(grid, { levels: 2 });
  using net = makeSimpleUNet({
    ...{ context, seed: 1, inputs: 2, outputs: 2, base: 2, growth: 2, levels: 2 },
  });
  await checkSlopes({
    ...{ net, features },
    run: (p, x, normalizer) => runSimpleUNet(p, pyramid, x, normalizer),
  });
});
