import { assert, assertEquals, assertThrows } from "@std/assert";
import { type Context, jagged, type Lists, type Real, tensor, volumeRender } from "../../mod.ts";
import { contexts, eachBackend } from "../_backends.ts";
import { assertBits, assertClose } from "../_compare.ts";
import { composite, DeviceSamples, randomSamples, type Samples } from "./_volume.ts";

const TOLERANCES = { f16: 2e-3, f32: 2e-6, f64: 1e-13 } as const;
const DTYPES = ["f16", "f32", "f64"] as const satisfies readonly Real[];

/** Renders on a device and compares everything with the definition. */
function check(context: Context, dtype: Real, samples: Samples, threshold = 0): void {
  const expected = composite(samples, threshold);
  using device = new DeviceSamples(context, dtype, samples);
  using result = volumeRender(...device.args, { transmittanceThreshold: threshold });
  const rays = samples.lengths.length;
  assertEquals(result.rgb.shape, [rays, samples.channels]);
  assertEquals([result.depth.shape, result.opacity.shape], [[rays], [rays]]);
  assertEquals(result.weights.offsets, device.sigmas.offsets);
  assertEquals(result.sampleCounts.shape, [rays]);
  const tolerance = { absolute: TOLERANCES[dtype], relative: TOLERANCES[dtype] };
  assertClose([...result.rgb.readSync()], expected.rgb, tolerance);
  assertClose([...result.depth.readSync()], expected.depth, tolerance);
  assertClose([...result.opacity.readSync()], expected.opacity, tolerance);
  assertClose([...result.weights.data.readSync()], expected.weights, tolerance);
  assertEquals([...result.sampleCounts.readSync()], expected.counts.map(BigInt));
}

eachBackend("volumeRender() composites two samples as worked out by hand", (context) => {
  const half = Math.LN2;
  using device = new DeviceSamples(context, "f64", {
    lengths: [2],
    channels: 2,
    sigmas: Float64Array.of(half, 2 * half),
    rgbs: Float64Array.of(8, 0, 0, 16),
    deltas: Float64Array.of(1, 1),
    ts: Float64Array.of(4, 8),
  });
  using result = volumeRender(...device.args);
  const close = { absolute: 4e-15 };
  assertClose(result.weights.data.readSync(), [0.5, 0.375], close);
  assertClose(result.rgb.readSync(), [4, 6], close);
  assertClose(result.depth.readSync(), [5], close);
  assertClose(result.opacity.readSync(), [0.875], close);
  assertEquals(result.sampleCounts.readSync(), BigInt64Array.of(2n));
});

eachBackend("volumeRender() counts the sample that crosses the threshold", (context) => {
  const lengths = [10, 4, 0, 6];
  const sigmas = [Array(10).fill(20), Array(4).fill(0.1), Array(6).fill(20)].flat();
  const samples = {
    ...randomSamples(1, lengths),
    sigmas: Float64Array.from(sigmas),
    deltas: new Float64Array(20).fill(0.1),
  };
  for (const dtype of DTYPES) {
    using device = new DeviceSamples(context, dtype, samples);
    using result = volumeRender(...device.args, { transmittanceThreshold: 0.01 });
    assertEquals([...result.sampleCounts.readSync()], [3n, 4n, 0n, 3n]);
    const weights = [...result.weights.data.readSync()];
    assert(weights.slice(0, 3).every((weight) => weight > 0));
    assert(weights.slice(3, 10).every((weight) => weight === 0));
    assertEquals(result.opacity.readSync()[2], 0);
    assertEquals(result.depth.readSync()[2], 0);
  }
});

eachBackend("volumeRender() equals its definition for rays of many lengths", (context) => {
  const lengths = [1, 0, 31, 32, 33, 0, 0, 64, 65, 200, 7, 0];
  for (const dtype of DTYPES) {
    for (const channels of [0, 1, 3, 17]) {
      check(context, dtype, randomSamples(channels + 1, lengths, { channels, dtype }));
    }
  }
  for (const threshold of [1e-3, 0.1, 0.5, 1]) {
    check(context, "f64", randomSamples(5, lengths), threshold);
  }
});

eachBackend("volumeRender() gives a ray the same bits alone and among others", (context) => {
  const samples = randomSamples(2, [3, 5000, 40], { channels: 4, dtype: "f32" });
  const thin = { ...samples, sigmas: samples.sigmas.map((sigma) => Math.fround(sigma / 100)) };
  check(context, "f32", thin);
  using all = new DeviceSamples(context, "f32", thin);
  using alone = new DeviceSamples(context, "f32", {
    lengths: [5000],
    channels: 4,
    sigmas: thin.sigmas.slice(3, 5003),
    rgbs: thin.rgbs.slice(12, 20012),
    deltas: thin.deltas.slice(3, 5003),
    ts: thin.ts.slice(3, 5003),
  });
  using batch = volumeRender(...all.args, { transmittanceThreshold: 0.1 });
  using single = volumeRender(...alone.args, { transmittanceThreshold: 0.1 });
  assertBits(batch.rgb.readSync().slice(4, 8), single.rgb.readSync());
  assertBits(batch.depth.readSync().slice(1, 2), single.depth.readSync());
  assertBits(batch.weights.data.readSync().slice(3, 5003), single.weights.data.readSync());
  const [count = 0n] = single.sampleCounts.readSync();
  assertEquals(batch.sampleCounts.readSync()[1], count);
  assert(count > 100n && count < 5000n, `${count}`);
});

eachBackend("volumeRender() gives a channel the same bits alone and among others", (context) => {
  const samples = randomSamples(3, [50, 2, 70], { channels: 17, dtype: "f32" });
  using device = new DeviceSamples(context, "f32", samples);
  using whole = volumeRender(...device.args);
  const rgb = whole.rgb.readSync();
  for (const channel of [0, 8, 16]) {
    const rgbs = samples.rgbs.filter((_, at) => at % 17 === channel);
    using one = new DeviceSamples(context, "f32", { ...samples, rgbs, channels: 1 });
    using result = volumeRender(...one.args);
    assertBits(result.rgb.readSync(), rgb.filter((_, at) => at % 17 === channel));
  }
});

eachBackend("volumeRender() gives the same bits as the CPU", (context) => {
  const [cpu = context] = contexts;
  for (const dtype of DTYPES) {
    const samples = randomSamples(4, [100, 0, 33, 1000], { dtype });
    using here = new DeviceSamples(context, dtype, samples);
    using there = new DeviceSamples(cpu, dtype, samples);
    using a = volumeRender(...here.args, { transmittanceThreshold: 1e-2 });
    using b = volumeRender(...there.args, { transmittanceThreshold: 1e-2 });
    assertBits(a.rgb.readSync(), b.rgb.readSync());
    assertBits(a.depth.readSync(), b.depth.readSync());
    assertBits(a.opacity.readSync(), b.opacity.readSync());
    assertBits(a.weights.data.readSync(), b.weights.data.readSync());
    assertBits(a.sampleCounts.readSync(), b.sampleCounts.readSync());
  }
});

eachBackend("volumeRender() computes the exponential function to the last bits", (context) => {
  const powers = Array.from({ length: 1201 }, (_, at) => 10 ** ((at - 900) / 100));
  for (const [dtype, relative] of [["f32", 3e-7], ["f64", 6e-16]] as const) {
    using sigmas = tensor([...powers, 0, Infinity], { context, dtype });
    const held = [...sigmas.readSync()];
    using lists = jagged(sigmas, { offsets: held.map((_, at) => at).concat(held.length) });
    using ones = tensor(held.map(() => 1), { context, dtype });
    using rgbs = tensor([], { context, dtype, shape: [held.length, 0] });
    using result = volumeRender(lists, rgbs, ones, ones);
    assertClose([...result.opacity.readSync()], held.map((x) => -Math.expm1(-x)), { relative });
  }
});

eachBackend("volumeRender() ends a ray where nothing is left, and keeps NaN", (context) => {
  using sigmas = tensor([Infinity, NaN, 1, NaN, 1, 0], { context });
  using lists = jagged(sigmas, { offsets: [0, 2, 6] });
  using rgbs = tensor([1, NaN, 1, 1, 1, 1], { context, shape: [6, 1] });
  using ones = tensor([1, 1, 1, 1, 1, 1], { context });
  using result = volumeRender(lists, rgbs, ones, ones);
  assertEquals([...result.rgb.readSync()], [1, NaN]);
  assertEquals([...result.opacity.readSync()], [1, NaN]);
  assertEquals([...result.sampleCounts.readSync()], [1n, 4n]);
  assertEquals([...result.weights.data.readSync()].map(Number.isNaN), [
    false,
    false,
    false,
    true,
    true,
    true,
  ]);
});

eachBackend("volumeRender() takes rays from whatever is in lists", (context) => {
  const samples = randomSamples(6, [4, 5]);
  using device = new DeviceSamples(context, "f64", samples);
  using ts = jagged(device.ts, { offsets: [0, 4, 9], outerOffsets: [0, 1, 2] });
  using expected = volumeRender(...device.args);
  using result = volumeRender(device.sigmas.data, device.rgbs, device.deltas, ts);
  assertBits(result.rgb.readSync(), expected.rgb.readSync());
  assertEquals(result.weights.outerOffsets, BigInt64Array.of(0n, 1n, 2n));
  using one = volumeRender(device.sigmas.data, device.rgbs, device.deltas, device.ts);
  assertEquals(one.depth.shape, [1]);
  assertClose(one.depth.readSync(), composite({ ...samples, lengths: [9] }).depth, {
    absolute: 1e-13,
  });
});

eachBackend("volumeRender() renders no rays, and rays without samples", (context) => {
  for (const lengths of [[], [0, 0, 0]]) {
    check(context, "f32", randomSamples(1, lengths));
  }
});

eachBackend("volumeRender() refuses samples that do not fit together", (context) => {
  using device = new DeviceSamples(context, "f32", randomSamples(1, [1, 2]));
  const { sigmas, rgbs, deltas, ts } = device;
  using two = tensor([1, 2], { context });
  using doubles = tensor([1, 2, 3], { context, dtype: "f64" });
  using whole = tensor([1, 2, 3], { context, dtype: "i32" });
  using elsewhere = jagged(ts, { offsets: [0, 2, 3] });
  const start = "Cannot run volumeRender: ";
  const message = (args: Partial<Record<string, unknown>>, kind: typeof RangeError): string => {
    const given = { sigmas, rgbs, deltas, ts, ...args } as Record<string, Lists<"f32">>;
    const [a, b, c, d] = [given.sigmas, given.rgbs, given.deltas, given.ts];
    assert(a && b && c && d);
    return assertThrows(() => volumeRender(a, b, c, d), kind).message;
  };
  assertEquals(
    message({ rgbs: ts }, RangeError),
    `${start}rgbs shape is [3], [3, channels] expected`,
  );
  assertEquals(message({ deltas: two }, RangeError), `${start}deltas shape is [2], [3] expected`);
  assertEquals(message({ ts: two }, RangeError), `${start}ts shape is [2], [3] expected`);
  assertEquals(
    message({ sigmas: rgbs }, RangeError),
    `${start}sigmas shape is [3, 3], [n] expected`,
  );
  assertEquals(message({ ts: doubles }, TypeError), `${start}ts is f64, f32 expected`);
  assertEquals(
    message({ sigmas: whole }, TypeError),
    `${start}sigmas is i32, f16, f32 or f64 expected`,
  );
  assertEquals(
    message({ ts: elsewhere }, RangeError),
    `${start}the rays of ts have other lengths than those of sigmas`,
  );
  for (const transmittanceThreshold of [-1, 1.5, NaN]) {
    const error = assertThrows(
      () => volumeRender(...device.args, { transmittanceThreshold }),
      RangeError,
    );
    const problem = `transmittanceThreshold is ${transmittanceThreshold}, 0 to 1 expected`;
    assertEquals(error.message, start + problem);
  }
});
