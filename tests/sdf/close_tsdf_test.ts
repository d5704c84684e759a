import { assert, assertEquals, assertThrows } from "@std/assert";
import { gridFromZeroGrids, gridFromZeroVoxels } from "../../lib/grid/mod.ts";
import { closeTsdf } from "../../lib/sdf/mod.ts";
import {
  emptyTensor,
  fullTensor,
  gridFromIjk,
  integrateTsdf,
  jagged,
  jaggedFromList,
  marchingCubes,
  scope,
  tensor,
} from "../../mod.ts";
import { Random } from "../_arrays.ts";
import { eachBackend } from "../_backends.ts";
import { assertClose } from "../_compare.ts";
import { canonical, flatten, type Ijk } from "../grid/_oracle.ts";
import { borderOf } from "../mesh/_oracle.ts";
import {
  boxViews,
  cameraAt,
  closeAt,
  type GridScene,
  type OneImage,
  randomDepth,
} from "./_scenes.ts";

const STRAIGHT = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
/** Three pixels; the voxels (-k, 0, k), (0, 0, k) and (k, 0, k) are in their middles. */
const CAMERA = { intrinsics: [1, 0, 1, 0, 1, 0, 0, 0, 1], pose: STRAIGHT };
const RANGE = { halfWidth: 2, maxDepth: 10 };

eachBackend("closeTsdf() tells what is seen, hidden, and before nothing", (context) => {
  scope((own) => {
    // Behind the camera, before the wall, on it, behind it; before pixels without depth; beside the images.
    const voxels: Ijk[] = [
      [-2, 0, 2],
      [0, 0, -1],
      [0, 0, 3],
      [0, 0, 5],
      [0, 0, 6],
      [0, 0, 7],
      [2, 0, 2],
      [3, 0, 2],
    ];
    const grid = own(gridFromIjk(own(tensor(flatten(canonical(voxels)), {
      context,
      dtype: "i32",
      shape: [voxels.length, 3],
    }))));
    assertEquals(canonical(voxels), voxels);
    const none = own(fullTensor([voxels.length], 0, { context, dtype: "f32" }));
    const depth = own(tensor([0, 5, NaN], { context, dtype: "f32", shape: [1, 1, 3] }));
    const one = { depth, cameras: [CAMERA] };
    const two = {
      depth: own(tensor([0, 5, 1e30, 0, 9, 1], { context, dtype: "f32", shape: [2, 1, 3] })),
      cameras: [CAMERA, CAMERA],
    };
    const close = (values: number[], weights: number[], images: typeof one, isEmpty: boolean) => [
      ...own(closeTsdf(
        {
          grid,
          tsdf: own(tensor(values, { context, dtype: "f32" })),
          weights: own(tensor(weights, { context, dtype: "f32" })),
        },
        images,
        { ...RANGE, background: isEmpty ? "empty" : "unknown" },
      )).readSync(),
    ];
    const zeros = [...none.readSync()];
    assertEquals(close(zeros, zeros, one, false), [NaN, NaN, 1, 0, -0.5, -1, NaN, NaN]);
    assertEquals(close(zeros, zeros, one, true), [1, NaN, 1, 0, -0.5, -1, 1, NaN]);
    // The second image sees further.
    assertEquals(close(zeros, zeros, two, false), [NaN, NaN, 1, 1, 1, 1, -0.5, NaN]);
    // What was seen stays, unless it is inside and seen against nothing; what an earlier call said is raised only.
    const before = [-0.75, -0.75, 0.25, -0.25, NaN, -0.25, -1, 1];
    assertEquals(
      close(before, [2, 1, 1, 1, 1, 0, 0, 0], one, true),
      [-0.25, -0.75, 0.25, -0.25, NaN, -0.25, 1, 1],
    );
    // Weights that are no numbers are none.
    assertEquals(close(zeros, zeros.fill(NaN), one, false), [NaN, NaN, 1, 0, -0.5, -1, NaN, NaN]);
  });
});

for (const dtype of ["f16", "f32", "f64"] as const) {
  eachBackend(`closeTsdf() has the oracle's sides in ${dtype}, image by image too`, (context) => {
    const random = new Random(11);
    const [width, height] = [9, 7];
    const counts = [3, 0, 2];
    const scenes = counts.map((count, b): GridScene => ({
      voxelSize: b === 0 ? [0.3, 0.2, 0.5] : [0.4, 0.4, 0.4],
      origin: [0.05, -1, 0.3],
      halfWidth: 0.6,
      maxDepth: 4,
      images: Array.from({ length: count }, (_, at): OneImage => ({
        camera: cameraAt([2 + at, 1 - b, at - 2.5], [width, height]),
        width,
        height,
        depth: randomDepth(width * height, 10 * b + at, 4),
        weights: random.floats(width * height, -0.3, 2),
        features: [],
      })),
    }));
    const lists = [400, 20, 300].map((count) =>
      canonical(Array.from({ length: count }, (): Ijk => [
        random.integer(-6, 6),
        random.integer(-6, 8),
        random.integer(-6, 6),
      ]))
    );
    const known = lists.flat().map(() => ({
      tsdf: (random.integer(0, 2) - 1) * random.integer(0, 8) / 8,
      weight: random.integer(0, 2) - 1,
    }));
    scope((own) => {
      const images = scenes.flatMap((scene) => scene.images);
      const pixels = (pick: (image: OneImage) => ArrayLike<number>, some: readonly OneImage[]) =>
        own(tensor(some.flatMap((image) => Array.from(pick(image))), {
          context,
          dtype: "f32",
          shape: [some.length, height, width],
        }));
      const seen = (some: readonly OneImage[], offsets: number[]) => ({
        depth: own(jagged(pixels((image) => image.depth, some), { offsets })),
        cameras: some.map((image) => image.camera),
        weights: pixels((image) => image.weights, some),
      });
      const ijk = own(jaggedFromList(lists.map(flatten), { context, dtype: "i32", shape: [3] }));
      const voxelSize = scenes.map((scene) => scene.voxelSize);
      const grid = own(gridFromIjk(ijk, { voxelSize, origin: [0.05, -1, 0.3] }));
      const rows = (values: number[]) => own(tensor(values, { context, dtype }));
      const weights = rows(known.map((one) => one.weight));
      const first = rows(known.map((one) => one.tsdf));
      const close = absoluteOf(dtype);
      for (const background of ["unknown", "empty"] as const) {
        const options = { halfWidth: 0.6, maxDepth: 4, background };
        const closed = own(closeTsdf(
          { grid, tsdf: first, weights },
          seen(images, [0, 3, 3, 5]),
          options,
        ));
        assertEquals(closed.dtype, dtype);
        let row = 0;
        const expected = scenes.flatMap((scene, b) =>
          (lists[b] ?? []).map((one) =>
            closeAt(scene, one, known[row++] ?? { tsdf: 0, weight: 0 }, background === "empty")
          )
        );
        const values = Array.from(closed.readSync(), Number);
        assertClose(values, expected, close);
        for (const one of [-1, 1, NaN]) assert(expected.some((value) => Object.is(value, one)));
        const parts = images.reduce((tsdf, image, at) => {
          const offsets = at < 3 ? [0, 1, 1, 1] : [0, 0, 0, 1];
          return own(closeTsdf({ grid, tsdf, weights }, seen([image], offsets), options));
        }, first);
        const sides = (list: ArrayLike<number>): number[] => Array.from(list, Math.sign);
        assertEquals(sides(Array.from(parts.readSync(), Number)), sides(values));
      }
    });
  });
}

function absoluteOf(dtype: string): { readonly absolute: number } {
  return { absolute: dtype === "f16" ? 1e-3 : 1e-6 };
}

eachBackend("closeTsdf() closes a box that six views show, wild pixels or not", (context) => {
  scope((own) => {
    const [size, side] = [64, 0.5];
    const { cameras, depth: images } = boxViews(side, size);
    const numbers = images.flatMap((image) => [...image]);
    const depth = own(tensor(numbers, { context, dtype: "f32", shape: [6, size, size] }));
    const range = { halfWidth: 0.3, maxDepth: 5 };
    const nothing = own(emptyTensor([0], { context, dtype: "f32" }));
    const grid = own(gridFromZeroVoxels({ context, voxelSize: 0.1, origin: [0.03, 0.04, 0.05] }));
    const volume = own(integrateTsdf(
      { grid, tsdf: nothing, weights: nothing },
      { depth, cameras },
      range,
    ));
    const field = own(closeTsdf(volume, { depth, cameras }, { ...range, background: "empty" }));
    const surface = own(marchingCubes(volume.grid, field));
    const faces = Array.from(surface.faces.data.readSync(), Number);
    const vertices = surface.vertices.data.readSync();
    assertEquals(borderOf(faces), []);
    assertEquals(vertices.length / 3 - faces.length / 6, 2); // Euler: one sphere
    for (let at = 0; at < vertices.length; at += 3) {
      const most = Math.max(...Array.from(vertices.subarray(at, at + 3), Math.abs));
      assert(Math.abs(most - side) < 0.1, `${most}`); // below a voxel
    }
  });
});

eachBackend("closeTsdf() takes no images, no pixels, no voxels and no grids", (context) => {
  scope((own) => {
    const ijk = own(tensor(new Int32Array([0, 0, 1, 0, 0, 2]), { context, shape: [2, 3] }));
    const grid = own(gridFromIjk(ijk));
    const tsdf = own(tensor([0.5, 0], { context }));
    const weights = own(tensor([1, 0], { context }));
    for (const [count, width] of [[0, 3], [1, 0]] as const) {
      const depth = own(emptyTensor([count, 1, width], { context, dtype: "f32" }));
      const cameras = [CAMERA].slice(0, count);
      const closed = own(closeTsdf({ grid, tsdf, weights }, { depth, cameras }, RANGE));
      assertEquals([...closed.readSync()], [0.5, NaN]);
    }
    const nothing = own(emptyTensor([0], { context, dtype: "f32" }));
    const depth = own(emptyTensor([0, 1, 3], { context, dtype: "f32" }));
    const lists = own(jagged(depth, { offsets: [0] }));
    for (
      const [empty, images] of [
        [own(gridFromZeroVoxels({ context })), depth],
        [own(gridFromZeroGrids({ context })), lists],
      ] as const
    ) {
      const state = { grid: empty, tsdf: nothing, weights: nothing };
      const closed = own(closeTsdf(state, { depth: images, cameras: [] }, RANGE));
      assertEquals(closed.shape, [0]);
    }
  });
});

eachBackend("closeTsdf() refuses bad input", (context) => {
  using ijk = tensor(new Int32Array([0, 0, 1]), { context, shape: [1, 3] });
  using grid = gridFromIjk(ijk);
  using tsdf = tensor([0], { context });
  using weights = tensor([0], { context });
  using depth = tensor([0, 5, 1], { context, dtype: "f32", shape: [1, 1, 3] });
  using flat = tensor([0, 5, 1], { context });
  using bytes = emptyTensor([1, 1, 3], { context, dtype: "u8" });
  using doubles = emptyTensor([1], { context, dtype: "f64" });
  using lists = jagged(depth, { offsets: [0, 1, 1] });
  const state = { grid, tsdf, weights };
  const images = { depth, cameras: [CAMERA] };
  const refuses = (
    parts: { readonly now?: object; readonly seen?: object; readonly range?: object },
    message: string,
    kind: new (...args: never[]) => Error = RangeError,
  ): void => {
    const { now, seen, range } = parts;
    assertThrows(
      () => closeTsdf({ ...state, ...now }, { ...images, ...seen }, { ...RANGE, ...range }),
      kind,
      message,
    );
  };
  refuses({ now: { tsdf: flat } }, "tsdf shape is [3], [1] expected");
  refuses({ now: { weights: flat } }, "weights shape is [3], [1] expected");
  refuses({ now: { weights: doubles } }, "weights is f64, f32 expected", TypeError);
  refuses({ seen: { depth: flat } }, "depth shape is [3], [images, height, width] expected");
  refuses({ seen: { depth: bytes } }, "depth is u8", TypeError);
  refuses(
    { seen: { depth: lists } },
    "the number of lists in depth is 2, the number of grids is 1",
  );
  refuses({ seen: { cameras: [] } }, "the number of cameras is 0, the number of images is 1");
  refuses({ seen: { weights: flat } }, "weights of images shape is [3], [1, 1, 3] expected");
  refuses({ range: { halfWidth: NaN } }, "halfWidth is NaN, a finite number above 0 expected");
  refuses({ range: { maxDepth: 0 } }, "maxDepth is 0, a finite number above 0 expected");
  refuses({ range: { background: "black" } }, 'background is "black", unknown or empty expected');
  const pose = STRAIGHT.with(0, 0);
  refuses({ seen: { cameras: [{ ...CAMERA, pose }] } }, "there is no inverse of the pose");
});
