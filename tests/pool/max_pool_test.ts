import { assert, assertEquals, assertThrows } from "@std/assert";
import { maxPoolBackward } from "../../lib/pool/mod.ts";
import { gridFromDense, gridFromIjk, maxPool, tensor } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { assertBits, assertClose } from "../_compare.ts";
import { canonical, flatten, randomIjk, randomSource } from "../grid/_oracle.ts";
import { checkEdges, makePair, PRECISION, randomRows, WINDOWS } from "./_windows.ts";

/** The first of the largest; NaN is larger than all. */
function argmax(values: readonly number[]): number {
  let best = 0;
  values.forEach((value, at) => {
    const held = values[best] ?? NaN;
    if (value > held || (Number.isNaN(value) && !Number.isNaN(held))) best = at;
  });
  return best;
}

for (const options of WINDOWS) {
  for (const dtype of ["f16", "f32", "f64"] as const) {
    const title = `factor ${options.factor} and stride ${options.stride} in ${dtype}`;
    eachBackend(`maxPool() and its gradients are those of windows, ${title}`, (context) => {
      using pair = makePair(context, options);
      for (const channels of [1, 6, 21]) {
        using values = randomRows(context, dtype, pair.fine.numVoxels, channels);
        const held = values.readSync();
        using pooled = maxPool(pair, values, options);
        assertEquals(pooled.shape, [pair.coarse.numVoxels, channels]);
        using gradients = randomRows(context, dtype, pair.coarse.numVoxels, channels, 8);
        const weights = gradients.readSync();
        const back = new Float64Array(held.length);
        const expected = pair.windows.flatMap(({ coarse, fine }) =>
          Array.from({ length: channels }, (_, channel) => {
            if (fine.length === 0) return -Infinity;
            const numbers = fine.map((row) => held[row * channels + channel] ?? NaN);
            const best = argmax(numbers);
            const to = (fine[best] ?? NaN) * channels + channel;
            back[to] = (back[to] ?? NaN) + (weights[coarse * channels + channel] ?? NaN);
            return numbers[best] ?? NaN;
          })
        );
        const result = pooled.readSync();
        assertBits(result, (result.constructor as typeof Float64Array).from(expected));
        assert(expected.includes(-Infinity) && expected.some((one) => one > 0));
        using slopes = maxPoolBackward(pair, values, gradients, options);
        assertEquals(slopes.shape, values.shape);
        const precision = PRECISION[dtype];
        assertClose(slopes.readSync(), back, { relative: precision, absolute: precision });
      }
    });
  }
}

eachBackend("maxPool() takes NaN for the largest in each of many channels", (context) => {
  const [rows, channels] = [8, 21];
  const odd = [NaN, -Infinity, Infinity, -0, 0, -1, 2];
  const numbers = Float32Array.from(
    { length: rows * channels },
    (_, at) => odd[(at * 5 + Math.floor(at / channels)) % (3 + at % channels % 5)] ?? NaN,
  );
  using fine = gridFromDense({ context, dims: 2 });
  using coarse = gridFromDense({ context, dims: 1 });
  using values = tensor(numbers, { context, shape: [rows, channels] });
  using ones = tensor(new Float32Array(channels).fill(1), { context, shape: [1, channels] });
  using pooled = maxPool({ fine, coarse }, values, { factor: 2 });
  using slopes = maxPoolBackward({ fine, coarse }, values, ones, { factor: 2 });
  const back = new Float32Array(rows * channels);
  const expected = Array.from({ length: channels }, (_, channel) => {
    const own = Array.from({ length: rows }, (_, row) => numbers[row * channels + channel] ?? NaN);
    const best = argmax(own);
    back[best * channels + channel] = 1;
    return own[best] ?? NaN;
  });
  assertEquals([...pooled.readSync()], expected);
  assertEquals([...slopes.readSync()], [...back]);
  assert(expected.some(Number.isNaN) && expected.some(Number.isFinite));
});

eachBackend("maxPool() takes one window for a wide grid, most of which is empty", (context) => {
  const voxels = canonical(randomIjk(randomSource(7), 300, -100, 99));
  using ijk = tensor(flatten(voxels), { context, shape: [voxels.length, 3] });
  using fine = gridFromIjk(ijk);
  using coarse = gridFromDense({ context, dims: [1, 1, 2], ijkMin: [-1, -1, -1] });
  using values = randomRows(context, "f32", voxels.length, 1, 4);
  using ones = tensor([1, 1], { context, shape: [2, 1] });
  const stride = [200, 200, 100] as const;
  const factor = [400, 400, 100] as const;
  const held = [...values.readSync()];
  const back = held.map(() => 0);
  const inOrder = voxels.map((voxel, row) => ({ voxel, row, value: held[row] ?? NaN })).toSorted(
    ({ voxel: a }, { voxel: b }) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2],
  );
  const expected = [true, false].map((below) => {
    const window = inOrder.filter(({ voxel }) => voxel[2] < 0 === below);
    const best = window[argmax(window.map(({ value }) => value))];
    back[best?.row ?? -1] = 1;
    return best?.value;
  });
  using pooled = maxPool({ fine, coarse }, values, { factor, stride });
  assertEquals([...pooled.readSync()], expected);
  using slopes = maxPoolBackward({ fine, coarse }, values, ones, { factor, stride });
  assertEquals([...slopes.readSync()], back);
});

eachBackend(
  "maxPool() takes NaN for larger than everything, and the first of equals",
  (context) => {
    using fine = gridFromDense({ context, dims: [1, 1, 4] });
    using coarse = gridFromDense({ context, dims: 1 });
    const grids = { fine, coarse };
    using one = tensor([1], { context });
    for (
      const [numbers, most, at] of [
        [[3, NaN, Infinity, NaN], NaN, 1],
        [[2, 5, 5, 1], 5, 1],
        [[-Infinity, -Infinity, -Infinity, -Infinity], -Infinity, 0],
      ] as const
    ) {
      using values = tensor([...numbers], { context });
      using pooled = maxPool(grids, values, { factor: 4 });
      assertEquals([...pooled.readSync()], [most]);
      using back = maxPoolBackward(grids, values, one, { factor: 4 });
      assertEquals([...back.readSync()], [0, 1, 2, 3].map((place) => place === at ? 1 : 0));
    }
  },
);

eachBackend("maxPoolBackward() remembers 4 bytes for each coarse voxel and channel", (context) => {
  using grid = gridFromDense({ context, dims: 8 });
  using values = tensor(new Float32Array(512 * 64), { context, shape: [512, 64] });
  context.resetPeak();
  const { liveBytes } = context.stats();
  using back = maxPoolBackward({ fine: grid, coarse: grid }, values, values, { factor: 1 });
  const bytes = context.stats().peakBytes - liveBytes;
  const result = back.byteLength;
  assert(bytes < 2.5 * result, `${bytes} bytes for ${result}`);
});

eachBackend(
  "maxPool() rejects what does not fit",
  (context) => {
    checkEdges(context, {
      name: "maxPool",
      down: false,
      rows: "features",
      run: (grids, rows, options) => maxPool(grids, rows, options),
    });
    checkEdges(context, {
      name: "maxPoolBackward",
      down: true,
      rows: "gradients",
      run: (grids, rows, options) => {
        const shape = [grids.fine.numVoxels, ...rows.shape.slice(1)];
        using values = tensor(new Float32Array(grids.fine.numVoxels * (rows.shape[1] ?? 1)), {
          context,
          shape,
        });
        return maxPoolBackward(grids, values, rows, options);
      },
    });
    using fine = gridFromDense({ context, dims: 2 });
    using coarse = gridFromDense({ context, dims: 1 });
    using short = tensor([1, 2], { context });
    using doubles = tensor(new Float64Array(8), { context });
    using gradients = tensor([1], { context });
    const run = (values: typeof short): unknown =>
      maxPoolBackward({ fine, coarse }, values, gradients, { factor: 2 });
    assertThrows(() => run(short), RangeError, "features shape is [2], [8] expected");
    assertThrows(
      () => run(doubles as unknown as typeof short),
      TypeError,
      "features is f64, f32 expected",
    );
    assertThrows(
      () => maxPool({ fine, coarse }, short, { factor: 2, stride: 0 }),
      RangeError,
      "stride is 0, a whole number from 1",
    );
  },
);
