import { assertEquals } from "@std/assert";
import { attention, attentionBackward } from "../../lib/attention/mod.ts";
import { type Float, type Tensor, tensor } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { assertBits, assertClose } from "../_compare.ts";
import { numbersOf } from "../_numbers.ts";
import { DTYPES, slopesOf } from "../dense/_numbers.ts";
import { CASES, Operands, PRECISION, type Sizes } from "./_operands.ts";
import { attendPlainly } from "./_oracle.ts";

/** The gradients of the sum of features times weights, by differences. */
function slopesFor(given: Operands<"f64">, name: "q" | "k" | "v" | "table"): Float64Array {
  const weights = given.gradients.readSync();
  const { plain } = given;
  const { bias } = plain;
  const loss = (numbers: Float64Array): number => {
    const moved = name === "table" && bias
      ? { ...plain, bias: { ...bias, table: numbers } }
      : { ...plain, [name]: numbers };
    return attendPlainly(moved).features.reduce(
      (sum, one, at) => sum + one * (weights[at] ?? NaN),
      0,
    );
  };
  const at = name === "table" ? bias?.table ?? [] : plain[name];
  return slopesOf(loss, Float64Array.from(at));
}

eachBackend("attentionBackward() is the slope of attention()", (context) => {
  const cases: readonly Sizes[] = [
    { heads: 2, depth: 3, offsets: [0, 2, 2, 7] },
    { heads: 1, depth: 2, valueDepth: 5, offsets: [0, 3, 9], keyOffsets: [0, 4, 4] },
    { heads: 2, depth: 3, offsets: [0, 5, 9], causal: true, scale: 0.7 },
    { heads: 2, depth: 2, offsets: [0, 4, 8], keyOffsets: [0, 1, 7], reach: 2 },
    { heads: 1, depth: 2, offsets: [0, 36], reach: 1, causal: true },
  ];
  for (const sizes of cases) {
    using given = new Operands(context, "f64", sizes);
    using found = given.attend();
    using back = given.passBack(found);
    for (const name of ["q", "k", "v", "table"] as const) {
      const gradient = back[name];
      if (gradient === undefined) {
        assertEquals(sizes.reach, undefined);
        continue;
      }
      assertClose(numbersOf(gradient), slopesFor(given, name), { absolute: 1e-7, relative: 1e-6 });
    }
  }
});

for (const dtype of DTYPES) {
  eachBackend(`attentionBackward() has the gradients of f64, in ${dtype}`, (context) => {
    for (const sizes of CASES) {
      using given = new Operands<Float>(context, dtype, sizes);
      using found = given.attend();
      using back = given.passBack(found);
      // The same numbers in f64.
      const widen = (one: Tensor<Float>): Tensor<"f64"> =>
        tensor(Float64Array.from(numbersOf(one)), { context, shape: one.shape });
      using q = widen(given.q);
      using k = widen(given.k);
      using v = widen(given.v);
      using gradients = widen(given.gradients);
      const { bias, ...rest } = given.options;
      using table = bias && widen(bias.table);
      const options = { ...rest, ...bias && table && { bias: { ...bias, table } } };
      using exact = attention(q, k, v, options);
      using expected = attentionBackward(q, k, v, exact, gradients, options);
      for (const name of ["q", "k", "v", "table"] as const) {
        const one = expected[name];
        if (one === undefined) continue;
        const numbers = numbersOf(one);
        const size = numbers.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
        // Roundings of weights and results add up over rows.
        const absolute = 4 * PRECISION[dtype] * (size + 1);
        assertClose(numbersOf(back[name] as Tensor<Float>), numbers, { absolute });
      }
    }
  });
}

eachBackend("attentionBackward() computes what is wanted alone", (context) => {
  using given = new Operands(context, "f32", { heads: 1, depth: 4, offsets: [0, 9], reach: 1 });
  using found = given.attend();
  using all = attentionBackward(given.q, given.k, given.v, found, given.gradients, given.options);
  for (const name of ["q", "k", "v", "table"] as const) {
    using one = attentionBackward(given.q, given.k, given.v, found, given.gradients, {
      ...given.options,
      wanted: [name],
    });
    assertEquals(
      (["q", "k", "v", "table"] as const).filter((other) => one[other] !== undefined),
      [name],
    );
    assertBits(numbersOf(one[name] as Tensor<Float>), numbersOf(all[name] as Tensor<Float>));
  }
});
