import { assert, assertEquals } from "@std/assert";
import {
  type Context,
  fullTensor,
  gridFromDense,
  integrateTsdf,
  type Real,
  scope,
  type Tensor,
  tensor,
} from "../../mod.ts";
import { fromBf16 } from "../../lib/core/bf16.ts";
import {
  integrateTsdfBackward,
  type IntegrateTsdfBackwardOptions,
  type TsdfGradients,
  type TsdfInputName,
  type TsdfResultGradients,
} from "../../lib/sdf/mod.ts";
import { Random } from "../_arrays.ts";
import { eachBackend } from "../_backends.ts";
import { assertBits, assertClose } from "../_compare.ts";
import type { Ijk } from "../grid/_oracle.ts";
import {
  type Batch,
  CHANNELS,
  gradientsAt,
  gradientsOf,
  type Numbers,
  OPTIONS,
  placeBatch,
  placesOf,
  seededNumbers,
  type Types,
} from "./_gradients.ts";

const INPUTS = [
  "tsdf",
  "weights",
  "features",
  "depth",
  "imageWeights",
  "imageFeatures",
] as const satisfies readonly TsdfInputName[];

const DOUBLE: Types<"f64"> = { dtype: "f64", depth: "f64", weights: "f64", features: "f64" };

type Own = <R extends Disposable>(resource: R) => R;

/** Gradients of a result as its voxels are. */
function placeGradients<D extends Real>(
  context: Context,
  places: readonly Ijk[][],
  dtype: D,
  own: Own,
): Required<TsdfResultGradients<D>> {
  const all = places.flatMap((cells, list) => cells.map((ijk) => gradientsAt(list, ijk)));
  const put = (values: number[], more: number[] = []): Tensor<D> =>
    own(tensor(values, { context, dtype, shape: [all.length, ...more] }));
  return {
    tsdf: put(all.map(([tsdf = NaN]) => tsdf)),
    weights: put(all.map(([, weight = NaN]) => weight)),
    features: put(all.flatMap(([, , ...features]) => features), [CHANNELS]),
  };
}

/** Goes there and back again. */
function carryBack<D extends Real>(
  context: Context,
  { state, images }: Batch<D>,
  own: Own,
  more: Partial<IntegrateTsdfBackwardOptions> = {},
): { readonly back: TsdfGradients<D>; readonly places: readonly Ijk[][] } {
  const volume = own(integrateTsdf(state, images, OPTIONS));
  const places = placesOf(volume.grid);
  const gradients = placeGradients(context, places, state.tsdf.dtype, own);
  const options = { ...OPTIONS, ...more };
  return { back: own(integrateTsdfBackward(state, images, volume, gradients, options)), places };
}

const TYPES: readonly Types<Real>[] = [
  { dtype: "f16", depth: "f16", weights: "f32", features: "f16" },
  { dtype: "f32", depth: "f32", weights: "f16", features: "f64" },
  DOUBLE,
];

for (const types of TYPES) {
  eachBackend(
    `integrateTsdfBackward() gives what plain loops give in ${types.dtype}`,
    (context) => {
      scope((own) => {
        const batch = placeBatch(context, seededNumbers(), types, own);
        const { back, places } = carryBack(context, batch, own);
        const expected = gradientsOf(batch.held, places);
        const near = (dtype: Real): number => ({ f16: 2e-3, f32: 1e-6, f64: 1e-11 })[dtype];
        for (const name of INPUTS) {
          const actual = back[name];
          assert(actual !== undefined && expected[name].some((one) => one !== 0), name);
          // Gradients of results are rounded to the type of the voxels.
          const most = Math.max(near(types.dtype), near(actual.dtype as Real));
          assertClose(
            Float64Array.from(actual.readSync(), Number),
            expected[name],
            { absolute: 4 * most, relative: most },
          );
        }
        assertEquals(back.depth?.dtype, types.depth);
        assertEquals(back.imageWeights?.dtype, types.weights);
        assertEquals(back.imageFeatures?.shape, batch.images.features.shape);
      });
    },
  );
}

eachBackend("integrateTsdfBackward() has the slopes that differences show", (context) => {
  const numbers = seededNumbers(3);
  /** The sum of what voxels have, by weights that depend on where they are. */
  const measure = (changed: Numbers): number =>
    scope((own) => {
      const { state, images } = placeBatch(context, changed, DOUBLE, own);
      const volume = own(integrateTsdf(state, images, OPTIONS));
      const [tsdf, weights] = [volume.tsdf.readSync(), volume.weights.readSync()];
      const features = volume.features?.readSync() ?? new Float64Array();
      let [sum, row] = [0, 0];
      for (const [list, cells] of placesOf(volume.grid).entries()) {
        for (const ijk of cells) {
          const [byTsdf = NaN, byWeight = NaN, ...byFeatures] = gradientsAt(list, ijk);
          sum += byTsdf * (tsdf[row] ?? NaN) + byWeight * (weights[row] ?? NaN);
          byFeatures.forEach((by, at) => sum += by * (features[row * CHANNELS + at] ?? NaN));
          row++;
        }
      }
      return sum;
    });
  const back = scope((own) => {
    const result = carryBack(context, placeBatch(context, numbers, DOUBLE, own), own).back;
    return Object.fromEntries(INPUTS.map((name) => [name, [...result[name]?.readSync() ?? []]]));
  });
  const random = new Random(11);
  const step = 1e-6;
  for (const name of INPUTS) {
    const slopes = (back[name] ?? []).map(Number);
    const some = slopes.flatMap((slope, at) => slope === 0 ? [] : [at]);
    for (let turn = 0; turn < 5; turn++) {
      const at = some[random.integer(0, some.length - 1)] ?? -1;
      const [low = NaN, high = NaN] = [-step, step].map((by) => {
        const all = numbers[name].slice();
        all[at] = (all[at] ?? NaN) + by;
        return measure({ ...numbers, [name]: all });
      });
      const slope = (high - low) / (2 * step);
      assertClose([slopes[at] ?? NaN], [slope], { absolute: 1e-6, relative: 1e-6 });
    }
  }
});

eachBackend("integrateTsdfBackward() gives one part what it gives all", (context) => {
  scope((own) => {
    const batch = placeBatch(context, seededNumbers(5), DOUBLE, own);
    const { back } = carryBack(context, batch, own);
    for (const name of INPUTS) {
      const { back: one } = carryBack(context, batch, own, { wanted: [name] });
      for (const other of INPUTS) {
        if (other !== name) assertEquals(one[other], undefined);
        else assertBits(read(one[name]), read(back[name]));
      }
    }
    const two = carryBack(context, batch, own, { wanted: ["imageFeatures", "depth"] }).back;
    assertBits(read(two.depth), read(back.depth));
    const none = carryBack(context, batch, own, { wanted: [] }).back;
    assert(INPUTS.every((name) => none[name] === undefined) && none.disposed);
  });
});

function read(part: Tensor | undefined): Float64Array {
  return Float64Array.from(part?.readSync() ?? [], Number);
}

const STRAIGHT = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
const CAMERA = { intrinsics: [1, 0, 0, 0, 1, 0, 0, 0, 1], pose: STRAIGHT };
const RANGE = { halfWidth: 0.5, maxDepth: 8 };

/** One voxel at z = 1 in front of cameras with one pixel each, and its gradients back. */
function oneVoxel(
  context: Context,
  dtype: Real,
  { tsdf, weight, depths, weights, by = [1, 0] }: {
    readonly tsdf: number;
    readonly weight: number;
    readonly depths: readonly number[];
    readonly weights: readonly number[];
    readonly by?: readonly [tsdf: number, weight: number];
  },
): Record<"tsdf" | "weights" | "depth" | "imageWeights", number[]> {
  return scope((own) => {
    const row = (value: number): Tensor<Real> => own(tensor([value], { context, dtype }));
    const shape = [depths.length, 1, 1];
    const pixels = (values: readonly number[]): Tensor<"f64"> =>
      own(tensor([...values], { context, dtype: "f64", shape }));
    const grid = own(gridFromDense({ context, dims: 1, voxelSize: 0.1, origin: [0, 0, 1] }));
    const state = { grid, tsdf: row(tsdf), weights: row(weight) };
    const cameras = depths.map(() => CAMERA);
    const images = { depth: pixels(depths), cameras, weights: pixels(weights) };
    const gradients = { tsdf: row(by[0]), weights: row(by[1]) };
    const back = own(integrateTsdfBackward(state, images, { grid }, gradients, RANGE));
    const numbers = (part: Tensor | undefined): number[] => [...read(part)];
    return {
      tsdf: numbers(back.tsdf),
      weights: numbers(back.weights),
      depth: numbers(back.depth),
      imageWeights: numbers(back.imageWeights),
    };
  });
}

eachBackend("integrateTsdfBackward() is right where it is worked out by hand", (context) => {
  // Distances 0.5 and, cut, 1: (1 * 0 + 1 * 0.5 + 2 * 1) / 4 = 0.625. The third pixel is too far in front.
  const pixels = { depths: [1.25, 3, 0.25, NaN], weights: [1, 2, 1, 1] };
  assertEquals(oneVoxel(context, "f32", { tsdf: 0, weight: 1, ...pixels }), {
    tsdf: [0.25],
    weights: [-0.15625],
    depth: [0.5, 0, 0, 0],
    imageWeights: [-0.03125, 0.09375, 0, 0],
  });
  const byWeight = { ...pixels, by: [0, 1] } as const;
  assertEquals(oneVoxel(context, "f32", { tsdf: NaN, weight: 1, ...byWeight }), {
    tsdf: [0],
    weights: [1],
    depth: [0, 0, 0, 0],
    imageWeights: [1, 1, 0, 0],
  });
  // Of which nothing is said.
  const silent = { depths: [0.25], weights: [1], by: [3, 5] } as const;
  for (const weight of [2, 0, -1, NaN]) {
    assertEquals(oneVoxel(context, "f32", { tsdf: NaN, weight, ...silent }), {
      tsdf: [3],
      weights: [5],
      depth: [0],
      imageWeights: [0],
    });
  }
  // What has no weight is not there.
  for (const weight of [0, -1, NaN]) {
    const back = oneVoxel(context, "f32", { tsdf: NaN, weight, ...pixels, by: [3, 5] });
    assertEquals([back.tsdf, back.weights, back.depth], [[0], [0], [2, 0, 0, 0]]);
    const wild = oneVoxel(context, "f32", { tsdf: 1, weight, ...pixels, by: [NaN, NaN] });
    assertEquals([wild.tsdf, wild.weights, wild.depth], [[0], [0], [NaN, 0, 0, 0]]);
  }
});

for (
  const [dtype, most] of [["f16", 65504], ["f32", 3.4028234663852886e38], [
    "f64",
    2 ** 500,
  ]] as const
) {
  eachBackend(
    `integrateTsdfBackward() gives weights nothing that have reached the most that counts in ${dtype}`,
    (context) => {
      const pixels = { depths: [1.25], weights: [most / 2], by: [3, 5] } as const;
      for (const weight of [most, ...dtype === "f64" ? [2 ** 600] : [], Infinity]) {
        const full = oneVoxel(context, dtype, { tsdf: 0, weight, ...pixels });
        assertClose(full.tsdf, [2], { relative: 1e-3 });
        assertEquals(full.weights, [0]);
        // The average still moves.
        assertClose(full.imageWeights, [3 * 0.5 * (2 / 3) / (1.5 * most)], { relative: 1e-12 });
      }
      // Their sum has, they have not.
      const sum = oneVoxel(context, dtype, { tsdf: 1, weight: most / 2, ...pixels });
      assertClose(sum.weights, [3 * (1 - 0.75) / most], { relative: 1e-2 });
      const capped = oneVoxel(context, "f64", {
        ...pixels,
        tsdf: 0,
        weight: 1,
        weights: [2 ** 501],
      });
      assertEquals(capped.imageWeights, [0]);
      assertClose(capped.depth, [6], { relative: 1e-12 });
    },
  );
}

eachBackend("integrateTsdfBackward() keeps NaN where it belongs", (context) => {
  scope((own) => {
    const numbers = seededNumbers(9);
    const plain = carryBack(context, placeBatch(context, numbers, DOUBLE, own), own).back;
    // The voxel far off is not seen; the features of a pixel that does not count are nobody's.
    const [features, imageFeatures, depth] = [
      numbers.features.slice(),
      numbers.imageFeatures.slice(),
      numbers.depth,
    ];
    const tsdf = numbers.tsdf.slice();
    const last = scope((keep) => {
      const { state } = placeBatch(context, numbers, DOUBLE, keep);
      return placesOf(state.grid).flat().findIndex(([, , k]) => k === 40);
    });
    tsdf[last] = NaN;
    features.fill(NaN, last * CHANNELS, (last + 1) * CHANNELS);
    depth.forEach((one, pixel) => {
      if (one > 0 && one <= OPTIONS.maxDepth && Number(numbers.imageWeights[pixel]) > 0) return;
      imageFeatures.fill(NaN, pixel * CHANNELS, (pixel + 1) * CHANNELS);
    });
    const changed = { ...numbers, tsdf, features, imageFeatures };
    const { back } = carryBack(context, placeBatch(context, changed, DOUBLE, own), own);
    for (const name of INPUTS) assertBits(read(back[name]), read(plain[name]));
    // A voxel with NaN makes gradients NaN of its weight and of those of its pixels, and of nothing else.
    const withTsdf = (values: Float64Array): TsdfGradients<"f64"> =>
      carryBack(context, placeBatch(context, { ...numbers, tsdf: values }, DOUBLE, own), own).back;
    const everywhere = read(withTsdf(tsdf.fill(NaN)).weights);
    const seen = everywhere.findIndex(Number.isNaN);
    assert(seen >= 0 && !everywhere.every(Number.isNaN), "some voxels are seen, and some are not");
    const met = withTsdf(numbers.tsdf.slice().fill(NaN, seen, seen + 1));
    for (const name of ["tsdf", "features", "depth", "imageFeatures"] as const) {
      assertBits(read(met[name]), read(plain[name]));
    }
    const differing = (name: "weights" | "imageWeights"): readonly number[] =>
      [...read(met[name])].flatMap((one, at) => Object.is(one, read(plain[name])[at]) ? [] : [at]);
    assertEquals(differing("weights"), [seen]);
    const pixels = differing("imageWeights");
    assert(pixels.length > 0 && pixels.length <= 3, `${pixels.length} pixels`);
    for (const pixel of pixels) assertEquals(read(met.imageWeights)[pixel], NaN);
    assertEquals(read(met.weights)[seen], NaN);
  });
});

eachBackend("integrateTsdfBackward() sums up the same voxels image after image", (context) => {
  scope((own) => {
    // So many pixels that images are not all treated at once: each has one that a voxel asks, in another place.
    const [count, side] = [5, 2048];
    const all = own(fullTensor([count * side * side], 0, { context, dtype: "f16" }));
    const asked = Array.from({ length: count }, (_, at) => at * (side * 300 + 17) + 5);
    const placeOf = (at: number): number => at * side * side + (asked[at] ?? NaN);
    for (const at of asked.keys()) {
      using pixel = all.slice(placeOf(at), placeOf(at) + 1);
      pixel.fill(1 + at / 8);
    }
    const depth = own(all.reshape([count, side, side]));
    const cameras = asked.map((pixel) => ({
      intrinsics: [1, 0, pixel % side, 0, 1, Math.floor(pixel / side), 0, 0, 1],
      pose: STRAIGHT,
    }));
    const images = { depth, cameras };
    const grid = own(
      gridFromDense({ context, dims: [1, 1, 2], voxelSize: 0.25, origin: [0, 0, 1] }),
    );
    const rows = (values: number[]): Tensor<"f32"> => own(tensor(values, { context }));
    const state = { grid, tsdf: rows([0, 0]), weights: rows([3, 0]) };
    const gradients = { tsdf: rows([1, 3]) };
    const range = { halfWidth: 0.375, maxDepth: 8 };
    const back = own(integrateTsdfBackward(state, images, { grid }, gradients, range));
    // The first voxel is 1 in front of all cameras, cut before the last two; the second a quarter further back.
    const expected = asked.map((_, at) => ((at < 3 ? 1 / 8 : 0) + 3 / 5) / 0.375);
    const numbers = back.depth?.readSync() as Float16Array;
    const bits = new Uint16Array(numbers.buffer, numbers.byteOffset, numbers.length);
    const found: number[] = [];
    for (let pixel = 0; pixel < bits.length; pixel++) if (bits[pixel] !== 0) found.push(pixel);
    assertEquals(found, asked.map((_, at) => placeOf(at)));
    assertClose(found.map((pixel) => numbers[pixel] ?? NaN), expected, { relative: 1e-3 });
  });
});

eachBackend(
  "integrateTsdfBackward() leaves out features of whole numbers, and takes bf16",
  (context) => {
    scope((own) => {
      const grid = own(gridFromDense({ context, dims: 1, voxelSize: 0.1, origin: [0, 0, 1] }));
      const one = (value: number): Tensor<"f32"> => own(tensor([value], { context }));
      const state = { grid, tsdf: one(0), weights: one(1), features: one(3) };
      const depth = own(tensor([1], { context, shape: [1, 1, 1] }));
      const run = (features: Tensor): TsdfGradients<"f32"> => {
        const images = { depth, cameras: [CAMERA], features };
        return own(integrateTsdfBackward(state, images, { grid }, { features: one(4) }, RANGE));
      };
      const whole = run(own(fullTensor([1, 1, 1], 7, { context, dtype: "u8" })));
      assertEquals(whole.imageFeatures, undefined);
      assertEquals([read(whole.features)[0], read(whole.weights)[0]], [2, -4]);
      const brief = run(own(fullTensor([1, 1, 1], 7, { context, dtype: "bf16" })));
      assertEquals(brief.imageFeatures?.dtype, "bf16");
      assertEquals([...fromBf16(read(brief.imageFeatures))], [2]);
      assertEquals(read(brief.weights)[0], -4);
    });
  },
);
