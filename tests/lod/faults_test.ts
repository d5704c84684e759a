import { assert, assertEquals } from "@std/assert";
import { findLodFaults } from "../../lib/lod/mod.ts";
import { buildLod } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { denseCorner, places } from "./_clouds.ts";

/** Numbers of a node in the table. */
const WIDTH = 11;

eachBackend("findLodFaults() finds none in sound trees", async (context) => {
  using points = places(context, denseCorner(4000, 20));
  for (const strategy of ["none", "average"] as const) {
    for (const [gridSize, pointsPerLeaf] of [[2, 10], [16, 300], [128, 5000]] as const) {
      using tree = buildLod(points, undefined, { gridSize, pointsPerLeaf, strategy });
      assertEquals(await findLodFaults(tree), []);
    }
  }
});

eachBackend("findLodFaults() names what is wrong in a table", async (context) => {
  using points = places(context, denseCorner(2000, 16));
  using tree = buildLod(points, undefined, { gridSize: 8, pointsPerLeaf: 200 });
  const { table } = tree;
  const leaf = tree.counts.nodes - 1;
  const cases: readonly (readonly [node: number, place: number, problem: RegExp])[] = [
    [1, 0, /Node 1 of level 2 is not in its parent/],
    [1, 1, /Node 2 of level 1 is out of order/],
    [leaf, 3, new RegExp(`Node ${leaf} of level \\d+ has \\d+ coordinates outside its box`)],
    [1, 4, /Node 1 of level 1 does not name its parent/],
    [1, 7, /Node 1 of level 1 does not begin where its sibling ends/],
    [leaf, 8, /has not the points of its children/],
    [1, 9, /Node 1 of level 1 does not begin where the voxels before end/],
    [0, 10, /Node 0 of level 0 misses/],
    [leaf, 10, new RegExp(`Node ${leaf} of level \\d+ has voxels`)],
  ];
  for (const [node, place, problem] of cases) {
    const at = node * WIDTH + place;
    const value = table[at] ?? 0n;
    table[at] = value + (place === 10 && node === 0 ? -1n : 1n);
    const faults = await findLodFaults(tree);
    const isNamed = faults.some((fault) => problem.test(fault)) ||
      (node === 0 && faults.length > 0);
    assert(isNamed, `${problem}: ${faults.join("; ")}`);
    table[at] = value;
  }
  assertEquals(await findLodFaults(tree), []);
});
