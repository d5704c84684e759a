import type { MatrixCamera } from "../../lib/core/mod.ts";
import { assert, assertEquals, assertThrows } from "@std/assert";
import {
  type BuildLodOptions,
  type LodNode,
  type LodSelection,
  type LodTree,
  lodVoxels,
  selectLodNodes,
} from "../../lib/lod/mod.ts";
import { buildLod, type Context } from "../../mod.ts";
import { Random } from "../_arrays.ts";
import { eachBackend } from "../_backends.ts";
import { failEachAllocation } from "../_failures.ts";
import { cloudOf, cube, rowTexts, scatter } from "./_clouds.ts";
import { clipRow } from "./_painter.ts";
import { fromAbove, lookAt, views } from "./_views.ts";

const POINTS = 1200;

function plant(
  context: Context,
  { strategy = "average", pointsPerLeaf = 20 }: BuildLodOptions = {},
): LodTree {
  using cloud = cloudOf(context, scatter(8, POINTS, 10));
  return buildLod(cloud.points, cloud.colors, {
    ...cube(10),
    pointsPerLeaf,
    gridSize: 8,
    strategy,
  });
}

/** What a camera makes of a node: whether it can be in the picture, and how many pixels it has. */
function look(camera: MatrixCamera, { min, edge }: LodNode, margin: number): [boolean, number] {
  const { width, height } = camera;
  const [x, y, w] = [clipRow(camera, 0), clipRow(camera, 1), clipRow(camera, 3)];
  const corners = Array.from(
    { length: 8 },
    (_, n) => min.map((low, axis) => low + (n >> axis & 1) * edge),
  );
  const all = (row: readonly number[]): number[] =>
    corners.map((corner) =>
      corner.reduce((sum, place, axis) => sum + place * (row[axis] ?? NaN), row[3] ?? NaN)
    );
  const [xs, ys, ws] = [all(x), all(y), all(w)];
  const some = (test: (n: number) => boolean): boolean => corners.some((_, n) => test(n));
  const within = (values: readonly number[], sign: number, pixels: number): boolean =>
    some((n) => sign * (values[n] ?? NaN) + (1 + 2 * margin / pixels) * (ws[n] ?? NaN) >= 0);
  const inside = some((n) => (ws[n] ?? NaN) > 0) &&
    [1, -1].every((sign) => within(xs, sign, width) && within(ys, sign, height));
  const scale = Math.max(
    Math.hypot(...x.slice(0, 3)) * width / 2,
    Math.hypot(...y.slice(0, 3)) * height / 2,
  );
  const nearest = Math.min(...ws);
  return [inside, nearest <= 0 ? Infinity : edge * scale / nearest];
}

/** The runs of a tree from its root down, voxel by voxel. */
function walk(tree: LodTree, camera: MatrixCamera, minSize: number, margin: number): string[] {
  using columns = lodVoxels(tree);
  const cells = rowTexts(columns.coordinates.readSync(), 3).map((row) =>
    row.split(",").map(Number)
  );
  const runs: [number, number, number][] = [];
  const visit = (node: LodNode): void => {
    if (node.kind === "leaf") {
      runs.push([node.index, node.firstPoint, node.pointCount]);
      return;
    }
    const small = new Set<number>();
    for (const child of node.children.map((index) => tree.node(index))) {
      const [inside, pixels] = look(camera, child, margin);
      if (!inside) continue;
      if (pixels >= minSize) visit(child);
      else small.add(child.cell.reduce((octant, cell) => octant * 2 + cell % 2, 0));
    }
    let before = -2;
    for (let voxel = node.firstVoxel; voxel < node.firstVoxel + node.voxelCount; voxel++) {
      const half = tree.gridSize / 2;
      const octant = (cells[voxel] ?? []).reduce((sum, cell) => sum * 2 + Number(cell >= half), 0);
      if (!small.has(octant)) continue;
      const last = runs.at(-1);
      if (before === voxel - 1 && last?.[0] === node.index) last[2]++;
      else runs.push([node.index, voxel, 1]);
      before = voxel;
    }
  };
  if (tree.counts.nodes > 0 && look(camera, tree.node(0), margin)[0]) visit(tree.node(0));
  return runs.sort((a, b) => a[0] - b[0] || a[1] - b[1]).map((run) => run.join());
}

function runsOf(selection: LodSelection): string[] {
  return rowTexts(Array.from(selection.runs.readSync(), Number), 3);
}

eachBackend("selectLodNodes() cuts a tree as a walk from the root does", (context) => {
  using tree = plant(context);
  const seen = { empty: 0, partial: 0, whole: 0 };
  for (const [number, camera] of views(tree).entries()) {
    for (const minSize of [0, 3, 10, 40, 1000]) {
      for (const pointSize of [1, 7]) {
        using selection = selectLodNodes(tree, camera, { minSize, pointSize });
        const expected = walk(tree, camera, minSize, pointSize / 2 + 1);
        const title = `view ${number}, ${minSize} pixels`;
        assertEquals(runsOf(selection), expected, title);
        const { nodes, runs, points, voxels } = selection.counts;
        const rows = expected.map((row) => row.split(",").map(Number));
        assertEquals(runs, rows.length, title);
        assertEquals(nodes, new Set(rows.map(([node]) => node)).size, title);
        const sum = (kind: LodNode["kind"]): number =>
          rows.filter(([node = -1]) => tree.node(node).kind === kind)
            .reduce((total, [, , count = NaN]) => total + count, 0);
        assertEquals([points, voxels], [sum("leaf"), sum("inner")], title);
        if (runs === 0) seen.empty++;
        else if (runs > nodes) seen.partial++;
        else seen.whole++;
      }
    }
  }
  assert(seen.empty > 0 && seen.partial > 5 && seen.whole > 5, JSON.stringify(seen));
});

eachBackend("selectLodNodes() draws every point once, as itself or below a voxel", (context) => {
  using tree = plant(context, { pointsPerLeaf: 2 });
  assert(tree.counts.nodes > 1500, "totals are of one tile");
  // From outside, with everything in the picture.
  const camera = lookAt([-2500, 1500, 2000], [512, 512, 512], 64, 48);
  const cells: number[] = [];
  for (const minSize of [0, 4, 9, 20, 500]) {
    using selection = selectLodNodes(tree, camera, { minSize });
    using columns = lodVoxels(tree);
    const coordinates = columns.coordinates.readSync();
    let [covered, drawn] = [0, 0];
    for (const row of runsOf(selection)) {
      const [index = -1, first = 0, count = 0] = row.split(",").map(Number);
      const node = tree.node(index);
      drawn += count;
      if (node.kind === "leaf") {
        covered += count;
        continue;
      }
      const octants = new Set<number>();
      for (let voxel = first; voxel < first + count; voxel++) {
        const cell = coordinates.subarray(voxel * 3, voxel * 3 + 3);
        octants.add(cell.reduce((sum, place) => sum * 2 + Number(place >= tree.gridSize / 2), 0));
      }
      for (const child of node.children.map((number) => tree.node(number))) {
        const octant = child.cell.reduce((sum, cell) => sum * 2 + cell % 2, 0);
        covered += octants.has(octant) ? child.pointCount : 0;
      }
    }
    assertEquals(covered, POINTS, `${minSize} pixels`);
    const { points, voxels } = selection.counts;
    assertEquals(points + voxels, drawn);
    cells.push(drawn);
  }
  assertEquals(cells, cells.toSorted((a, b) => b - a), "larger nodes need more samples");
  assertEquals(cells[0], POINTS);
});

eachBackend("selectLodNodes() measures nodes where they are nearest", (context) => {
  using tree = plant(context);
  // Parallel rays: 64 pixels for a cube of 1024, 32 for its children.
  const camera = fromAbove(1024, 1024);
  const wide = { ...camera, width: 64, height: 64 };
  const levels = (minSize: number): number[] => {
    using selection = selectLodNodes(tree, { ...wide, modelView: lowered(2000) }, { minSize });
    const nodes = runsOf(selection).map((row) => tree.node(Number(row.split(",")[0])));
    return [...new Set(nodes.filter(({ kind }) => kind === "inner").map(({ level }) => level))];
  };
  assertEquals(levels(32.001), [0]);
  assertEquals(levels(32), [1]);
  assertEquals(levels(16.001), [1]);
  assertEquals(levels(16), [2]);
});

/** From above, by so much that everything is below the camera. */
function lowered(by: number): number[] {
  return [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, -by, 1];
}

eachBackend("selectLodNodes() goes by half the grid when no size is given", (context) => {
  using tree = plant(context);
  const [camera = fromAbove(1, 1)] = views(tree);
  using own = selectLodNodes(tree, camera);
  using same = selectLodNodes(tree, camera, { minSize: 4 });
  assertEquals(runsOf(own), runsOf(same));
});

eachBackend("selectLodNodes() takes all points of trees without voxels", (context) => {
  using tree = plant(context, { strategy: "none" });
  const camera = lookAt([-2500, 1500, 2000], [512, 512, 512], 4, 3);
  using selection = selectLodNodes(tree, camera, { minSize: 1e6 });
  const { leaves } = tree.counts;
  assertEquals(selection.counts, { nodes: leaves, runs: leaves, points: POINTS, voxels: 0 });
});

eachBackend(
  "selectLodNodes() tells singular cameras from far, small and oblique ones",
  (context) => {
    using cloud = cloudOf(context, scatter(8, 50, 10));
    using tree = buildLod(cloud.points, cloud.colors);
    const camera = lookAt([9, 5, 2], [0, 0, 0], 8, 6);
    const random = new Random(2);
    for (let round = 0; round < 50; round++) {
      // One row is made of two others.
      const flat = Array.from(random.floats(16, -1e3, 1e3));
      const [from, other, to] = [round % 4, (round + 1) % 4, (round + 2) % 4];
      const [a, b] = [random.number(-2, 2), random.number(-2, 2)];
      for (let column = 0; column < 16; column += 4) {
        flat[column + to] = a * (flat[column + from] ?? NaN) + b * (flat[column + other] ?? NaN);
      }
      assertThrows(
        () => selectLodNodes(tree, { ...camera, modelView: flat }),
        RangeError,
        "singular",
      );
      assertThrows(
        () => selectLodNodes(tree, { ...camera, projection: flat }),
        RangeError,
        "singular",
      );
    }
    const far = lookAt([1e9, 3e9, 2e9], [1e9 - 1, 3e9, 2e9], 8, 6);
    const small = {
      ...camera,
      modelView: [...Array.from(camera.modelView, (value) => value * 1e-20)],
    };
    const oblique = lookAt([0, 1e-6, 5], [0, 0, 0], 8, 6);
    for (const seen of [far, small, oblique]) {
      using selection = selectLodNodes(tree, seen);
      assertEquals(selection.counts.nodes <= 1, true);
    }
  },
);

eachBackend(
  "selectLodNodes() refuses what makes no sense, and leaves nothing behind",
  async (context) => {
    const camera = fromAbove(4, 4);
    using cloud = cloudOf(context, scatter(8, 100, 10));
    const tree = buildLod(cloud.points, cloud.colors, { pointsPerLeaf: 20, gridSize: 8 });
    for (const minSize of [-1, NaN, Infinity]) {
      assertThrows(() => selectLodNodes(tree, camera, { minSize }), RangeError, "min_size is");
    }
    for (const pointSize of [0, 65, 1.5]) {
      assertThrows(() => selectLodNodes(tree, camera, { pointSize }), RangeError, "pointSize is");
    }
    const flat = { ...camera, modelView: new Float32Array(16) };
    assertThrows(() => selectLodNodes(tree, flat), RangeError, "model-view matrix is singular");
    assertThrows(
      () => selectLodNodes(tree, { ...camera, projection: [] }),
      RangeError,
      "0 numbers",
    );
    assertThrows(() => selectLodNodes(tree, { ...camera, width: -3 }), RangeError, "width is -3");
    const selection = selectLodNodes(tree, camera);
    selection.dispose();
    selection.dispose();
    assertEquals(selection.disposed, true);
    tree.dispose();
    await failEachAllocation(context, () => {
      using own = buildLod(cloud.points, cloud.colors, { pointsPerLeaf: 20, gridSize: 8 });
      using _selection = selectLodNodes(own, { ...camera, modelView: lowered(2000) }, {
        minSize: 0,
      });
    }, 10);
  },
);
