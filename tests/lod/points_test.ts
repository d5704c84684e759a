import { assertEquals, assertThrows } from "@std/assert";
import { lodPoints, lodRows } from "../../lib/lod/mod.ts";
import { buildLod, tensor } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { denseCorner, places, rowTexts } from "./_clouds.ts";

eachBackend("lodPoints() gives any range of what it gives of all", (context) => {
  using points = places(context, denseCorner(3000, 16));
  using tree = buildLod(points, undefined, { pointsPerLeaf: 100, gridSize: 4 });
  using all = lodPoints(tree);
  const [coordinates, colors] = [all.coordinates.readSync(), all.colors.readSync()];
  for (const [first, count] of [[0, 0], [3000, 0], [0, 1], [17, 2000], [2999, 1]] as const) {
    using part = lodPoints(tree, { first, count });
    assertEquals(part.coordinates.readSync(), coordinates.slice(first * 3, (first + count) * 3));
    assertEquals(part.colors.readSync(), colors.slice(first * 4, (first + count) * 4));
  }
  for (const node of tree.nodes()) {
    using part = lodPoints(tree, { first: node.firstPoint, count: node.pointCount });
    const low = node.min;
    const inside = part.coordinates.readSync().every((value, at) =>
      value >= (low[at % 3] ?? NaN) && value < (low[at % 3] ?? NaN) + node.edge
    );
    assertEquals(inside, true, `node ${node.index}`);
  }
});

eachBackend("lodPoints() keeps colors with their points", (context) => {
  const flat = denseCorner(2000, 10);
  const bytes = Uint8Array.from(
    { length: 8000 },
    (_, at) => (flat[(at >> 2) * 3 + (at & 3) % 3] ?? 0) >> 2,
  );
  using points = places(context, flat);
  using colors = tensor(bytes, { context, shape: [2000, 4] });
  using tree = buildLod(points, colors, { pointsPerLeaf: 100, gridSize: 4 });
  using own = lodPoints(tree);
  const [coordinates, rgba] = [own.coordinates.readSync(), own.colors.readSync()];
  // Channel c of a point holds its coordinate c % 3, but for the low bits.
  const wanted = Uint8Array.from(
    { length: 8000 },
    (_, at) => (coordinates[(at >> 2) * 3 + (at & 3) % 3] ?? 0) >> 2,
  );
  assertEquals(rgba, wanted);
  assertEquals(rowTexts(coordinates, 3).sort(), rowTexts(flat, 3).sort());
});

eachBackend("lodRows() tells where each point comes from", (context) => {
  // Copies in between: rows of points alike ascend, more of them than are sorted at once.
  const flat = denseCorner(5000, 12);
  for (let n = 0; n < 1500; n++) flat.set([9, 9, 9], n * 3 * 2);
  using points = places(context, flat);
  for (const strategy of ["none", "average", "weighted"] as const) {
    using tree = buildLod(points, undefined, {
      pointsPerLeaf: 64,
      gridSize: 4,
      keepRows: true,
      strategy,
    });
    using rows = lodRows(tree);
    using own = lodPoints(tree);
    const source = [...rows.readSync()].map(Number);
    const texts = rowTexts(flat, 3);
    const got = rowTexts(own.coordinates.readSync(), 3);
    assertEquals(got, source.map((row) => texts[row] ?? ""));
    assertEquals(source.toSorted((a, b) => a - b), texts.map((_, row) => row));
    const copies = source.filter((row) => texts[row] === "9,9,9");
    assertEquals(copies, copies.toSorted((a, b) => a - b));
    using part = lodRows(tree, { first: 10, count: 20 });
    assertEquals([...part.readSync()].map(Number), source.slice(10, 30));
  }
});

eachBackend("lodPoints() and lodRows() refuse what is not there", (context) => {
  using points = places(context, denseCorner(10, 8));
  using tree = buildLod(points);
  for (const [first, count] of [[-1, 2], [0, 11], [11, 0], [0.5, 1], [10, 1], [0, -1]] as const) {
    const range = { first, count };
    assertThrows(() => lodPoints(tree, range), RangeError, `${count} from ${first} on`);
  }
  assertThrows(() => lodRows(tree), RangeError, "the tree was built without rows");
  using tracked = buildLod(points, undefined, { keepRows: true });
  assertThrows(() => lodRows(tracked, { first: 0, count: 11 }), RangeError, "there are 10");
});
