import {
  assert,
  assertEquals,
  assertRejects,
  assertStringIncludes,
  assertThrows,
} from "@std/assert";
import { gridFromZeroGrids, gridFromZeroVoxels } from "../../lib/grid/mod.ts";
import { type DepthImages, integrateTsdfAsync, type TsdfVolume } from "../../lib/sdf/mod.ts";
import {
  type Context,
  type Device,
  emptyTensor,
  fullTensor,
  gridFromDense,
  gridFromIjk,
  gridIjk,
  integrateTsdf,
  jagged,
  jaggedFromList,
  NativeError,
  openContext,
  scope,
  type Tensor,
  tensor,
} from "../../mod.ts";
import { bundle } from "../../lib/core/bundle.ts";
import { Random } from "../_arrays.ts";
import { eachBackend } from "../_backends.ts";
import { assertClose } from "../_compare.ts";
import { failEachAllocation } from "../_failures.ts";
import { canonical, flatten, type Ijk, keyOf } from "../grid/_oracle.ts";
import {
  cameraAt,
  fuseAt,
  type GridScene,
  type OneImage,
  randomDepth,
  shellOf,
} from "./_scenes.ts";

const STRAIGHT = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
const RANGE = { halfWidth: 0.4, maxDepth: 10 };
const [WIDTH, HEIGHT] = [9, 7];

/** A camera at the origin, and a wall in front of it. */
function wall(
  context: Context,
  depth: number,
  weights?: number,
): DepthImages & Disposable {
  const [width, height] = [16, 12];
  const shape = [1, height, width];
  const parts = [depth, ...weights === undefined ? [] : [weights]].map((value) =>
    fullTensor(shape, value, { context, dtype: "f32" })
  );
  const [image = fullTensor(shape, depth, { context, dtype: "f32" }), weight] = parts;
  return {
    depth: image,
    cameras: [{ intrinsics: [8, 0, 7.5, 0, 8, 5.5, 0, 0, 1], pose: STRAIGHT }],
    ...weight === undefined ? {} : { weights: weight },
    [Symbol.dispose]: () => parts.forEach((part) => part.dispose()),
  };
}

/** A batch of one without voxels, of which nothing is known. */
function nothing(context: Context, voxelSize = 0.1): TsdfVolume<"f32"> {
  return bundle(
    "TsdfVolume",
    scope((own) => ({
      grid: own(gridFromZeroVoxels({ context, voxelSize })),
      tsdf: own(emptyTensor([0], { context, dtype: "f32" })),
      weights: own(emptyTensor([0], { context, dtype: "f32" })),
    })),
  );
}

eachBackend("integrateTsdf() averages two walls by weights", (context) => {
  using grid = gridFromDense({ context, dims: 8, voxelSize: 0.1, origin: [-0.35, -0.35, 0.8] });
  using tsdf = fullTensor([512], 0, { context, dtype: "f32" });
  using weights = fullTensor([512], 0, { context, dtype: "f32" });
  using far = wall(context, 1.2);
  using near = wall(context, 1, 3);
  using first = integrateTsdf({ grid, tsdf, weights }, far, RANGE);
  using second = integrateTsdf(first, near, RANGE);
  using ijk = gridIjk(second.grid);
  const [coordinates, values, sums] = [ijk.data, second.tsdf, second.weights].map((part) =>
    part.readSync()
  );
  let checked = 0;
  for (let row = 0; row < second.grid.numVoxels; row++) {
    const [i, j, k] = [0, 1, 2].map((axis) => Number(coordinates?.[3 * row + axis]));
    // What a narrow view surely shows.
    if (i === undefined || j === undefined || k === undefined) continue;
    if (i < 0 || j < 0 || k < 0 || i > 7 || j > 7 || k > 7) continue;
    const z = 0.8 + 0.1 * k;
    const one = Math.min(1, (1.2 - z) / 0.4);
    const three = Math.min(1, (1 - z) / 0.4);
    const both = 1 - z > -0.4 + 1e-9;
    assertClose([Number(values?.[row])], [both ? (one + 3 * three) / 4 : one], { absolute: 1e-5 });
    assertEquals(Number(sums?.[row]), both ? 4 : 1);
    checked++;
  }
  assertEquals(checked, 512);
});

for (const dtype of ["f16", "f32", "f64"] as const) {
  eachBackend(`integrateTsdf() has the oracle's voxels and numbers in ${dtype}`, (context) => {
    const random = new Random(7);
    const counts = [2, 0, 1];
    const lists: Ijk[][] = [[[0, 0, 0], [5, -3, 40]], [[1, 2, 3]], []];
    const scenes = counts.map((count, b): GridScene => ({
      // In f16 all boxes around pixels have one size.
      voxelSize: b === 0 && dtype !== "f16" ? [0.3, 0.2, 0.5] : [0.4, 0.3, 0.4],
      origin: [0.05, -1, 0.3],
      halfWidth: 0.6,
      maxDepth: 4,
      images: Array.from({ length: count }, (_, at): OneImage => ({
        camera: cameraAt([2 + at, 1 - b, at - 2.5], [WIDTH, HEIGHT]),
        width: WIDTH,
        height: HEIGHT,
        depth: randomDepth(WIDTH * HEIGHT, 10 * b + at, 4),
        weights: random.floats(WIDTH * HEIGHT, -0.3, 2),
        features: random.bytes(WIDTH * HEIGHT * 5),
      })),
    }));
    const images = scenes.flatMap((scene) => scene.images);
    const known = lists.map((list) => list.length).reduce((a, b) => a + b);
    const before = Array.from({ length: known }, (_, row) => ({
      tsdf: row === 1 ? -0.25 : 0.5,
      weight: row,
      features: [1, 2, 3, 4, 5],
    }));
    scope((own) => {
      const join = <T extends ArrayLike<number>>(parts: readonly T[]): number[] =>
        parts.flatMap((part) => Array.from(part));
      const shape = [images.length, HEIGHT, WIDTH];
      const pixels = (values: number[], more: number[] = []) =>
        own(tensor(values, { context, dtype: "f32", shape: [...shape, ...more] }));
      const ijk = own(jaggedFromList(lists.map(flatten), { context, dtype: "i32", shape: [3] }));
      const grid = own(gridFromIjk(ijk, {
        voxelSize: scenes.map((scene) => scene.voxelSize),
        origin: [0.05, -1, 0.3],
      }));
      const rows = (values: number[], more: number[] = []) =>
        own(tensor(values, { context, dtype, shape: [known, ...more] }));
      const bytes = Uint8Array.from(join(images.map((image) => image.features)));
      const volume = own(integrateTsdf(
        {
          grid,
          tsdf: rows(before.map((one) => one.tsdf)),
          weights: rows(before.map((one) => one.weight)),
          features: rows(before.flatMap((one) => one.features), [5]),
        },
        {
          depth: own(jagged(pixels(join(images.map((image) => image.depth))), {
            offsets: [0, 2, 2, 3],
          })),
          cameras: images.map((image) => image.camera),
          weights: pixels(join(images.map((image) => image.weights))),
          features: own(tensor(bytes, { context, shape: [...shape, 5] })),
        },
        { halfWidth: 0.6, maxDepth: 4 },
      ));
      const voxels = own(gridIjk(volume.grid));
      let row = 0;
      const expected = scenes.flatMap((scene, b) => {
        const all = shellOf(scene);
        for (const one of lists[b] ?? []) all.set(keyOf(one), one);
        const held = canonical(lists[b] ?? []).map((one) => [keyOf(one), row++] as const);
        const rowOf = new Map(held);
        const cells = canonical([...all.values()]);
        using list = voxels.list(b);
        assertEquals([...list.readSync()], [...flatten(cells)]);
        return cells.map((one) =>
          fuseAt(
            scene,
            one,
            before[rowOf.get(keyOf(one)) ?? -1] ??
              { tsdf: 0, weight: 0, features: [0, 0, 0, 0, 0] },
          )
        );
      });
      assert(expected.filter((one) => one.weight > 0 && one.tsdf < 0).length > 50);
      assertEquals(volume.tsdf.dtype, dtype);
      assertEquals(volume.features?.shape, [expected.length, 5]);
      const close = {
        absolute: dtype === "f16" ? 1e-3 : 1e-6,
        relative: dtype === "f16" ? 1e-3 : 1e-6,
      };
      assertClose(volume.tsdf.readSync(), expected.map((one) => one.tsdf), close);
      assertClose(volume.weights.readSync(), expected.map((one) => one.weight), close);
      assertClose(
        volume.features?.readSync() ?? [],
        expected.flatMap((one) => one.features),
        close,
      );
    });
  });
}

eachBackend("integrateTsdf() gives wild depths no voxels and little memory", async (context) => {
  using state = nothing(context, 0.01);
  const wild = [0, -1, -Infinity, NaN, Infinity, 1e30, 3e38, 10.001];
  for (const values of [wild, [...wild, 2]]) {
    using depth = tensor(values, { context, dtype: "f32", shape: [1, 1, values.length] });
    await context.synchronize();
    context.resetPeak();
    const { liveBytes } = context.stats();
    const camera = { intrinsics: [100, 0, 0, 0, 100, 0, 0, 0, 1], pose: STRAIGHT };
    const range = { halfWidth: 0.03, maxDepth: 10 };
    using volume = integrateTsdf(state, { depth, cameras: [camera] }, range);
    assertEquals(volume.grid.numVoxels, values === wild ? 0 : 7 ** 3);
    const bytes = context.stats().peakBytes - liveBytes;
    assert(bytes < 2 ** 26, `${bytes} bytes`);
  }
  // The same where the range allows a value that is far off.
  using depth = tensor([1, 1e6, 1], { context, dtype: "f32", shape: [1, 1, 3] });
  context.resetPeak();
  const { liveBytes } = context.stats();
  const camera = { intrinsics: [100, 0, 0, 0, 100, 0, 0, 0, 1], pose: STRAIGHT };
  using volume = integrateTsdf(state, { depth, cameras: [camera] }, {
    halfWidth: 0.03,
    maxDepth: 1e12,
  });
  assertEquals(volume.grid.numVoxels, 3 * 7 ** 3 - 5 * 49);
  const bytes = context.stats().peakBytes - liveBytes;
  assert(bytes < 2 ** 26, `${bytes} bytes`);
});

eachBackend(
  "integrateTsdf() keeps what is not seen, and no NaN leaks",
  (context) => {
    // One voxel behind the camera, one on the wall, and one whose weight says that its value is nothing.
    using ijk = tensor(new Int32Array([0, 0, -9, 0, 0, 10, 0, 1, 10]), { context, shape: [3, 3] });
    using grid = gridFromIjk(ijk, { voxelSize: 0.1 });
    using tsdf = tensor([NaN, 0.5, NaN], { context });
    using weights = tensor([2, 1, 0], { context });
    using images = wall(context, 1);
    using volume = integrateTsdf({ grid, tsdf, weights }, images, RANGE);
    using voxels = gridIjk(volume.grid);
    const places = voxels.data.readSync();
    const values = [...volume.tsdf.readSync()];
    const unknown = values.flatMap((one, row) => Number.isNaN(one) ? [row] : []);
    assertEquals(unknown.map((row) => [...places.subarray(3 * row, 3 * row + 3)]), [[0, 0, -9]]);
    assertEquals(volume.weights.readSync()[unknown[0] ?? -1], 2);
  },
);

eachBackend("integrateTsdfAsync() gives what integrateTsdf() gives", async (context) => {
  using state = nothing(context);
  using images = wall(context, 1, 2);
  using expected = integrateTsdf(state, images, RANGE);
  using volume = await integrateTsdfAsync(state, images, RANGE);
  assertEquals(volume.grid.numVoxels, expected.grid.numVoxels);
  assertEquals(volume.tsdf.readSync(), expected.tsdf.readSync());
  assertEquals(volume.weights.readSync(), expected.weights.readSync());
  await assertRejects(
    () => integrateTsdfAsync(state, { ...images, cameras: [] }, RANGE),
    RangeError,
  );
  await failEachAllocation(context, async () => {
    (await integrateTsdfAsync(state, images, RANGE)).dispose();
  }, 8);
  // What goes away before its turn is missed then.
  const gone = wall(context, 1);
  const promise = integrateTsdfAsync(state, gone, RANGE);
  gone[Symbol.dispose]();
  await assertRejects(() => promise);
});

eachBackend("integrateTsdf() takes no images, no pixels, no voxels and no grids", (context) => {
  const cameras = [{ intrinsics: [1, 0, 0, 0, 1, 0, 0, 0, 1], pose: STRAIGHT }];
  using grid = gridFromDense({ context, dims: 2 });
  using tsdf = fullTensor([8], 0.5, { context, dtype: "f32" });
  using weights = fullTensor([8], 2, { context, dtype: "f32" });
  for (const [images, height] of [[0, 3], [1, 0]] as const) {
    using depth = emptyTensor([images, height, 3], { context, dtype: "f32" });
    using volume = integrateTsdf({ grid, tsdf, weights }, {
      depth,
      cameras: cameras.slice(0, images),
    }, RANGE);
    assertEquals(volume.grid.numVoxels, 8);
    assertEquals([...volume.tsdf.readSync()], Array(8).fill(0.5));
    assertEquals([...volume.weights.readSync()], Array(8).fill(2));
    volume.dispose();
    assert(volume.disposed);
  }
  using none = gridFromZeroGrids({ context });
  using rows = emptyTensor([0], { context, dtype: "f32" });
  using pixels = emptyTensor([0, 4, 4], { context, dtype: "f32" });
  using depth = jagged(pixels, { offsets: [0] });
  using empty = integrateTsdf(
    { grid: none, tsdf: rows, weights: rows },
    { depth, cameras: [] },
    RANGE,
  );
  assertEquals(empty.grid.gridCount, 0);
});

eachBackend("integrateTsdf() refuses bad input", (context) => {
  using state = nothing(context);
  using images = wall(context, 1);
  const camera = images.cameras[0] ?? { intrinsics: [], pose: [] };
  const refuses = (
    { now = {}, seen = {}, range = {} }: {
      readonly now?: object;
      readonly seen?: object;
      readonly range?: object;
    },
    message: string,
    kind: new (...args: never[]) => Error = RangeError,
  ): void => {
    const call = (): unknown =>
      integrateTsdf({ ...state, ...now }, { ...images, ...seen }, { ...RANGE, ...range });
    assertThrows(call, kind, message);
  };
  using flat = emptyTensor([4, 4], { context, dtype: "f32" });
  using bytes = emptyTensor([1, 12, 16], { context, dtype: "u8" });
  using rows = emptyTensor([3], { context, dtype: "f32" });
  using doubles = emptyTensor([0], { context, dtype: "f64" });
  using colors = emptyTensor([1, 12, 16, 3], { context, dtype: "u8" });
  using features = emptyTensor([0, 2], { context, dtype: "f32" });
  using lists = jagged(images.depth as Tensor<"f32">, { offsets: [0, 1, 1] });
  refuses({ seen: { depth: flat } }, "depth shape is [4, 4], [images, height, width] expected");
  refuses({ seen: { depth: bytes } }, "depth is u8", TypeError);
  refuses(
    { seen: { depth: lists } },
    "the number of lists in depth is 2, the number of grids is 1",
  );
  refuses({ seen: { cameras: [] } }, "the number of cameras is 0, the number of images is 1");
  refuses({ seen: { weights: flat } }, "weights of images shape is [4, 4], [1, 12, 16] expected");
  refuses({ seen: { weights: bytes } }, "weights of images is u8", TypeError);
  refuses({ seen: { features: colors } }, "images have features, voxels have none");
  refuses({ now: { features } }, "voxels have features, images have none");
  refuses({ now: { features }, seen: { features: colors } }, "[1, 12, 16, 2] expected");
  refuses({ now: { tsdf: rows } }, "tsdf shape is [3], [0] expected");
  refuses({ now: { weights: rows } }, "weights shape is [3], [0] expected");
  refuses({ now: { weights: doubles } }, "weights is f64, f32 expected", TypeError);
  refuses({ range: { halfWidth: 0 } }, "halfWidth is 0, a finite number above 0 expected");
  refuses({ range: { maxDepth: NaN } }, "maxDepth is NaN, a finite number above 0 expected");
  const wrong = (part: object): object => ({ seen: { cameras: [{ ...camera, ...part }] } });
  refuses(wrong({ pose: [1] }), "pose of camera 0 has 1 numbers, 16 expected");
  const bad = [
    [{ range: { halfWidth: 200 } }, "is as long as 2000 voxels, 1024 at most"],
    [wrong({ pose: STRAIGHT.with(0, 0) }), "there is no inverse of the pose of image 0"],
    [wrong({ pose: STRAIGHT.with(3, NaN) }), "a number is not finite in the pose"],
    [wrong({ pose: STRAIGHT.with(12, 1) }), "the last row is not 0, 0, 0, 1 in the pose"],
    [wrong({ intrinsics: [1, 1, 0, 1, 1, 0, 0, 0, 1] }), "there is no inverse of the intrinsics"],
    [wrong({ intrinsics: [1, 0, 0, 0, Infinity, 0, 0, 0, 1] }), "not finite in the intrinsics"],
    [wrong({ intrinsics: [1, 0, 0, 0, 1, 0, 0, 0, 2] }), "the last row is not 0, 0, 1 in the intr"],
  ] as const;
  for (const [input, message] of bad) refuses(input, message);
  const gone = wall(context, 1);
  gone[Symbol.dispose]();
});

eachBackend("integrateTsdf() refuses boxes that fit no memory before it marks them", (context) => {
  using small = openContext({ device: context.device as Device, memoryLimit: 2 ** 26 });
  using grid = gridFromZeroVoxels({ context: small, voxelSize: 1 });
  using nothing = emptyTensor([0], { context: small, dtype: "f16" });
  using depth = fullTensor([1, 1, 1], 4, { context: small, dtype: "f32" });
  const camera = { intrinsics: [1, 0, 0, 0, 1, 0, 0, 0, 1], pose: STRAIGHT };
  const state = { grid, tsdf: nothing, weights: nothing };
  const fuse = (halfWidth: number): number => {
    using made = integrateTsdf(state, { depth, cameras: [camera] }, { halfWidth, maxDepth: 9 });
    return made.grid.numVoxels;
  };
  assertEquals(fuse(100), 201 ** 3);
  const { kind, message } = assertThrows(() => fuse(200), NativeError);
  assertEquals(kind, "unsupported");
  assertStringIncludes(message, "64481201 voxels or more around pixels, the values of 16777216");
  // Where there is no pixel, nothing has to fit.
  using none = fullTensor([1, 1, 1], 0, { context: small, dtype: "f32" });
  const range = { halfWidth: 200, maxDepth: 9 };
  using empty = integrateTsdf(state, { depth: none, cameras: [camera] }, range);
  assertEquals(empty.grid.numVoxels, 0);
});
