import { assertEquals } from "@std/assert";
import { gridFromZeroGrids } from "../../lib/grid/mod.ts";
import { gridIjk } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { assertGrids } from "./_grids.ts";

eachBackend("gridFromZeroGrids() makes a batch without grids", (context) => {
  using none = gridFromZeroGrids({ context });
  assertGrids(none, []);
  assertEquals([...none.offsets], [0n]);
  for (const array of [none.voxelSizes, none.origins, none.dualOrigins, none.bboxes]) {
    assertEquals(array.length, 0);
  }
  using ijk = gridIjk(none);
  assertEquals([ijk.length, ijk.data.length], [0, 0]);
});
