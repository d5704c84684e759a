import { assertEquals, assertThrows } from "@std/assert";
import { jaggedNorm, jaggedStd, jaggedVar } from "../../lib/jagged/mod.ts";
import { Random } from "../_arrays.ts";
import { eachBackend } from "../_backends.ts";
import { assertBits, assertClose, largestOf } from "../_compare.ts";
import { failEachAllocation } from "../_failures.ts";
import { checkRefusals, dataOf, DIMS, groupsOf, orderedSum } from "./_groups.ts";
import { makeLists, randomLengths } from "./_lists.ts";

/** Variance by its definition, in the order of additions that the documentation names. */
function variance(numbers: readonly number[], correction: number): number {
  const mean = orderedSum(numbers) / numbers.length;
  const squares = orderedSum(numbers.map((number) => (number - mean) * (number - mean)));
  return numbers.length > correction ? squares / (numbers.length - correction) : NaN;
}

eachBackend("norms, variances and deviations of lists and axes", (context) => {
  const random = new Random(7);
  const lengths = [...randomLengths(random, 6, 90), 1, 3000];
  const rows = lengths.reduce((sum, length) => sum + length, 0);
  const values = Float64Array.from({ length: rows * 12 }, () => random.number(-9, 9));
  using lists = makeLists(context, "f64", lengths, values, [3, 4]);
  for (const dim of DIMS) {
    const groups = groupsOf(lists, values, dim);
    using one = jaggedNorm(lists, { dim, order: 1 });
    using two = jaggedNorm(lists, { dim });
    using most = jaggedNorm(lists, { dim, order: Infinity });
    using plain = jaggedVar(lists, { dim });
    using biased = jaggedVar(lists, { dim, correction: 0 });
    using deviation = jaggedStd(lists, { dim });
    const expect = (of: (numbers: readonly number[]) => number): Float64Array =>
      Float64Array.from(groups, of);
    assertBits(dataOf(one).readSync(), expect((group) => orderedSum(group.map(Math.abs))));
    const squares = (group: readonly number[]): number => orderedSum(group.map((n) => n * n));
    assertBits(dataOf(two).readSync(), expect((group) => Math.sqrt(squares(group))));
    assertBits(dataOf(most).readSync(), expect(largestOf));
    assertBits(dataOf(plain).readSync(), expect((group) => variance(group, 1)));
    assertBits(dataOf(biased).readSync(), expect((group) => variance(group, 0)));
    assertBits(dataOf(deviation).readSync(), expect((group) => Math.sqrt(variance(group, 1))));
  }
});

eachBackend("jaggedVar() does not lose digits to a large mean", (context) => {
  const numbers = Array.from({ length: 300 }, (_, at) => 1e8 + (at % 3) - 1);
  using lists = makeLists(context, "f64", [300], numbers);
  using variances = jaggedVar(lists, { correction: 0 });
  assertClose(variances.readSync(), [2 / 3], { relative: 1e-12 });
});

eachBackend("norms and variances of integers, of little and of nothing", (context) => {
  using lists = makeLists(context, "i32", [2, 1, 0], [3, -4, 7]);
  using norms = jaggedNorm(lists);
  using variances = jaggedVar(lists);
  using deviations = jaggedStd(lists, { correction: 0 });
  assertBits(norms.readSync(), Float32Array.of(5, 7, 0));
  assertBits(variances.readSync(), Float32Array.of(24.5, NaN, NaN));
  assertBits(deviations.readSync(), Float32Array.of(3.5, 0, NaN));
  using odd = makeLists(context, "f32", [2, 2], [NaN, 1, -Infinity, 1]);
  using most = jaggedNorm(odd, { order: Infinity });
  assertBits(most.readSync(), Float32Array.of(NaN, Infinity));
});

eachBackend("norms and variances refuse wrong options", (context) => {
  using lists = makeLists(context, "f32", [1], [1]);
  assertThrows(
    () => jaggedNorm(lists, { order: 3 as 1 }),
    RangeError,
    "Cannot run jaggedNorm: order is 3, 1, 2 or Infinity expected",
  );
  assertThrows(() => jaggedVar(lists, { correction: NaN }), RangeError, "correction is NaN");
  for (const [operator, reduce] of Object.entries({ jaggedNorm, jaggedVar, jaggedStd })) {
    checkRefusals(context, operator, (of, dim) => reduce(of, dim === undefined ? {} : { dim }));
  }
});

eachBackend("jaggedVar() frees everything when an allocation fails", async (context) => {
  using lists = makeLists(context, "f32", [200, 1], Array(201).fill(1));
  using variances = await failEachAllocation(context, () => jaggedVar(lists), 4);
  assertEquals(variances.length, 2);
});
