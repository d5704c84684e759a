import { sampleRaysByWeight, volumeRenderBackward } from "../../lib/render/mod.ts";
import { type Context, jagged, type JaggedTensor, type Tensor, volumeRender } from "../../mod.ts";
import { Random } from "../_arrays.ts";
import { eachBackend } from "../_backends.ts";
import { assertWindows, sizesOf, spread, windowsOf } from "../_large.ts";

/** Rays of a window, samples of a ray, and rays of so many samples. */
const COUNT = 3;
const LENGTH = 4096;
const raysOf = sizesOf(11, 2 ** 20 + 11); // more than 2^32 samples
const titleOf = (text: string) => (on: Pick<Context, "device">): string =>
  `${text} ${raysOf(on)} rays of ${LENGTH} samples are right to the last`;

/** A column of samples of some rays that has the same numbers in each window; with channels, [n, channels]. */
function spreadRays(
  context: Context,
  rays: number,
  windows: readonly number[],
  { seed, most, channels }: {
    readonly seed: number;
    readonly most: number;
    readonly channels?: number;
  },
): Tensor<"f16"> {
  const random = new Random(seed);
  const width = channels ?? 1;
  const pattern = Float16Array.from(
    { length: COUNT * LENGTH * width },
    () => random.number(0, most),
  );
  using all = spread(context, {
    dtype: "f16",
    shape: [rays, LENGTH, width],
    filler: most / 2,
    windows,
    pattern,
  });
  return all.reshape(channels === undefined ? [rays * LENGTH] : [rays * LENGTH, channels]);
}

/** Compares the rays of windows with a few rays. */
function assertRays(actual: Tensor, few: Tensor, windows: readonly number[]): void {
  const rays = raysOf(actual.context);
  using rows = actual.reshape([rays, actual.length / rays]);
  assertWindows(rows, windows, few.readSync());
}

/** Where the samples of each ray begin. */
function offsetsOf(rays: number): BigInt64Array<ArrayBuffer> {
  return BigInt64Array.from({ length: rays + 1 }, (_, ray) => BigInt(ray * LENGTH));
}

/** A column as lists by ray. */
function listsOf(column: Tensor<"f16">): JaggedTensor<"f16"> {
  return jagged(column, { offsets: offsetsOf((column.shape[0] ?? 0) / LENGTH) });
}

for (const channels of [1, 2]) {
  eachBackend(titleOf(`colors of ${channels} channels along`), (context) => {
    const windows = windowsOf(raysOf(context), COUNT, [LENGTH, LENGTH * channels]);
    using own = new DisposableStack();
    const samples = (rays: number, at: readonly number[]) => {
      const column = (seed: number, most: number, width?: number): Tensor<"f16"> =>
        own.use(spreadRays(context, rays, at, { seed, most, ...width && { channels: width } }));
      const sigmas = own.use(listsOf(column(1, 2e-3)));
      return [sigmas, column(2, 1, channels), column(3, 0.5), column(4, 16)] as const;
    };
    const [many, few] = [samples(raysOf(context), windows), samples(COUNT, [0])];
    const render = (which: typeof many): ReturnType<typeof volumeRender<"f16">> =>
      own.use(volumeRender(...which));
    const [actual, expected] = [render(many), render(few)];
    assertWindows(actual.rgb, windows, expected.rgb.readSync());
    assertWindows(actual.depth, windows, expected.depth.readSync());
    assertWindows(actual.sampleCounts, windows, expected.sampleCounts.readSync());
    assertRays(actual.weights.data, expected.weights.data, windows);
    const gradients = (which: typeof many, result: typeof actual) =>
      own.use(
        volumeRenderBackward(...which, { rgb: result.rgb, depth: result.depth }, {
          wanted: ["sigmas", "rgbs", "ts"],
        }),
      );
    const [back, wanted] = [gradients(many, actual), gradients(few, expected)];
    for (const name of ["sigmas", "rgbs", "ts"] as const) {
      const [one, other] = [back[name], wanted[name]];
      if (!one || !other) throw new Error(`gradients by ${name} are missing`);
      assertRays(one, other, windows);
    }
  });
}

eachBackend(titleOf("places drawn along"), (context) => {
  const rays = raysOf(context);
  const windows = windowsOf(rays, COUNT, [LENGTH, 2 * LENGTH]);
  using own = new DisposableStack();
  const random = new Random(9);
  const ends = Float16Array.from(
    { length: COUNT * LENGTH * 2 },
    (_, at) => (at >> 1) % LENGTH >> 2,
  );
  const shares = Float16Array.from({ length: COUNT * LENGTH }, () => random.number(0, 4));
  const draw = (count: number, at: readonly number[]): JaggedTensor<"f16"> => {
    const dtype = "f16";
    const [pairs, weights] = [
      spread(context, { dtype, shape: [count, LENGTH, 2], filler: 1, windows: at, pattern: ends }),
      spread(context, { dtype, shape: [count, LENGTH], filler: 1, windows: at, pattern: shares }),
    ].map((column) => own.use(column));
    if (!pairs || !weights) throw new Error("columns are missing");
    const intervals = own.use(pairs.reshape([count * LENGTH, 2]));
    const lists = own.use(listsOf(own.use(weights.reshape([count * LENGTH]))));
    return own.use(sampleRaysByWeight(intervals, lists, { count: LENGTH, stratified: false }));
  };
  const expected = draw(COUNT, [0]);
  const actual = draw(rays, windows);
  assertRays(actual.data, expected.data, windows);
});
