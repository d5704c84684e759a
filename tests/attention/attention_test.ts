import { assertEquals, assertThrows } from "@std/assert";
import { attention, attentionBackward } from "../../lib/attention/mod.ts";
import { type Float, fullTensor, type Tensor, tensor } from "../../mod.ts";
import { eachBackend, openAnother } from "../_backends.ts";
import { assertClose } from "../_compare.ts";
import { failEachAllocation } from "../_failures.ts";
import { numbersOf } from "../_numbers.ts";
import { DTYPES } from "../dense/_numbers.ts";
import { CASES, Operands, PRECISION } from "./_operands.ts";
import { attendPlainly } from "./_oracle.ts";

const offsetsOf = (...offsets: readonly number[]): BigInt64Array<ArrayBuffer> =>
  BigInt64Array.from(offsets, BigInt);

const LITERALS = {
  q: [1, 0, 0, 1, 1, 1, 2, -1],
  k: [1, 1, 0, 2, -1, 0, 3, 3],
  v: [1, 2, 3, 4, 5, 6, 7, 8],
  gradients: [1, 0, 1, 1, 1, 2, 1, 3],
};

for (const dtype of ["f32", "f64"] as const) {
  eachBackend(
    `attention() of lists of three rows and one has the numbers of NumPy, in ${dtype}`,
    (context) => {
      const make = (numbers: readonly number[]): Tensor<typeof dtype> =>
        tensor(numbers, { context, dtype, shape: [4, 1, 2] });
      using q = make(LITERALS.q);
      using k = make(LITERALS.k);
      using v = make(LITERALS.v);
      using gradients = make(LITERALS.gradients);
      const lists = { offsets: offsetsOf(0, 3, 4) };
      const near = { absolute: 6e-8, relative: dtype === "f32" ? 1e-6 : 0 };
      using found = attention(q, k, v, lists);
      assertClose(
        found.features.readSync(),
        [2.1281078, 3.1281078, 2.7120677, 3.7120677, 2.1696421, 3.1696421, 7, 8],
        near,
      );
      assertClose(found.logSums.readSync(), [1.2587972, 1.965904, 2.1655699, 2.1213203], near);
      using back = attentionBackward(q, k, v, found, gradients, lists);
      assertClose(
        numbersOf(back.q as Tensor<Float>),
        [-0.7438135, -0.1092731, -1.1407001, -0.2185462, -1.5099563, 0.4914089, 0, 0],
        near,
      );
      assertClose(
        numbersOf(back.k as Tensor<Float>),
        [-1.6298918, -1.8580585, 1.0060138, 1.0654606, 0.623878, 0.7925979, 0, 0],
        near,
      );
      assertClose(
        numbersOf(back.v as Tensor<Float>),
        [1.3316971, 1.227448, 1.3316971, 1.519428, 0.3366059, 0.253124, 1, 3],
        near,
      );
    },
  );
}

for (const dtype of DTYPES) {
  eachBackend(`attention() is the softmax of whole rows of scores, in ${dtype}`, (context) => {
    for (const sizes of CASES) {
      using given = new Operands<Float>(context, dtype, sizes);
      using found = given.attend();
      const expected = attendPlainly(given.plain);
      const tolerance = { relative: PRECISION[dtype], absolute: PRECISION[dtype] };
      assertClose(numbersOf(found.features), expected.features, tolerance);
      const sums = { relative: dtype === "f64" ? 1e-12 : 1e-5, absolute: 1e-5 };
      assertClose(numbersOf(found.logSums), expected.logSums, sums);
    }
  });
}

eachBackend("attention() of no rows is empty", (context) => {
  using none = fullTensor([0, 2, 4], 0, { context, dtype: "f32" });
  for (const offsets of [offsetsOf(0), offsetsOf(0, 0, 0)]) {
    using found = attention(none, none, none, { offsets });
    assertEquals([found.features.shape, found.logSums.shape], [[0, 2, 4], [2, 0]]);
    using back = attentionBackward(none, none, none, found, none, { offsets });
    assertEquals([back.q?.shape, back.table], [[0, 2, 4], undefined]);
  }
  using keys = fullTensor([3, 2, 4], 1, { context, dtype: "f32" });
  const options = { keyOffsets: offsetsOf(0, 3) };
  using found = attention(none, keys, keys, options);
  using back = attentionBackward(none, keys, keys, found, none, options);
  assertEquals([...back.k?.readSync() ?? []], new Array(24).fill(0));
});

eachBackend("attention() keeps large scores, and NaN to the queries that see it", (context) => {
  using q = tensor([1e4, -1e4, 1], { context, shape: [3, 1, 1] });
  using k = tensor([1e4, 2, 3], { context, shape: [3, 1, 1] });
  using v = tensor([1, 2, NaN], { context, shape: [3, 1, 1] });
  using found = attention(q, k, v, { scale: 1, causal: true });
  assertEquals([...found.features.readSync()], [1, 2, NaN]);
});

eachBackend("attention() of a list of 10 000 rows", (context) => {
  using given = new Operands(context, "f32", { heads: 1, depth: 4, offsets: [0, 10_000] });
  using found = given.attend();
  const numbers = found.features.readSync();
  // A few queries by the definition.
  const few = [0, 4321, 9999];
  const q = few.flatMap((row) => [...given.plain.q as Float32Array].slice(row * 4, row * 4 + 4));
  const plain = { ...given.plain, q, offsets: [0, 3], keyOffsets: [0, 10_000] };
  const expected = attendPlainly(plain).features;
  few.forEach((row, at) =>
    assertClose(numbers.slice(row * 4, row * 4 + 4), expected.slice(at * 4, at * 4 + 4), {
      relative: 1e-4,
      absolute: 1e-5,
    })
  );
});

eachBackend("attention() refuses operands that do not fit, and says what does", (context) => {
  using q = fullTensor([4, 2, 3], 0, { context, dtype: "f32" });
  using k = fullTensor([5, 2, 3], 0, { context, dtype: "f32" });
  using wide = fullTensor([5, 2, 4], 0, { context, dtype: "f32" });
  using headless = fullTensor([4, 0, 3], 0, { context, dtype: "f32" });
  using deepless = fullTensor([4, 2, 0], 0, { context, dtype: "f32" });
  using half = fullTensor([5, 2, 3], 0, { context, dtype: "f16" });
  const refuse = (
    run: () => Disposable,
    type: typeof RangeError | typeof TypeError,
    text: string,
  ): void => {
    assertThrows(run, type, text);
  };
  refuse(() => attention(q, wide, k), RangeError, "k shape is [5, 2, 4], [m, 2, 3] expected");
  refuse(() => attention(q, k, q), RangeError, "v shape is [4, 2, 3], [5, 2, depth of v] expected");
  refuse(() => attention(headless, headless, headless), RangeError, "1 to 65536 heads");
  refuse(() => attention(deepless, deepless, deepless), RangeError, "elements of a head expected");
  refuse(() => attention(q, half as never, k), TypeError, "k is f16, f32 expected");
  refuse(() => attention(q, k, k, { scale: NaN }), RangeError, "scale");
  refuse(
    () => attention(q, k, k, { offsets: offsetsOf(0, 3), keyOffsets: offsetsOf(0, 5) }),
    RangeError,
    "end at 3",
  );
  refuse(
    () => attention(q, k, k, { keyOffsets: offsetsOf(0, 2, 5) }),
    RangeError,
    "2 lists of keys, 1 as of queries",
  );
  refuse(
    () => attention(q, k, k, { offsets: offsetsOf(0, 2, 4) }),
    RangeError,
    "end at 4, but there are 5",
  );
  using table = fullTensor([3, 3, 2], 0, { context, dtype: "f32" });
  using even = fullTensor([3, 4, 2], 0, { context, dtype: "f32" });
  using positions = fullTensor([4, 3], 0, { context, dtype: "i32" });
  refuse(
    () => attention(q, k, k, { bias: { table, positions } }),
    RangeError,
    "bias.keyPositions is missing",
  );
  refuse(
    () => attention(q, q, q, { bias: { table: even, positions } }),
    RangeError,
    "an odd number",
  );
  refuse(
    () => attention(q, q, q, { bias: { table, positions: table as never } }),
    TypeError,
    "bias.positions is f32, i32 expected",
  );
  using found = attention(q, q, q);
  refuse(
    () => attentionBackward(q, q, q, found, k),
    RangeError,
    "gradients shape is [5, 2, 3], [4, 2, 3] expected",
  );
  refuse(
    () => attentionBackward(q, q, q, found, q, { wanted: ["table"] }),
    RangeError,
    "wanted has table, but there is no bias",
  );
  using other = openAnother(context);
  using stranger = fullTensor([4, 2, 3], 0, { context: other, dtype: "f32" });
  refuse(() => attention(q, stranger, q), TypeError, "context");
});

eachBackend("attention() frees everything when an allocation fails", async (context) => {
  using given = new Operands(context, "f32", { heads: 1, depth: 4, offsets: [0, 9], reach: 1 });
  const found = await failEachAllocation(
    context,
    () => given.attend(),
  );
  using back = await failEachAllocation(
    context,
    () => attentionBackward(given.q, given.k, given.v, found, given.gradients, given.options),
  );
  found.dispose();
  assertEquals(back.disposed, false);
});
