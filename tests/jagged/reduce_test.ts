import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { fromBf16, toBf16 } from "../../lib/core/mod.ts";
import { jaggedAll, jaggedAny, jaggedMax, jaggedMean, jaggedProd } from "../../lib/jagged/mod.ts";
import { type DType, jaggedSum, JaggedTensor, Tensor, tensor } from "../../mod.ts";
import { Random } from "../_arrays.ts";
import { eachBackend } from "../_backends.ts";
import { assertBits, assertClose } from "../_compare.ts";
import { failEachAllocation } from "../_failures.ts";
import { checkRefusals, dataOf, DIMS, groupsOf, orderedSum } from "./_groups.ts";
import { makeLists, numbersOf, randomLengths } from "./_lists.ts";

function plainSum(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

/** Numbers whose magnitudes differ so much that another order gives other bits. */
function unevenNumbers(random: Random, count: number): number[] {
  return Array.from({ length: count }, () => random.number(-1, 1) * 10 ** random.number(-3, 3));
}

/** Lists of which some are empty, some short, and one passes several levels of the reduction. */
function unequalLengths(random: Random): number[] {
  return [...randomLengths(random, 8, 90), 128, 0, 129, 33_000, 1025, 0, 1, 1024];
}

const ROUND: Readonly<Record<"f16" | "f32" | "f64", (sum: number) => number>> = {
  f16: (sum) => Float16Array.of(sum)[0] ?? NaN,
  f32: Math.fround,
  f64: (sum) => sum,
};

for (const dtype of ["f16", "f32", "f64"] as const) {
  eachBackend(`jaggedSum() adds ${dtype} in double precision, in the order it says`, (context) => {
    const random = new Random(1);
    const lengths = unequalLengths(random);
    using lists = makeLists(context, dtype, lengths, unevenNumbers(random, plainSum(lengths) * 3), [
      3,
    ]);
    const values = lists.data.readSync();
    const groups = groupsOf(lists, values, 0);
    using sums = jaggedSum(lists);
    const typed: Tensor<"f16" | "f32" | "f64"> = sums;
    assertEquals([typed.dtype, typed.shape], [dtype, [lengths.length, 3]]);
    assertEquals([...typed.readSync()], groups.map(orderedSum).map(ROUND[dtype]));
    const tolerance = { f16: 1e-3, f32: 1e-6, f64: 1e-12 }[dtype];
    const sizes = groups.map((group) => plainSum(group.map(Math.abs)));
    assertClose(
      Array.from(typed.readSync(), (sum, at) => sum / (sizes[at] || 1)),
      groups.map((group, at) => plainSum(group) / (sizes[at] || 1)),
      { absolute: tolerance },
    );
  });
}

eachBackend("jaggedSum() and jaggedMean() reduce each axis, and keep it on demand", (context) => {
  const random = new Random(2);
  for (const dtype of ["f32", "bf16"] as const) {
    const lengths = randomLengths(random, 10, 100);
    const numbers = unevenNumbers(random, plainSum(lengths) * 12);
    using lists = makeLists(context, dtype, lengths, numbers, [3, 4]);
    const values = dtype === "bf16" ? fromBf16(toBf16(numbers)) : Float32Array.from(numbers);
    const shape = [plainSum(lengths), 3, 4];
    for (const dim of DIMS) {
      const axis = dim < 0 ? dim + 3 : dim;
      const sums = groupsOf(lists, values, dim).map(orderedSum);
      const counts = groupsOf(lists, values, dim).map(({ length }) => Math.max(length, 1));
      const means = sums.map((sum, at) => sum / (counts[at] ?? NaN));
      const bits = (of: number[]): Float32Array | Uint16Array =>
        dtype === "bf16" ? toBf16(of) : Float32Array.from(of);
      using sum = jaggedSum(lists, { dim });
      using mean = jaggedMean(lists, { dim });
      assertEquals(sum instanceof JaggedTensor, dim !== 0);
      const kept = axis === 0 ? [lengths.length, 3, 4] : shape.toSpliced(axis, 1);
      assertEquals([dataOf(sum).shape, dataOf(mean).shape], [kept, kept]);
      assertBits(dataOf(sum).readSync(), bits(sums));
      assertBits(dataOf(mean).readSync(), bits(means));
      using wide = jaggedSum(lists, { dim, keepdim: true });
      assertEquals(
        dataOf(wide).shape,
        axis === 0 ? [lengths.length, 1, 3, 4] : shape.with(axis, 1),
      );
      assertBits(dataOf(wide).readSync(), bits(sums));
    }
  }
});

eachBackend("jaggedSum() reduces axes longer than one item takes", (context) => {
  const random = new Random(3);
  for (const shape of [[2500], [70, 2], [2, 1100], [3, 33_000]]) {
    const count = 3 * shape.reduce((product, extent) => product * extent, 1);
    const values = Float32Array.from(unevenNumbers(random, count));
    using lists = makeLists(context, "f32", [2, 0, 1], values, shape);
    for (let dim = 1; dim <= shape.length; dim++) {
      using sums = jaggedSum(lists, { dim });
      const expected = groupsOf(lists, values, dim).map(orderedSum);
      assertBits(dataOf(sums).readSync(), Float32Array.from(expected));
    }
  }
});

eachBackend(
  "jaggedSum() and jaggedProd() count bytes, flags and integers in 64 bits",
  (context) => {
    const random = new Random(4);
    const lengths = unequalLengths(random);
    for (const dtype of ["u8", "bool", "i16", "u16", "i32", "i64"] satisfies DType[]) {
      const most = dtype === "bool" ? 1 : 127;
      const numbers = Array.from({ length: plainSum(lengths) }, () => random.integer(0, most) | 1);
      using lists = makeLists(context, dtype, lengths, numbers);
      using sums = jaggedSum(lists);
      using products = jaggedProd(lists);
      const groups = groupsOf(lists, numbers, 0).map((group) => group.map(BigInt));
      assertEquals([sums.dtype, products.dtype], ["i64", "i64"]);
      assertEquals<unknown>(
        numbersOf(sums),
        groups.map((group) => group.reduce((sum, n) => sum + n, 0n)),
      );
      assertEquals<unknown>(
        numbersOf(products),
        groups.map((group) => group.reduce((product, n) => BigInt.asIntN(64, product * n), 1n)),
      );
    }
    using large = makeLists(context, "i64", [2], [2n ** 63n - 1n, 1n]);
    using wrapped = jaggedSum(large);
    assertEquals([...wrapped.readSync()], [-(2n ** 63n)]);
  },
);

eachBackend("jaggedMean() averages integers as f32", (context) => {
  using lists = makeLists(context, "i64", [2, 0, 3], [1, 2, 2 ** 40, 0, 0]);
  using means = jaggedMean(lists);
  assertBits(means.readSync(), Float32Array.of(1.5, 0, 2 ** 40 / 3));
  using flags = makeLists(context, "bool", [4], [1, 0, 0, 0]);
  using share = jaggedMean(flags);
  assertBits(share.readSync(), Float32Array.of(0.25));
});

eachBackend("jaggedSum() and jaggedMax() reduce many columns of long lists", (context) => {
  const random = new Random(10);
  for (const columns of [7, 40, 300]) {
    const lengths = [150, 0, 1100, 128, 33, 129];
    const values = Float32Array.from(unevenNumbers(random, plainSum(lengths) * columns));
    using lists = makeLists(context, "f32", lengths, values, [columns]);
    using sums = jaggedSum(lists);
    const groups = groupsOf(lists, values, 0);
    assertBits(sums.readSync(), Float32Array.from(groups.map(orderedSum)));
    using most = jaggedMax(lists);
    const places = groups.map((group) => group.indexOf(Math.max(...group)));
    assertEquals(numbersOf(most.indices), places.map(BigInt));
  }
});

eachBackend("jaggedProd() multiplies floats", (context) => {
  using lists = makeLists(context, "f32", [3, 0, 2], [2, 3, -4, 0.5, 0.5]);
  using products = jaggedProd(lists);
  assertBits(products.readSync(), Float32Array.of(-24, 1, 0.25));
  using long = makeLists(
    context,
    "f64",
    [2000],
    Array.from({ length: 2000 }, (_, at) => at % 2 ? 2 : 0.5),
  );
  using one = jaggedProd(long);
  assertBits(one.readSync(), Float64Array.of(1));
});

eachBackend("jaggedAny() and jaggedAll() tell what is not 0", (context) => {
  const lists = fc.array(fc.array(fc.integer({ min: 0, max: 1 }), { maxLength: 90 }), {
    minLength: 1,
    maxLength: 5,
  });
  fc.assert(
    fc.property(lists, fc.constantFrom("f16", "bf16", "f64", "i64", "bool"), (host, dtype) => {
      using flags = makeLists(
        context,
        dtype as DType,
        host.map(({ length }) => length),
        host.flat(),
      );
      using any = jaggedAny(flags);
      using all = jaggedAll(flags);
      assertEquals([any.dtype, all.dtype], ["bool", "bool"]);
      assertEquals(numbersOf(any), host.map((list) => list.some((flag) => flag === 1) ? 1 : 0));
      assertEquals(numbersOf(all), host.map((list) => list.every((flag) => flag === 1) ? 1 : 0));
    }),
    { seed: 6, numRuns: 60 },
  );
  using odd = makeLists(context, "f32", [1, 1], [NaN, -0]);
  using any = jaggedAny(odd);
  assertEquals(numbersOf(any), [1, 0]);
});

eachBackend("reductions keep infinities and make one kind of NaN", (context) => {
  using lists = makeLists(context, "f32", [2, 2, 1, 1], [
    Infinity,
    1,
    Infinity,
    -Infinity,
    -0,
    NaN,
  ]);
  using sums = jaggedSum(lists);
  assertBits(sums.readSync(), Float32Array.of(Infinity, NaN, 0, NaN));
});

eachBackend("reductions of one list, no lists and no elements", (context) => {
  using rows = tensor([1, 2, 3, 4], { context, shape: [2, 2] });
  using one = jaggedSum(rows);
  using columns = jaggedSum(rows, { dim: 1 });
  assertEquals([one instanceof Tensor, one.shape, [...one.readSync()]], [true, [1, 2], [4, 6]]);
  assertEquals([columns.shape, [...columns.readSync()]], [[2], [3, 7]]);
  using none = makeLists(context, "f32", [], [], [2]);
  using nothing = jaggedSum(none);
  assertEquals(nothing.shape, [0, 2]);
  using hollow = makeLists(context, "f32", [2, 1], [], [0, 2]);
  using zeros = jaggedSum(hollow, { dim: 1 });
  assertEquals([zeros.data.shape, [...zeros.data.readSync()]], [[3, 2], [0, 0, 0, 0, 0, 0]]);
  using nowhere = jaggedMean(hollow);
  assertEquals(nowhere.shape, [2, 0, 2]);
  using empty = makeLists(context, "f32", [0, 0], [], [2]);
  using sums = jaggedSum(empty);
  assertEquals([...sums.readSync()], [0, 0, 0, 0]);
});

eachBackend("reductions refuse axes that are not there", (context) => {
  const operators = { jaggedSum, jaggedProd, jaggedMean, jaggedAny, jaggedAll };
  for (const [operator, reduce] of Object.entries(operators)) {
    checkRefusals(
      context,
      operator,
      (lists, dim) => reduce(lists, dim === undefined ? {} : { dim }),
    );
  }
  using scalar = tensor([1], { context, shape: [] });
  assertThrows(() => jaggedSum(scalar), RangeError, "lists shape is [], it has no rows");
});

eachBackend("jaggedSum() frees everything when an allocation fails", async (context) => {
  using lists = makeLists(context, "f32", [2000, 1], Array(2001).fill(1));
  using sums = await failEachAllocation(context, () => jaggedSum(lists), 3);
  assertEquals([...sums.readSync()], [2000, 1]);
});
