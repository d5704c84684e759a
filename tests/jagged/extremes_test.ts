import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { fromBf16 } from "../../lib/core/mod.ts";
import { jaggedMax, jaggedMin, type Ordered } from "../../lib/jagged/mod.ts";
import { type DType, type JaggedTensor, tensor } from "../../mod.ts";
import { Random } from "../_arrays.ts";
import { eachBackend } from "../_backends.ts";
import { assertBits } from "../_compare.ts";
import { failEachAllocation } from "../_failures.ts";
import { checkRefusals, dataOf, DIMS, groupsOf } from "./_groups.ts";
import { makeLists, numbersOf, randomLengths } from "./_lists.ts";

/** First place of the least or greatest number, or of a NaN; -1 of nothing. */
function placeOf(
  numbers: readonly (number | bigint)[],
  isBetter: (a: number, b: number) => boolean,
): number {
  let best = numbers.length === 0 ? -1 : 0;
  for (const [place, number] of numbers.entries()) {
    const [candidate, held] = [Number(number), Number(numbers[best])];
    if (!Number.isNaN(held) && (Number.isNaN(candidate) || isBetter(candidate, held))) best = place;
  }
  return best;
}

const OPERATORS = [
  [jaggedMin, (a: number, b: number): boolean => a < b],
  [jaggedMax, (a: number, b: number): boolean => a > b],
] as const;

eachBackend("jaggedMin() and jaggedMax() find the first extreme of every type", (context) => {
  const random = new Random(8);
  const lengths = [...randomLengths(random, 7, 80), 0, 1, 1100, 128, 129];
  const rows = lengths.reduce((sum, length) => sum + length, 0);
  for (
    const dtype of [
      "f16",
      "bf16",
      "f32",
      "f64",
      "i16",
      "i32",
      "i64",
      "u8",
      "u16",
    ] satisfies Ordered[]
  ) {
    const least = dtype.startsWith("u") ? 0 : -40;
    const numbers = Array.from({ length: rows * 6 }, () => random.integer(least, 40));
    using lists = makeLists(context, dtype, lengths, numbers, [3, 2]);
    const raw = Array.from<number | bigint>(lists.data.readSync());
    for (const [find, isBetter] of OPERATORS) {
      for (const dim of DIMS) {
        using found = find(lists as JaggedTensor<Ordered>, { dim });
        const places = groupsOf(lists, numbers, dim).map((group) => placeOf(group, isBetter));
        assertEquals(numbersOf(found.indices), places.map(BigInt));
        const values = groupsOf(lists, raw, dim).map((group, at) => group[places[at] ?? -1] ?? 0);
        assertEquals(numbersOf(found.values).map(Number), values.map(Number));
        assertEquals(found.values.dtype, dtype);
        assertEquals(dataOf(found.values).shape, dataOf(found.indices).shape);
      }
    }
  }
});

eachBackend("jaggedMin() and jaggedMax() keep infinities, NaN and the sign of 0", (context) => {
  const host = [[1, Infinity, -Infinity], [2, NaN, -1, NaN], [], [-0, 0], [0, -0], [NaN]];
  for (const dtype of ["f16", "bf16", "f32", "f64"] as const) {
    using lists = makeLists(context, dtype, host.map(({ length }) => length), host.flat());
    using least = jaggedMin(lists);
    using most = jaggedMax(lists);
    assertEquals([...least.indices.readSync()], [2n, 1n, -1n, 0n, 0n, 0n]);
    assertEquals([...most.indices.readSync()], [1n, 1n, -1n, 0n, 0n, 0n]);
    const read = (values: typeof least.values): number[] => {
      const bits = values.readSync();
      return bits instanceof Uint16Array ? [...fromBf16(bits)] : [...bits];
    };
    assertEquals(read(least.values), [-Infinity, NaN, 0, -0, 0, NaN]);
    assertEquals(read(most.values), [Infinity, NaN, 0, -0, 0, NaN]);
  }
});

eachBackend("jaggedMax() finds NaN and ties late in long lists", (context) => {
  const length = 70_000;
  const place = fc.integer({ min: 0, max: length - 1 });
  fc.assert(
    fc.property(place, place, fc.constantFrom(NaN, 7), (a, b, value) => {
      const numbers = new Float32Array(length);
      numbers[a] = value;
      numbers[b] = value;
      using data = tensor(numbers, { context });
      using found = jaggedMax(data);
      assertEquals([...found.indices.readSync()], [BigInt(Math.min(a, b))]);
      assertBits(found.values.readSync(), Float32Array.of(value));
    }),
    { seed: 9, numRuns: 25 },
  );
});

eachBackend("jaggedMin() and jaggedMax() tell integers beyond 2^53 apart", (context) => {
  using lists = makeLists(context, "i64", [3], [2n ** 60n, 2n ** 60n + 1n, -(2n ** 63n)]);
  using least = jaggedMin(lists);
  using most = jaggedMax(lists);
  assertEquals([...least.values.readSync(), ...most.values.readSync()], [
    -(2n ** 63n),
    2n ** 60n + 1n,
  ]);
  assertEquals([...least.indices.readSync(), ...most.indices.readSync()], [2n, 1n]);
});

eachBackend("jaggedMin() keeps the axis on demand, and gives nothing of nothing", (context) => {
  using lists = makeLists(context, "i32", [2, 1], [3, 1, 2, 5, 4, 6], [2]);
  using kept = jaggedMin(lists, { dim: 1, keepdim: true });
  assertEquals([kept.values.data.shape, [...kept.values.offsets]], [[3, 1], [0n, 2n, 3n]]);
  using none = makeLists(context, "f32", [], [], [2]);
  using nothing = jaggedMax(none);
  assertEquals([nothing.values.shape, nothing.indices.shape], [[0, 2], [0, 2]]);
});

eachBackend("jaggedMin() and jaggedMax() refuse bool and wrong axes", (context) => {
  using flags = makeLists(context, "bool", [1], [1]);
  const error = assertThrows(
    () => jaggedMin(flags as JaggedTensor<DType> as JaggedTensor<"u8">),
    TypeError,
  );
  assertEquals(
    error.message,
    "Cannot run jaggedMin: lists is bool, f16, bf16, f32, f64, i16, i32, i64, u8 or u16 expected",
  );
  for (const [operator, find] of Object.entries({ jaggedMin, jaggedMax })) {
    checkRefusals(context, operator, (of, dim) => find(of, dim === undefined ? {} : { dim }));
  }
});

eachBackend("jaggedMax() frees both results when an allocation fails", async (context) => {
  using lists = makeLists(context, "f32", [200, 1], Array(201).fill(1));
  using found = await failEachAllocation(context, () => jaggedMax(lists), 4);
  assertEquals([...found.indices.readSync()], [0n, 0n]);
});
