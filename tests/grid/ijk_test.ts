import { assertEquals } from "@std/assert";
import { gridFromIjk, gridIjk, jaggedFromList } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { canonical, flatten, type Ijk, randomIjk, randomSource } from "./_oracle.ts";

eachBackend("gridIjk() lists voxels in row order, one list per grid", (context) => {
  const random = randomSource(1);
  const lists: Ijk[][] = [randomIjk(random, 50, -9, 9), [], randomIjk(random, 70, -5000, 5000)];
  using input = jaggedFromList(lists.map(flatten), { context, dtype: "i32", shape: [3] });
  using grid = gridFromIjk(input);
  using ijk = gridIjk(grid);
  const expected = lists.map(canonical);
  assertEquals(ijk.data.shape, [expected.flat().length, 3]);
  assertEquals(ijk.data.dtype, "i32");
  assertEquals([...ijk.offsets], [...grid.offsets]);
  assertEquals([...ijk.data.readSync()], expected.flat(2));
});

eachBackend("gridIjk() builds the same grid again", (context) => {
  const random = randomSource(2);
  const lists = [randomIjk(random, 300, -99, 99), randomIjk(random, 300, -99, 99)];
  using input = jaggedFromList(lists.map(flatten), { context, dtype: "i32", shape: [3] });
  using grid = gridFromIjk(input);
  using ijk = gridIjk(grid);
  using again = gridFromIjk(ijk);
  using same = gridIjk(again);
  assertEquals(again.counts, grid.counts);
  assertEquals([...same.data.readSync()], [...ijk.data.readSync()]);
});

eachBackend("gridIjk() of an empty batch is empty", (context) => {
  using input = jaggedFromList([], { context, dtype: "i32", shape: [3] });
  using grid = gridFromIjk(input);
  using ijk = gridIjk(grid);
  assertEquals([ijk.data.shape, [...ijk.offsets]], [[0, 3], [0n]]);
});
