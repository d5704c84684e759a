import { assertEquals, assertThrows } from "@std/assert";
import {
  type VolumeInputName,
  volumeRenderBackward,
  type VolumeRenderBackwardOptions,
} from "../../lib/render/mod.ts";
import { type Context, type Real, type Tensor, tensor } from "../../mod.ts";
import { Random } from "../_arrays.ts";
import { contexts, eachBackend } from "../_backends.ts";
import { assertBits, assertClose } from "../_compare.ts";
import { composite, DeviceSamples, randomSamples, rounded, type Samples } from "./_volume.ts";

const ALL = ["sigmas", "rgbs", "deltas", "ts"] as const satisfies readonly VolumeInputName[];
const RESULTS = ["rgb", "depth", "opacity", "weights"] as const;

/** Gradients of a loss with respect to results, on the host. */
type Gradients = Readonly<Partial<Record<typeof RESULTS[number], ArrayLike<number>>>>;

function randomGradients(
  seed: number,
  { lengths, channels, sigmas }: Samples,
  dtype: Real,
): Record<typeof RESULTS[number], Float64Array> {
  const random = new Random(seed);
  const draw = (length: number): Float64Array =>
    rounded(dtype, Array.from({ length }, () => random.number(-1, 1)));
  return {
    rgb: draw(lengths.length * channels),
    depth: draw(lengths.length),
    opacity: draw(lengths.length),
    weights: draw(sigmas.length),
  };
}

/** The loss whose gradients the given ones are. */
function loss(samples: Samples, gradients: Gradients, threshold: number): number {
  const results = composite(samples, threshold);
  let sum = 0;
  for (const name of RESULTS) {
    results[name].forEach((value, at) => sum += value * (gradients[name]?.[at] ?? 0));
  }
  return sum;
}

/** Gradients of the loss by central differences of the definition. */
function differences(
  samples: Samples,
  gradients: Gradients,
  threshold = 0,
): Record<VolumeInputName, Float64Array> {
  const step = 1e-5;
  const differ = (name: VolumeInputName): Float64Array =>
    samples[name].map((value, at) => {
      const lossAt = (moved: number): number =>
        loss({ ...samples, [name]: samples[name].with(at, moved) }, gradients, threshold);
      return (lossAt(value + step) - lossAt(value - step)) / (2 * step);
    });
  return {
    sigmas: differ("sigmas"),
    rgbs: differ("rgbs"),
    deltas: differ("deltas"),
    ts: differ("ts"),
  };
}

/** Runs the operator and reads all gradients. */
function backward(
  context: Context,
  dtype: Real,
  samples: Samples,
  gradients: Gradients,
  options: VolumeRenderBackwardOptions = {},
): Partial<Record<VolumeInputName, Float64Array>> {
  using stack = new DisposableStack();
  const put = (numbers: ArrayLike<number> | undefined, shape?: readonly number[]) =>
    numbers && stack.use(
      tensor(Array.from(numbers), { context, dtype, shape: shape ?? [numbers.length] }),
    );
  const device = stack.use(new DeviceSamples<Real>(context, dtype, samples));
  const given: Record<string, Tensor<Real> | undefined> = {
    rgb: put(gradients.rgb, [samples.lengths.length, samples.channels]),
    depth: put(gradients.depth),
    opacity: put(gradients.opacity),
    weights: put(gradients.weights),
  };
  const there = Object.fromEntries(
    Object.entries(given).filter(([, gradient]) => gradient !== undefined),
  );
  const result = stack.use(
    volumeRenderBackward(...device.args, there, { wanted: ALL, ...options }),
  );
  const read: Partial<Record<VolumeInputName, Float64Array>> = {};
  for (const name of ALL) {
    const part = result[name];
    if (part === undefined) continue;
    assertEquals(part.shape, name === "rgbs" ? device.rgbs.shape : device.ts.shape);
    read[name] = Float64Array.from(part.readSync() as Float64Array);
  }
  return read;
}

eachBackend("volumeRenderBackward() gives gradients as worked out by hand", (context) => {
  // Half of the light stops at each of two samples: weights 1/2 and 1/4, transmittances behind them 1/2 and 1/4.
  const samples = {
    lengths: [2],
    channels: 2,
    sigmas: Float64Array.of(Math.LN2, Math.LN2 / 2),
    rgbs: Float64Array.of(1, 0, 0, 1),
    deltas: Float64Array.of(1, 2),
    ts: Float64Array.of(4, 8),
  };
  const cases: readonly (readonly [Gradients, readonly [number, number]])[] = [
    [{ opacity: [1] }, [0.25, 0.25]],
    [{ weights: [1, 0] }, [0.5, 0]],
    [{ weights: [0, 1] }, [-0.25, 0.25]],
    [{ rgb: [1, 2] }, [0, 0.5]],
    [{ depth: [1] }, [0, 2]],
    [{ rgb: [1, 2], depth: [1], opacity: [1], weights: [4, 0] }, [2.25, 2.75]],
    [{}, [0, 0]],
  ];
  const close = { absolute: 4e-15 };
  for (const [gradients, [first, second]] of cases) {
    const result = backward(context, "f64", samples, gradients);
    assertClose(result.sigmas ?? [], [first, 2 * second], close);
    assertClose(result.deltas ?? [], [Math.LN2 * first, Math.LN2 / 2 * second], close);
    const [red = 0, green = 0] = Array.from(gradients.rgb ?? []);
    assertClose(result.rgbs ?? [], [red / 2, green / 2, red / 4, green / 4], close);
    const [depth = 0] = Array.from(gradients.depth ?? []);
    assertClose(result.ts ?? [], [depth / 2, depth / 4], close);
  }
});

eachBackend("volumeRenderBackward() equals differences of the definition", (context) => {
  const tolerances = { f16: 4e-3, f32: 3e-6, f64: 2e-9 } as const;
  for (const [name, tolerance] of Object.entries(tolerances)) {
    const dtype = name as keyof typeof tolerances;
    const samples = randomSamples(11, [3, 0, 5, 1, 40, 0], { channels: 2, dtype });
    const gradients = randomGradients(12, samples, dtype);
    const expected = differences(samples, gradients);
    const actual = backward(context, dtype, samples, gradients);
    for (const part of ALL) {
      const close = { absolute: tolerance, relative: tolerance };
      assertClose(actual[part] ?? [], expected[part], close);
    }
  }
});

eachBackend("volumeRenderBackward() takes any selection of gradients", (context) => {
  const samples = randomSamples(13, [4, 35], { channels: 1 });
  const all = randomGradients(14, samples, "f64");
  for (let selection = 0; selection < 16; selection++) {
    const names = RESULTS.filter((_, bit) => (selection >> bit & 1) === 1);
    const gradients = Object.fromEntries(names.map((name) => [name, all[name]]));
    const wanted = ALL.filter((_, bit) => (selection >> bit & 1) === 0);
    const expected = differences(samples, gradients);
    const actual = backward(context, "f64", samples, gradients, { wanted });
    assertEquals(Object.keys(actual), wanted);
    for (const part of wanted) assertClose(actual[part] ?? [], expected[part], { absolute: 2e-9 });
  }
});

eachBackend("volumeRenderBackward() stops where compositing stops", (context) => {
  const samples = randomSamples(15, [70, 3, 50], { channels: 2 });
  const gradients = randomGradients(16, samples, "f64");
  for (const transmittanceThreshold of [0.02, 0.3]) {
    const { counts } = composite(samples, transmittanceThreshold);
    assertEquals(counts.some((count, ray) => count < (samples.lengths[ray] ?? 0)), true);
    const expected = differences(samples, gradients, transmittanceThreshold);
    const actual = backward(context, "f64", samples, gradients, { transmittanceThreshold });
    for (const part of ALL) assertClose(actual[part] ?? [], expected[part], { absolute: 2e-9 });
    assertEquals(actual.sigmas?.[(counts[0] ?? 0) - 1] === 0, false);
    assertEquals(actual.sigmas?.[counts[0] ?? 0], 0);
    assertEquals(actual.rgbs?.[2 * (counts[0] ?? 0)], 0);
  }
});

eachBackend("volumeRenderBackward() wants densities and colors unless told", (context) => {
  using device = new DeviceSamples(context, "f32", randomSamples(17, [2, 0]));
  using result = volumeRenderBackward(...device.args, {});
  assertEquals([...result.sigmas?.readSync() ?? []], [0, 0]);
  assertEquals([...result.rgbs?.readSync() ?? []], [0, 0, 0, 0, 0, 0]);
  assertEquals([result.deltas, result.ts], [undefined, undefined]);
  assertEquals(result.disposed, false);
  result.dispose();
  assertEquals(result.disposed, true);
});

eachBackend("volumeRenderBackward() gives the same bits as the CPU", (context) => {
  const [cpu = context] = contexts;
  for (const dtype of ["f16", "f32", "f64"] as const) {
    const samples = randomSamples(18, [100, 0, 33, 300], { dtype });
    const gradients = randomGradients(19, samples, dtype);
    const here = backward(context, dtype, samples, gradients);
    const there = backward(cpu, dtype, samples, gradients);
    for (const part of ALL) {
      assertBits(here[part] ?? new Float64Array(), there[part] ?? new Float64Array(1));
    }
  }
});

eachBackend("volumeRenderBackward() takes no rays, and rays without samples", (context) => {
  for (const lengths of [[], [0, 0]]) {
    const samples = randomSamples(1, lengths);
    const result = backward(context, "f32", samples, randomGradients(2, samples, "f32"));
    assertEquals(ALL.map((part) => result[part]?.length), [0, 0, 0, 0]);
  }
});

eachBackend("volumeRenderBackward() refuses gradients that do not fit", (context) => {
  using device = new DeviceSamples(context, "f32", randomSamples(1, [1, 2]));
  using two = tensor([1, 2], { context });
  using three = tensor([1, 2, 3], { context });
  using doubles = tensor([1, 2], { context, dtype: "f64" });
  const start = "Cannot run volumeRenderBackward: ";
  const message = (gradients: object, kind: typeof RangeError, more: object = {}): string =>
    assertThrows(
      () => volumeRenderBackward(...device.args, gradients, more),
      kind,
    ).message;
  const shapes: readonly (readonly [object, string])[] = [
    [{ rgb: two }, "gradients.rgb shape is [2], [2, 3] expected"],
    [{ depth: three }, "gradients.depth shape is [3], [2] expected"],
    [{ opacity: three }, "gradients.opacity shape is [3], [2] expected"],
    [{ weights: two }, "gradients.weights shape is [2], [3] expected"],
  ];
  for (const [gradients, problem] of shapes) {
    assertEquals(message(gradients, RangeError), start + problem);
  }
  assertEquals(
    message({ depth: doubles }, TypeError),
    `${start}gradients.depth is f64, f32 expected`,
  );
  assertEquals(
    message({}, RangeError, { transmittanceThreshold: 2 }),
    `${start}transmittanceThreshold is 2, 0 to 1 expected`,
  );
  assertEquals(
    message({}, RangeError, { wanted: ["colors"] }),
    `${start}wanted has colors, only sigmas, rgbs, deltas and ts are expected`,
  );
  assertEquals(
    message({}, TypeError, { wanted: "rgbs" as unknown as [] }),
    `${start}wanted is "rgbs", a list expected`,
  );
  assertEquals(
    message({ depths: two }, TypeError),
    `${start}the gradient "depths" is unknown, rgb, depth, opacity or weights expected`,
  );
  assertEquals(
    message(two, TypeError),
    `${start}gradients are a Tensor, an object with their names expected: rgb, depth, opacity, weights`,
  );
});
