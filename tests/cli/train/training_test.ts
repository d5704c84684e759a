import { assert, assertEquals } from "@std/assert";
import { readPointCloud } from "../../../lib/io/mod.ts";
import { type Sight, tileCloud } from "../../../lib/cli/train/clouds.ts";
import { makeSample, NO_CLASS, voxelClasses } from "../../../lib/cli/train/samples.ts";
import { choose, classWeights } from "../../../lib/cli/train/training.ts";
import { Tally } from "../../../lib/cli/train/quality.ts";
import { eachBackend } from "../../_backends.ts";

const SIGHT: Sight = { voxelSize: 1, features: ["one", "height"], tile: 8 };

/** Five points in two tiles, two of them in one voxel. */
function cloud(): ReturnType<typeof readPointCloud> {
  const text = "x,y,z\n10,0,5\n10.2,0,5\n11,0,5\n12,0,37\n19,0,5\n";
  return readPointCloud(new TextEncoder().encode(text), { name: "a.csv" });
}

Deno.test("choose() takes every tile once before one comes again", () => {
  const settings = { seed: 3, batch: 2 };
  const taken = [0, 1, 2, 3, 4].flatMap((step) => choose(step, 5, settings));
  const tiles = taken.map(({ tile }) => tile);
  assertEquals(tiles.slice(0, 5).toSorted(), [0, 1, 2, 3, 4]);
  assertEquals(tiles.slice(5).toSorted(), [0, 1, 2, 3, 4]);
  assert(taken.every(({ turn }) => Number.isInteger(turn) && turn >= 0 && turn < 8));
  const other = [0, 1, 2, 3, 4].flatMap((step) => choose(step, 5, { ...settings, seed: 4 }));
  assert(other.some(({ tile }, at) => tile !== tiles[at]));
});

Deno.test("tileCloud() counts from the least corner, and sees heights", async () => {
  const { tiles, corners, places, features } = tileCloud(await cloud(), "a.csv", SIGHT);
  assertEquals(tiles.map((points) => [...points]), [[0, 1, 2, 3], [4]]);
  assertEquals(corners, [[0, 0], [1, 0]]);
  assertEquals([...places.subarray(9, 12)], [2, 0, 32]);
  assertEquals([...features], [1, 0, 1, 0, 1, 0, 1, 1, 1, 0]);
});

eachBackend(
  "makeSample() and voxelClasses() give voxels what most of their points have",
  async (context) => {
    const tiled = tileCloud(await cloud(), "a.csv", SIGHT);
    const [points = new Uint32Array()] = tiled.tiles;
    for (let turn = 0; turn < 8; turn++) {
      using sample = makeSample(context, [{ cloud: tiled, points, turn }], {
        voxelSize: 1,
        levels: 2,
      });
      assertEquals(sample.grid.numVoxels, 3);
      const rows = [...sample.rows.readSync()].map(Number);
      assertEquals(rows[0], rows[1]);
      const classes = voxelClasses(sample, Uint8Array.of(1, 1, NO_CLASS, 0), 2);
      assertEquals(rows.map((row) => classes[row]), [1, 1, NO_CLASS, 0]);
      const heights = sample.features.readSync();
      assertEquals(rows.map((row) => heights[2 * row + 1]), [0, 0, 0, 1]);
    }
  },
);

Deno.test("classWeights() makes rare classes count more, up to ten times", async () => {
  const tiled = tileCloud(await cloud(), "a.csv", SIGHT);
  const places = Uint8Array.of(0, 0, 0, 0, 1);
  const tiles = tiled.tiles.map((points) => ({ cloud: tiled, points, places }));
  assertEquals(classWeights(tiles, 3), [1, 2, 2]);
  const many = { cloud: tiled, points: new Uint32Array(1000), places };
  assertEquals(classWeights([...tiles, many], 2), [1, 10]);
});

Deno.test("Tally counts accuracy and overlaps", () => {
  const tally = new Tally(3);
  assertEquals(tally.quality(), undefined);
  for (const [told, is] of [[0, 0], [0, 1], [1, 1], [1, 1], [0, NO_CLASS]] as const) {
    tally.add(told, is);
  }
  assertEquals(tally.quality(), {
    accuracy: 0.75,
    overlaps: [1 / 2, 2 / 3, null],
    meanOverlap: (1 / 2 + 2 / 3) / 2,
  });
});
