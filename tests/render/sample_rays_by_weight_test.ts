import { assert, assertEquals, assertThrows } from "@std/assert";
import { sampleRaysByWeight, type SampleRaysOptions } from "../../lib/render/mod.ts";
import {
  type Context,
  jagged,
  type JaggedTensor,
  NativeError,
  type Real,
  tensor,
} from "../../mod.ts";
import { Random } from "../_arrays.ts";
import { contexts, eachBackend } from "../_backends.ts";
import { assertBits, assertClose } from "../_compare.ts";
import { rounded, startsOf } from "./_volume.ts";

/** Intervals of rays on the host: begin, end, weight. */
type Rays = readonly (readonly (readonly [number, number, number])[])[];

/** Samples rays of the host and reads the places of each. */
function sample(
  context: Context,
  dtype: Real,
  rays: Rays,
  options: SampleRaysOptions,
): number[][] {
  using places = sampleOnDevice(context, dtype, rays, options);
  const values = Array.from<number>(places.data.readSync());
  return rays.map((_, ray) =>
    values.slice(Number(places.offsets[ray]), Number(places.offsets[ray + 1]))
  );
}

function sampleOnDevice<D extends Real>(
  context: Context,
  dtype: D,
  rays: Rays,
  options: SampleRaysOptions,
): JaggedTensor<D> {
  const all = rays.flat();
  const ends = all.flatMap(([begin, end]) => [begin, end]);
  using data = tensor(ends, { context, dtype, shape: [all.length, 2] });
  using intervals = jagged(data, { offsets: startsOf(rays.map(({ length }) => length)) });
  using weights = tensor(all.map(([, , weight]) => weight), { context, dtype });
  return sampleRaysByWeight(intervals, weights, options);
}

/** SplitMix64 in big integers, from its definition. */
function bitsAt(seed: bigint, place: number): bigint {
  const cut = (value: bigint): bigint => BigInt.asUintN(64, value);
  let mixed = cut(seed + BigInt(place + 1) * 0x9e3779b97f4a7c15n);
  mixed = cut((mixed ^ (mixed >> 30n)) * 0xbf58476d1ce4e5b9n);
  mixed = cut((mixed ^ (mixed >> 27n)) * 0x94d049bb133111ebn);
  return mixed ^ (mixed >> 31n);
}

/** Places by the definition: shares are laid end to end and walked along. */
function walk(rays: Rays, count: number, seed?: bigint): number[][] {
  return rays.map((intervals, ray) => {
    const total = intervals.reduce((sum, [, , weight]) => sum + weight, 0);
    return Array.from({ length: intervals.length > 0 ? count : 0 }, (_, k) => {
      const inside = seed === undefined
        ? 0.5
        : Number(bitsAt(bitsAt(seed, ray), k) >> 11n) / 2 ** 53;
      let left = (k + inside) / count * total;
      for (const [begin, end, weight] of intervals) {
        if (left < weight) return begin + left / weight * (end - begin);
        left -= weight;
      }
      return intervals.at(-1)?.[1] ?? NaN;
    });
  });
}

/** Rays of given lengths whose intervals follow each other, some behind a gap; some weights are 0. */
function randomRays(seed: number, lengths: readonly number[], dtype: Real = "f64"): Rays {
  const random = new Random(seed);
  return lengths.map((length) => {
    let place = random.number(0, 1);
    return Array.from({ length }, () => {
      const begin = place + (random.integer(0, 3) === 0 ? 0.25 : 0);
      const end = begin + random.number(0.05, 0.2);
      const [low = 0, high = 0] = rounded(dtype, [begin, end]);
      place = high;
      const weight = random.integer(0, 4) === 0 ? 0 : random.number(0.1, 1);
      return [low, high, rounded(dtype, [weight])[0] ?? 0] as const;
    });
  });
}

eachBackend("sampleRaysByWeight() takes the middle of each share", (context) => {
  const rays: Rays = [
    [[0, 1, 1], [1, 4, 3]],
    [],
    [[2, 3, 0], [3, 4, 1], [4, 5, 0], [10, 12, 1], [12, 13, 0]],
  ];
  const expected = [[0.5, 1.5, 2.5, 3.5], [], [3.25, 3.75, 10.5, 11.5]];
  for (const dtype of ["f16", "f32", "f64"] as const) {
    assertEquals(sample(context, dtype, rays, { count: 4, stratified: false }), expected);
  }
});

eachBackend(
  "sampleRaysByWeight() gives intervals as many places as they have shares",
  (context) => {
    const weights = [1, 2, 0, 5, 0, 8];
    const rays = [weights.map((weight, at) => [at, at + 1, weight] as const)];
    const options: SampleRaysOptions[] = [
      { count: 16, stratified: false },
      ...[0, 1, -1, 123456789n].map((seed) => ({ count: 16, seed })),
    ];
    for (const option of options) {
      const [places = []] = sample(context, "f64", rays, option);
      const counts = weights.map((_, at) => places.filter((t) => Math.floor(t) === at).length);
      assertEquals(counts, weights);
    }
  },
);

eachBackend("sampleRaysByWeight() draws what its definition says", (context) => {
  const lengths = [1, 0, 31, 32, 33, 0, 100, 65, 0];
  for (const [dtype, absolute] of [["f16", 4e-2], ["f32", 2e-6], ["f64", 1e-12]] as const) {
    const rays = randomRays(1, lengths, dtype);
    for (const count of [1, 7, 64]) {
      const middles = sample(context, dtype, rays, { count, stratified: false });
      assertClose(middles.flat(), walk(rays, count).flat(), { absolute });
      const drawn = sample(context, dtype, rays, { count, seed: 99 });
      assertClose(drawn.flat(), walk(rays, count, 99n).flat(), { absolute });
      assertEquals(drawn.map(({ length }) => length), lengths.map((n) => n > 0 ? count : 0));
    }
  }
});

eachBackend(
  "sampleRaysByWeight() gives ascending places inside intervals with weight",
  (context) => {
    for (const dtype of ["f16", "f32", "f64"] as const) {
      const rays = randomRays(3, [40, 5, 64], dtype);
      sample(context, dtype, rays, { count: 200, seed: 5 }).forEach((places, ray) => {
        assert(places.every((place, k) => k === 0 || place >= (places[k - 1] ?? Infinity)));
        const held = rays[ray]?.filter(([, , weight]) => weight > 0) ?? [];
        assert(places.every((place) => held.some(([low, high]) => place >= low && place <= high)));
      });
    }
  },
);

eachBackend(
  "sampleRaysByWeight() spreads places evenly where no interval has weight",
  (context) => {
    const rays: Rays = [
      [[0, 1, 0], [1, 4, 0]],
      [[2, 2, 0], [5, 5, 0]],
      [[7, 7, 3], [8, 9, 1]],
    ];
    const places = sample(context, "f32", rays, { count: 4, stratified: false });
    assertEquals(places, [[0.5, 1.5, 2.5, 3.5], [2, 2, 5, 5], [7, 7, 7, 8.5]]);
  },
);

eachBackend("sampleRaysByWeight() keys places by seed, ray and number", (context) => {
  const ray = [[0, 1, 1]] as const;
  const [first = [], second = []] = sample(context, "f64", [ray, ray], { count: 50, seed: 7 });
  const [alone = []] = sample(context, "f64", [ray], { count: 50, seed: 7 });
  const [other = []] = sample(context, "f64", [ray], { count: 50, seed: 8 });
  assertEquals(first, alone);
  assert(first.some((place, k) => place !== second[k]));
  assert(first.some((place, k) => place !== other[k]));
  // The first numbers inside their shares do not depend on how many there are.
  const [more = []] = sample(context, "f64", [ray], { count: 100, seed: 7 });
  assertClose(more.slice(0, 50).map((place) => place * 2), first, { absolute: 1e-15 });
});

eachBackend("sampleRaysByWeight() gives the same bits as the CPU", (context) => {
  const [cpu = context] = contexts;
  for (const dtype of ["f16", "f32", "f64"] as const) {
    const rays = randomRays(4, [100, 0, 33, 500], dtype);
    using here = sampleOnDevice(context, dtype, rays, { count: 33, seed: 1 });
    using there = sampleOnDevice(cpu, dtype, rays, { count: 33, seed: 1 });
    assertBits(here.data.readSync(), there.data.readSync());
  }
});

eachBackend(
  "sampleRaysByWeight() takes no rays, no places and one ray without lists",
  (context) => {
    assertEquals(sample(context, "f32", [], { count: 3 }), []);
    assertEquals(sample(context, "f32", [[], []], { count: 3 }), [[], []]);
    assertEquals(sample(context, "f32", [[[0, 1, 1]]], { count: 0 }), [[]]);
    using intervals = tensor([0, 1, 1, 2], { context, shape: [2, 2] });
    using weights = tensor([1, 1], { context });
    using lists = jagged(weights, { offsets: [0, 1, 2], outerOffsets: [0, 0, 2] });
    using one = sampleRaysByWeight(intervals, weights, { count: 1, stratified: false });
    assertEquals([...one.data.readSync()], [1]);
    using two = sampleRaysByWeight(intervals, lists, { count: 1, stratified: false });
    assertEquals([...two.data.readSync()], [0.5, 1.5]);
    assertEquals(two.outerOffsets, BigInt64Array.of(0n, 0n, 2n));
  },
);

eachBackend("sampleRaysByWeight() counts weights and intervals that cannot be used", (context) => {
  const refusal = (rays: Rays, dtype: Real = "f64"): string => {
    const error = assertThrows(
      () => sampleOnDevice(context, dtype, rays, { count: 2 }),
      NativeError,
    );
    assertEquals(error.kind, "invalid-data");
    return error.message.replace(/^.*sample rays: /, "");
  };
  const text = (weights: string, intervals: number): string =>
    `${weights} weights are not from 0 to 1e280, and ${intervals} intervals are not finite, ` +
    "descend or begin before the last ends";
  const bad = [NaN, -1, Infinity, -Infinity, 1e281];
  const rays = [bad.map((weight, at) => [at, at + 1, weight] as const), [[0, 1, 1] as const]];
  assertEquals(refusal(rays), text("5 of 6", 0));
  assertEquals(
    refusal([[[0, 1, 1], [2, 1, 1], [0.5, 3, 1], [3, Infinity, 1]], [[NaN, 1, 1]]]),
    text("0 of 5", 4),
  );
  assertEquals(refusal([[[0, 1, -0.5]]], "f16"), text("1 of 1", 0));
});

eachBackend("sampleRaysByWeight() takes bad weights for 0 where nothing is checked", (context) => {
  const rays: Rays = [[[0, 1, NaN], [1, 2, 1], [2, 3, -1], [3, 4, Infinity], [4, 5, 1]]];
  const options = { count: 4, stratified: false, checked: false };
  assertEquals(sample(context, "f32", rays, options), [[1.25, 1.75, 4.25, 4.75]]);
  const none: Rays = [[[0, 1, NaN], [1, 2, -1]]];
  assertEquals(sample(context, "f32", none, { ...options, count: 2 }), [[0.5, 1.5]]);
});

eachBackend("sampleRaysByWeight() refuses what does not fit together", (context) => {
  using intervals = tensor([0, 1, 1, 2], { context, shape: [2, 2] });
  using weights = tensor([1, 1], { context });
  using doubles = tensor([1, 1], { context, dtype: "f64" });
  using three = tensor([1, 1, 1], { context });
  using a = jagged(intervals, { offsets: [0, 1, 2] });
  using b = jagged(weights, { offsets: [0, 2] });
  const start = "Cannot run sampleRaysByWeight: ";
  const range = (body: () => unknown): string => assertThrows(body, RangeError).message;
  const run = sampleRaysByWeight;
  assertEquals(
    range(() => run(weights, weights, { count: 1 })),
    `${start}intervals shape is [2], [n, 2] expected`,
  );
  assertEquals(
    range(() => run(intervals, three, { count: 1 })),
    `${start}weights shape is [3], [2] expected`,
  );
  assertEquals(
    range(() => run(a, b, { count: 1 })),
    `${start}the rays of weights have other lengths than those of intervals`,
  );
  for (const count of [-1, 0.5, NaN]) {
    const problem = `count is ${count}, a whole number of at least 0 expected`;
    assertEquals(range(() => run(intervals, weights, { count })), start + problem);
  }
  assertEquals(
    range(() => run(intervals, weights, { count: 1, seed: 0.5 })),
    `${start}seed is 0.5, a whole number expected`,
  );
  assertEquals(
    range(() => run(intervals, weights, { count: 1, seed: 2n ** 64n })),
    `${start}seed is 18446744073709551616, at most 64 bits expected`,
  );
  const mixed = assertThrows(
    () => run<Real>(intervals, doubles, { count: 1 }),
    TypeError,
  );
  assertEquals(mixed.message, `${start}weights is f64, f32 expected`);
});
