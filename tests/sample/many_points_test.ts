import { assert } from "@std/assert";
import { fromBf16, toBf16 } from "../../lib/core/mod.ts";
import { sampleTrilinearWithGrad } from "../../lib/sample/mod.ts";
import {
  type Context,
  gridFromIjk,
  jaggedFromList,
  type JaggedTensor,
  sampleTrilinear,
  tensor,
} from "../../mod.ts";
import { assertBits } from "../_compare.ts";
import { eachBackend } from "../_backends.ts";
import {
  canonical,
  flatten,
  type Ijk,
  INT32_MAX,
  INT32_MIN,
  keyOf,
  randomSource,
} from "../grid/_oracle.ts";
import { type Field, interpolate, type Triple } from "./_oracle.ts";

/** Points of a call, at least: the greater number is more than all blocks of a GPU take at once. */
const COUNTS = [1 << 14, 1 << 16] as const;

/** A sheet three voxels thick that crosses nodes of every kind, a ball, and what is at the ends of int32. */
const LISTS: readonly (readonly Ijk[])[] = [sheet(), ball(), corner()];
const SIZES: readonly Triple[] = [[0.01, 0.01, 0.01], [0.5, 0.25, 2], [1, 1, 1]];
const ORIGINS: readonly Triple[] = [[0, 0, 0], [-3, 0.125, 10], [-INT32_MAX, -INT32_MIN, 0]];

function sheet(): Ijk[] {
  const list: Ijk[] = [];
  for (let i = -20; i < 20; i++) {
    for (let j = 4080; j < 4112; j++) {
      const k = 128 + Math.round(3 * Math.sin(i / 5) + 2 * Math.cos(j / 4));
      list.push([i, j, k - 1], [i, j, k], [i, j, k + 1]);
    }
  }
  return canonical(list);
}

function ball(): Ijk[] {
  const list: Ijk[] = [];
  for (let n = 0; n < 21 ** 3; n++) {
    const ijk: Ijk = [Math.floor(n / 441) - 10, Math.floor(n / 21) % 21 - 10, n % 21 - 10];
    if (ijk[0] ** 2 + ijk[1] ** 2 + ijk[2] ** 2 <= 100) list.push(ijk);
  }
  return canonical(list);
}

function corner(): Ijk[] {
  const [x, y] = [INT32_MAX, INT32_MIN];
  return canonical([[x, y, 0], [x - 1, y, 0], [x, y + 1, 0], [x, y, -1], [x - 1, y + 1, 1]]);
}

/** Points of grid b: voxel by voxel, then some far off the others or nowhere, then in any order. */
function makePoints(b: number): Float32Array {
  const random = randomSource(40 + b);
  const list = LISTS[b] ?? [];
  const points: number[] = [];
  const add = ([i, j, k]: Ijk, spread: number): void => {
    [i, j, k].forEach((at, axis) =>
      points.push(
        (at + (random() - 0.5) * spread) * (SIZES[b]?.[axis] ?? 1) + (ORIGINS[b]?.[axis] ?? 0),
      )
    );
  };
  const anyVoxel = (): Ijk => list[Math.floor(random() * list.length)] ?? [0, 0, 0];
  list.forEach((voxel, n) => {
    add(voxel, 1);
    add(voxel, n % 5 === 0 ? 0 : 1);
  });
  list.forEach((voxel, n) => {
    add(voxel, 1);
    add(voxel, 2.2);
    if (n % 130 === 0) add(anyVoxel(), 1);
    if (n % 401 === 0) points.push(NaN, 0, 0, 0, -Infinity, 0, 1e30, 0, 0, 1e7, -1e7, 1e7);
  });
  for (let n = 0; n < 2100; n++) add(anyVoxel(), 2);
  for (let n = 0; n < 300; n++) {
    const voxel = anyVoxel();
    for (let few = 0; few < 9; few++) add(voxel, 1.5);
  }
  return Float32Array.from(points);
}

const POINTS = LISTS.map((_, b) => makePoints(b));
const VOXELS = LISTS.reduce((sum, list) => sum + list.length, 0);

/** A number for each channel of each voxel, which every element type holds. */
function makeValues(channels: number): number[] {
  const random = randomSource(channels);
  return Array.from({ length: VOXELS * channels }, () => Math.round((random() - 0.5) * 256) / 64);
}

/** What the oracle says about the points of grid b. */
function expect(
  b: number,
  numbers: readonly number[],
  channels: number,
  double: boolean,
): number[] {
  let row = LISTS.slice(0, b).reduce((sum, list) => sum + list.length, 0);
  const voxels = new Map<string, readonly number[]>();
  for (const ijk of LISTS[b] ?? []) {
    voxels.set(keyOf(ijk), numbers.slice(row * channels, (row + 1) * channels));
    row++;
  }
  const field: Field = {
    voxels,
    channels,
    round: double ? (number) => number : Math.fround,
    size: SIZES[b] ?? [1, 1, 1],
    origin: ORIGINS[b] ?? [0, 0, 0],
  };
  const points = POINTS[b] ?? new Float32Array();
  return Array.from(
    { length: points.length / 3 },
    (_, n) => interpolate(field, points.subarray(n * 3, n * 3 + 3)).values,
  ).flat();
}

/** Repeats a list until it has more than so many elements. */
function repeat<T extends Float32Array | Float64Array | Float16Array | Uint16Array>(
  list: T,
  length: number,
): T {
  const times = Math.ceil(length / list.length);
  const all = new (list.constructor as new (length: number) => T)(times * list.length);
  for (let n = 0; n < times; n++) all.set(list, n * list.length);
  return all;
}

type Values = Float16Array | Float32Array | Float64Array | Uint16Array;
type DtypeOfValues = "f16" | "bf16" | "f32" | "f64";

/** Values of grid b alone, out of those of all. */
function valuesOf<V extends Values>(b: number, all: V, channels: number): V {
  const first = LISTS.slice(0, b).reduce((sum, list) => sum + list.length, 0);
  const end = first + (LISTS[b]?.length ?? 0);
  return all.slice(first * channels, end * channels) as V;
}

/** Samples grid b at its points, again and again; alone, or as one of a batch. */
function sampleMany(
  context: Context,
  count: number,
  b: number,
  numbers: Values,
  dtype: DtypeOfValues,
  channels: number,
  inBatch = false,
): { samples: Values; gradients: Values } {
  const lists = inBatch ? [LISTS[b] ?? [], []] : [LISTS[b] ?? []];
  const points = repeat(POINTS[b] ?? new Float32Array(), count * 3);
  const size = SIZES[b] ?? [1, 1, 1];
  const origin = ORIGINS[b] ?? [0, 0, 0];
  using ijk = jaggedFromList(lists.map(flatten), { context, dtype: "i32", shape: [3] });
  using grid = gridFromIjk(ijk, {
    voxelSize: lists.map(() => size),
    origin: lists.map(() => origin),
  });
  const all = inBatch ? [points, new Float32Array()] : [points];
  using places = jaggedFromList(all, { context, dtype: "f32", shape: [3] });
  using values = tensor(valuesOf(b, numbers, channels), {
    context,
    dtype,
    shape: [LISTS[b]?.length ?? 0, channels],
  });
  using samples = sampleTrilinear(grid, places, values) as JaggedTensor;
  using both = sampleTrilinearWithGrad(grid, places, values);
  const read = samples.data.readSync() as Values;
  assertBits((both.samples as JaggedTensor).data.readSync() as Values, read);
  return { samples: read, gradients: (both.gradients as JaggedTensor).data.readSync() as Values };
}

const ARRAYS = { f16: Float16Array, f32: Float32Array, f64: Float64Array };

for (const count of COUNTS) {
  for (
    const [dtype, channels] of [["f32", 1], ["f32", 4], ["f16", 1], ["f16", 8], ["f64", 1], [
      "f64",
      2,
    ]] as const
  ) {
    eachBackend(
      `sampleTrilinear() of ${count} points has the oracle's bits, ${dtype} values of ${channels} channels`,
      (context) => {
        const numbers = makeValues(channels);
        const values = ARRAYS[dtype].from(numbers);
        POINTS.forEach((points, b) => {
          const { samples, gradients } = sampleMany(context, count, b, values, dtype, channels);
          const expected = expect(b, numbers, channels, dtype === "f64");
          assertBits(
            samples,
            repeat(
              ARRAYS[dtype].from(expected),
              count * 3 / points.length * expected.length,
            ),
          );
          assert(expected.filter((one) => one !== 0).length > points.length / 6 * channels);
          const others = sampleMany(context, count, b, values, dtype, channels, true);
          assertBits(samples, others.samples);
          assertBits(gradients, others.gradients);
        });
      },
    );
  }

  eachBackend(`sampleTrilinear() of ${count} points rounds once to bf16`, (context) => {
    const bits = toBf16(Float64Array.from(makeValues(1)));
    LISTS.forEach((_, b) => {
      const { samples } = sampleMany(context, count, b, bits, "bf16", 1);
      const same = sampleMany(context, count, b, Float32Array.from(fromBf16(bits)), "f32", 1);
      const first = same.samples.subarray(0, samples.length);
      assertBits(samples, toBf16(Float64Array.from(first)));
    });
  });

  eachBackend(`sampleTrilinear() of ${count} points reads no voxels without a part`, (context) => {
    // Every other voxel along each axis is bad, and points are on the good ones.
    const side = 24;
    const list = canonical(Array.from({ length: side ** 3 }, (_, n): Ijk => [
      Math.floor(n / side ** 2),
      Math.floor(n / side) % side,
      n % side,
    ]));
    const isGood = (ijk: Ijk): boolean => ijk.every((at) => at % 2 === 0);
    const bad = [NaN, Infinity, -Infinity];
    const numbers = list.map((ijk, n) => isGood(ijk) ? n : bad[n % 3] ?? NaN);
    const good = list.flatMap((ijk, n) => isGood(ijk) ? [{ ijk, n }] : []);
    const places = repeat(Float32Array.from(good.flatMap(({ ijk }) => [...ijk])), count * 3);
    const wanted = repeat(Float32Array.from(good, ({ n }) => n), count);
    using ijk = tensor(flatten(list), { context, shape: [list.length, 3] });
    using grid = gridFromIjk(ijk);
    using points = tensor(places, { context, shape: [places.length / 3, 3] });
    using values = tensor(numbers, { context, dtype: "f32" });
    using samples = sampleTrilinear(grid, points, values);
    assertBits(samples.readSync(), wanted);
  });
}

eachBackend("sampleTrilinear() of many points reaches rows that are far apart", (context) => {
  // More than 2^22 voxels are between two that are next to each other, in different nodes below the root.
  const [dx, dy, dz] = [280, 128, 127];
  const ijk = new Int32Array((dx * dy * dz + 2) * 3);
  ijk.set([0, 0, 4095, 0, 0, 4096]);
  let at = 6;
  for (let i = 0; i < dx; i++) {
    for (let j = 0; j < dy; j++) {
      for (let k = 0; k < dz; k++) {
        ijk[at++] = 8 + i;
        ijk[at++] = j;
        ijk[at++] = 3968 + k;
      }
    }
  }
  const numbers = new Float32Array(ijk.length / 3).fill(7);
  numbers[0] = 3;
  numbers[numbers.length - 1] = 5;
  const places = new Float32Array(3 * COUNTS[1]);
  const wanted = new Float32Array(places.length / 3);
  for (let n = 0; n < wanted.length; n++) {
    const part = n % 9 / 8;
    places[3 * n + 2] = 4095 + part;
    wanted[n] = 3 * (1 - part) + 5 * part;
  }
  using voxels = tensor(ijk, { context, shape: [numbers.length, 3] });
  using grid = gridFromIjk(voxels);
  using points = tensor(places, { context, shape: [wanted.length, 3] });
  using values = tensor(numbers, { context, dtype: "f32" });
  using samples = sampleTrilinear(grid, points, values);
  assertBits(samples.readSync(), wanted);
});
