import { assert, assertEquals, assertThrows } from "@std/assert";
import { gridFromZeroGrids } from "../../lib/grid/mod.ts";
import { type DepthImages, integrateTsdfBackward } from "../../lib/sdf/mod.ts";
import {
  type Context,
  emptyTensor,
  fullTensor,
  gridFromDense,
  integrateTsdf,
  jagged,
  type Tensor,
} from "../../mod.ts";
import { eachBackend } from "../_backends.ts";

const STRAIGHT = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
const RANGE = { halfWidth: 0.4, maxDepth: 10 };
const CAMERA = { intrinsics: [2, 0, 1, 0, 2, 1, 0, 0, 1], pose: STRAIGHT };

/** Tensors of one value that go away with the scene. */
class Scene implements Disposable {
  readonly #own = new DisposableStack();
  readonly context: Context;
  readonly state;
  readonly images;
  readonly volume;
  readonly gradients;

  constructor(context: Context) {
    this.context = context;
    const grid = this.#own.use(
      gridFromDense({ context, dims: 2, voxelSize: 0.1, origin: [0, 0, 1] }),
    );
    const known = (more: number[] = []): Tensor<"f32"> => this.full([8, ...more], 0.5);
    this.state = { grid, tsdf: known(), weights: known(), features: known([2]) };
    this.images = {
      depth: this.full([1, 3, 3], 1),
      cameras: [CAMERA],
      weights: this.full([1, 3, 3], 2),
      features: this.full([1, 3, 3, 2], 3),
    } satisfies DepthImages;
    this.volume = this.#own.use(integrateTsdf(this.state, this.images, RANGE));
    const { numVoxels } = this.volume.grid;
    this.gradients = {
      tsdf: this.full([numVoxels], 1),
      weights: this.full([numVoxels], 1),
      features: this.full([numVoxels, 2], 1),
    };
  }

  /** A tensor of one value. */
  full(shape: number[], value: number): Tensor<"f32"> {
    return this.#own.use(fullTensor(shape, value, { context: this.context, dtype: "f32" }));
  }

  [Symbol.dispose](): void {
    this.#own.dispose();
  }
}

eachBackend(
  "integrateTsdfBackward() takes no images, pixels, voxels, channels and grids",
  (context) => {
    const cameras = [CAMERA];
    using grid = gridFromDense({ context, dims: 2 });
    using ones = fullTensor([8], 1, { context, dtype: "f32" });
    using threes = fullTensor([8], 3, { context, dtype: "f32" });
    using none = emptyTensor([8, 0], { context, dtype: "f32" });
    for (const [count, height] of [[0, 3], [1, 0]] as const) {
      using depth = emptyTensor([count, height, 3], { context, dtype: "f32" });
      using features = emptyTensor([count, height, 3, 0], { context, dtype: "f32" });
      using back = integrateTsdfBackward(
        { grid, tsdf: ones, weights: ones, features: none },
        { depth, cameras: cameras.slice(0, count), features },
        { grid },
        { tsdf: threes, features: none },
        RANGE,
      );
      assertEquals([...back.tsdf?.readSync() ?? []], Array(8).fill(3));
      assertEquals([...back.weights?.readSync() ?? []], Array(8).fill(0));
      assertEquals(back.features?.shape, [8, 0]);
      assertEquals(back.depth?.shape, [count, height, 3]);
      assertEquals(back.imageWeights, undefined);
      assertEquals(back.imageFeatures?.shape, [count, height, 3, 0]);
      back.dispose();
      assert(back.disposed);
    }
    // Images of nothing: pixels without voxels get 0, of whatever the memory held before.
    using empty = gridFromZeroGrids({ context });
    using rows = emptyTensor([0], { context, dtype: "f32" });
    using pixels = emptyTensor([0, 4, 4], { context, dtype: "f32" });
    using lists = jagged(pixels, { offsets: [0] });
    const state = { grid: empty, tsdf: rows, weights: rows };
    using back = integrateTsdfBackward(state, { depth: lists, cameras: [] }, state, {}, RANGE);
    assertEquals(back.depth?.shape, [0, 4, 4]);
  },
);

eachBackend("integrateTsdfBackward() gives 0 where nothing is asked or given", (context) => {
  using scene = new Scene(context);
  const { state, images, volume } = scene;
  using nothing = integrateTsdfBackward(state, images, volume, {}, RANGE);
  for (
    const part of [
      nothing.tsdf,
      nothing.weights,
      nothing.features,
      nothing.depth,
      nothing.imageWeights,
    ]
  ) {
    assert(part?.readSync().every((one) => Number(one) === 0));
  }
  // Voxels of the state that the volume does not have, and pixels that it does not ask.
  using other = gridFromDense({
    context,
    dims: 1,
    voxelSize: 0.1,
    origin: [0, 0, 1],
    ijkMin: [50, 0, 0],
  });
  using one = fullTensor([1], 1, { context, dtype: "f32" });
  using features = fullTensor([1, 2], 1, { context, dtype: "f32" });
  using back = integrateTsdfBackward(
    state,
    images,
    { grid: other },
    { tsdf: one, features },
    RANGE,
  );
  for (const part of [back.tsdf, back.weights, back.features, back.depth, back.imageFeatures]) {
    assert(part?.readSync().every((number) => Number(number) === 0));
  }
});

eachBackend("integrateTsdfBackward() refuses bad input", (context) => {
  using scene = new Scene(context);
  const { state, images, volume, gradients } = scene;
  const refuses = (
    { now = {}, seen = {}, made = {}, by = {}, options = {} }: {
      readonly now?: object;
      readonly seen?: object;
      readonly made?: object;
      readonly by?: object;
      readonly options?: object;
    },
    message: string,
    kind: new (...args: never[]) => Error = RangeError,
  ): void => {
    assertThrows(
      () =>
        integrateTsdfBackward(
          { ...state, ...now },
          { ...images, ...seen },
          { grid: volume.grid, ...made },
          { ...gradients, ...by },
          { ...RANGE, ...options },
        ),
      kind,
      message,
    );
  };
  using bytes = emptyTensor([1, 3, 3, 2], { context, dtype: "u8" });
  using doubles = emptyTensor([volume.grid.numVoxels], { context, dtype: "f64" });
  using pair = gridFromDense({ context, dims: 2, gridCount: 2 });
  using apart = gridFromDense({ context, dims: 2, voxelSize: 0.2 });
  const few = scene.full([3], 0);
  const wanted = (...names: string[]): object => ({ options: { wanted: names } });
  refuses({ by: { tsdf: few } }, "gradients.tsdf shape is [3]");
  refuses({ by: { weights: doubles } }, "gradients.weights is f64, f32 expected", TypeError);
  refuses({ by: { features: gradients.tsdf } }, "gradients.features shape is");
  refuses({ by: { color: few } }, "color", TypeError);
  refuses(
    { now: { features: undefined }, seen: { features: undefined } },
    "there are gradients of features, voxels have none",
  );
  refuses({ made: { grid: pair } }, "the number of grids in the volume is 2, in the state 1");
  refuses(
    { made: { grid: apart } },
    "the voxels of the volume are not placed as those of the state",
  );
  refuses({ made: { grid: undefined } }, "", TypeError);
  refuses(wanted("colors"), "wanted has colors, only tsdf, weights,");
  refuses({ seen: { weights: undefined }, ...wanted("imageWeights") }, "of which there are none");
  refuses(
    { seen: { features: bytes }, ...wanted("imageFeatures") },
    "features of images is u8",
    TypeError,
  );
  refuses({ options: { wanted: "depth" } }, "wanted is", TypeError);
  refuses({ options: { halfWidth: NaN } }, "halfWidth is NaN");
  refuses({ seen: { cameras: [] } }, "the number of cameras is 0");
  refuses({ now: { features: undefined } }, "images have features, voxels have none");
  refuses(
    { seen: { cameras: [{ ...CAMERA, pose: STRAIGHT.with(0, 0) }] } },
    "there is no inverse of the pose",
  );
});
