import { assertEquals } from "@std/assert";
import { attention, attentionBackward } from "../../lib/attention/mod.ts";
import { type Context, type Float, type Tensor, tensor } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { assertBits, type NumberArray } from "../_compare.ts";
import { numbersOf } from "../_numbers.ts";
import { DTYPES } from "../dense/_numbers.ts";
import { Operands } from "./_operands.ts";

const offsetsOf = (...offsets: readonly number[]): BigInt64Array<ArrayBuffer> =>
  BigInt64Array.from(offsets, BigInt);

/** Where two lists of rows lie among others. */
function attendBetween(context: Context, dtype: Float, filler: number): readonly NumberArray[] {
  const offsets = [0, 40, 110, 130];
  using given = new Operands<Float>(context, dtype, { heads: 2, depth: 16, offsets });
  const poisoned = (of: Tensor<Float>): Tensor<Float> => {
    const numbers = Float64Array.from(numbersOf(of));
    numbers.fill(filler, 0, 40 * 32);
    numbers.fill(filler, 110 * 32);
    return tensor(numbers, { context, dtype, shape: of.shape });
  };
  using q = poisoned(given.q);
  using k = poisoned(given.k);
  using v = poisoned(given.v);
  using gradients = poisoned(given.gradients);
  using found = attention(q, k, v, given.options);
  using back = attentionBackward(q, k, v, found, gradients, given.options);
  return [found.features, back.q, back.k, back.v].map((one) =>
    numbersOf(one as Tensor<Float>).slice(40 * 32, 110 * 32)
  );
}

for (const dtype of DTYPES) {
  eachBackend(
    `attention() of a list does not see what its neighbors hold, in ${dtype}`,
    (context) => {
      const clean = attendBetween(context, dtype, 0.5);
      const poisoned = attendBetween(context, dtype, NaN);
      for (const [at, one] of clean.entries()) {
        assertBits(poisoned[at] ?? one.slice(0, 0), one);
        assertEquals(one.every(Number.isFinite), true);
      }
    },
  );
}

eachBackend(
  "attention() has the same bits for lists in another order, and from run to run",
  (context) => {
    for (const dtype of ["f16", "f32"] as const) {
      const sizes = { heads: 2, depth: 16 };
      using given = new Operands<Float>(context, dtype, { ...sizes, offsets: [0, 33, 100] });
      const swapped = (of: Tensor<Float>): Tensor<Float> => {
        const numbers = [...numbersOf(of)];
        const moved = [...numbers.slice(33 * 32), ...numbers.slice(0, 33 * 32)];
        return tensor(moved, { context, dtype, shape: of.shape });
      };
      using q = swapped(given.q);
      using k = swapped(given.k);
      using v = swapped(given.v);
      using gradients = swapped(given.gradients);
      const options = { offsets: offsetsOf(0, 67, 100) };
      using found = given.attend();
      using back = given.passBack(found);
      using again = given.passBack(found);
      using other = attention(q, k, v, options);
      using otherBack = attentionBackward(q, k, v, other, gradients, options);
      const pairs = [
        [found.features, other.features],
        [back.q, otherBack.q],
        [back.k, otherBack.k],
        [back.v, otherBack.v],
      ] as const;
      for (const [one, two] of pairs) {
        using expected = swapped(one as Tensor<Float>);
        assertBits(numbersOf(two as Tensor<Float>), numbersOf(expected));
      }
      assertBits(numbersOf(again.k as Tensor<Float>), numbersOf(back.k as Tensor<Float>));
    }
  },
);

eachBackend(
  "attention() without keys is 0, with gradients of 0, and -Infinity as the sum",
  (context) => {
    using given = new Operands(context, "f32", {
      heads: 2,
      depth: 4,
      offsets: [0, 3, 5],
      keyOffsets: [0, 0, 2],
      reach: 1,
    });
    using found = given.attend();
    assertEquals([...found.features.readSync().slice(0, 3 * 8)], new Array(24).fill(0));
    assertEquals([...found.logSums.readSync().slice(0, 3)], new Array(3).fill(-Infinity));
    using back = given.passBack(found);
    assertEquals([...back.q?.readSync().slice(0, 3 * 8) ?? []], new Array(24).fill(0));
    for (const one of [back.q, back.k, back.v, back.table]) {
      assertEquals(one?.readSync().every(Number.isFinite), true);
    }
  },
);
