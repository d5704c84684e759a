import { cameraLookAt, type MatrixCamera } from "../../lib/core/mod.ts";
import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import {
  type LodPicture,
  type LodTree,
  renderLodBlended,
  renderLodNearest,
  selectLodNodes,
} from "../../lib/lod/mod.ts";
import { imageErrors } from "../../lib/render/mod.ts";
import { buildLod, type Context, DisposedError, NativeError, tensor } from "../../mod.ts";
import { bundle } from "../../lib/core/bundle.ts";
import { Random } from "../_arrays.ts";
import { eachBackend } from "../_backends.ts";
import { failEachAllocation } from "../_failures.ts";
import { cloudOf, scatter } from "./_clouds.ts";
import { noteWhole, paint, paintBlended, paintNearest } from "./_painter.ts";
import { fromAbove, views } from "./_views.ts";

const BACKGROUND = { share: [0.2, 0.4, 0.6, 0.8], bytes: [51, 102, 153, 204] } as const;

/** Integers in clusters, some alike, under several strategies. */
function wholeTree(context: Context): LodTree {
  using cloud = cloudOf(context, scatter(5, 900, 9));
  return noteWhole(buildLod(cloud.points, cloud.colors, { pointsPerLeaf: 30, gridSize: 8 }));
}

/** Reals far off the origin, in as fine units as there are. */
function realTree(context: Context): LodTree {
  const random = new Random(3);
  const count = 800;
  const flat = Float64Array.from({ length: count * 3 }, () => random.number() ** 3 * 50 + 5e6);
  using points = tensor(flat, { context, shape: [count, 3] });
  using colors = tensor(random.bytes(count * 3), { context, shape: [count, 3] });
  return buildLod(points, colors, { pointsPerLeaf: 40, gridSize: 4, keepRows: true, bits: 32 });
}

function assertPicture(
  picture: LodPicture,
  expected: { readonly image: Uint8Array; readonly depths: Float32Array },
  title: string,
): void {
  assertEquals(picture.depths?.readSync(), expected.depths, `${title}: depths`);
  assertEquals(picture.image.readSync(), expected.image, `${title}: image`);
}

for (const [name, make] of [["integers", wholeTree], ["reals", realTree]] as const) {
  eachBackend(`renderLodNearest() and renderLodBlended() draw ${name} as one by one`, (context) => {
    using tree = make(context);
    let [mixed, crowded] = [0, 0];
    for (const [number, camera] of views(tree).entries()) {
      for (const pointSize of [1, 2, 5]) {
        const title = `view ${number}, squares of ${pointSize}`;
        using selection = selectLodNodes(tree, camera, { minSize: 12, pointSize });
        mixed += Number(selection.counts.points > 0 && selection.counts.voxels > 0);
        const splats = paint(tree, camera, selection, pointSize);
        crowded += splats.filter(({ length }) => length > 2).length;
        const options = { background: BACKGROUND.share, pointSize, depths: true, selection };
        using nearest = renderLodNearest(tree, camera, options);
        assertPicture(nearest, paintNearest(splats, BACKGROUND.bytes), title);
        using blended = renderLodBlended(tree, camera, { ...options, tolerance: 0.05 });
        assertPicture(blended, paintBlended(splats, BACKGROUND.bytes, 0.05), `${title}, blended`);
        const { selection: _, ...others } = options;
        using own = renderLodNearest(tree, camera, { ...others, minSize: 12 });
        assertEquals(own.image.readSync(), nearest.image.readSync());
        assertEquals(own.counts, selection.counts);
      }
    }
    assert(mixed > 2 && crowded > 100, `${mixed} mixed selections, ${crowded} crowded pixels`);
  });
}

/** Points [x, y, depth] and their colors, seen from above. */
function drawPoints(
  context: Context,
  camera: MatrixCamera,
  points: readonly (readonly [x: number, y: number, depth: number])[],
  { pointSize = 1, mode = renderLodNearest, colors = points.map((_, n) => [n + 1, 0, 0]) } = {},
): number[][] {
  const places = Int32Array.from(points.flatMap(([x, y, depth]) => [x, y, -depth]));
  using own = tensor(places, { context, shape: [points.length, 3] });
  using rgb = tensor(Uint8Array.from(colors.flat()), { context, shape: [points.length, 3] });
  using tree = buildLod(own, rgb);
  using picture = mode(tree, camera, { pointSize });
  const image = picture.image.readSync();
  return Array.from(
    { length: camera.height },
    (_, row) =>
      Array.from(
        { length: camera.width },
        (_, column) => image[(row * camera.width + column) * 4] ?? NaN,
      ),
  );
}

eachBackend("renderLodNearest() takes the upper left borders of the picture in", (context) => {
  const camera = fromAbove(4, 2);
  const inside = [[0, 0, 5], [3, 0, 5], [0, 1, 5], [3, 1, 5]] as const;
  const outside = [[-1, 0, 5], [4, 0, 5], [0, -1, 5], [0, 2, 5]] as const;
  // Depths 0 and below are behind the camera.
  const behind = [[1, 0, 0], [2, 1, -5]] as const;
  assertEquals(drawPoints(context, camera, [...inside, ...outside, ...behind]), [
    [1, 0, 0, 2],
    [3, 0, 0, 4],
  ]);
});

eachBackend("renderLodNearest() draws squares that reach into the picture", (context) => {
  const camera = fromAbove(5, 3);
  const points = [[-1, 1, 7], [6, 3, 7], [2, -2, 7]] as const;
  // Squares of 3 lie around their pixel; the second and the third touch none.
  assertEquals(drawPoints(context, camera, points, { pointSize: 3 }), [
    [1, 0, 0, 0, 0],
    [1, 0, 0, 0, 0],
    [1, 0, 0, 0, 0],
  ]);
  // Squares of 2 begin half a pixel before the place.
  assertEquals(drawPoints(context, camera, [[4, 2, 7], [0, 0, 7]], { pointSize: 2 }), [
    [2, 0, 0, 0, 0],
    [0, 0, 0, 1, 1],
    [0, 0, 0, 1, 1],
  ]);
});

eachBackend("renderLodNearest() shows the nearest, of several the lesser color", (context) => {
  const camera = fromAbove(3, 1);
  const points = [[0, 0, 9], [0, 0, 8], [1, 0, 4], [1, 0, 4], [2, 0, 4], [2, 0, 4]] as const;
  const colors = [[1, 0, 0], [200, 9, 9], [7, 0, 1], [9, 1, 0], [5, 0, 0], [4, 0, 0]];
  // Blue decides before red.
  assertEquals(drawPoints(context, camera, points, { colors }), [[200, 9, 4]]);
});

eachBackend("renderLodBlended() averages what is within the tolerance", (context) => {
  const camera = fromAbove(2, 1);
  const points = [[0, 0, 1000], [0, 0, 1009], [0, 0, 1011], [1, 0, 2], [1, 0, 3]] as const;
  const colors = [[10, 0, 0], [21, 0, 0], [255, 0, 0], [70, 0, 0], [255, 0, 0]];
  assertEquals(drawPoints(context, camera, points, { colors, mode: renderLodBlended }), [[16, 70]]);
});

eachBackend("renderLodBlended() sums more colors than 32 bits hold", (context) => {
  const side = 32;
  const places = Int32Array.from(
    { length: side * side * 2 * 3 },
    (_, at) => [(at / 6 | 0) % side, at / 6 / side | 0, -9][at % 3] ?? NaN,
  );
  // Two points a pixel: 255 and what is left of 5 bits of its number.
  const bytes = Uint8Array.from(
    { length: side * side * 6 },
    (_, at) => at % 6 < 3 ? 255 : 8 * (at / 6 | 0),
  );
  using points = tensor(places, { context, shape: [places.length / 3, 3] });
  using colors = tensor(bytes, { context, shape: [places.length / 3, 3] });
  using tree = buildLod(points, colors);
  const count = tree.counts.points;
  const times = Math.ceil(0x01010102 / count);
  const runs = BigInt64Array.from(
    { length: times * 3 },
    (_, at) => at % 3 < 2 ? 0n : BigInt(count),
  );
  const counts = { nodes: 1, runs: times, points: times * count, voxels: 0 };
  using selection = bundle("LodSelection", {
    runs: tensor(runs, { context, shape: [times, 3] }),
    counts,
  });
  using once = renderLodBlended(tree, fromAbove(side, side));
  using often = renderLodBlended(tree, fromAbove(side, side), { selection });
  assertEquals(often.image.readSync(), once.image.readSync());
  const expected = Uint8Array.from(
    { length: side * side * 4 },
    (_, at) => at % 4 === 3 ? 255 : (256 + 8 * (at >> 2) % 256) >> 1,
  );
  assertEquals(once.image.readSync(), expected);
});

eachBackend("renderLodNearest() draws trees of one point and of none", (context) => {
  const camera = { ...fromAbove(1, 1), projection: fromAbove(8, 8).projection };
  using points = tensor(new Int32Array([4, 4, -1]), { context, shape: [1, 3] });
  using one = buildLod(points);
  using nothing = points.slice(0, 0);
  using none = buildLod(nothing);
  for (const render of [renderLodNearest, renderLodBlended]) {
    using full = render(one, camera, { depths: true });
    assertEquals([...full.image.readSync()], [255, 255, 255, 255]);
    assertEquals([...full.depths?.readSync() ?? []], [1]);
    using empty = render(none, camera, { depths: true, background: BACKGROUND.share });
    assertEquals([...empty.image.readSync()], [...BACKGROUND.bytes]);
    assertEquals([...empty.depths?.readSync() ?? []], [Infinity]);
    assertEquals(empty.counts, { nodes: 0, runs: 0, points: 0, voxels: 0 });
    using plain = render(one, camera);
    assertEquals(plain.depths, undefined);
  }
});

eachBackend(
  "renderLodNearest() loses nothing of the picture to what is not selected",
  (context) => {
    using tree = wholeTree(context);
    const leaves = [...tree.nodes()].filter(({ kind }) => kind === "leaf");
    const rows = leaves.flatMap((leaf) => [leaf.index, leaf.firstPoint, leaf.pointCount]);
    const runs = tensor(BigInt64Array.from(rows, BigInt), { context, shape: [leaves.length, 3] });
    const counts = { nodes: leaves.length, runs: leaves.length, points: 900, voxels: 0 };
    using selection = bundle("LodSelection", { runs, counts });
    let fewer = 0;
    for (const camera of views(tree)) {
      for (const pointSize of [1, 6]) {
        using all = renderLodNearest(tree, camera, { selection, pointSize });
        using some = renderLodNearest(tree, camera, { minSize: 0, pointSize });
        assertEquals(some.image.readSync(), all.image.readSync());
        fewer += Number(some.counts.nodes < leaves.length);
      }
    }
    assert(fewer > 4, `${fewer} pictures leave something out`);
  },
);

eachBackend("renderLodNearest() and renderLodBlended() refuse what they cannot draw", (context) => {
  using tree = wholeTree(context);
  const camera = fromAbove(4, 4);
  const { modelView, projection } = camera;
  const put = (matrix: ArrayLike<number>, at: number, value: number): number[] =>
    Array.from(matrix, (own, place) => place === at ? value : own);
  for (const render of [renderLodNearest, renderLodBlended]) {
    for (
      const [wrong, problem] of [
        [
          { modelView: modelView.length === 16 ? [1, 2] : [] },
          "modelView has 2 numbers, 16 expected",
        ],
        [{ modelView: put(modelView, 4, NaN) }, "number 4 of the model-view matrix is nan"],
        [{ projection: put(projection, 0, Infinity) }, "number 0 of the projection matrix is inf"],
        [{ modelView: put(modelView, 5, 0) }, "the model-view matrix is singular"],
        [{ projection: put(projection, 0, 0) }, "the projection matrix is singular"],
        [
          { projection: put(projection, 0, 1e308), modelView: put(modelView, 0, 1e9) },
          "not finite",
        ],
        [{ width: 0 }, "width is 0"],
        [{ height: 65537 }, "height is 65537"],
        [{ width: 2.5 }, "width is 2.5"],
      ] as const
    ) {
      const seen = { ...camera, ...wrong };
      const error = assertThrows(() => render(tree, seen), RangeError);
      assert(error.message.includes(problem), error.message);
    }
    assertThrows(() => render(tree, camera, { pointSize: 0 }), RangeError, "pointSize is 0");
    assertThrows(() => render(tree, camera, { pointSize: 65 }), RangeError, "pointSize is 65");
    assertThrows(
      () => render(tree, camera, { background: [0, 0, 0, 1.5] }),
      RangeError,
      "background is 0, 0, 0, 1.5",
    );
    for (const row of [[-1, 0, 0], [1e6, 0, 0], [0, 0, 10_000], [0, -1, 1], [0, 0, -1]]) {
      const runs = tensor(BigInt64Array.from(row, BigInt), { context, shape: [1, 3] });
      const counts = { nodes: 1, runs: 1, points: 0, voxels: 0 };
      using selection = bundle("LodSelection", { runs, counts });
      const error = assertThrows(() => render(tree, camera, { selection }), NativeError);
      assertEquals(error.kind, "invalid-data");
      assert(error.message.includes("of 1 runs 1 are not of the tree"), error.message);
    }
  }
  for (const tolerance of [-0.1, NaN, Infinity]) {
    assertThrows(() => renderLodBlended(tree, camera, { tolerance }), RangeError, "tolerance is");
  }
});

eachBackend("renderLodBlended() looks better the more colors voxels average", (context) => {
  // A patchwork with noise on a wavy floor, many points a pixel.
  const random = new Random(6);
  const count = 40_000;
  const places = new Float32Array(count * 3);
  const bytes = new Uint8Array(count * 3);
  for (let n = 0; n < count; n++) {
    const [x, y] = [random.number(0, 10), random.number(0, 10)];
    places.set([x, y, Math.sin(x) / 4], n * 3);
    const shade = (Math.floor(x * 2) + Math.floor(y * 3)) % 2 * 120 + 60;
    bytes.set([0, 1, 2].map(() => shade + random.integer(-55, 55)), n * 3);
  }
  using points = tensor(places, { context, shape: [count, 3] });
  using colors = tensor(bytes, { context, shape: [count, 3] });
  const size = { width: 60, height: 40 };
  const camera = cameraLookAt({
    eye: [5, -9, 9],
    target: [5, 5, 0],
    fieldOfView: 45,
    ...size,
  });
  const psnr = (["random", "average", "weighted"] as const).map((strategy) => {
    using tree = buildLod(points, colors, { strategy, pointsPerLeaf: 500, gridSize: 16 });
    const draw = (minSize: number): Uint8Array<ArrayBuffer> => {
      using picture = renderLodBlended(tree, camera, { minSize, background: [0, 0, 0, 1] });
      return picture.image.readSync();
    };
    return imageErrors(draw(8), draw(0), { ...size, channels: 4 }).psnr;
  });
  assertEquals(psnr, psnr.toSorted((a, b) => a - b));
  const [chosen = NaN, average = NaN] = psnr;
  assert(average > chosen + 1 && average < 60, `${psnr} dB`);
});

eachBackend("selections and pictures of trees are disposed with their parts", async (context) => {
  using tree = wholeTree(context);
  const camera = fromAbove(4, 4);
  const selection = selectLodNodes(tree, camera);
  selection.dispose();
  assertEquals(selection.disposed, true);
  using picture = renderLodBlended(tree, camera, { depths: true });
  picture.dispose();
  picture.dispose();
  assertEquals(picture.disposed, true);
  await assertRejects(() => picture.image.read(), DisposedError);
});

eachBackend(
  "pictures of trees leave nothing behind when an allocation fails",
  async (context) => {
    const camera = fromAbove(4, 4);
    // The nodes go to the device with the first picture, so each try has a tree of its own.
    using cloud = cloudOf(context, scatter(5, 60, 9));
    for (const render of [renderLodNearest, renderLodBlended]) {
      await failEachAllocation(context, () => {
        using own = buildLod(cloud.points, cloud.colors, { pointsPerLeaf: 30, gridSize: 8 });
        using _picture = render(own, camera, { depths: true });
      }, 12);
    }
  },
);
